"""A message about an algorithm problem, answered by running it: no model, no guess.

What is said of the run is decided by the reveal policy and the hint ladder (docs/teaching.md).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.answer_replies import (
    ask_for_readable,
    judge_nothing_left,
    judge_row_named,
)
from tutor_app.conversation.trace_replies.answer_turn import next_number
from tutor_app.conversation.trace_replies.hint_replies import (
    end_hints,
    give_hint,
    help_stuck,
    is_solved,
    judge_turn,
    offer_new_problem,
    read_as_worked,
)
from tutor_app.conversation.trace_replies.on_claims.claim_replies import (
    ask_what_is_claimed,
    judge_what_is_claimed,
)
from tutor_app.conversation.trace_replies.on_claims.claim_smaller import (
    answer_done,
    deny_done,
    step_smaller,
)
from tutor_app.conversation.trace_replies.other_algorithm import (
    ALLOWS_NEGATIVE,
    has_negative_weight,
)
from tutor_app.conversation.trace_replies.own_mistakes import judge_cells_named
from tutor_app.conversation.trace_replies.pair_replies import compare_pair
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, Wanted
from tutor_app.conversation.trace_replies.reactions import (
    examine_turn,
    react_to_right_result,
    react_to_right_row,
    react_to_wrong,
)
from tutor_app.conversation.trace_replies.reply_parts import (
    CiteRule,
    Course,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import (
    REASON_IS_RULE,
    explain_rows,
    give_reason,
    last_row_seen,
)
from tutor_app.conversation.trace_replies.table_replies import (
    compare_with_copy,
    go_on_with_row,
    say_it_smaller,
    show_example,
    tell_order,
    tell_state,
)
from tutor_app.conversation.trace_replies.walk_replies import judge_walk
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    ROWS_BEFORE_ALL,
    is_further,
    record_all_shown,
    record_first_message,
    record_right_attempt,
    record_row_shown,
    record_same_level,
    record_wrong_attempt,
)
from tutor_app.domain.teaching import Expectation, TracingRecord
from tutor_app.domain.values import Event, Offers, ProblemRead, Sentence, TraceShown
from tutor_app.tracing.algorithm_registry import algorithm_named
from tutor_app.tracing.answers.examine_answer import ExaminedAnswer, is_aside
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults
from tutor_app.tracing.narration.convention_texts import ask_for_lack
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.problem_errors import ProblemInvalid
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_staff

TAKEN_BACK = phrase("trace_reactions.taken_back")
_PRESSES = frozenset(("stuck", "pressed", "all", "simpler"))


def teach_problem(
    turn: ProblemTurn, cite: CiteRule, contact: str
) -> Generator[Event, None, TracingRecord]:
    """Yield what is said of the problem; return what the turn leaves for the next one."""
    question = turn.still_asked
    name = algorithm_named(turn.problem.algorithm).name
    if question is not None:
        yield Sentence(text=words.STILL_ASKED(), role="notice")
    elif turn.question is not None:
        question = ask_for_lack(turn.question.reason, turn.question.detail, name)
    else:
        try:
            exact = run(turn.problem)
        except ProblemInvalid as exc:
            question = ask_for_lack(exc.lack, exc.detail, name)
    if turn.is_new or (question is not None and not turn.still_asked):
        read = turn.problem if question is not None else read_as_worked(turn)
        problem = with_defaults(read, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=words.list_assumed_conventions(turn))
    if question is not None:
        if turn.is_new and has_negative_weight(turn.problem):
            question = yield from _offer_other(name, question, cite)
        yield Sentence(text=question, role="question")
        return _record(turn, ReplyOutcome(), question)
    outcome = yield from _reply(turn, exact, Course(cite, contact))
    return _record(replace(turn, problem=read_as_worked(turn)), outcome)


def _offer_other(name: str, question: str, cite: CiteRule) -> Generator[Event, None, str]:
    """Quote what the course says of negative weights; return the offer of what allows them.

    A course that has no such algorithm leaves the question as it is.
    """
    other = algorithm_named(ALLOWS_NEGATIVE)
    if not cite(other):
        return question
    yield from cite(other)
    return words.NEGATIVE_OFFER(algorithm=name, other=other.name)


def _record(turn: ProblemTurn, outcome: ReplyOutcome, question: str | None = None) -> TracingRecord:
    verdict = outcome.verdict
    return TracingRecord(
        problem=turn.problem,
        key=turn.key,
        policy=turn.policy,
        policy_is_courses=turn.policy_is_courses,
        stated=turn.stated,
        attempt=turn.student,
        correct=_has_wrong_result(turn) if verdict is None else verdict.correct,
        wrong_step=None if verdict is None else verdict.first_error_step,
        misconception=None if verdict is None else verdict.misconception,
        question=question,
        awaited=_still_awaited(turn, outcome) if question is None else None,
        answered=outcome.answered,
        spoken_of=outcome.spoken_of,
        reasoned=(*turn.reasoned, *((outcome.reasoned,) if outcome.reasoned else ())),
        ladder=() if outcome.event is None else (outcome.event,),
    )


def _has_wrong_result(turn: ProblemTurn) -> bool | None:
    """Return False where the path or the cost that is claimed is wrong; None elsewhere."""
    told = turn.claims is not None and turn.wanted == "claims"
    wrong = turn.claims.of("wrong") if turn.claims is not None and told else ()
    return False if any(each.claim.kind in ("path", "cost") for each in wrong) else None


def _still_awaited(turn: ProblemTurn, outcome: ReplyOutcome) -> Expectation | None:
    """Return what is asked now; a question of before stays open until it is answered."""
    if outcome.awaited is not None or turn.is_new or turn.heard is not None:
        return outcome.awaited
    return turn.awaited


def _reply(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    smaller = step_smaller(turn, exact) if turn.wanted in _PRESSES else None
    return (yield from (smaller or _REPLIES[turn.wanted](turn, exact, course)))


def _unreadable(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    place_is_said = turn.ladder.place is None or turn.ladder.level > 1
    if turn.policy == "predict" and place_is_said:
        return (yield from _ask_next(turn, exact, words.ask_for_form(exact)))
    return (yield from ask_for_readable(turn, exact))


def _simpler(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    smaller = None if is_solved(turn) else say_it_smaller(turn, exact)
    return (yield from (smaller or _why(turn, exact, course)))


# --- the whole run ---------------------------------------------------------------------------


def _whole(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if turn.student is not None and turn.student.rows:
        return (yield from _judge(turn, exact, course))
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    if turn.policy == "hints":
        return (yield from give_hint(turn, record_first_message(turn.ladder), course))
    if turn.ladder.rows:
        return (yield from _ask_next(turn, exact, words.WHERE_YOU_WERE(), again=True))
    outcome = yield from _ask_next(turn, exact, words.GO_FIRST())
    yield from course.cite(exact.algorithm)
    return outcome


def _table(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    yield Sentence(text=words.WHOLE_TABLE(algorithm=exact.algorithm.name), role="lead_in")
    yield TraceShown(problem=exact.problem, attempt=turn.student)
    yield Sentence(text=words.cut_result(exact), role="result")
    yield from course.cite(exact.algorithm)
    return ReplyOutcome(event=record_all_shown(turn.ladder))


def _go_on(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """The next row is wanted: by the policy it is shown, or the next hint for it is given."""
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    return (yield from help_stuck(turn, course))


def _why(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if is_solved(turn) or (turn.ladder.shown_all and turn.student is None):
        return (yield from explain_rows(turn, exact, course))
    seen = last_row_seen(turn)
    on_the_way = turn.ladder.place is None and not turn.ladder.asked_why
    left = None if not on_the_way else words.describe_disorder(exact, seen)
    if left is not None:
        yield Sentence(text=left, role="result")
        number = int(seen) + 1
        yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
        yield Sentence(text=ask_for_row(exact, number), role="question")
        event = record_same_level(turn.ladder, "why")
        return ReplyOutcome(event=event, awaited=Expectation(kind="row", step=number))
    return (yield from give_hint(turn, record_same_level(turn.ladder, "why"), course))


def _ask_next(
    turn: ProblemTurn,
    exact: AlgorithmRun,
    lead: str,
    rows: int | None = None,
    *,
    again: bool = False,
) -> Reply:
    """Show the rows so far and ask for the next one, in other words if `again`."""
    rows = _rows_had(turn) if rows is None else rows
    number = next_number(exact.problem, rows)
    yield Sentence(text=lead, role="lead_in")
    yield TraceShown(problem=exact.problem, upto=number - 1)
    ask = words.ask_again_for_row if again else ask_for_row
    yield Sentence(text=ask(exact, number), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=Expectation(kind="row", step=number))


def _rows_had(turn: ProblemTurn) -> int | None:
    """Return the last row that was shown or that the student has right; None where none is."""
    seen = last_row_seen(turn)
    return int(seen) if seen and math.isfinite(seen) else turn.ladder.rows


def _all(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    ladder = turn.ladder
    predicted_enough = ladder.predicted >= ROWS_BEFORE_ALL or ladder.shown_all or ladder.solved
    if turn.policy == "open" or (turn.policy == "predict" and predicted_enough):
        return (yield from _table(turn, exact, course))
    return (yield from _pressed(turn, exact, course))


def _pressed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Say what the tutor does instead of handing the answer over, and offer it."""
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    if is_solved(turn):
        return (yield from offer_new_problem(turn))
    event = record_same_level(turn.ladder, "pressed")
    if event.level >= LADDER_END:
        text = words.send_to_person(turn.ladder.pressed, course.contact)
        yield Sentence(text=text, role="notice")
        return ReplyOutcome(event=event)
    # Rows found one after the other are no trace that was handed in.
    whole_trace = len(turn.student.rows if turn.student is not None else ()) > max(
        turn.ladder.predicted, 1
    )
    left = ROWS_BEFORE_ALL - turn.ladder.predicted
    if turn.policy == "predict" and not whole_trace and left > 0 and not turn.ladder.pressed:
        outcome = yield from _ask_next(turn, exact, words.ROWS_FIRST(count=left), again=True)
        return replace(outcome, event=event)
    outcome = yield from _instead_of_table(turn, exact, course)
    return replace(outcome, event=event)


def _instead_of_table(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Say what is done instead, and from the second time on do it: one row, a smaller run."""
    before = turn.ladder.pressed
    if before == 1 and (smaller := say_it_smaller(turn, exact)) is not None:
        yield Sentence(text=words.offer_one_row(), role="notice")
        return (yield from smaller)
    if before in (1, 2) and exact.problem.graph is not None:
        yield Sentence(text=words.offer_example(), role="notice")
        outcome = yield from show_example(turn, exact, course, told=True)
        yield Offers(messages=offers_of(turn))
        return outcome
    rows = turn.student.rows if turn.student is not None else ()
    if len(rows) > 1 and not before:
        last = judge_turn(turn).student.rows[-1].get("step")
        if isinstance(last, int):
            row = name_step(exact.algorithm, last)
            yield Sentence(text=words.HAVE_ROWS(row=row), role="notice")
    yield Sentence(text=words.refuse_table(before, course.contact), role="notice")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome()


# --- the student's own work ------------------------------------------------------------------


def _judge(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
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
        event = record_right_attempt(turn.ladder)
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
    return words.confirm_work(verdict, turn)


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
        return replace((yield from _table(turn, verdict.run, course)), verdict=verdict)
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
    outcome = yield from _ask_next(turn, verdict.run, lead, rows=shown)
    return replace(outcome, event=event, verdict=verdict)


def _confirmed_so_far(turn: ProblemTurn, verdict: Verdict) -> Reply:
    """Stand by rows that are right; asked once more, by the reason of the last of them."""
    last = (verdict.first_error_step or 0) - 1
    again = turn.spoken_of == last
    text = words.explain_row(verdict.run, last) if again else words.confirm_rows(verdict, turn)
    yield Sentence(text=text, role="result" if again else "verdict")
    outcome = yield from go_on_with_row(turn, verdict.run, again=again)
    return replace(outcome, spoken_of=None if again else last)


def _checked_again(turn: ProblemTurn, course: Course) -> Reply:
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
    seen = last_row_seen(turn)
    if (
        not again
        and turn.ladder.rows
        and (waiting := words.describe_waiting(verdict.run, int(seen)))
    ):
        yield Sentence(text=waiting, role="result")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(event=record_same_level(turn.ladder, "why"), verdict=verdict)


def _reason(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    return (yield from (compare_pair(turn, exact) or give_reason(turn, exact, course)))


_REPLIES: Mapping[Wanted, Callable[[ProblemTurn, AlgorithmRun, Course], Reply]] = {
    "check": _judge,
    "predicted": _judge,
    "trace": _whole,
    "next": _whole,
    "unreadable": _unreadable,
    "claims": judge_what_is_claimed,
    "claims_unsure": ask_what_is_claimed,
    "row_named": lambda turn, exact, _: judge_row_named(turn, exact),
    "cells_named": lambda turn, exact, _: judge_cells_named(turn, exact),
    "what_if": lambda turn, exact, _: compare_with_copy(turn, exact),
    "nothing_left": lambda turn, exact, _: judge_nothing_left(turn, exact),
    "simpler": _simpler,
    "example": show_example,
    "ack": lambda turn, exact, _: go_on_with_row(turn, exact),
    "go_on": _go_on,
    "all": _all,
    "pressed": _pressed,
    "why": _why,
    "argue": lambda turn, _, course: _checked_again(turn, course),
    "recheck": lambda turn, _, course: _checked_again(turn, course),
    "reason": _reason,
    "state": lambda turn, exact, _: tell_state(turn, exact),
    "order": lambda turn, exact, _: tell_order(turn, exact),
    "stuck": lambda turn, _, course: help_stuck(turn, course),
}
