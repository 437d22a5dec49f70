"""Which words tell that a message is in another language, and which that it is English."""

from __future__ import annotations

from functools import cache
from typing import Final

from tutor_app.retrieval.text_language import ENGLISH, small_words
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.understanding.moves_in_translation import words_of_moves
from tutor_app.understanding.words_in_translation import words_of_both, words_translated

_COMMON: Final = 4000  # rank among English words: what is rarer is a word of another language
_EVERYDAY: Final = 1000  # the same, of what another language says all the time: "die", "hat"


def is_english(word: str, *others: str) -> bool:
    """Whether a word is a small English one, or a common one, and a small one of no other."""
    if any(word in small_words(other) for other in others):
        return False
    rank = english_ranks().get(word)
    return word in small_words(ENGLISH) or (rank is not None and rank < _COMMON)


@cache
def own_words(language: str) -> frozenset[str]:
    """Return the words of a language's messages that English does not have, or hardly has."""
    known = small_words(language) | words_of_moves(language) | words_translated(language)
    return frozenset(word for word in known if not _is_of_both(word, language))


def _is_of_both(word: str, language: str) -> bool:
    if word in small_words(ENGLISH) or word in words_of_both(language):
        return True
    rank = english_ranks().get(word)
    return rank is not None and (word not in small_words(language) or rank < _EVERYDAY)
