"""What a message says about an algorithm problem: a new one, the one at hand, or nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.conversation.trace_replies.continuation import goes_on
from tutor_app.conversation.trace_replies.prediction import (
    looks_like_cells,
    next_number,
    read_prediction,
)
from tutor_app.conversation.trace_replies.question_about_row import row_asked_about
from tutor_app.domain.hint_ladder import Ladder, replay_events
from tutor_app.domain.teaching import RevealPolicy, TracingRecord
from tutor_app.domain.traces import Doubt, Problem, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Clarification, Extract, Reading, Span
from tutor_app.tracing.reading.student_rows.work_layout import read_again
from tutor_app.understanding.dialogue_acts import Aside, aside

# Read from the message, or what a short message wants of the problem at hand.
Wanted = Literal["trace", "check", "next", "predicted", "unreadable", "reason"] | Aside


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemTurn:
    """One message about one problem, with the learner's place on its ladder.

    `problem` is as it was read: its conventions are those that the messages state and the course
    sets, `set_by_course` the names of the latter. `is_new` is true where the conversation was not
    about it, or not in this form. `question` is what must be asked before it can be run,
    `still_asked` what was asked already and not yet answered. `misconception` is that of the
    attempt before. `used` are the parts of the message that its data were read from, `row` is the
    number of the row that it asks about. `goes_on` is true where it adds rows to the attempt at
    hand.
    """

    problem: Problem
    key: str
    policy: RevealPolicy
    policy_is_courses: bool = False
    wanted: Wanted
    ladder: Ladder
    is_new: bool
    stated: frozenset[str] = frozenset()
    set_by_course: frozenset[str] = frozenset()
    student: StudentTrace | None = None
    question: Clarification | None = None
    still_asked: str | None = None
    misconception: str | None = None
    used: tuple[Span, ...] = ()
    row: int | None = None
    goes_on: bool = False

    @property
    def settled_conventions(self) -> frozenset[str]:
        """The conventions that are settled, by a message or by the course."""
        return self.stated | self.set_by_course

    @property
    def on_the_way(self) -> bool:
        """Whether rows are given one at a time and the end is still to come."""
        if self.wanted == "predicted":
            return True
        claims_the_end = self.student is not None and bool(self.student.final)
        short = self.wanted in ("why", "stuck", "argue") and not self.ladder.solved
        return (self.goes_on or short) and not claims_the_end


def understand_problem(
    text: str, session: Session, extract: Extract | None = None
) -> ProblemTurn | None:
    """Return what the message says about a problem; None if it is about something else.

    `extract` is a model's reading of prose, where a model holds that duty.
    """
    known = session.tracing
    wanted = aside(text)
    if known is not None and wanted is not None and not session.work_is_newer:
        return _at_hand(known, session, wanted, known.attempt)
    # Who has shown rows goes on with these; else a row is the one that was asked for.
    shown = known is not None and known.attempt is not None and len(known.attempt.rows) > 1
    if known is not None and shown and (going := _going_on(text, known, session)) is not None:
        return going
    if known is not None and (predicted := _predicted(text, known, session)) is not None:
        return predicted
    row = row_asked_about(text) if known is not None and known.question is None else None
    if known is not None and row is not None:
        return replace(_at_hand(known, session, "reason", known.attempt), row=row)
    if known is not None and (going := _going_on(text, known, session)) is not None:
        return going
    reading = read_problem(
        text, session.settings.trace_conventions, known.problem if known else None, extract
    )
    if reading is not None:
        return _as_read(reading, known, session)
    if known is not None and _predicts(known, session) and looks_like_cells(text, known.problem):
        return _at_hand(known, session, "unreadable", None)
    return None


def _predicts(known: TracingRecord, session: Session) -> bool:
    """Return whether the tutor has asked for the next row."""
    ladder = replay_events(known.key, session.ladder.of(known.key))
    asked = _policy(known, session) == "predict" and known.question is None
    return asked and not (ladder.solved or ladder.shown_all)


def _predicted(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that is only the next row; whole traces are read elsewhere."""
    if not _predicts(known, session):
        return None
    ladder = replay_events(known.key, session.ladder.of(known.key))
    row = read_prediction(text, known.problem, next_number(known.problem, ladder.rows))
    return None if row is None else _at_hand(known, session, "predicted", row)


def _going_on(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that adds rows to the attempt at hand, or gives the result."""
    if known.question is not None:
        return None
    ladder = replay_events(known.key, session.ladder.of(known.key))
    turn = _at_hand(known, session, "check", None)
    student = goes_on(text, known.problem, known.attempt, turn.settled_conventions, ladder.rows)
    return None if student is None else replace(turn, student=student, goes_on=True)


def _policy(known: TracingRecord | None, session: Session) -> RevealPolicy:
    """Return the problem's policy; if it is the course's, the one that staff have set by now."""
    if known is None or known.policy_is_courses:
        return session.settings.reveal_policy
    return known.policy


def _at_hand(
    known: TracingRecord, session: Session, wanted: Wanted, student: StudentTrace | None
) -> ProblemTurn:
    return ProblemTurn(
        problem=known.problem,
        key=known.key,
        policy=_policy(known, session),
        policy_is_courses=known.policy_is_courses,
        wanted=wanted,
        ladder=replay_events(known.key, session.ladder.of(known.key)),
        is_new=False,
        stated=known.stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=student,
        still_asked=known.question,
        misconception=known.misconception,
    )


def _as_read(reading: Reading, known: TracingRecord | None, session: Session) -> ProblemTurn:
    problem = reading.problem
    key = problem_key(problem)
    asked_back = known is not None and known.question is not None
    same = known is not None and (asked_back or key == known.key)
    stated = reading.stated | (known.stated if known is not None and same else frozenset())
    turn = ProblemTurn(
        problem=problem,
        key=key,
        policy=_policy(known if same else None, session),
        policy_is_courses=not same or (known is not None and known.policy_is_courses),
        wanted=reading.kind,
        ladder=replay_events(key, session.ladder.of(key)),
        is_new=known is None or asked_back or problem != known.problem,
        stated=stated,
        set_by_course=frozenset(session.settings.trace_conventions),
        student=reading.student,
        question=reading.question,
        misconception=known.misconception if known is not None and same else None,
        used=reading.used,
    )
    if known is None or not asked_back or reading.student is not None or reading.question:
        return turn
    # The answer to our question completes a message whose own work still waits to be judged.
    waiting = _waiting_work(turn, known, session)
    return turn if waiting is None else replace(turn, student=waiting, wanted="check")


def _waiting_work(turn: ProblemTurn, known: TracingRecord, session: Session) -> StudentTrace | None:
    """Return the student's work from the message before, read with the problem known now.

    Without the problem's nodes or array it may have been read as anything.
    """
    looked_back = session.before[-3:] if known.attempt is not None else session.before[-1:]
    for exchange in reversed(looked_back):
        again = read_again(exchange.question, turn.problem, turn.settled_conventions)
        if again is not None:
            return again
    if known.attempt is None or known.problem.graph is not None or turn.problem.graph is None:
        return known.attempt
    rows = known.attempt.rows
    return replace(known.attempt, doubts=tuple(Doubt(row=n, line="") for n in range(len(rows))))
