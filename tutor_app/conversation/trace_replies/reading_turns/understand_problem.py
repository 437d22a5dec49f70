"""What a message says about an algorithm problem: a new one, the one at hand, or nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from tutor_app.conversation.trace_replies.answer_turn import (
    begins_problem,
    goal_of_path,
    looks_like_answer,
    with_settled_choices,
)
from tutor_app.conversation.trace_replies.in_sentences.parts_understood import (
    understood_in_parts,
)
from tutor_app.conversation.trace_replies.other_algorithm import lack_of, on_other_algorithm
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand, is_over
from tutor_app.conversation.trace_replies.reading_turns.answers_heard import (
    answered_turn,
    sure_steps,
    told_steps,
    unreadable,
    walk_told,
)
from tutor_app.conversation.trace_replies.reading_turns.asked_of_rows import (
    changed_turn,
    own_cells_named,
    reason_asked,
    run_asked,
    wrong_asked,
)
from tutor_app.conversation.trace_replies.reading_turns.borne_out import with_what_is_borne_out
from tutor_app.conversation.trace_replies.reading_turns.claims_or_rows import (
    JUDGED,
    claimed_turn,
    drops_relation,
)
from tutor_app.conversation.trace_replies.reading_turns.goal_put_right import goal_put_right
from tutor_app.conversation.trace_replies.reading_turns.lists_told import (
    barred_rows_told,
    queues_told,
    rows_borne_out,
)
from tutor_app.conversation.trace_replies.reading_turns.misread_rows import (
    reads_what_is_denied,
    reads_what_nobody_said,
)
from tutor_app.conversation.trace_replies.reading_turns.problem_read import as_read, read_turn
from tutor_app.conversation.trace_replies.reading_turns.reason_told import (
    reason_told,
    row_blamed,
)
from tutor_app.conversation.trace_replies.reading_turns.role_asked import role_asked
from tutor_app.conversation.trace_replies.reading_turns.said_of_rows import (
    reading_confirmed,
    rows_beside_prose,
    stands_by_it,
    value_mended,
)
from tutor_app.conversation.trace_replies.reading_turns.second_reading import with_second_reading
from tutor_app.conversation.trace_replies.reading_turns.sides_turn import sides_turn
from tutor_app.conversation.trace_replies.reading_turns.supposed_turn import supposed_turn
from tutor_app.conversation.trace_replies.trace_wishes import (
    Wish,
    holds_floor,
    supposes,
    wish_by_act,
    wish_by_button,
    wish_in_short,
)
from tutor_app.conversation.trace_replies.what_if import with_changes
from tutor_app.conversation.trace_replies.wish_behind import ActOf, answer_before_plea
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.values import Session
from tutor_app.tracing.claims.claim_reader import asks_whether_done
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.reading_results import Extract, Reading
from tutor_app.tracing.reading.row_notation import in_plain_rows
from tutor_app.understanding.act_classifier import ActGuess

_RESULT: Final = Expectation(kind="result")


_FIRM: Final = frozenset(
    ("stuck", "all", "pressed", "simpler", "reason", "why", "example", "argue")
)


def understand_problem(
    text: str,
    session: Session,
    extract: Extract | None = None,
    act: ActGuess | None = None,
    act_of: ActOf | None = None,
) -> ProblemTurn | None:
    """Return what the message says about a problem; None if it is about something else.

    `act` tells what the message does, `act_of` what a part of it does; `extract` is a model's
    reading of prose, where a model holds that duty. An answer to what was asked counts before a
    wish, data of a problem before a wish that is not sure. Claims about the run count where no
    rows are read that are right.
    """
    known = session.tracing
    text = in_plain_rows(text, known.problem.graph if known is not None else None)
    if not text.strip() and known is not None:  # all that it says was of the graph
        judged = known.attempt is None or known.correct is not None
        return at_hand(known, session, "ack" if judged else "check", known.attempt)
    for read_first in (goal_put_right, role_asked, supposed_turn, sides_turn):
        if known is not None and (turn := read_first(text, known, session)) is not None:
            return turn
    turn = _understood_by_hand(text, session, extract, act, act_of)
    if known is not None and not _is_wish(text, session):
        turn = with_what_is_borne_out(text, known, session, turn)
    if known is not None and turn is not None and reads_what_is_denied(text, session, known, turn):
        return at_hand(known, session, "argue", known.attempt)
    if known is None or turn is None or not reads_what_nobody_said(text, session, turn):
        return turn
    wish = _unsure_wish(text, known, session, act)
    return wish or at_hand(known, session, "unreadable", known.attempt)


def _understood_by_hand(
    text: str,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
    act_of: ActOf | None,
) -> ProblemTurn | None:
    turn = understood_in_parts(
        text,
        session,
        act,
        act_of,
        lambda part, act_of_part: _with_claims(part, session, extract, act_of_part, act_of),
    )
    known = session.tracing
    judged = turn is not None and (turn.student is not None or turn.claims is not None)
    if turn is None or known is None or not judged or not stands_by_it(text, known, session, act):
        return turn
    return replace(turn, taken_back=True)


def _with_claims(
    text: str,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
    act_of: ActOf | None,
) -> ProblemTurn | None:
    turn = _understood(text, session, extract, act, act_of)
    known = session.tracing
    if known is None or known.question is not None or _is_wish(text, session):
        return turn
    if turn is not None and turn.is_whole:
        return turn
    relates = turn is not None and drops_relation(text, turn)
    claimed = claimed_turn(text, known, session, None if relates else turn)
    if claimed is not None:
        return claimed
    if turn is not None and relates:
        return replace(turn, wanted="unreadable", student=known.attempt, heard=None)
    done = turn is not None and turn.wanted in JUDGED and asks_whether_done(text, known.problem)
    return replace(turn, asks_end=True) if turn is not None and done else turn


def _understood(
    text: str,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
    act_of: ActOf | None,
) -> ProblemTurn | None:
    known = session.tracing
    if known is None:
        return read_turn(text, None, session, extract)
    if (confirmed := reading_confirmed(text, known, session, act)) is not None:
        return confirmed
    wish = _short_wish(text, session)
    if wish is not None:
        return _wished(wish, known, session)
    if known.question is not None:
        return _completed(text, known, session, extract, act)
    if act_of is not None and (answer := _answer_before_wish(text, known, session, act_of)):
        return answer
    known = known if supposes(text) else with_settled_choices(text, known)
    said = (
        changed_turn(text, known, session, act)
        or reason_told(text, known, session, partial(_beside, session, act, act_of))
        or wrong_asked(text, known, session)
        or rows_borne_out(text, known, session)
        or rows_beside_prose(text, known, session)
        or barred_rows_told(text, known, session)
        or queues_told(text, known, session)
        or value_mended(text, known, session)
        or run_asked(text, known, session, act)
        or own_cells_named(text, known, session, act)
        or row_blamed(text, known, session)
        or sure_steps(text, known, session)
        or walk_told(text, known, session)
        or answered_turn(text, known, session, act)
        or reason_asked(text, known, session, act)
        or _sure_wish(text, known, session, act)
        or told_steps(text, known, session, act)
    )
    if said is not None:
        return with_second_reading(text, known, session, said)
    read = read_turn(text, known, session, extract)
    brings_some = read is not None and (read.is_new or read.student is not None)
    instead = None if brings_some else _unsure_wish(text, known, session, act)
    return instead or read or unreadable(text, known, session, act)


def _beside(
    session: Session, act: ActGuess | None, act_of: ActOf | None, text: str
) -> ProblemTurn | None:
    """Return what a part of a message says of the run, its reason aside: it brings no problem."""
    return _understood(text, session, None, act_of(text) if act_of is not None else act, act_of)


def _answer_before_wish(
    text: str, known: TracingRecord, session: Session, act_of: ActOf
) -> ProblemTurn | None:
    """Return the turn of the answer in a message that ends with a wish; None without one."""
    told = answer_before_plea(text, known.problem, act_of)
    if told is None:
        return None
    answer, behind = told
    turn = understand_problem(answer, session, None, act_of(answer))
    gives = turn is not None and turn.student is not None and turn.wanted in JUDGED
    if turn is None or not gives:
        return None
    return replace(turn, beside="pressed") if behind == "help.solution" else turn


def _is_wish(text: str, session: Session) -> bool:
    return _short_wish(text, session) is not None


def _short_wish(text: str, session: Session) -> Wish | None:
    if session.work_is_newer:
        return None
    return wish_by_button(text) or (wish_in_short(text) if holds_floor(session) else None)


def _wished(wish: Wish, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a wish; "ok" to a problem that is over asks for nothing."""
    if wish == "ack" and is_over(known, session):
        return None
    return at_hand(known, session, wish, known.attempt)


def _sure_wish(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    """Return the turn of a wish that is sure enough to count before a problem's data."""
    wish = wish_by_act(text, act, session)
    if wish not in _FIRM or act is None or not act.sure:
        return None
    if begins_problem(text, known.problem) or looks_like_answer(text, known.problem):
        return None
    return _wished(wish, known, session)


def _unsure_wish(
    text: str, known: TracingRecord, session: Session, act: ActGuess | None
) -> ProblemTurn | None:
    wish = wish_by_act(text, act, session)
    if wish is None or looks_like_answer(text, known.problem):
        return None
    return _wished(wish, known, session)


def _completed(
    text: str,
    known: TracingRecord,
    session: Session,
    extract: Extract | None,
    act: ActGuess | None,
) -> ProblemTurn | None:
    """Return the turn of a message after one that lacked something; a path says where it ends."""
    completed = goal_of_path(text, known.problem)
    if completed is not None:
        key = problem_key(completed)
        record = replace(known, problem=completed, key=key, question=None, awaited=_RESULT)
        answer = answered_turn(text, record, session, act)
        if answer is not None:
            return replace(answer, is_new=True)
    reading = read_turn(text, known, session, extract)
    corrected = with_changes(text, known.problem)
    if corrected is not None and lack_of(corrected) is not None:
        corrected = None
    other = corrected or on_other_algorithm(text, known.problem)
    if other is not None and (reading is None or reading.question is not None):
        return as_read(Reading(problem=other, kind="trace"), None, session)
    wish = wish_by_act(text, act, session)
    if reading is not None or wish is None:
        return reading
    return at_hand(known, session, wish, known.attempt)
