"""What a text denies."""

from __future__ import annotations

from itertools import takewhile

from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.domain.normal_form import straighten
from tutor_app.retrieval.search_terms import tokens

_SIGNS = '.,:;!?()"“”'
_REACH = 3  # words behind a negation that it may deny
_JOINS = frozenset({"because", "since", "and", "but", "so", "while", "when", "although"})


def denied_words(text: str) -> set[str]:
    """Return the content words that a text denies: those close behind a negation."""
    found = (word.strip(_SIGNS) for word in straighten(text).casefold().split())
    words = [word for word in found if word]
    behind = (words[at + 1 : at + 1 + _REACH] for at, word in enumerate(words) if _is_no(word))
    denied = (takewhile(lambda word: word not in _JOINS, after) for after in behind)
    return {word for after in denied for word in tokens(" ".join(after))}


def _is_no(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")
