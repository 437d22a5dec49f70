"""Words of a question that the course does not know, and the course's words they may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tutor_app.retrieval.text import stem
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


def meant_words(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Return misspelled word → the course's word for it, in the text's order.

    A word counts as misspelled where neither the course nor common English has it, and where it
    is nearest to exactly one word of the course that begins with the same letter.
    """
    found = {word: _meant(word, vocabulary) for word in plain_words(text)}
    return {typed: meant for typed, meant in found.items() if meant}


def respelled(text: str, meant: Mapping[str, str]) -> str:
    """Return the text with its misspelled words as the course spells them."""
    for typed, right in meant.items():
        text = re.sub(rf"(?<!\w){re.escape(typed)}(?!\w)", right, text, flags=re.IGNORECASE)
    return text


def slips(one: str, other: str, most: int) -> int:
    """Return the Damerau–Levenshtein distance (neighbours swapped count 1), or `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, against in enumerate(other, 1):
            cost = min(
                last[column] + 1, now[column - 1] + 1, last[column - 1] + (letter != against)
            )
            swapped = row > 1 and column > 1 and letter == other[column - 2]
            if swapped and one[row - 2] == against:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        if min(now) > most:
            return most + 1
        before, last = last, now
    return min(last[-1], most + 1)


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
            distance = slips(word, known, most)
            if distance <= most:
                yield known, distance
