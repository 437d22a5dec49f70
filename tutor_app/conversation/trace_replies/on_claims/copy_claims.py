"""What a message claims of a copy that was run: held against the copy, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.claim_reader import read_claims
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.edge_speech.read_edges import read_edges_said
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.tracing.spoken.judge_statements import judge_statements
from tutor_app.tracing.spoken.read_statements import read_statements
from tutor_app.wording.catalogue import Phrase, phrase

IN_TREE = phrase("trace_copies.in_tree", "edges", "count")
NOT_IN_TREE = phrase("trace_copies.not_in_tree", "edges", "count")
LEFT_OUT = phrase("trace_copies.left_out", "edges", "count")
NOT_LEFT_OUT = phrase("trace_copies.not_left_out", "edges", "count")
TOTAL = phrase("trace_copies.total", "number")
TOTAL_NOT = phrase("trace_copies.total_not", "number")
# True of a run as a whole; what is taken or waits is so in a row, which has to be told.
_OF_WHOLE_RUNS: Final = frozenset(("order", "follows", "path", "parent", "value"))
_OF_ROWS: Final = frozenset(("value", "listed"))
_SUM: Final = re.compile(r"\d+(?:\s*\+\s*\d+)+\s*=\s*(\d+)")


def words_on_copy(text: str, problem: Problem) -> str:
    """Return what the claims of a text deserve on a copy; "" where it decides none.

    Raises:
        ProblemInvalid: the copy cannot be run.
    """
    if problem.algorithm in ("prim", "kruskal"):
        return " ".join(_of_tree(text, problem))
    facts = ExactFacts(run(problem))
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


def _of_tree(text: str, problem: Problem) -> Iterator[str]:
    """Yield which edges that are told are so in the copy's tree, and whether its total is."""
    final = run(problem).final
    assert problem.graph is not None and isinstance(final["edges"], tuple)
    taken = {frozenset(map(str, edge)) for edge in final["edges"] if isinstance(edge, tuple)}
    told: dict[Phrase, list[str]] = {IN_TREE: [], LEFT_OUT: [], NOT_IN_TREE: [], NOT_LEFT_OUT: []}
    for each in read_edges_said(text, problem.graph).said:
        if each.edge is not None and each.kind in ("taken", "rejected"):
            inside = frozenset(each.edge) in taken
            so, not_so = (
                (IN_TREE, NOT_IN_TREE) if each.kind == "taken" else (LEFT_OUT, NOT_LEFT_OUT)
            )
            told[so if inside == (each.kind == "taken") else not_so].append("–".join(each.edge))
    for says, edges in told.items():
        if edges:
            yield says(edges=join_items(edges), count=len(edges))
    total = final["weight"]
    read = read_claims(text, problem, None)
    costs = {each.number for each in read.claims if each.kind == "cost"} if read else set()
    sums = {float(found[1]) for found in _SUM.finditer(text)}
    if total in costs | sums:
        yield TOTAL(number=write_number(total))
    elif len(costs) == 1:  # of another sum nobody said that it is the tree's
        yield TOTAL_NOT(number=write_number(costs.pop()))
