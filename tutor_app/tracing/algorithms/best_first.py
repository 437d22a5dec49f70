"""Search that always expands the best node of OPEN: uniform-cost, greedy best-first, A*."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from tutor_app.domain.traces import Graph, Number, Problem, Reason, Row, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Need, Steps
from tutor_app.tracing.algorithms._graph import (
    alphabetical,
    check_nonnegative,
    check_weights,
    costs,
    path_cost,
    path_to,
    plus,
    successors,
    validate,
)

Kind = Literal["ucs", "greedy", "astar"]
Rank = Callable[["_QueueEntry"], tuple[Number, ...]]

_NEEDS: Mapping[Kind, frozenset[Need]] = {
    "ucs": frozenset({"start", "goal", "weights"}),
    "greedy": frozenset({"start", "goal", "heuristic"}),
    "astar": frozenset({"start", "goal", "weights", "heuristic"}),
}
_SHOWN: Mapping[Kind, tuple[str, ...]] = {
    "ucs": ("g",),
    "greedy": ("h",),
    "astar": ("g", "h", "f"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _QueueEntry:
    """A node of OPEN. `serial` counts the insertions, for the ties fifo and lifo."""

    node: str
    g: Number
    h: Number
    parent: str | None
    serial: int

    @property
    def f(self) -> Number:
        return plus(self.g, self.h)


@dataclass(slots=True, kw_only=True)
class _Search:
    """The state of one search. CLOSED is in order of expansion."""

    kind: Kind
    rank: Rank
    h: Mapping[str, Number]
    open: dict[str, _QueueEntry] = field(default_factory=dict)
    closed: dict[str, _QueueEntry] = field(default_factory=dict)
    inserted: int = 0

    def put(self, node: str, g: Number, parent: str | None) -> None:
        """Put the node in OPEN, replacing any entry of it; it counts as newly inserted."""
        self.inserted += 1
        self.closed.pop(node, None)
        self.open[node] = _QueueEntry(
            node=node, g=g, h=self.h.get(node, 0), parent=parent, serial=self.inserted
        )

    def take(self) -> tuple[_QueueEntry, tuple[str, ...]]:
        """Move the best node to CLOSED; return it, and the nodes that had the same value."""
        best = min(self.open.values(), key=self.rank)
        value = self.value(best)
        del self.open[best.node]
        tied = tuple(each.node for each in self.open.values() if self.value(each) == value)
        self.closed[best.node] = best
        return best, tied

    def value(self, entry: _QueueEntry) -> Number:
        """Return what the entry is chosen by."""
        return _value(self.kind, entry)

    def row(self, node: str | None) -> Row:
        listed = tuple(
            {
                "node": entry.node,
                **{name: getattr(entry, name) for name in _SHOWN[self.kind]},
                "parent": entry.parent,
            }
            for entry in sorted(self.open.values(), key=self.rank)
        )
        return {"node": node, "open": listed, "closed": tuple(self.closed)}

    def parents(self) -> Mapping[str, str | None]:
        return {entry.node: entry.parent for entry in (*self.closed.values(), *self.open.values())}


@dataclass(slots=True, kw_only=True)
class _Expansion:
    """What happened to each neighbour of the node: facts for the step's reason."""

    added: list[str] = field(default_factory=list)
    improved: list[Row] = field(default_factory=list)  # in OPEN, now by a cheaper path
    reopened: list[Row] = field(default_factory=list)  # in CLOSED, now by a cheaper path
    kept: list[Row] = field(default_factory=list)  # in OPEN, by a path as good or better
    closed: list[str] = field(default_factory=list)
    met: bool = False  # the goal was generated, and that ends the search

    def facts(self) -> Row:
        return {
            "added": tuple(self.added),
            "improved": tuple(self.improved),
            "reopened": tuple(self.reopened),
            "kept": tuple(self.kept),
            "closed": tuple(self.closed),
        }


def _value(kind: Kind, entry: _QueueEntry) -> Number:
    return entry.g if kind == "ucs" else entry.h if kind == "greedy" else entry.f


def _ranking(kind: Kind, graph: Graph, tie_break: object) -> Rank:
    """Return the key by which OPEN is sorted: the value, then the tie-break."""
    place = {node: place for place, node in enumerate(alphabetical(graph))}
    ties: Mapping[object, Rank] = {
        "alphabetical": lambda entry: (place[entry.node],),
        "reverse_alphabetical": lambda entry: (-place[entry.node],),
        "fifo": lambda entry: (entry.serial,),
        "lifo": lambda entry: (-entry.serial,),
        "smaller_h": lambda entry: (entry.h, place[entry.node]),
    }
    tie = ties[tie_break]
    return lambda entry: (_value(kind, entry), *tie(entry))


def _best_first(problem: Problem, kind: Kind) -> Steps:
    graph = _checked(problem, kind)
    start, goal = cast(str, problem.start), cast(str, problem.goal)
    after = successors(graph, problem.conventions["neighbor_order"])
    cost = costs(graph)
    rank = _ranking(kind, graph, problem.conventions["tie_break"])
    search = _Search(kind=kind, rank=rank, h={} if kind == "ucs" else graph.heuristic or {})
    search.put(start, 0, None)
    yield TraceStep(
        number=0, row=search.row(None), reason=Reason(code="start", facts={"node": start})
    )
    number, met = 0, start == goal and problem.conventions["goal_test"] == "generation"
    while search.open and not met:
        number += 1
        best, tied = search.take()
        chosen: Row = {"node": best.node, "value": search.value(best), "tied": tied}
        if best.node == goal:
            yield TraceStep(
                number=number, row=search.row(goal), reason=Reason(code="goal", facts=chosen)
            )
            return _outcome(search, goal, cost)
        done = _expand(search, best, after[best.node], cost, problem)
        met = done.met
        yield TraceStep(
            number=number, row=search.row(best.node), reason=_reason(done, chosen, goal)
        )
    if met:
        return _outcome(search, goal, cost)
    return {"found": False, "path": None, "cost": None}


def _checked(problem: Problem, kind: Kind) -> Graph:
    graph = validate(problem, _NEEDS[kind], nonnegative=kind == "ucs")
    if graph.weighted:  # greedy search does not look at weights, but its path has a cost
        check_weights(graph)
    if kind == "astar":  # re-opening would never end on a negative cycle
        check_nonnegative(graph, "A*")
    return graph


def _expand(
    search: _Search,
    best: _QueueEntry,
    after: tuple[str, ...],
    cost: Mapping[tuple[str, str], Number],
    problem: Problem,
) -> _Expansion:
    done = _Expansion()
    reopen = bool(problem.conventions.get("reopen"))
    for child in after:
        g = plus(best.g, cost[best.node, child])
        before = search.open.get(child) or search.closed.get(child)
        change: Row = {"node": child, "old": before.g if before else None, "new": g}
        cheaper = before is not None and g < before.g and search.kind != "greedy"
        if before is None:
            done.added.append(child)
        elif child in search.open:
            (done.improved if cheaper else done.kept).append(change)
        elif reopen and cheaper:
            done.reopened.append(change)
        else:
            done.closed.append(child)
            continue
        if before is None or cheaper:
            search.put(child, g, best.node)
        if child == problem.goal and problem.conventions["goal_test"] == "generation":
            done.met = True
            return done
    return done


def _reason(done: _Expansion, chosen: Row, goal: str) -> Reason:
    facts = {**chosen, **done.facts()}
    if done.met:
        return Reason(code="goal_generated", facts={**facts, "goal": goal})
    changed = done.added or done.improved or done.reopened
    return Reason(code="expand" if changed else "dead_end", facts=facts)


def _outcome(search: _Search, goal: str, cost: Mapping[tuple[str, str], Number]) -> Row:
    path = path_to(goal, search.parents())
    return {"found": True, "path": path, "cost": path_cost(path, cost)}


def _ucs(problem: Problem) -> Steps:
    return (yield from _best_first(problem, "ucs"))


def _greedy(problem: Problem) -> Steps:
    return (yield from _best_first(problem, "greedy"))


def _astar(problem: Problem) -> Steps:
    return (yield from _best_first(problem, "astar"))


_TIES = ("alphabetical", "reverse_alphabetical", "fifo", "lifo")
_CONVENTIONS = {
    "neighbor_order": Convention(
        default="alphabetical", choices=("alphabetical", "reverse_alphabetical", "listed")
    ),
    "tie_break": Convention(default="alphabetical", choices=_TIES),
    "goal_test": Convention(default="expansion", choices=("expansion", "generation")),
}

ALGORITHMS = (
    Algorithm(
        id="ucs",
        called=(r"\bucs\b", r"uniform[\s-]*cost", r"cheapest[\s-]*first"),
        data="graph",
        columns=("node", "open", "closed"),
        selected=("node",),
        topic="uniform-cost search UCS path cost",
        run=_ucs,
        needs=_NEEDS["ucs"],
        sets=frozenset({"open", "closed"}),
        conventions=_CONVENTIONS,
    ),
    Algorithm(
        id="greedy",
        called=(r"\bgbfs\b", r"greedy[\s-]*best[\s-]*first", r"\bgreedy\b", r"best[\s-]*first"),
        data="graph",
        columns=("node", "open", "closed"),
        selected=("node",),
        topic="greedy best-first search heuristic",
        run=_greedy,
        needs=_NEEDS["greedy"],
        may_have=frozenset({"weights"}),
        sets=frozenset({"open", "closed"}),
        conventions=_CONVENTIONS,
    ),
    Algorithm(
        id="astar",
        called=(r"\ba\s?(?:\*|∗|⋆)", r"\ba[\s-]?star\b", r"\ba\^\{?\\?(?:\*|star|ast)"),
        data="graph",
        columns=("node", "open", "closed"),
        selected=("node",),
        topic="A* search heuristic f = g + h",
        run=_astar,
        needs=_NEEDS["astar"],
        sets=frozenset({"open", "closed"}),
        conventions={
            **_CONVENTIONS,
            "tie_break": Convention(default="alphabetical", choices=(*_TIES, "smaller_h")),
            "reopen": Convention(default=False, choices=(False, True)),
        },
    ),
)
