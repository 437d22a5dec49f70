"""A message about an algorithm problem, answered by running it: no model, no guess.

What is said of the run is decided by the reveal policy and the hint ladder (docs/teaching.md).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tutor_app.answering.no_other_wording import no_other_words
from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.prediction import next_number
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.reply_parts import (
    CiteRule,
    Course,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import explain_rows, give_reason
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    ROWS_BEFORE_ALL,
    count_repeats,
    is_further,
    record_all_shown,
    record_first_message,
    record_help_request,
    record_right_attempt,
    record_row_shown,
    record_same_level,
    record_wrong_attempt,
)
from tutor_app.domain.teaching import LadderEvent, TracingRecord
from tutor_app.domain.traces import StudentTrace
from tutor_app.domain.values import Event, Offers, ProblemRead, Sentence, TraceShown
from tutor_app.tracing.algorithm_registry import algorithm_named
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults
from tutor_app.tracing.narration.convention_texts import ask_for_lack
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.tracing.problem_errors import ProblemInvalid
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.similar_problems import make_similar_problem
from tutor_app.tracing.trace_hints import Level, write_hint
from tutor_app.wording.quote_sentences import name_staff

NO_TRACE = StudentTrace()
_LEVELS: tuple[Level, ...] = (1, 2, 3, 4)


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
        problem = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=words.list_assumed_conventions(turn))
    if question is not None:
        yield Sentence(text=question, role="question")
        return _record(turn, ReplyOutcome(), question)
    outcome = yield from _reply(turn, exact, Course(cite, contact))
    return _record(turn, outcome)


def _record(turn: ProblemTurn, outcome: ReplyOutcome, question: str | None = None) -> TracingRecord:
    verdict = outcome.verdict
    return TracingRecord(
        problem=turn.problem,
        key=turn.key,
        policy=turn.policy,
        policy_is_courses=turn.policy_is_courses,
        stated=turn.stated,
        attempt=turn.student,
        correct=None if verdict is None else verdict.correct,
        wrong_step=None if verdict is None else verdict.first_error_step,
        misconception=None if verdict is None else verdict.misconception,
        question=question,
        ladder=() if outcome.event is None else (outcome.event,),
    )


def _reply(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    match turn.wanted:
        case "check" | "predicted":
            return (yield from _judge(turn, exact, course))
        case "trace" | "next":
            return (yield from _whole(turn, exact, course))
        case "unreadable":
            return (yield from _ask_next(turn, exact, words.ask_for_form(exact)))
        case "all":
            return (yield from _all(turn, exact, course))
        case "pressed":
            return (yield from _pressed(turn, exact, course))
        case "why":
            return (yield from _why(turn, exact, course))
        case "argue":
            return (yield from _checked_again(turn, course))
        case "reason":
            return (yield from give_reason(turn, exact, course))
        case "stuck":
            return (yield from _stuck(turn, course))


# --- the whole run ---------------------------------------------------------------------------


def _whole(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if turn.student is not None and turn.student.rows:
        return (yield from _judge(turn, exact, course))
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    if turn.policy == "hints":
        return (yield from _hinted(turn, record_first_message(turn.ladder), course))
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


def _why(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    if _is_solved(turn) or (turn.ladder.shown_all and turn.student is None):
        return (yield from explain_rows(turn, exact, course))
    return (yield from _hinted(turn, record_same_level(turn.ladder, "why"), course))


def _is_solved(turn: ProblemTurn) -> bool:
    """Return whether the student's last work on the problem was found right."""
    if not turn.ladder.solved or turn.ladder.place is not None or turn.ladder.level:
        return False
    return (
        turn.student is None or check(turn.problem, turn.settled_conventions, turn.student).correct
    )


def _ask_next(
    turn: ProblemTurn,
    exact: AlgorithmRun,
    lead: str,
    rows: int | None = None,
    *,
    again: bool = False,
) -> Reply:
    """Show the rows so far and ask for the next one, in other words if `again`."""
    rows = turn.ladder.rows if rows is None else rows
    number = next_number(exact.problem, rows)
    yield Sentence(text=lead, role="lead_in")
    yield TraceShown(problem=exact.problem, upto=number - 1)
    ask = words.ask_again_for_row if again else ask_for_row
    yield Sentence(text=ask(exact, number), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome()


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
    if _is_solved(turn):
        return (yield from _nothing_left(turn))
    event = record_same_level(turn.ladder, "pressed")
    if event.level >= LADDER_END:
        text = words.send_to_person(turn.ladder.pressed, course.contact)
        yield Sentence(text=text, role="notice")
        return ReplyOutcome(event=event)
    whole_trace = turn.student is not None and len(turn.student.rows) > 1
    left = ROWS_BEFORE_ALL - turn.ladder.predicted
    if turn.policy == "predict" and not whole_trace and left > 0 and not turn.ladder.pressed:
        outcome = yield from _ask_next(turn, exact, words.ROWS_FIRST(count=left), again=True)
        return ReplyOutcome(event=event, verdict=outcome.verdict)
    yield Sentence(text=words.refuse_table(turn.ladder.pressed, course.contact), role="notice")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(event=event)


# --- the student's own work ------------------------------------------------------------------


def _judge(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    verdict = _verdict(turn)
    if verdict.correct:
        yield Sentence(text=words.confirm_work(verdict, turn), role="verdict")
        if turn.wanted == "predicted":
            yield TraceShown(problem=exact.problem)
            yield Sentence(text=words.cut_result(exact), role="result")
        return ReplyOutcome(event=record_right_attempt(turn.ladder), verdict=verdict)
    if verdict.missing and turn.student is not None and turn.student.rows:
        return (yield from _right_so_far(turn, verdict))
    event = record_wrong_attempt(turn.ladder, verdict.first_error_step or 0)
    if event.level >= LADDER_END:
        return (yield from _ended(turn, event, course))
    # A result alone shows no rows that could be right.
    rows = turn.student is not None and turn.student.rows
    further = bool(rows) and is_further(turn.ladder, verdict.first_error_step)
    if further:
        yield Sentence(text=words.FURTHER(), role="verdict")
    known = further and verdict.misconception == turn.misconception
    return (yield from _hinted(turn, event, course, verdict=verdict, known=known))


def _verdict(turn: ProblemTurn) -> Verdict:
    """Judge under every reading the message leaves open; unfinished rows first under the one shown.

    Right rows may be a whole run under another convention (if the goal is tested earlier, say), but
    for a student in the middle of the run they are its beginning.
    """
    student = turn.student or NO_TRACE
    if turn.on_the_way:
        shown = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        verdict = check(shown, frozenset({"directed", *shown.conventions}), student)
        if verdict.correct or verdict.missing:
            return verdict
    return check(turn.problem, turn.settled_conventions, student)


def _right_so_far(turn: ProblemTurn, verdict: Verdict) -> Reply:
    """Every row shown is right, and the run goes on."""
    shown = (verdict.first_error_step or 0) - 1
    event = record_row_shown(turn.ladder, shown)
    yield Sentence(text=words.confirm_rows(verdict, turn), role="verdict")
    if turn.policy == "hints":
        yield Sentence(text=ask_for_row(verdict.run, shown + 1), role="question")
        return ReplyOutcome(event=event, verdict=verdict)
    if turn.policy == "open" and turn.wanted == "next":
        yield TraceShown(problem=verdict.run.problem, upto=shown + 1)
        return ReplyOutcome(event=event, verdict=verdict)
    yield from _ask_next(turn, verdict.run, words.NEXT_ROW(), rows=shown)
    return ReplyOutcome(event=event, verdict=verdict)


def _checked_again(turn: ProblemTurn, course: Course) -> Reply:
    if turn.student is None:
        yield Sentence(text=words.SEND_STEPS(), role="question")
        return ReplyOutcome()
    verdict = _verdict(turn)
    if verdict.correct:
        known = turn.ladder.solved
        text = words.confirm_again(verdict) if known else words.confirm_work(verdict, turn)
        yield Sentence(text=text, role="verdict")
        return ReplyOutcome(event=record_right_attempt(turn.ladder), verdict=verdict)
    again = turn.ladder.asked_why > 1
    person = name_staff(course.contact)
    text = words.SAME_RESULT_AGAIN(person=person) if again else words.repeat_check(turn)
    yield Sentence(text=text, role="verdict")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(event=record_same_level(turn.ladder, "why"), verdict=verdict)


# --- hints -----------------------------------------------------------------------------------


def _stuck(turn: ProblemTurn, course: Course) -> Reply:
    if _is_solved(turn):
        return (yield from _nothing_left(turn))
    event = record_help_request(turn.ladder)
    if event.level >= LADDER_END:
        return (yield from _ended(turn, event, course))
    outcome = yield from _hinted(turn, event, course)
    if event.level == turn.ladder.level and not turn.ladder.again:
        yield Sentence(text=words.SEND_FIRST_ROW(), role="notice")
    return outcome


def _nothing_left(turn: ProblemTurn) -> Reply:
    """A hint is asked for although all is right: offer a new problem; the ladder stays ended."""
    before = turn.ladder.nudges
    end = words.ONE_MORE if before else words.NOTHING_LEFT
    yield Sentence(text=end(), role="notice")
    fresh = make_similar_problem(turn.problem, seed=before)
    yield Sentence(text=words.NEW_EXERCISE(problem=state_problem(fresh)), role="exercise")
    return ReplyOutcome(event=replace(record_help_request(turn.ladder), level=0))


def _ended(turn: ProblemTurn, event: LadderEvent, course: Course) -> Reply:
    """After the last hint: the section, a person, a new problem of the kind; no question."""
    before = turn.ladder.ends
    end = words.STILL_ENDED if before else words.END_OF_HINTS
    yield Sentence(text=end(person=name_staff(course.contact)), role="notice")
    if not before:
        yield from course.cite(algorithm_named(turn.problem.algorithm))
    fresh = make_similar_problem(turn.problem, seed=before)
    yield Sentence(text=words.NEW_EXERCISE(problem=state_problem(fresh)), role="exercise")
    return ReplyOutcome(event=event)


def _hinted(
    turn: ProblemTurn,
    event: LadderEvent,
    course: Course,
    *,
    verdict: Verdict | None = None,
    known: bool = False,
) -> Reply:
    """Give the hint of the event's level for the place where the work first goes wrong.

    Each time it is given in other words; `known`: it was given before, for another row.
    """
    if event.level >= LADDER_END:
        return (yield from _ended(turn, event, course))
    if verdict is None:
        verdict = _verdict(turn)
    again = _said_before(turn, event, known=known)
    given = write_hint(_LEVELS[max(event.level, 1) - 1], turn.problem, verdict, again=again)
    left = ReplyOutcome(event=event, verdict=verdict if turn.student is not None else None)
    if not given.text:
        text = no_other_words(course.contact)[turn.ladder.asked_why % 2]
        yield Sentence(text=text, role="notice")
        yield Offers(messages=offers_of(turn))
        return left
    predicted_first = turn.wanted == "predicted" and event.level == 1 and not again
    if predicted_first:
        not_yet = words.ROW_NOT_YET if turn.ladder.rows else words.FIRST_ROW_NOT_YET
        sentences = (not_yet(), *given.sentences[1:])
        given = replace(given, sentences=sentences, question=words.WHAT_INSTEAD())
    if given.sentences:
        yield Sentence(text=" ".join(given.sentences), role="hint")
    if given.upto is not None:
        yield TraceShown(
            problem=verdict.run.problem,
            upto=given.upto,
            wrong_step=verdict.first_error_step if event.level > 1 else None,
            attempt=verdict.student if verdict.student.rows else None,
        )
    if given.analogue is not None:
        yield TraceShown(problem=given.analogue)
        yield Sentence(text=" ".join(given.worked), role="result")
    if event.level == 1 and not again:
        yield from course.cite(verdict.run.algorithm)
    if given.question is not None:
        yield Sentence(text=given.question, role="question")
    yield Offers(messages=offers_of(turn))
    return left


def _said_before(turn: ProblemTurn, event: LadderEvent, *, known: bool) -> int:
    """Count how often the hint of this level was given in other words already."""
    ladder = turn.ladder
    again = count_repeats(ladder, event)
    on_the_way = ladder.rows is not None and ladder.place is None and event.cause != "attempt"
    # A row to predict was asked for already, in the words of the second level.
    asked = (on_the_way or turn.policy == "predict") and event.level == 2
    if on_the_way and event.level == 1 and ladder.nudges != again:
        return again + 3  # the rule to go on with was said at an earlier row
    return max(again, int(known or (asked and event.cause == "stuck")))
