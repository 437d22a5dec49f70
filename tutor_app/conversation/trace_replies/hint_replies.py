"""The hints of the ladder for a trace, in a reply: up to the last, and what comes after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.answering.no_other_wording import no_other_words
from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.in_sentences.look_again import look_again
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    count_repeats,
    record_help_request,
)
from tutor_app.domain.teaching import Expectation, LadderEvent
from tutor_app.domain.values import Event, Offers, Problem, Sentence, StudentTrace, TraceShown
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.ambiguous_readings import with_conventions
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import with_defaults
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.similar_problems import make_similar_problem
from tutor_app.tracing.trace_hints import Hint, Level, write_hint
from tutor_app.wording.quote_sentences import name_staff

NO_TRACE = StudentTrace()
_LEVELS: tuple[Level, ...] = (1, 2, 3, 4)


def judge_turn(turn: ProblemTurn) -> Verdict:
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


def read_as_worked(turn: ProblemTurn) -> Problem:
    """Return the problem with what it leaves open as the student's faultless rows settle it."""
    if turn.student is None or not turn.student.rows:
        return turn.problem
    verdict = judge_turn(turn)
    taken = bool(verdict.reading) and (verdict.correct or verdict.missing)
    return with_conventions(turn.problem, verdict.reading) if taken else turn.problem


def is_solved(turn: ProblemTurn) -> bool:
    """Return whether the student's last work on the problem was found right."""
    if not turn.ladder.solved or turn.ladder.place is not None or turn.ladder.level:
        return False
    return (
        turn.student is None or check(turn.problem, turn.settled_conventions, turn.student).correct
    )


def help_stuck(turn: ProblemTurn, course: Course) -> Reply:
    if is_solved(turn):
        return (yield from offer_new_problem(turn))
    event = record_help_request(turn.ladder)
    if event.level >= LADDER_END:
        return (yield from end_hints(turn, event, course))
    outcome = yield from give_hint(turn, event, course)
    if event.level == turn.ladder.level and not turn.ladder.again:
        yield Sentence(text=words.SEND_FIRST_ROW(), role="notice")
    return outcome


def offer_new_problem(turn: ProblemTurn) -> Reply:
    """A hint is asked for although all is right: offer a new problem; the ladder stays ended."""
    before = turn.ladder.nudges
    end = words.ONE_MORE if before else words.NOTHING_LEFT
    yield Sentence(text=end(), role="notice")
    fresh = make_similar_problem(turn.problem, seed=before)
    yield Sentence(text=words.NEW_EXERCISE(problem=state_problem(fresh)), role="exercise")
    return ReplyOutcome(event=replace(record_help_request(turn.ladder), level=0))


def end_hints(turn: ProblemTurn, event: LadderEvent, course: Course) -> Reply:
    """After the last hint: the section, a person, a new problem of the kind; no question."""
    before = turn.ladder.ends
    end = words.STILL_ENDED if before else words.END_OF_HINTS
    yield Sentence(text=end(person=name_staff(course.contact)), role="notice")
    if not before:
        yield from course.cite(algorithm_named(turn.problem.algorithm))
    fresh = make_similar_problem(turn.problem, seed=before)
    yield Sentence(text=words.NEW_EXERCISE(problem=state_problem(fresh)), role="exercise")
    return ReplyOutcome(event=event)


def give_hint(  # noqa: PLR0913  (all that decides its words)
    turn: ProblemTurn,
    event: LadderEvent,
    course: Course,
    *,
    verdict: Verdict | None = None,
    known: bool = False,
    reacted: bool = False,
) -> Reply:
    """Give the hint of the event's level for the place where the work first goes wrong.

    Each time it is given in other words; `known`: it was given before, for another row; `reacted`:
    what is right of the answer was said already.
    """
    if event.level >= LADDER_END:
        return (yield from end_hints(turn, event, course))
    if verdict is None:
        verdict = judge_turn(turn)
    again = _said_before(turn, event, known=known)
    look = look_again(turn, verdict) if again == 1 and event.level == 1 else ""
    if look:
        yield Sentence(text=look, role="hint")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(event=event, verdict=verdict, awaited=turn.awaited)
    given = write_hint(_LEVELS[max(event.level, 1) - 1], turn.problem, verdict, again=again)
    judged = verdict if turn.student is not None else None
    left = ReplyOutcome(event=event, verdict=judged, awaited=given.awaited)
    if not given.text:
        text = no_other_words(course.contact)[turn.ladder.asked_why % 2]
        yield Sentence(text=text, role="notice")
        yield Offers(messages=offers_of(turn))
        return left
    if turn.wanted == "predicted" and event.level == 1 and not again:
        given = _about_one_row(turn, given, verdict, reacted=reacted)
    elif reacted and event.level == 1:
        given = _behind_reaction(given, verdict, again)
    left = replace(left, awaited=given.awaited)
    yield from _show_hint(event, verdict, given)
    if event.level == 1 and not again:
        yield from course.cite(verdict.run.algorithm)
    if given.question is not None:
        yield Sentence(text=given.question, role="question")
    yield Offers(messages=offers_of(turn))
    return left


def _show_hint(event: LadderEvent, verdict: Verdict, given: Hint) -> Iterator[Event]:
    """Yield what a hint says, and the tables that belong to it."""
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


def _about_one_row(turn: ProblemTurn, given: Hint, verdict: Verdict, *, reacted: bool) -> Hint:
    """Return the first hint for a row that was asked for: it is the row that is spoken of."""
    not_yet = words.ROW_NOT_YET if turn.ladder.rows else words.FIRST_ROW_NOT_YET
    sentences = given.sentences[1:] if reacted else (not_yet(), *given.sentences[1:])
    awaited = Expectation(kind="row", step=verdict.first_error_step)
    return replace(given, sentences=sentences, question=words.WHAT_INSTEAD(), awaited=awaited)


def _behind_reaction(given: Hint, verdict: Verdict, again: int) -> Hint:
    """Return a hint without its praise: what is not right was said, so its row is asked for."""
    kept = given.sentences if again else given.sentences[1:]
    place = verdict.first_error_step
    if place is None:
        return replace(given, sentences=kept)
    ask = ask_for_row(verdict.run, place) if again else words.WHAT_INSTEAD()
    awaited = Expectation(kind="row", step=place)
    return replace(given, sentences=kept, question=ask, awaited=awaited)


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
