"""Why rows are as they are, from the run: the row that is asked about, or one after the other."""

from __future__ import annotations

import math
from dataclasses import replace

from tutor_app.strategies import tracing_words as said
from tutor_app.strategies.ladder import stays
from tutor_app.strategies.problem_turn import ProblemTurn
from tutor_app.strategies.tracing_reply import Course, Outcome, Reply, offers_of
from tutor_app.tracing.checking.check import check
from tutor_app.tracing.run import Run
from tutor_app.values import Offers, Sentence


def explain_rows(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    """Say why a row of the table that was shown is as it is, the next one each time."""
    event = replace(stays(turn.ladder, "why"), level=turn.ladder.level)
    numbers = [each.number for each in exact.steps if each.number >= exact.algorithm.first_step]
    if turn.ladder.asked_why >= len(numbers):
        yield Sentence(text=said.ALL_EXPLAINED, role="notice")
        yield from course.cite(exact.algorithm)
        return Outcome(event=event)
    if not turn.ladder.asked_why:
        yield Sentence(text=said.ROW_BY_ROW, role="lead_in")
    text = said.reason_of(exact, numbers[turn.ladder.asked_why])
    yield Sentence(text=text, role="result")
    return Outcome(event=event)


def give_reason(turn: ProblemTurn, exact: Run, course: Course) -> Reply:
    """Say why the row that is asked about is as it is, where the learner has it already."""
    row = turn.row or 0
    if row not in [each.number for each in exact.steps]:
        yield Sentence(text=said.no_such_row(exact), role="notice")
        return Outcome()
    if row > _rows_seen(turn):
        yield Sentence(text=said.ROW_IS_THEIRS, role="notice")
        yield Offers(messages=offers_of(turn))
        return Outcome(event=stays(turn.ladder, "pressed"))
    yield Sentence(text=said.reason_of(exact, row), role="result")
    yield from course.cite(exact.algorithm)
    return Outcome()


def _rows_seen(turn: ProblemTurn) -> float:
    """Return the last row that the learner was shown or has right."""
    if turn.policy == "open" or turn.ladder.shown_all or turn.ladder.solved:
        return math.inf
    own = 0
    if turn.student is not None:
        verdict = check(turn.problem, turn.settled, turn.student)
        own = verdict.right_steps and verdict.run.algorithm.first_step + verdict.right_steps - 1
    return max(turn.ladder.rows or 0, own)
