"""Quotes that hardly answer are shown as what is nearest, not put as an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tutor_app.answering.quotes_that_fit import are_likely_to_fit
from tutor_app.conversation.subject.claim_lists import CLAIM_LISTS
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Event, Quote
from tutor_app.retrieval.course_index import Query
from tutor_app.retrieval.numbered_references import without_reference
from tutor_app.retrieval.search_terms import tokens
from tutor_app.wording.quote_sentences import name_nearest

_TEACHES = ("textbook", "slides")  # how a course is run was not learned from
# Who asks for these says little of the subject.
_OTHERWISE = frozenset({"ask.admin", "ask.example", "ask.simpler", "ask.more"})


def quotes_may_answer(turn: TurnContext, query: Query, quotes: Sequence[Quote]) -> bool:
    """Whether quotes may be put as the answer to a message of the course's subject."""
    goes_on = bool(turn.session.before)
    taught = all(quote.kind in _TEACHES for quote in quotes)
    if turn.index is None or not taught or turn.settled_act in _OTHERWISE:
        return True
    if goes_on and points_back(turn.message.text):
        return True
    if without_reference(turn.message.text) != turn.message.text:
        return True  # who names a page has asked for what it says
    if query.words and set(query.words) <= _words_marked(quotes):
        return True
    return are_likely_to_fit(query, quotes, turn.index, goes_on=goes_on)


def _words_marked(quotes: Sequence[Quote]) -> set[str]:
    return {word for quote in quotes for mark in quote.marked for word in tokens(mark.text)}


def points_back(text: str) -> bool:
    """Whether words of a message stand for what was spoken of: its own tell little then."""
    return not CLAIM_LISTS["short_pointers"].isdisjoint(re.findall(r"\w+", text.casefold()))


def say_where(turn: TurnContext, quotes: Sequence[Quote]) -> Iterator[Event]:
    """Show what is nearest, and say that it is no more than that."""
    yield name_nearest(quotes[0], turn.session)
    yield from quotes
