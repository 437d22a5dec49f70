"""What a student complained of lately: it is not shown again, until the subject changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tutor_app.conversation.asked.asked_words import turns_elsewhere
from tutor_app.conversation.last_words import last_words
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote
from tutor_app.understanding.act_classifier import TellsActs

_LATELY = 4  # replies that a complaint is remembered for
_LIKELY = 0.5  # share from which a sentence is taken for a complaint


def struck_out(
    before: Sequence[Exchange], said: str, acts: TellsActs, says_so: Callable[[str], bool]
) -> frozenset[str]:
    """Return the sentences that were shown in vain: the next message said that they don't answer.

    `said` is the message that is being answered; `says_so` tells a complaint by its parts.
    """
    lately = before[-_LATELY:]
    replies = [*(one.question for one in lately), said][1:]
    found: set[str] = set()
    for shown, reply in zip(lately, replies, strict=True):
        if turns_elsewhere(reply):
            found.clear()
        elif shown.quoted and (complains(shown, reply, acts) or says_so(reply)):
            found |= _opened(shown)
    return frozenset(found)


def complains(shown: Exchange, said: str, acts: TellsActs) -> bool:
    """Whether a message says of the quotes before it that they are not what was asked."""
    last = last_words(shown.shown)
    guesses = (acts.classify("quotes", last, part) for part in split_sentences(said))
    return any(one.act == "react.disagree" and one.confidence >= _LIKELY for one in guesses)


def without_struck(exchange: Exchange, struck: frozenset[str]) -> Exchange:
    """Return an exchange without its quotes, where all that stood open is struck out."""
    marks = _opened(exchange)
    if not marks or not marks <= struck:
        return exchange
    shown = tuple(one for one in exchange.shown if not isinstance(one, Quote))
    return replace(exchange, quoted=(), topics=(), shown=shown)


def _opened(shown: Exchange) -> set[str]:
    quotes = (event for event in shown.shown if isinstance(event, Quote) and not event.quiet)
    return {mark.text for quote in quotes for mark in quote.marked}
