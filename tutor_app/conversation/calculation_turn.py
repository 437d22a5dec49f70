"""Whether a message is about a calculation of the student's, and the reply if it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.calculations.calculation_process import may_be_calculation
from tutor_app.calculations.stories.judge_story import story_part
from tutor_app.conversation.calculated.message_in_turn import MessageInTurn, reply_about
from tutor_app.conversation.calculated.new_work import (
    brings_calculation,
    compares,
    is_of_quantities,
    value_of_story,
)
from tutor_app.conversation.calculated.results_for_items import (
    answers_in_words,
    ask_which_exercise,
    reply_about_item,
)
from tutor_app.conversation.calculated.said_before import after_what_is_said, said_before
from tutor_app.conversation.calculated.work_on_the_table import goes_on_with_work
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_task import item_named
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.gather_data import gather


def reply_to_calculation(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message about a calculation; None to what is about something else."""
    if turn.message.wanted not in (None, "validation", "evaluation") or _shows_program(turn):
        return None
    if _gives_estimates(turn.message.text):
        return None
    message = MessageInTurn(turn=turn)
    before = said_before(message)
    if before is None:
        return _reply_to_one(message)
    said, rest = before
    reply = _reply_to_one(replace(message, turn=rest))
    return after_what_is_said(said, reply) if reply is not None else None


def _reply_to_one(message: MessageInTurn) -> Iterator[Event] | None:
    """Return the reply to a message that speaks of no other work before it."""
    turn = message.turn
    if answers_in_words(message):
        return None
    if (of_item := reply_about_item(message)) is not None:
        return of_item
    named = item_named(turn.message.text, turn.session, turn.book)
    if named is not None and (turn.message.wanted is not None or _leaves_for(turn, named)):
        return None
    goes_on = turn.on_table == "calculation" and goes_on_with_work(message)
    if is_of_quantities(message):
        return reply_about(message)
    part = story_part(turn.message.text)  # a story begins anew, whatever is said before it
    if (of_story := value_of_story(message, part)) is not None:
        return reply_about(message, of_story, text=part)
    if compares(message) or goes_on:
        return reply_about(message)
    if may_be_calculation(turn.message.text):
        return reply_about(message) if brings_calculation(message) else None
    return ask_which_exercise(turn)


def _shows_program(turn: TurnContext) -> bool:
    shape = turn.shape
    return any(each is not None for each in (shape.code, shape.error, shape.traceback))


def _gives_estimates(text: str) -> bool:
    """Whether it tells a graph with estimates of its nodes: "A - B is 4, h(A) = 6"."""
    graph = gather(text, algorithm_named("astar")).problem.graph
    return graph is not None and bool(graph.edges) and len(graph.heuristic or ()) > 1


def _leaves_for(turn: TurnContext, named: AssignmentItem) -> bool:
    """Whether the calculation on the table is of something else than the item that is named."""
    work = turn.session.work
    return turn.on_table == "calculation" and work is not None and work.item != named.id
