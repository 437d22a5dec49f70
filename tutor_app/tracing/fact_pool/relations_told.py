"""What words between two nodes say of a run: who brought whom in, and that it is over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.open_questions import without_questions
from tutor_app.tracing.fact_pool.pool_facts import Cover
from tutor_app.tracing.fact_pool.said_symbols import name_symbols
from tutor_app.tracing.spoken.statements import RunStatement


def relations_told(text: str, facts: ExactFacts) -> Iterator[RunStatement]:
    """Yield who is told to have brought whom in, and that the run is over with its goal."""
    graph = facts.run.problem.graph
    said = name_symbols(without_questions(text), graph.nodes if graph is not None else ())
    for one, other in pairwise(said):
        if one.node is None or other.node is None or one.denied or other.denied or other.begins:
            continue
        if (
            facts.weight(one.node, other.node) is None
            and facts.weight(other.node, one.node) is None
        ):
            continue
        if other.is_after("brings_in"):
            yield RunStatement(kind="parent", node=other.node, nodes=(one.node,))
        elif other.is_after("brought_by"):
            yield RunStatement(kind="parent", node=one.node, nodes=(other.node,))
    named = any(one.node is not None and one.node == facts.goal for one in said)
    if named and any(one.is_after("stops") and not one.denied for one in said):
        yield RunStatement(kind="ended")


def rows_told(cover: Cover, facts: ExactFacts) -> list[RunStatement]:
    """Return the statements, and of a row that is told by its number the node that it takes."""
    nodes = {facts.row_of(node): node for node in facts.order}
    told: list[RunStatement] = []
    for each in cover.facts:
        named = any(one.kind == "taken" for one in each.statements)
        if each.row in nodes and not named:
            told.append(RunStatement(kind="taken", node=nodes[each.row], row=each.row))
        told += each.statements
    return told
