"""A turn of a round of practice: it begins, is answered, or is steered by a wish."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.practice.practice_wishes import (
    asks_for_quiz,
    hear_message,
    may_ask_for_quiz,
)
from tutor_app.conversation.practice.round_desk import RoundDesk, document_wished
from tutor_app.conversation.practice.round_words import ask_question, lead_back_to
from tutor_app.conversation.practice.steered_round import go_on_with
from tutor_app.conversation.problem_by_name import algorithm_to_practise
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event


def practice_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that begins, answers or steers a round; None to any other."""
    practice = turn.session.practice_round
    if turn.message.wanted is not None:
        return None
    if practice is None and not may_ask_for_quiz(turn):
        return None  # nothing of the course is read for it
    index, course_map = turn.index, turn.course_map
    if index is None or course_map is None:
        return None
    heard = hear_message(turn)
    desk = RoundDesk(turn=turn, course_map=course_map, index=index, heard=heard)
    wish = heard.wish
    waits = turn.session.asked_in_round
    if turn.shape.code is not None and not (waits is not None and (wish or waits.is_typed_exactly)):
        return None  # "pass" is a statement as well
    if practice is not None and turn.session.round_is_newest:
        reply = go_on_with(desk, practice)
        if reply is not None:
            return reply
    if practice is not None and practice.open_question is not None and wish == "resume":
        return desk.say(ask_question(practice), practice)
    if asks_for_quiz(turn, heard) and (
        algorithm_to_practise(turn) is None or document_wished(turn, index) is not None
    ):
        return desk.begin()
    return None


def with_way_back(reply: Iterator[Event], turn: TurnContext) -> Iterator[Event]:
    """Yield a reply about something else, and once after it the question that waits."""
    waits = turn.session.asked_in_round
    for event in reply:
        if isinstance(event, AnswerDone) and waits is not None and _may_lead_back(turn, event):
            yield from lead_back_to(waits, turn.session)
        yield event


def _may_lead_back(turn: TurnContext, done: AnswerDone) -> bool:
    """Whether the reply put no work on the table, and answered no feeling: that comes first."""
    is_work = done.record.work is not None or done.record.tracing is not None
    return not is_work and turn.act.act != "react.feeling"
