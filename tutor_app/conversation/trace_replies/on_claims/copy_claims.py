"""What a message claims of a copy that was run: held against the copy, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.conversation.trace_replies.on_claims.cover_words import confirm_cover
from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.edge_speech.read_edges import read_edges_said
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.fact_pool.supposed_worlds import claims_on
from tutor_app.tracing.narration.values_in_words import join_items
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.read_statements import READ_OF, read_statements
from tutor_app.wording.catalogue import phrase

NOT_IN_TREE = phrase("trace_copies.not_in_tree", "edges", "count")
NOT_LEFT_OUT = phrase("trace_copies.not_left_out", "edges", "count")
# True of a run as a whole; what is taken or waits is so in a row, which has to be told.
_OF_WHOLE_RUNS: Final = frozenset(("order", "follows", "path", "parent", "value"))
_OF_ROWS: Final = frozenset(("value", "listed"))


def words_on_copy(text: str, problem: Problem) -> str:
    """Return what the claims of a text deserve on a copy; "" where it decides none.

    Raises:
        ProblemInvalid: the copy cannot be run.
    """
    facts = ExactFacts(run(problem))
    cover = claims_on(text, facts)
    borne_out = confirm_cover(cover, facts)
    if not cover.left:
        return borne_out
    if problem.algorithm in ("prim", "kruskal"):
        return " ".join(filter(None, (confirm_cover(cover.edges, facts), *_not_so(text, problem))))
    if problem.algorithm not in READ_OF:
        return ""
    last = facts.run.steps[-1].number
    told = read_statements(text, problem, facts, last).statements
    rows = [each.row for each in told if each.kind in _OF_ROWS and each.row is not None]
    seen = max(rows, default=last)
    read = read_statements(text, problem, facts, seen)
    judged = judge_statements(read.statements, facts, seen)
    decided = [each for each in judged if rows or each.statement.kind in _OF_WHOLE_RUNS]
    if len(read.left) > len(decided):
        return ""
    return ToldWords(facts, seen).react_to(decided, 0)


def _not_so(text: str, problem: Problem) -> Iterator[str]:
    """Yield which edges that are told are not so in the copy's tree."""
    final = run(problem).final
    assert problem.graph is not None and isinstance(final["edges"], tuple)
    taken = {frozenset(map(str, edge)) for edge in final["edges"] if isinstance(edge, tuple)}
    said = read_edges_said(text, problem.graph).said
    for kind, inside, says in (("taken", False, NOT_IN_TREE), ("rejected", True, NOT_LEFT_OUT)):
        edges = [
            "–".join(each.edge)
            for each in said
            if each.edge is not None and each.kind == kind
            if (frozenset(each.edge) in taken) == inside
        ]
        if edges:
            yield says(edges=join_items(edges), count=len(edges))
