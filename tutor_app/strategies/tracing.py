"""A message about an algorithm problem, answered by running it: no model, no guess.

What is said of the run is decided by the reveal policy and the hint ladder (docs/teaching.md).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from tutor_app.strategies import tracing_words as said
from tutor_app.strategies.ladder import (
    ENDED,
    ROWS_BEFORE_ALL,
    all_shown,
    first,
    got_further,
    right_attempt,
    row_shown,
    stays,
    stuck,
    times_again,
    wrong_attempt,
)
from tutor_app.strategies.prediction import next_number
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.row_reasons import explain_rows, give_reason
from tutor_app.strategies.tracing_reply import CiteRule, Course, Outcome, Reply, offers_of
from tutor_app.strategies.way_on import no_other_words
from tutor_app.teaching import LadderEvent, TracingRecord
from tutor_app.tracing import words
from tutor_app.tracing.analogue import another
from tutor_app.tracing.checking.check import check
from tutor_app.tracing.checking.verdict import Verdict
from tutor_app.tracing.errors import ProblemInvalid
from tutor_app.tracing.hints import Level, hint
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.run import Run, run, with_defaults
from tutor_app.tracing.statement import statement
from tutor_app.tracing.values import StudentTrace
from tutor_app.values import Event, Offers, ProblemRead, Sentence, TraceShown

NO_TRACE = StudentTrace()
_LEVELS: tuple[Level, ...] = (1, 2, 3, 4)


def teach_problem(
    turn: ProblemTurn, cite: CiteRule, contact: str
) -> Generator[Event, None, TracingRecord]:
    """Yield what is said of the problem; return what the turn leaves for the next one."""
    question = turn.still_asked
    if question is not None:
        yield Sentence(text=said.STILL_ASKED, role="notice")
    elif turn.question is not None:
        question = words.clarification_question(
            turn.question.reason, turn.question.detail, said.name_of(turn.problem)
        )
    else:
        try:
            exact = run(turn.problem)
        except ProblemInvalid as exc:
            question = words.clarification_question(
                exc.lack, exc.detail, said.name_of(turn.problem)
            )
    if turn.is_new or (question is not None and not turn.still_asked):
        problem = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        yield ProblemRead(problem=problem, assumed=said.assumed(turn))
    if question is not None:
        yield Sentence(text=question, role="question")
        return _record(turn, Outcome(), question)
    outcome = yield from _reply(turn, exact, Course(cite, contact))
    return _record(turn, outcome)


def _record(turn: ProblemTurn, outcome: Outcome, question: str | None = None) -> TracingRecord:
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


def _reply(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    match turn.wanted:
        case "check" | "foretold":
            return (yield from _judge(turn, exact, course))
        case "trace" | "next":
            return (yield from _whole(turn, exact, course))
        case "unreadable":
            return (yield from _ask_next(turn, exact, said.unreadable(exact)))
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


def _whole(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    if turn.student is not None and turn.student.rows:
        return (yield from _judge(turn, exact, course))
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    if turn.policy == "hints":
        return (yield from _hinted(turn, first(turn.ladder), course))
    if turn.ladder.rows:
        return (yield from _ask_next(turn, exact, said.NEW_START, again=True))
    outcome = yield from _ask_next(turn, exact, said.PREDICT)
    yield from course.cite(exact.algorithm)
    return outcome


def _table(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    yield Sentence(text=said.whole_table(exact), role="lead_in")
    yield TraceShown(problem=exact.problem, attempt=turn.student)
    yield Sentence(text=said.result(exact), role="result")
    yield from course.cite(exact.algorithm)
    return Outcome(event=all_shown(turn.ladder))


def _why(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    if _is_solved(turn) or (turn.ladder.shown_all and turn.student is None):
        return (yield from explain_rows(turn, exact, course))
    return (yield from _hinted(turn, stays(turn.ladder, "why"), course))


def _is_solved(turn: ProblemTurn) -> bool:
    """Return whether the student's last work on the problem was found right."""
    if not turn.ladder.solved or turn.ladder.place is not None or turn.ladder.level:
        return False
    return turn.student is None or check(turn.problem, turn.settled, turn.student).correct


def _ask_next(
    turn: ProblemTurn, exact: Run, lead: str, rows: int | None = None, *, again: bool = False
) -> Reply:
    """Show the rows so far and ask for the next one, `again` in other words."""
    rows = turn.ladder.rows if rows is None else rows
    number = next_number(exact.problem, rows)
    yield Sentence(text=lead, role="lead_in")
    yield TraceShown(problem=exact.problem, upto=number - 1)
    question = words.next_question(exact, number)
    if again:
        question = f"It is your turn: {question[:1].lower()}{question[1:]}"
    yield Sentence(text=question, role="question")
    yield Offers(messages=offers_of(turn))
    return Outcome()


def _all(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    ladder = turn.ladder
    foretold_enough = ladder.foretold >= ROWS_BEFORE_ALL or ladder.shown_all or ladder.solved
    if turn.policy == "open" or (turn.policy == "predict" and foretold_enough):
        return (yield from _table(turn, exact, course))
    return (yield from _pressed(turn, exact, course))


def _pressed(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    """Say what the tutor does instead of handing the answer over, and offer it."""
    if turn.policy == "open":
        return (yield from _table(turn, exact, course))
    if _is_solved(turn):
        return (yield from _nothing_left(turn))
    event = stays(turn.ladder, "pressed")
    if event.level >= ENDED:
        text = said.hints_used_up(turn.ladder.pressed, course.contact)
        yield Sentence(text=text, role="notice")
        return Outcome(event=event)
    whole_trace = turn.student is not None and len(turn.student.rows) > 1
    left = ROWS_BEFORE_ALL - turn.ladder.foretold
    if turn.policy == "predict" and not whole_trace and left > 0 and not turn.ladder.pressed:
        outcome = yield from _ask_next(turn, exact, said.rows_first(left), again=True)
        return Outcome(event=event, verdict=outcome.verdict)
    yield Sentence(text=said.instead(turn.ladder.pressed, course.contact), role="notice")
    yield Offers(messages=offers_of(turn))
    return Outcome(event=event)


# --- the student's own work ------------------------------------------------------------------


def _judge(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    verdict = _verdict(turn)
    if verdict.correct:
        yield Sentence(text=said.right(verdict, turn), role="verdict")
        if turn.wanted == "foretold":
            yield TraceShown(problem=exact.problem)
            yield Sentence(text=said.result(exact), role="result")
        return Outcome(event=right_attempt(turn.ladder), verdict=verdict)
    if verdict.missing and turn.student is not None and turn.student.rows:
        return (yield from _right_so_far(turn, verdict))
    event = wrong_attempt(turn.ladder, verdict.first_error_step or 0)
    if event.level >= ENDED:
        return (yield from _ended(turn, event, course))
    # A result alone shows no rows that could be right.
    rows = turn.student is not None and turn.student.rows
    further = bool(rows) and got_further(turn.ladder, verdict.first_error_step)
    if further:
        yield Sentence(text=said.FURTHER, role="verdict")
    known = further and verdict.misconception == turn.misconception
    return (yield from _hinted(turn, event, course, verdict=verdict, known=known))


def _verdict(turn: ProblemTurn) -> Verdict:
    """Judge by what the message leaves open; rows on the way first by what they were shown with.

    Right rows may be a whole run under another convention, where the goal is tested earlier, say:
    to a student who is in the middle of the run they are its beginning.
    """
    student = turn.student or NO_TRACE
    if turn.on_the_way:
        shown = with_defaults(turn.problem, algorithm_named(turn.problem.algorithm))
        verdict = check(shown, frozenset({"directed", *shown.conventions}), student)
        if verdict.correct or verdict.missing:
            return verdict
    return check(turn.problem, turn.settled, student)


def _right_so_far(turn: ProblemTurn, verdict: Verdict) -> Reply:
    """Every row shown is right, and the run goes on."""
    shown = (verdict.first_error_step or 0) - 1
    event = row_shown(turn.ladder, shown)
    yield Sentence(text=said.right_so_far(verdict, turn), role="verdict")
    if turn.policy == "hints":
        yield Sentence(text=words.next_question(verdict.run, shown + 1), role="question")
        return Outcome(event=event, verdict=verdict)
    if turn.policy == "open" and turn.wanted == "next":
        yield TraceShown(problem=verdict.run.problem, upto=shown + 1)
        return Outcome(event=event, verdict=verdict)
    yield from _ask_next(turn, verdict.run, said.GO_ON, rows=shown)
    return Outcome(event=event, verdict=verdict)


def _checked_again(turn: ProblemTurn, course: Course) -> Reply:
    if turn.student is None:
        yield Sentence(text=said.SEND_STEPS, role="question")
        return Outcome()
    verdict = _verdict(turn)
    if verdict.correct:
        known = turn.ladder.solved
        text = said.still_right(verdict) if known else said.right(verdict, turn)
        yield Sentence(text=text, role="verdict")
        return Outcome(event=right_attempt(turn.ladder), verdict=verdict)
    again = turn.ladder.asked_why > 1
    text = said.checked_once_more(course.contact) if again else said.checked_again(turn)
    yield Sentence(text=text, role="verdict")
    yield Offers(messages=offers_of(turn))
    return Outcome(event=stays(turn.ladder, "why"), verdict=verdict)


# --- hints -----------------------------------------------------------------------------------


def _stuck(turn: ProblemTurn, course: Course) -> Reply:
    if _is_solved(turn):
        return (yield from _nothing_left(turn))
    event = stuck(turn.ladder)
    if event.level >= ENDED:
        return (yield from _ended(turn, event, course))
    outcome = yield from _hinted(turn, event, course)
    if event.level == turn.ladder.level and not turn.ladder.again:
        yield Sentence(text=said.TRY_FIRST, role="notice")
    return outcome


def _nothing_left(turn: ProblemTurn) -> Reply:
    """A hint is asked for where all is right already: a new problem, and the ladder stays ended."""
    before = turn.ladder.nudges
    yield Sentence(text=said.MORE_OF_IT if before else said.NOTHING_LEFT, role="notice")
    fresh = another(turn.problem, seed=before)
    yield Sentence(text=said.new_exercise(statement(fresh)), role="exercise")
    return Outcome(event=replace(stuck(turn.ladder), level=0))


def _ended(turn: ProblemTurn, event: LadderEvent, course: Course) -> Reply:
    """After the last hint: the section, a person, a new problem of the kind; no question."""
    before = turn.ladder.ends
    ended = said.still_ended if before else said.ended
    yield Sentence(text=ended(course.contact), role="notice")
    if not before:
        yield from course.cite(algorithm_named(turn.problem.algorithm))
    fresh = another(turn.problem, seed=before)
    yield Sentence(text=said.new_exercise(statement(fresh)), role="exercise")
    return Outcome(event=event)


def _hinted(
    turn: ProblemTurn,
    event: LadderEvent,
    course: Course,
    *,
    verdict: Verdict | None = None,
    known: bool = False,
) -> Reply:
    """Give the hint of the event's level for where the learner's work first goes wrong.

    Each time that it is given it is said in other words; `known`: it was, for another row.
    """
    if event.level >= ENDED:
        return (yield from _ended(turn, event, course))
    if verdict is None:
        verdict = _verdict(turn)
    again = _said_before(turn, event, known=known)
    given = hint(_LEVELS[max(event.level, 1) - 1], turn.problem, verdict, again=again)
    left = Outcome(event=event, verdict=verdict if turn.student is not None else None)
    if not given.text:
        text = no_other_words(course.contact)[turn.ladder.asked_why % 2]
        yield Sentence(text=text, role="notice")
        yield Offers(messages=offers_of(turn))
        return left
    foretold_first = turn.wanted == "foretold" and event.level == 1 and not again
    if foretold_first:
        above = said.NOT_THIS_ROW if turn.ladder.rows else said.NOT_THE_FIRST
        given = replace(given, sentences=(above, *given.sentences[1:]), question=said.ONE_ROW)
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
    again = times_again(ladder, event)
    on_the_way = ladder.rows is not None and ladder.place is None and event.cause != "attempt"
    # A row to foretell was asked for already, in the words of the second level.
    asked = (on_the_way or turn.policy == "predict") and event.level == 2
    if on_the_way and event.level == 1 and ladder.nudges != again:
        return again + 3  # the rule to go on with was said at an earlier row
    return max(again, int(known or (asked and event.cause == "stuck")))
