"""The reply to what a message asks in so many words, tried in this order."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.asked.corrected import corrected_reply
from tutor_app.conversation.asked.definition_asked import definition_reply
from tutor_app.conversation.asked.example_asked import example_reply
from tutor_app.conversation.asked.wish_reply import wish_reply
from tutor_app.conversation.heard.named_statement import reply_on_statement
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event


def asked_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return a definition, what is wished of the answer on the table, or another thing's answer."""
    told = definition_reply(turn) or example_reply(turn) or wish_reply(turn)
    return told or corrected_reply(turn) or reply_on_statement(turn)
