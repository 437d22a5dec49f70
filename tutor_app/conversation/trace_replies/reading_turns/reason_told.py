"""A message that gives a reason in sums along edges, or asks whether a row is the wrong one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.trace_wishes import holds_floor
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import Session
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.answers.read_answer import HeardAnswer
from tutor_app.tracing.claims.edge_sums import judge_sum, read_edge_sums
from tutor_app.tracing.claims.exact_facts import CLAIMED_OF, ExactFacts
from tutor_app.tracing.exact_run import run

# To what a message says beside its sums they are a reason.
_WITH_REASON: Final = frozenset(("row_named", "cells_named"))


def reason_told(
    text: str,
    known: TracingRecord,
    session: Session,
    understood: Callable[[str], ProblemTurn | None],
) -> ProblemTurn | None:
    """Return the turn of a message with sums along edges as its reason; None without.

    `understood` reads what the message says beside them.
    """
    if session.work_is_newer or not holds_floor(session) or known.question is not None:
        return None
    read = read_edge_sums(text, known.problem)
    if read is None or known.problem.algorithm not in CLAIMED_OF:
        return None
    try:
        facts = ExactFacts(run(known.problem))
    except ProblemInvalid:
        return None
    sums = tuple(judge_sum(each, facts) for each in read.sums)
    if all(each.verdict == "open" for each in sums):
        return None
    if _tells(read.rest, known):
        turn = understood(read.rest)
        if turn is None or turn.wanted not in _WITH_REASON:
            return None  # rows or claims, of which the sums are a part
        return replace(turn, sums=sums, is_whole=True)
    return replace(at_hand(known, session, "sums", known.attempt), sums=sums, is_whole=True)


def row_blamed(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a question whether a row is where the mistake is; None where none is."""
    if known.wrong_step is None or known.attempt is None or session.work_is_newer:
        return None
    if "?" not in text or not holds_floor(session):
        return None
    graph = known.problem.graph
    items = AnswerItems(text, graph.nodes if graph is not None else ()).items
    number = _row_in(items)
    if number is None or not any(item.is_word("mistake") for item in items):
        return None
    turn = at_hand(known, session, "row_named", known.attempt)
    awaited = Expectation(kind="which_row", step=known.wrong_step)
    heard = HeardAnswer(row_numbers=(number,))
    return replace(turn, awaited=awaited, heard=heard, is_whole=True)


def _row_in(items: Sequence[Item]) -> int | None:
    """Return the number of the row named last: "row 3", "the third row"."""
    for one, other in reversed([*pairwise(items)]):
        row, number = (one, other) if one.is_word("row") else (other, one)
        if row.is_word("row") and number.kind in ("number", "ordinal"):
            return int(number.value)
    return None


def _tells(rest: str, known: TracingRecord) -> bool:
    """Whether nodes, numbers or rows are named beside the sums."""
    graph = known.problem.graph
    items = AnswerItems(rest, graph.nodes if graph is not None else ()).items
    return any(item.kind in ("node", "number", "ordinal") for item in items)
