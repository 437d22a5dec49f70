"""Putting a message about a run to the model that reads it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

from tutor_app.domain.traces import Problem, Value
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import write_number

LONGEST_MESSAGE: Final = 700  # characters
LONGEST_SAID: Final = 320  # of the tutor's last words, from their end
MOST_ROWS: Final = 4  # of those that are seen, the last
NOTHING: Final = "-"


def write_request(exact: AlgorithmRun, seen: int, said: str, words: str) -> str:
    """Return the text in which a message is put to the model: problem, rows up to `seen`, words.

    `said` is what the tutor said last. The problem comes first, so that what a model server has
    read of it can serve for the next message.
    """
    parts = [*_problem(exact.problem), "Rows:"]
    rows = [step for step in exact.steps if step.number <= seen][-MOST_ROWS:]
    parts += [" | ".join(_cells(step.number, step.row)) for step in rows] or [NOTHING]
    parts.append(f"Tutor: {' '.join(said.split())[-LONGEST_SAID:] or NOTHING}")
    parts.append(f"Student: {' '.join(words.split())[:LONGEST_MESSAGE]}")
    return "\n".join(parts)


def _problem(problem: Problem) -> Iterator[str]:
    graph = problem.graph
    assert graph is not None
    ends = f"{problem.start} to {problem.goal}" if problem.goal is not None else problem.start
    yield f"{problem.algorithm} from {ends}, {'directed' if graph.directed else 'undirected'}"
    edges = (
        f"{edge.source}-{edge.target}"
        + ("" if edge.weight is None else f" {write_number(edge.weight)}")
        for edge in graph.edges
    )
    yield f"Edges: {', '.join(edges)}"
    if graph.heuristic:
        yield f"h: {', '.join(f'{n} {write_number(h)}' for n, h in graph.heuristic.items())}"


def _cells(number: int, row: Mapping[str, Value]) -> Iterator[str]:
    """Yield the cells of a row: its node or edge, and what waits or known distances."""
    yield str(number)
    if "edge" in row:
        yield "-".join(map(str, items_of(row["edge"]))) or NOTHING
    elif "node" in row:
        yield str(row["node"] or NOTHING)
    if "open" in row:
        yield ", ".join(map(_entry, items_of(row["open"]))) or NOTHING
    if isinstance(dist := row.get("dist"), Mapping):
        yield ", ".join(f"{n} {write_number(d)}" for n, d in dist.items() if d != math.inf)


def _entry(entry: Value) -> str:
    if not isinstance(entry, Mapping):
        return str(entry)
    values = (f"{name}{write_number(entry[name])}" for name in ("g", "h", "f") if name in entry)
    return " ".join((str(entry["node"]), *values))
