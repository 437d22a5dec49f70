"""What the rest of the tutor knows about an algorithm: its names, columns, conventions, its run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tutor_app.tracing.values import Problem, Row, Step, Value

Data = Literal["graph", "array", "game_tree", "strings", "items", "operations"]
Need = Literal["start", "goal", "target", "heuristic", "weights"]
Steps = Generator[Step, None, Row]  # yields the rows, returns what comes out ("final")


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """A choice that textbooks make differently. `default` is what holds where nothing is said.

    `follows` names another convention whose choice decides the default too: a heap sort from
    largest to smallest has a min-heap, unless it is said otherwise.
    """

    default: Value
    choices: tuple[Value, ...]
    follows: tuple[str, Mapping[Value, Value]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Algorithm:
    """One algorithm that can be traced.

    `called` are regular expressions (case ignored) by which messages name it, the surest first.
    `columns` are the row's fields in the table's order; `selected` those that a bare order or list
    of steps shows. `needs` is what a problem must have; `may_have` what it can have. `sets` are the
    columns whose order does not count in a student's trace. `rule` is the one sentence that says
    what each step does, for hints; `topic` the words to look for in the course.
    """

    id: str
    name: str
    called: tuple[str, ...]
    data: Data
    columns: tuple[str, ...]
    selected: tuple[str, ...]
    rule: str
    topic: str
    run: Callable[[Problem], Steps]
    needs: frozenset[Need] = frozenset()
    may_have: frozenset[Need] = frozenset()
    directed: bool | None = None  # None: either; else what the algorithm requires
    sets: frozenset[str] = frozenset()
    conventions: Mapping[str, Convention] = field(default_factory=dict)
    first_step: int = 1  # the number of the first row that counts
    # Where a convention decides which of the columns a problem's rows have.
    varying: Callable[[Problem], tuple[str, ...]] | None = None
