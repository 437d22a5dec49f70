"""Why rows are as they are, from the run: the row that is asked about, or one after the other."""

from __future__ import annotations

import math
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn
from tutor_app.conversation.trace_replies.reply_parts import Course, Reply, ReplyOutcome, offers_of
from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.understanding.dialogue_acts import NEXT_HINT


def explain_rows(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Explain a row of the table that was shown, the next one each time."""
    event = replace(record_same_level(turn.ladder, "why"), level=turn.ladder.level)
    numbers = [each.number for each in exact.steps if each.number >= exact.algorithm.first_step]
    if turn.ladder.asked_why >= len(numbers):
        yield Sentence(text=words.ALL_ROWS_EXPLAINED(), role="notice")
        yield from course.cite(exact.algorithm)
        return ReplyOutcome(event=event)
    if not turn.ladder.asked_why:
        yield Sentence(text=words.ROW_BY_ROW(), role="lead_in")
    text = words.explain_row(exact, numbers[turn.ladder.asked_why])
    yield Sentence(text=text, role="result")
    return ReplyOutcome(event=event)


def give_reason(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Explain the row that is asked about, if the learner has it already."""
    row = turn.row or 0
    if row not in [each.number for each in exact.steps]:
        yield Sentence(text=words.deny_row(exact), role="notice")
        return ReplyOutcome()
    if row > _rows_seen(turn):
        yield Sentence(text=words.ROW_IS_THEIRS(button=NEXT_HINT), role="notice")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(event=record_same_level(turn.ladder, "pressed"))
    yield Sentence(text=words.explain_row(exact, row), role="result")
    yield from course.cite(exact.algorithm)
    return ReplyOutcome()


def _rows_seen(turn: ProblemTurn) -> float:
    """Return the last row that the learner was shown or has right."""
    if turn.policy == "open" or turn.ladder.shown_all or turn.ladder.solved:
        return math.inf
    own = 0
    if turn.student is not None:
        verdict = check(turn.problem, turn.settled_conventions, turn.student)
        own = verdict.right_steps and verdict.run.algorithm.first_step + verdict.right_steps - 1
    return max(turn.ladder.rows or 0, own)
