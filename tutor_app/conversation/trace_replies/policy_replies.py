"""What the reveal policy shows of a run, and what is said and done for who wants more of it.

Under "open" it is the whole table, under "predict" the rows so far, under "hints" none.
"""

from __future__ import annotations

import math
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.answer_turn import next_number
from tutor_app.conversation.trace_replies.hint_replies import (
    is_solved,
    judge_turn,
    offer_new_problem,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import say_it_smaller, show_example
from tutor_app.domain.hint_ladder import (
    LADDER_END,
    ROWS_BEFORE_ALL,
    record_all_shown,
    record_same_level,
)
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence, TraceShown
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step


def show_table(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    yield Sentence(text=words.WHOLE_TABLE(algorithm=exact.algorithm.name), role="lead_in")
    yield TraceShown(problem=exact.problem, attempt=turn.student)
    yield Sentence(text=words.cut_result(exact), role="result")
    yield from course.cite(exact.algorithm)
    return ReplyOutcome(event=record_all_shown(turn.ladder))


def ask_next(
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


def answer_all(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    ladder = turn.ladder
    predicted_enough = ladder.predicted >= ROWS_BEFORE_ALL or ladder.shown_all or ladder.solved
    if turn.policy == "open" or (turn.policy == "predict" and predicted_enough):
        return (yield from show_table(turn, exact, course))
    return (yield from answer_pressed(turn, exact, course))


def answer_pressed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Say what the tutor does instead of handing the answer over, and offer it."""
    if turn.policy == "open":
        return (yield from show_table(turn, exact, course))
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
        outcome = yield from ask_next(turn, exact, words.ROWS_FIRST(count=left), again=True)
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
