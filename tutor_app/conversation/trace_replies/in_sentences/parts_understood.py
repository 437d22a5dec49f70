"""A message about the run on the table, understood part by part: what it tells, what it asks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.questions_parted import (
    PartedMessage,
    part_questions,
)
from tutor_app.conversation.trace_replies.in_sentences.run_answers import RunAnswers
from tutor_app.conversation.trace_replies.in_sentences.told_turn import (
    told_of_run,
    with_what_is_told,
)
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.trace_wishes import (
    holds_floor,
    wish_by_button,
    wish_in_short,
)
from tutor_app.conversation.trace_replies.wish_behind import ActOf
from tutor_app.domain.teaching import TracingRecord
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import Session
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.pair_reasons import reason_of_pair
from tutor_app.tracing.spoken.read_statements import READ_OF
from tutor_app.understanding.act_classifier import ActGuess, DialogueAct

Understood = Callable[[str, ActGuess | None], ProblemTurn | None]
# A question that wishes for something of the tutor's is none beside what is told.
_WISHES: Final[frozenset[DialogueAct]] = frozenset(
    (
        *("ask.run", "ask.practice", "ask.example", "ask.simpler", "ask.more", "ask.admin"),
        *("help.stuck", "help.solution", "chat.smalltalk", "chat.offsubject", "meta.use"),
    )
)
# What a question is read as where nothing else was found in it.
_BROAD: Final = frozenset(
    ("why", "state", "argue", "recheck", "claims_unsure", "unreadable", "go_on", "ack", "order")
)


def understood_in_parts(
    text: str,
    session: Session,
    act: ActGuess | None,
    act_of: ActOf | None,
    understood: Understood,
) -> ProblemTurn | None:
    """Return the turn of what a message tells, with what it asks beside it.

    `understood` reads a text whole. A message that only asks gets the answer to its question where
    the run or the course may have one, and nothing of it is read as rows.
    """
    known = session.tracing
    if known is None or not _is_at_hand(text, known, session):
        return with_what_is_told(text, known, session, understood(text, act))
    parted = _without_wishes(part_questions(text, known.problem), text, act_of, known, session)
    if not parted.asked:
        turn = with_what_is_told(text, known, session, understood(text, act))
        return _owning_mistakes(turn, known, session)
    if not parted.told.strip():
        return _asked_alone(text, parted, known, session, understood(text, act))
    told_act = act_of(parted.told) if act_of is not None else act
    turn = with_what_is_told(parted.told, known, session, understood(parted.told, told_act))
    if turn is None or (turn.wanted in _BROAD and not turn.told):
        turn = at_hand(known, session, "asked", known.attempt)
    turn = _owning_mistakes(turn, known, session)
    return None if turn is None else replace(turn, asked=parted.asked)


def _is_at_hand(text: str, known: TracingRecord, session: Session) -> bool:
    if known.question is not None or session.work_is_newer or "|" in text:
        return False
    if known.problem.algorithm not in READ_OF or not holds_floor(session):
        return False
    return wish_by_button(text) is None and wish_in_short(text) is None


def _without_wishes(
    parted: PartedMessage,
    text: str,
    act_of: ActOf | None,
    known: TracingRecord,
    session: Session,
) -> PartedMessage:
    """Return the message unparted where a question wishes for something that no run answers."""
    if act_of is None or not parted.asked:
        return parted
    wishes = any((guess := act_of(each)).act in _WISHES and guess.sure for each in parted.asked)
    if wishes and not _answers(at_hand(known, session, "asked", known.attempt), parted):
        return PartedMessage(told=text)
    return parted


def _asked_alone(
    text: str,
    parted: PartedMessage,
    known: TracingRecord,
    session: Session,
    turn: ProblemTurn | None,
) -> ProblemTurn | None:
    """Return the turn of a message that only asks: of the question, where nothing answers it yet."""
    own = at_hand(known, session, "asked", known.attempt)
    told = _answers(own, parted)
    if turn is None:
        return replace(own, asked=parted.asked) if told else None
    if turn.wanted == "reason" and not _is_unmet(turn):
        return replace(own, asked=parted.asked) if told and turn.pair is None else turn
    begins = turn.is_new and turn.student is None and turn.wanted == "trace"
    doubted = turn.student is not None and bool(turn.student.doubts)
    if turn.wanted in _BROAD or begins or _is_unmet(turn) or doubted:
        return replace(own, asked=parted.asked)
    return turn


def _is_unmet(turn: ProblemTurn) -> bool:
    """Whether a reason is asked for between two nodes of which one is not met yet: that is none."""
    if turn.pair is None:
        return False
    try:
        reason = reason_of_pair(run(turn.problem), *turn.pair)
    except ProblemInvalid:
        return True
    return reason is None or reason.cause == "unmet"


def _answers(turn: ProblemTurn, parted: PartedMessage) -> bool:
    """Whether the run itself answers one of the questions."""
    try:
        exact = run(turn.problem)
    except ProblemInvalid:
        return False
    seen = last_row_seen(turn)
    last = exact.steps[-1].number
    rows = last if math.isinf(seen) else max(int(seen), exact.algorithm.first_step - 1)
    answers = RunAnswers(ExactFacts(exact), rows, marks_when_taken=False)
    told = [answers.answer(each) for each in parted.asked]
    return any(each is not None and each.sentences for each in told)


def _owning_mistakes(
    turn: ProblemTurn | None, known: TracingRecord, session: Session
) -> ProblemTurn | None:
    """Return the turn; it owns up where a way that was called right is corrected by the student."""
    if turn is None or not turn.told or not session.before:
        return turn
    called_right = known.answered in ("right", "so_far") or bool(known.correct)
    before = session.before[-1].question
    own = at_hand(known, session, "told", known.attempt)
    earlier = told_of_run(before, own, known) if called_right else None
    if earlier is None:
        return turn
    wrong = {each.statement.nodes[-1:] for each in earlier.wrong if each.statement.kind == "path"}
    mended = any(
        each.verdict == "right"
        and each.statement.kind == "path"
        and each.statement.nodes[-1:] in wrong
        for each in turn.told
    )
    return replace(turn, own_mistake=mended)
