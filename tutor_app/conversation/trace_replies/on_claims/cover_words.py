"""What a message says rightly of a run, in words: each thing that the run bears out is named."""

from __future__ import annotations

from tutor_app.conversation.trace_replies.in_sentences.told_phrases import COST, RIGHT
from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.pool_facts import Cover
from tutor_app.tracing.fact_pool.tree_facts import TreeFacts
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.tracing.spoken.judged_statement import JudgedStatement
from tutor_app.wording.catalogue import phrase

EDGES_IN = phrase("trace_copies.edges_in", "edges")
ORDERED_SO_FAR = phrase("trace_copies.ordered_so_far", "count", "edge")
EDGES_OUT = phrase("trace_copies.edges_out", "edges")


def confirm_cover(cover: Cover, facts: ExactFacts) -> str:
    """Return the verdict on all that a cover holds; "" where that is nothing."""
    if not cover.claims:
        return ""
    exact = facts.run
    if "edges" not in exact.final:
        judged = [JudgedStatement(statement=each, verdict="right") for each in cover.statements]
        return ToldWords(facts, exact.steps[-1].number).react_to(judged, 1)
    apart = TreeFacts(facts).out_of_order(cover) if exact.algorithm.id == "prim" else None
    if apart:
        told = [each.edge for each in cover.facts if each.edge and each.inside]
        return ORDERED_SO_FAR(count=apart, edge="–".join(told[apart]))
    said: list[str] = []
    for inside, says in ((True, EDGES_IN), (False, EDGES_OUT)):
        edges = ["–".join(each.edge) for each in cover.facts if each.edge and each.inside == inside]
        said += [says(edges=join_items([*dict.fromkeys(edges)]))] if edges else []
    costs = [
        each.number for each in cover.statements if each.kind == "cost" and each.number is not None
    ]
    said += [COST(number=write_number(costs[0]))] if costs else []
    wordings = RIGHT.wordings(said=join_items(said))
    return wordings[1 % len(wordings)]
