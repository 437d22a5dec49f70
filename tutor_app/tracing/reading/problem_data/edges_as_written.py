"""What the readers of graphs hand to each other: edges as written, before they become a graph."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tutor_app.domain.traces import Graph, Number
from tutor_app.tracing.reading.reading_results import Span

# How an edge was drawn: "A -> B", "A - B", "A <-> B", or nothing that says it: "(A, B)", "A to B".
Mark = Literal["arrow", "dash", "open"]
Direction = Literal["words", "algorithm", "symbols", "symmetry", "assumed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One edge as the message writes it. `weight` is None where none stands or "?" does."""

    source: str
    target: str
    weight: Number | None
    mark: Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Edges and nodes of one notation. `listing`: neighbours by node, so undirected edges twice.

    `directed` is what to assume where neither words nor signs say it.
    """

    edges: tuple[Written, ...]
    nodes: tuple[str, ...]  # those that the notation itself lists: keys, headers
    spans: tuple[Span, ...]
    listing: bool = False
    directed: bool = True
    unread: tuple[Span, ...] = ()  # parts that hold names and numbers which no edge takes up
    told_steps: int | None = None  # where own steps begin behind what is told in prose
    heuristic: Mapping[str, Number] = field(default_factory=dict)  # told beside the edges
    told: bool = False  # by the reader of prose
    prose: bool = False  # words join its nodes
    signed: bool = False  # signs do


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundGraph:
    """A graph read from a message, and what is wrong with it.

    `direction` says what decided whether it is directed; "assumed" means that nothing does, or only
    weakly. `missing` are edges without a weight where others have one; `contradictory` are edges
    given with two weights (the graph holds the first).
    """

    graph: Graph
    spans: tuple[Span, ...]
    direction: Direction
    missing: tuple[tuple[str, str], ...] = ()
    contradictory: tuple[tuple[str, str, Number, Number], ...] = ()
    unread: tuple[Span, ...] = ()
    told: bool = False  # in prose
    told_steps: int | None = None
    heuristic: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundHeuristic:
    """h by node; `missing` are nodes named with "?" in place of a value."""

    values: Mapping[str, Number]
    spans: tuple[Span, ...]
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundArray:
    """Numbers in the order in which they stand. `base` is the first index where one is written."""

    values: tuple[Number, ...]
    spans: tuple[Span, ...]
    base: int | None = None
    unknown: int = 0  # how many cells hold "?"
