"""The symbols of a text about a problem, which may have no graph."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.domain.traces import Graph, Problem
from tutor_app.tracing.claims.claim_symbols import symbols_of
from tutor_app.tracing.claims.doubtful_symbols import Symbol


def symbols_in(text: str, problem: Problem) -> tuple[Symbol, ...]:
    """Return the symbols of a text about a problem, which may have no graph."""
    if problem.graph is None:
        problem = replace(problem, graph=Graph(nodes=(), edges=(), directed=False, weighted=False))
    return symbols_of(text, problem)
