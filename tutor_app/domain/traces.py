"""The values of tracing; everything is frozen.

Rows and conventions have the names and meanings of docs/tracing.md. Node names are text, also where
they are numbers; infinity is `math.inf`; array positions count from 0 unless `index_base` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from typing_extensions import TypeAliasType

from tutor_app.domain.errors import TutorError

Number = int | float
# Types that name themselves, in the form in which pydantic can read them back from JSON too.
Value = TypeAliasType(
    "Value", "None | bool | int | float | str | tuple[Value, ...] | Mapping[str, Value]"
)
Row = Mapping[str, Value]
# A game tree: a leaf, or its children from left to right.
Tree = TypeAliasType("Tree", "int | float | tuple[Tree, ...]")


# --- the problem -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """`weight` is None if there are none. In an undirected graph either end may come first."""

    source: str
    target: str
    weight: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """Nodes and edges in the order in which the message names them.

    An undirected edge appears once. `heuristic` is h by node, None if there is none.
    """

    directed: bool
    weighted: bool
    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    heuristic: Mapping[str, Number] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation on a heap or a search tree: `kind` such as "insert", its operand if any."""

    kind: str
    value: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KnapsackItem:
    """One item of a knapsack."""

    name: str
    weight: int
    value: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One instance of one algorithm. What the algorithm does not use is None.

    `conventions` holds every convention that applies to the algorithm, by name, with the choice in
    force ("tie_break": "alphabetical"); see `Algorithm.conventions` for the choices. `root` says
    who moves first in a game tree.
    """

    algorithm: str
    graph: Graph | None = None
    start: str | None = None
    goal: str | None = None
    array: tuple[Number, ...] | None = None
    target: Number | None = None
    tree: Tree | None = None
    root: Literal["max", "min"] | None = None
    strings: tuple[str, str] | None = None
    items: tuple[KnapsackItem, ...] | None = None
    capacity: int | None = None
    operations: tuple[Operation, ...] | None = None
    conventions: Mapping[str, Value] = field(default_factory=dict)


# --- what may be wrong with it: the message says so, and what the student can do -------------

Lack = Literal[
    "missing_start",
    "missing_goal",
    "unknown_start",
    "unknown_goal",
    "conflicting_start",
    "conflicting_goal",
    "missing_weight",
    "contradictory_weight",
    "unread_part",
    "negative_edge",
    "missing_heuristic",
    "missing_heuristic_value",
    "missing_graph",
    "missing_array",
    "unsorted_array",
    "missing_target",
    "missing_leaf",
    "missing_data",
    "too_large",
]


class ProblemInvalid(TutorError):
    """The problem cannot be run as it stands.

    `lack` names what is missing or contradictory; `detail` says it of this problem ("the edge A–B
    has no weight").
    """

    def __init__(self, lack: Lack, detail: str) -> None:
        super().__init__(detail)
        self.lack = lack
        self.detail = detail


class UnknownAlgorithm(TutorError):
    """No algorithm of this name can be traced."""


# --- an exact run ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """The array's cells from `start` on become `values`."""

    start: int
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotate:
    """The element at `source` moves to `target`; those between shift by one to make room."""

    source: int
    target: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bubble:
    """One pass of bubble sort: neighbours out of order are swapped, from left to right.

    It is a change of its own kind because it may move thousands of elements, and because many
    passes at once are faster than one after the other (see exact_run.py).
    """

    descending: bool = False


Change = Assign | Rotate | Bubble


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """Why a step did what it did, as a fact: `code` names the sentence, `facts` fill it.

    The words are in wording/en/trace_reasons.yaml.
    """

    code: str
    facts: Row = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceStep:
    """One row of the table: the state after the step. Row 0 is the initial state.

    `row` holds the row's fields without "step"; where the table has an array, `changes` hold what
    became of it since the row before instead, so that a long sort stays small. `Run.rows` puts the
    array back.
    """

    number: int
    row: Row
    reason: Reason
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A row, by its index, whose line may say something other or more than was read."""

    row: int
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentTrace:
    """What a student wrote of their own run: rows may hold only some fields, and "step".

    Besides the fields of docs/tracing.md a row may hold what students add: "g", "h", "f" of the
    node selected, and "added", some of the entries in OPEN after the step. `final` holds the result
    they state: path, cost, order, array … `doubts` are the rows that may not have been read as they
    were meant.
    """

    rows: tuple[Row, ...] = ()
    final: Row = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
