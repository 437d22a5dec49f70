"""What the course answers to a question that stands beside other things, by the deciding model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.decided.course_decision import decide_alone
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Quote


def quotes_that_answer(turn: TurnContext, question: str) -> Sequence[Quote]:
    """Return the sentences of the course that answer a question; none without a model that says so.

    `turn` is that of the message in which it stands.
    """
    if turn.services.decides is None or turn.index is None or turn.notes.stopped():
        return ()
    alone = replace(turn, message=replace(turn.message, text=question), run_reading=None)
    decided = decide_alone(question, alone, turn.index)
    return show_sentences(decided.told, turn.index) if decided.kind == "answer" else ()
