"""Replies to the student's own rows and results: how far they are right, and what comes next."""

from __future__ import annotations

import math
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.hint_replies import end_hints, give_hint, judge_turn
from tutor_app.conversation.trace_replies.in_sentences.look_again import look_again
from tutor_app.conversation.trace_replies.on_claims.claim_smaller import answer_done, deny_done
from tutor_app.conversation.trace_replies.policy_replies import ask_next, show_table
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.reactions import (
    TAKEN_BACK,
    examine_turn,
    react_to_right_result,
    react_to_right_row,
    react_to_wrong,
)
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import go_on_with_row
from tutor_app.conversation.trace_replies.walk_replies import judge_walk
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    ROWS_BEFORE_ALL,
    is_further,
    record_right_attempt,
    record_row_shown,
    record_same_level,
    record_wrong_attempt,
)
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence, TraceShown
from tutor_app.tracing.answers.examine_answer import ExaminedAnswer, is_aside
from tutor_app.tracing.checking.row_counting import step_of
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.wording.quote_sentences import name_staff


def judge_work(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    verdict = judge_turn(turn)
    answer = examine_turn(turn, verdict)
    answered = answer.outcome if answer is not None else None
    right = verdict.correct or verdict.missing
    if right and turn.taken_back:
        yield Sentence(text=TAKEN_BACK(), role="verdict")
    if right and answer is not None and is_aside(answer, verdict):
        return (yield from _right_aside(turn, verdict, answer))
    if verdict.correct:
        yield Sentence(text=_confirm_all(turn, verdict, answer), role="verdict")
        if turn.wanted == "predicted" or turn.beside == "pressed":
            yield TraceShown(problem=exact.problem)
            yield Sentence(text=words.cut_result(exact), role="result")
        last = max((step_of(row) for row in verdict.student.rows), default=None)
        event = record_right_attempt(turn.ladder, last)
        return ReplyOutcome(event=event, verdict=verdict, answered=answered)
    if verdict.missing and turn.student is not None and turn.student.rows:
        outcome = yield from _right_so_far(turn, verdict, answer, course)
        return replace(outcome, answered=answered)
    walk = judge_walk(turn, verdict) if answer is None else None
    if walk is not None:
        return (yield from walk)
    event = record_wrong_attempt(turn.ladder, verdict.first_error_step or 0)
    reacted = False
    if answer is not None and (said := react_to_wrong(answer, verdict, turn)):
        yield Sentence(text=said, role="verdict")
        reacted = True
    if event.level >= LADDER_END:
        return (yield from end_hints(turn, event, course))
    # A result alone shows no rows that could be right.
    rows = turn.student is not None and turn.student.rows
    further = bool(rows) and is_further(turn.ladder, verdict.first_error_step)
    if further:
        yield Sentence(text=words.FURTHER(), role="verdict")
    known = further and verdict.misconception == turn.misconception
    hinted = give_hint(turn, event, course, verdict=verdict, known=known, reacted=reacted)
    return replace((yield from hinted), answered=answered)


def _right_aside(turn: ProblemTurn, verdict: Verdict, answer: ExaminedAnswer) -> Reply:
    """A value is right, and what its row decides is not said yet."""
    said = react_to_right_result(answer, turn.ladder.predicted)
    yield Sentence(text=said or words.confirm_rows(verdict, turn), role="verdict")
    number = answer.step or verdict.run.algorithm.first_step
    yield Sentence(text=ask_for_row(verdict.run, number), role="question")
    return ReplyOutcome(answered="so_far", awaited=Expectation(kind="row", step=number))


def _confirm_all(turn: ProblemTurn, verdict: Verdict, answer: ExaminedAnswer | None) -> str:
    """Say that the work is right, in terms of an answer that is only a result."""
    if answer is not None and not verdict.student.rows:
        said = react_to_right_result(answer, turn.ladder.attempts)
        if said is not None:
            return said
    if any(each.verdict == "wrong" for each in turn.told):
        return words.confirm_rows_alone(verdict)
    confirmed = words.confirm_work(verdict, turn)
    on_the_way = turn.goes_on and bool(turn.told) and bool(verdict.student.rows)
    return f"{confirmed} {words.DONE_ALL()}" if on_the_way else confirmed


def _right_so_far(
    turn: ProblemTurn, verdict: Verdict, answer: ExaminedAnswer | None, course: Course
) -> Reply:
    """Every row shown is right, and the run goes on."""
    shown = (verdict.first_error_step or 0) - 1
    event = record_row_shown(turn.ladder, shown)
    said = react_to_right_row(answer, turn.ladder.predicted) if answer is not None else None
    text = said if said and not verdict.reading else words.confirm_rows(verdict, turn)
    yield Sentence(text=text, role="verdict")
    if (almost := answer_done(turn, verdict.run, shown)) is not None:
        return replace((yield from almost), event=event, verdict=verdict)
    if (denied := deny_done(turn, verdict.run, shown)) is not None:
        yield Sentence(text=denied, role="verdict")
    left = ROWS_BEFORE_ALL - turn.ladder.predicted - 1
    pressed = turn.beside == "pressed"
    if pressed and turn.policy == "predict" and left < 1:
        return replace((yield from show_table(turn, verdict.run, course)), verdict=verdict)
    if pressed and turn.policy == "hints":
        yield Sentence(text=words.refuse_table(0, course.contact), role="notice")
    if turn.policy == "hints":
        yield Sentence(text=ask_for_row(verdict.run, shown + 1), role="question")
        awaited = Expectation(kind="row", step=shown + 1)
        return ReplyOutcome(event=event, verdict=verdict, awaited=awaited)
    if turn.policy == "open" and turn.wanted == "next":
        yield TraceShown(problem=verdict.run.problem, upto=shown + 1)
        return ReplyOutcome(event=event, verdict=verdict)
    lead = words.ROWS_FIRST(count=left) if pressed else words.NEXT_ROW()
    outcome = yield from ask_next(turn, verdict.run, lead, rows=shown)
    return replace(outcome, event=event, verdict=verdict)


def _confirmed_so_far(turn: ProblemTurn, verdict: Verdict) -> Reply:
    """Stand by rows that are right; asked once more, by the reason of the last of them."""
    last = (verdict.first_error_step or 0) - 1
    again = turn.spoken_of == last
    text = words.explain_row(verdict.run, last) if again else words.confirm_rows(verdict, turn)
    yield Sentence(text=text, role="result" if again else "verdict")
    outcome = yield from go_on_with_row(turn, verdict.run, again=again)
    return replace(outcome, spoken_of=None if again else last)


def check_again(turn: ProblemTurn, course: Course) -> Reply:
    if turn.student is None:
        yield Sentence(text=words.SEND_STEPS(), role="question")
        return ReplyOutcome()
    verdict = judge_turn(turn)
    if verdict.correct:
        known = turn.ladder.solved
        text = words.confirm_again(verdict) if known else words.confirm_work(verdict, turn)
        yield Sentence(text=text, role="verdict")
        return ReplyOutcome(event=record_right_attempt(turn.ladder), verdict=verdict)
    if verdict.missing and verdict.student.rows:
        return (yield from _confirmed_so_far(turn, verdict))
    again = turn.ladder.asked_why > 1
    person = name_staff(course.contact)
    text = words.SAME_RESULT_AGAIN(person=person) if again else words.repeat_check(turn)
    yield Sentence(text=text, role="verdict")
    if not again and (look := look_again(turn, verdict)):
        yield Sentence(text=look, role="hint")
    seen = last_row_seen(turn)
    if (
        not again
        and turn.ladder.rows
        and math.isfinite(seen)
        and (waiting := words.describe_waiting(verdict.run, int(seen)))
    ):
        yield Sentence(text=waiting, role="result")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(event=record_same_level(turn.ladder, "why"), verdict=verdict)
