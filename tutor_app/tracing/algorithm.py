"""What the rest of the tutor knows about an algorithm: its names, columns, conventions and run.

Each module of tracing/algorithms names its own.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Literal

from tutor_app.domain.traces import Problem, Row, TraceStep, UnknownAlgorithm, Value
from tutor_app.tracing import algorithms
from tutor_app.wording.catalogue import phrase, phrases_of

Data = Literal["graph", "array", "game_tree", "strings", "items", "operations"]
Need = Literal["start", "goal", "target", "heuristic", "weights"]
RULES = phrases_of("trace_rules")
NAMES = phrases_of("trace_names")
NOT_TRACED = phrase("trace_problems.not_traced", "algorithm", "known")
Steps = Generator[TraceStep, None, Row]  # yields the rows, returns what comes out ("final")


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """A choice that textbooks make differently.

    `default` applies if nothing is said. `follows` names another convention whose choice also
    decides the default: heapsort from largest to smallest has a min-heap, unless stated otherwise.
    """

    default: Value
    choices: tuple[Value, ...]
    follows: tuple[str, Mapping[Value, Value]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Algorithm:
    """One algorithm that can be traced.

    `called` are regular expressions (case ignored) by which messages name it, the most certain
    first. `columns` are the row's fields in the table's order; `selected` those that a bare order
    or list of steps shows. `needs` is what a problem must have; `may_have` what it can have. `sets`
    are the columns whose order does not count in a student's trace. `rule` is the one sentence that
    says what each step does, for hints; `topic` holds the words to search the course for.
    """

    id: str
    called: tuple[str, ...]
    data: Data
    columns: tuple[str, ...]
    selected: tuple[str, ...]
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

    @property
    def name(self) -> str:
        """What it is called, in the language that is spoken."""
        return NAMES[self.id]()

    @property
    def english_name(self) -> str:
        """What it is called where a text is read again, which is in English."""
        return NAMES[self.id].plain[0]

    @property
    def rule(self) -> str:
        """The one sentence that says what each step does, for hints."""
        return RULES[self.id]()


@cache
def all_algorithms() -> Mapping[str, Algorithm]:
    """Return the algorithms by id, sorted by it."""
    found: dict[str, Algorithm] = {}
    for module in pkgutil.iter_modules(algorithms.__path__):
        named = importlib.import_module(f"{algorithms.__name__}.{module.name}")
        # A module whose name begins with an underscore is what others share.
        for algorithm in getattr(named, "ALGORITHMS", ()):
            found[algorithm.id] = algorithm
    return MappingProxyType(dict(sorted(found.items())))


def algorithm_named(name: str) -> Algorithm:
    """Return the algorithm with this id.

    Raises:
        UnknownAlgorithm: there is none; the message lists those there are.
    """
    known = all_algorithms()
    if name not in known:
        raise UnknownAlgorithm(NOT_TRACED(algorithm=repr(name), known=", ".join(known)))
    return known[name]
