"""What a run comes to, as an answer may tell it: who is taken when and with what, ways, a tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run

_KEYS: Final = ("dist", "f", "g", "h")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResults:
    """The results of one run.

    `order` are the nodes as they are taken. `at_end` has the number that each node keeps, by the
    quantity ("g", "f", "dist"); `held` those that it had on the way, with the node of whose row it
    got each. `edges` tells of each edge of a spanning tree, in the order of the run, whether it is
    taken.
    """

    order: tuple[str, ...]
    at_end: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    held: Mapping[tuple[str, float], str] = field(default_factory=dict)
    parents: Mapping[str, str] = field(default_factory=dict)
    edges: Mapping[frozenset[str], bool] = field(default_factory=dict)
    weight: float | None = None


def results_of(problem: Problem) -> RunResults | None:
    """Return what the run of a problem comes to; None where it can't be run, or has no graph."""
    if problem.graph is None:
        return None
    try:
        done = run(problem)
    except ProblemInvalid:
        return None
    rows = [step.row for step in done.steps]
    taken = [str(row["node"]) for row in rows if row.get("node")]
    at_end: dict[str, dict[str, float]] = {}
    held: dict[tuple[str, float], str] = {}
    for row in rows:
        by = str(row.get("node") or "")
        for node, quantity, value in _values_in(row):
            at_end.setdefault(quantity, {})[node] = value
            held.setdefault((node, value), by)
    parents = done.final.get("parent")
    tree = done.final.get("edges")
    edges = {
        frozenset(map(str, edge)): row.get("action", "accept") == "accept"
        for row in rows
        if isinstance(edge := row.get("edge"), tuple)
    }
    weight = done.final.get("weight")
    return RunResults(
        order=tuple(taken) if tree is None else (),
        at_end=at_end,
        held=held,
        parents={a: str(b) for a, b in parents.items() if b}
        if isinstance(parents, Mapping)
        else {},
        edges=edges if tree is not None else {},
        weight=float(weight) if isinstance(weight, int | float) else None,
    )


def _values_in(row: Mapping[str, object]) -> list[tuple[str, str, float]]:
    """Return each node with a quantity and its number in a row."""
    found: list[tuple[str, str, float]] = []
    waiting = row.get("open")
    for entry in waiting if isinstance(waiting, tuple) else ():
        if isinstance(entry, Mapping):
            found += [(str(entry["node"]), key, float(entry[key])) for key in _KEYS if key in entry]
    dist = row.get("dist")
    if isinstance(dist, Mapping):
        finite = (pair for pair in dist.items() if isinstance(pair[1], int | float))
        found += [(str(node), "dist", float(value)) for node, value in finite]
    return found
