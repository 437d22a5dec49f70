"""The numbers that a run gives to nodes: told with a pair of nodes, they may be a whole way's."""

from __future__ import annotations

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.exact_run import run


def values_of_run(problem: Problem) -> frozenset[tuple[str, float]]:
    """Return the distances that a run gives to nodes: a number like these may be told of a way."""
    try:
        rows = run(problem).rows()
    except ProblemInvalid:
        return frozenset()
    tables = [row.get("dist") for row in rows]
    return frozenset(
        (node, float(value))
        for table in tables
        if isinstance(table, dict)
        for node, value in table.items()
        if isinstance(value, int | float)
    )
