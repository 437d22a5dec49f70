"""Shorter, simpler, an example: what is done to the answer on the table, whatever else is said."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.about_quotes import example, simpler
from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.asked.one_sentence import one_sentence
from tutor_app.conversation.asked.section_summary import lines_wanted, section_in_short
from tutor_app.conversation.asked.short_wishes import wish_in
from tutor_app.conversation.other_ways import other_way
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import Event, Exchange
from tutor_app.retrieval.course_index import own_terms

_LATELY = 2  # replies


def wish_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a summary that is wished, or to a wish about what was told last."""
    if turn.message.wanted is not None or turn.index is None:
        return None
    if (told := section_in_short(turn)) is not None:
        return told
    wished = wish_in(turn.message.text)
    if wished is None or turn.on_table not in (*ON_COURSE, "nothing"):
        return None
    wish, beside = wished
    last = _last_quoted(turn)
    if last is None or _asks_anew(beside, last, turn):
        return None
    if wish == "shorter":
        asks_more = lines_wanted(turn.message.text) not in (None, 1)
        return None if asks_more else one_sentence(last, beside, turn)
    if wish == "example":
        return example(turn)
    reason = "why" in plain(last.question)  # a rule in one sentence gives no reason
    return (other_way(turn, "simpler") if reason else None) or simpler(turn)


def _last_quoted(turn: TurnContext) -> Exchange | None:
    lately = [one for one in turn.session.before[-_LATELY:] if one.quoted]
    kept = [one for one in lately if turn.struck.isdisjoint(one.quoted[:1])]
    return next(reversed(kept or lately), None)


def _asks_anew(beside: str, last: Exchange, turn: TurnContext) -> bool:
    """Whether a message names, beside its wish, something that was not spoken of last."""
    assert turn.index is not None
    known = " ".join((last.question, *last.quoted, *last.topics))
    return not own_terms(beside, turn.index) <= own_terms(known, turn.index)
