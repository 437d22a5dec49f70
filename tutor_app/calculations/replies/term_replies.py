"""Whether one part of a wrong line is right: "8/12 is right though, isn't it?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tutor_app.calculations.replies.calculation_hints import hint
from tutor_app.calculations.replies.product_replies import (
    part_reply,
    told_part,
    why_of_term,
)
from tutor_app.calculations.replies.reply_turn import CalculationTurn, say_as
from tutor_app.calculations.replies.shown_rules import answer_to_shown
from tutor_app.calculations.replies.thought_replies import sum_taken_up
from tutor_app.calculations.replies.values_of_others import plain_answer
from tutor_app.calculations.speech.asked_verdicts import asked_verdict, asks_place
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.hint_ladder import record_help_request, replay_events
from tutor_app.domain.values import Event, LadderEvent, Offers
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.catalogue import phrase

_EQUATION: Final = re.compile(r"[a-z][^=\n]*=|=[^=\n]*[a-z]")  # with a letter in it
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


def told_at_once(turn: CalculationTurn) -> tuple[list[Event], tuple[LadderEvent, ...]]:
    """Return what is said to a message that is about one part of the work, with what that moves on
    the ladder; [] to any other."""
    told = list(answer_to_shown(turn)) or list(why_of_term(turn))
    if told:
        return told, ()
    work, part = turn.work, told_part(turn)
    if part is None or work is None:
        return _told_of_term(turn), ()
    told = list(part_reply(turn, part))
    facts = turn.examine(work.text)
    if facts.wrong is None or part.made:
        return told, ()
    told.append(Offers(messages=(NEXT_HINT,)))
    if not (part.is_right and asks_place(turn.text)):
        return told, ()
    event = record_help_request(replay_events(work.key, turn.session.ladder.hold(work.key)))
    return [*told[:-1], *hint(facts, event.level, turn.cite, turn.person), told[-1]], (event,)


def _told_of_term(turn: CalculationTurn) -> list[Event]:
    """Return what is said of the part of the wrong step that a message asks about, or works out."""
    if turn.work is None or turn.text == NEXT_HINT:
        return []
    wrong = turn.examine(turn.work.text).wrong
    if wrong is None or _EQUATION.search(turn.text):
        return []
    told = [*term_replies(turn, wrong)]
    if not told and not asks_place(turn.text):  # who asks where it is hears that with it
        told = [*sum_taken_up(turn, turn.work.text, wrong)]
    return [*told, Offers(messages=(NEXT_HINT,))] if told else []
