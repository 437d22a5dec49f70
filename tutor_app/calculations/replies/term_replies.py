"""Whether one part of a wrong line is right: "8/12 is right though, isn't it?"."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.calculations.calculation_facts import WrongLine
from tutor_app.calculations.replies.plain_answers import plain_answer
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.speech.asked_verdicts import asked_verdict
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

TERM_KEPT = phrase("calculations_claims.term_kept", "one", "other")
TERM_CHANGED = phrase("calculations_claims.term_changed", "one", "other")


def term_replies(turn: CalculationTurn, wrong: WrongLine) -> Iterator[Event]:
    """Yield whether the part of the wrong line that a message asks about keeps its value; nothing
    where it asks about none.
    """
    asked = asked_verdict(turn.text)
    if asked is None:
        return
    plain, fragments = math_fragments(turn.text)
    values = [plain[each.start : each.end] for each in fragments if each.is_value]
    for bare in [_bare(each) for each in values][-1:]:
        for one, other in wrong.kept:
            if _bare(other) == bare:
                yield plain_answer(asked, other, is_right=True)
                yield say_as(TERM_KEPT(one=one, other=other), "result")
                return
        if wrong.term is not None and _bare(wrong.term[1]) == bare:
            yield plain_answer(asked, wrong.term[1], is_right=False)
            yield say_as(TERM_CHANGED(one=wrong.term[0], other=wrong.term[1]), "result")


def _bare(text: str) -> str:
    return "".join(text.split())
