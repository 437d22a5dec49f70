"""Words of a question that the course does not know, and the course's words they may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from string import ascii_lowercase

from rapidfuzz.distance import OSA

from tutor_app.retrieval.search_terms import stem
from tutor_app.retrieval.vocabulary import (
    Vocabulary,
    english_ranks,
    english_stems,
    plain_words,
)

_SHORTEST = 4  # letters: below, too many words are one slip away
_TWO_SLIPS = 8  # letters from which two slips are forgiven
_FREQUENT = 3  # chunks that must use the word meant
_EVERYDAY = 700  # rank among English words: what is more common is not what is searched for
_CONTRACTION = re.compile(r"(?:.*n|ca|wo)t|(?:there|what|that|who|how|where|here)s|.*(?:ll|ve|re)")


def find_misspellings(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Return misspelled word → the course's word for it, in the text's order.

    A word counts as misspelled if neither the course nor common English has it, and it is nearest
    to exactly one word of the course that begins with the same letter.
    """
    found = {word: _meant(word, vocabulary) for word in plain_words(text)}
    return {typed: meant for typed, meant in found.items() if meant}


def correct_spelling(text: str, meant: Mapping[str, str]) -> str:
    """Return the text with its misspelled words as the course spells them."""
    for typed, right in meant.items():
        text = re.sub(rf"(?<!\w){re.escape(typed)}(?!\w)", right, text, flags=re.IGNORECASE)
    return text


def one_slip_away(word: str) -> set[str]:
    """Return all that one slip can make of a word: a letter lost, added or changed, two swapped.

    These are the strings of a-z at an optimal string alignment distance of 1; looking each up takes
    a thousandth of the work of measuring every word of a course.
    """
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    made = {head + tail[1:] for head, tail in cuts if tail}
    made |= {head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1}
    for letter in ascii_lowercase:
        made |= {head + letter + tail for head, tail in cuts}
        made |= {head + letter + tail[1:] for head, tail in cuts if tail}
    return made - {word}


def _meant(word: str, vocabulary: Vocabulary) -> str | None:
    if len(word) < _SHORTEST or _is_known(word, vocabulary):
        return None
    if len(word) < _TWO_SLIPS and _CONTRACTION.fullmatch(word):
        return None
    most = 2 if len(word) >= _TWO_SLIPS else 1
    near: dict[int, set[str]] = {}
    for known, distance in _near(word, vocabulary, most):
        near.setdefault(distance, set()).add(known)
    if not near:
        return None
    nearest = near[min(near)]
    if len({stem(known) for known in nearest}) > 1:
        return None
    return max(sorted(nearest), key=lambda known: vocabulary.seen[known])


def _is_known(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether the course or common English has the word in some form.

    A mere stem that is no word itself ("queu") is a slip.
    """
    root = stem(word)
    if root == word and not vocabulary.seen[word] and word not in english_ranks():
        return False
    return root in english_stems() or bool(vocabulary.stems[root])


def _near(word: str, vocabulary: Vocabulary, most: int) -> Iterator[tuple[str, int]]:
    for known, count in vocabulary.seen.items():
        everyday = english_ranks().get(known, _EVERYDAY) < _EVERYDAY
        if count >= _FREQUENT and known[0] == word[0] and len(known) >= _SHORTEST and not everyday:
            distance = OSA.distance(word, known, score_cutoff=most)
            if distance <= most:
                yield known, distance
