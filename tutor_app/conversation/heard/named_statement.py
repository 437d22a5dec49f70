"""A question about a sentence that its message states: "my fourth sentence: …. Why is that so?"."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.subject.claim_reply import reply_to_claim
from tutor_app.conversation.subject.explanation_words import part_number, words_of
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import Event


def reply_on_statement(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's sentence on what a message states and asks about; None to all else.

    The question points to the statement ("why is that so"), or the statement is numbered.
    """
    said = turn.said
    if turn.message.wanted is not None or turn.on_table not in (*ON_COURSE, "nothing"):
        return None
    claims, questions = said.of("claim"), said.of("question")
    if len(claims) != 1 or not questions:
        return None
    kinds = [part.kind for part in said.parts]
    if kinds.index("question") < kinds.index("claim"):
        return None
    points = not CLAIM_LISTS["pointers"].isdisjoint(words_of(" ".join(questions)))
    if not points or part_number(turn.message.text) is None:
        return None
    return reply_to_claim(turn, claims[0])
