"""What a student complained of lately: it is not shown again, until the subject changes."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.conversation.asked.asked_words import turns_elsewhere
from tutor_app.conversation.last_words import last_words
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Exchange, Quote
from tutor_app.understanding.act_classifier import TellsActs

_LATELY = 4  # replies that a complaint is remembered for
_LIKELY = 0.5  # share from which a sentence is taken for a complaint


def struck_out(before: Sequence[Exchange], said: str, acts: TellsActs) -> frozenset[str]:
    """Return the sentences that were shown in vain: the next message said that they don't answer.

    `said` is the message that is being answered.
    """
    lately = before[-_LATELY:]
    replies = [*(one.question for one in lately), said][1:]
    found: set[str] = set()
    for shown, reply in zip(lately, replies, strict=True):
        if turns_elsewhere(reply):
            found.clear()
        elif shown.quoted and complains(shown, reply, acts):
            found |= _opened(shown)
    return frozenset(found)


def complains(shown: Exchange, said: str, acts: TellsActs) -> bool:
    """Whether a message says of the quotes before it that they are not what was asked."""
    last = last_words(shown.shown)
    guesses = (acts.classify("quotes", last, part) for part in split_sentences(said))
    return any(one.act == "react.disagree" and one.confidence >= _LIKELY for one in guesses)


def _opened(shown: Exchange) -> set[str]:
    quotes = (event for event in shown.shown if isinstance(event, Quote) and not event.quiet)
    return {mark.text for quote in quotes for mark in quote.marked}
