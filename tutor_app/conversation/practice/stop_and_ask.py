"""A round, or a run to practise on, that is ended by who asks something else in the same message, in another language.

What stands behind the wish to stop answers no question of the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.beside.rules_in_translation import rules_in_translation
from tutor_app.conversation.explanation import explain
from tutor_app.conversation.practice.practice_turn import practice_reply
from tutor_app.conversation.practice.traced_practice import practised_run, reply_beside_run
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event, Offers
from tutor_app.understanding.read_as_english import STOP, stop_and_rest
from tutor_app.wording.catalogue import LANGUAGE, spoken_language


def stop_and_ask(turn: TurnContext) -> Iterator[Event] | None:
    """Return the end of a round with the reply to what is asked behind it; None where none is."""
    session = turn.session
    if spoken_language() == LANGUAGE or (session.asked_in_round or session.tracing) is None:
        return None
    rest = stop_and_rest(turn.message.text)
    if not rest:
        return None
    stops = replace(turn, message=replace(turn.message, text=STOP))
    run = practised_run(stops) if session.asked_in_round is None else None
    ended = practice_reply(stops) if run is None else reply_beside_run(run, None)
    session = replace(session, practice_round=None, tracing=None)
    asked = replace(turn, message=replace(turn.message, text=rest), session=session)
    if ended is None:
        return None
    return _both(ended, rules_in_translation(asked) or explain(asked, "direct"))


def _both(ended: Iterator[Event], answer: Iterator[Event]) -> Iterator[Event]:
    left: AnswerDone | None = None
    for event in ended:
        if isinstance(event, AnswerDone):
            left = event
        elif not isinstance(event, Offers):
            yield event
    for event in answer:
        if isinstance(event, AnswerDone) and left is not None:
            told = replace(left.record, intent=event.record.intent, found=event.record.found)
            yield replace(event, record=told)
        else:
            yield event
