"""Messages of another language, or parts of them, read as an English one that does the same.

What tells acts apart was learned from English. A part that wishes, thanks, greets ("ich hänge
fest", "eine Aufgabe zur Breitensuche bitte") is compared with examples by its character n-grams
(Cavnar and Trenkle 1994), the rarer ones weighing more, and only where all of its words are words
of such messages, or name what it is on: one that says more is left as it is. Dangers are no move:
they are found in lists (outright.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.understanding.move_words import fillers, word_lists, words_of
from tutor_app.understanding.named_topics import TOPIC, is_of_moves, mask_topics
from tutor_app.understanding.rare_grams import gram_vector, rarity_of_grams
from tutor_app.understanding.words_in_translation import terms_in

_HERE: Final = Path(__file__).parent
_NEAR: Final = 0.55  # cosine: below it no example says the same
_NEAR_TOLD: Final = 0.45  # the same, where a message may have words that no example has
_LONGEST: Final = 14  # words
_SHORTEST_ENDING: Final = 5  # letters
# A letter that names a node, a sum, a number but that of a lecture: such a message tells something.
_DATA: Final = re.compile(
    r"(?<![\w*'’-])[A-Za-z](?![\w*'’-])|="
    r"|(?i:(?<!vorlesung )(?<!kapitel )(?<!lecture )(?<!chapter ))(?<!\w)\d"
)
_SLOT: Final = re.compile(r"\{\w+\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _WayToSay:
    """A way to say something: how many things it names, its English.

    `turn`: whether it denies, and whether it begins as a question.
    """

    slots: int
    turn: tuple[bool, bool]
    english: str


@dataclass(frozen=True, slots=True)
class _KnownMoves:
    """Examples, and all of their words.

    `rarity` of an n-gram: the logarithm of how many times as many moves there are as have it.
    `having` are the examples with an n-gram, by place, and its part of their unit vectors.
    """

    rarity: Mapping[str, float]
    having: Mapping[str, list[tuple[int, float]]]
    examples: tuple[_WayToSay, ...]
    words: frozenset[str]


@lru_cache(maxsize=1024)
def as_english_move(text: str, language: str, *, asks: bool = False) -> str | None:
    """Return the English message that does the same; None where none is near, or it says more.

    `asks`: questions, and what they name, are read as English ones, too, for a course in English.
    """
    if not (_HERE / f"moves_{language}.yaml").exists():
        return None
    if _DATA.search(text):
        return None  # rows, values, nodes
    moves = _read(language, asks)
    known = moves.words | fillers(language)
    least = _NEAR_TOLD if asks else _NEAR
    best: tuple[float, str] = (0.0, "")
    terms = terms_in(text, language)
    for named in (terms, [term for term in terms if not is_of_moves(term, text, moves.words)]):
        masked, topics = mask_topics(text, language, named, moves.words, in_english=asks)
        words = [_ending(word, moves.words) for word in words_of(masked) if word != TOPIC]
        if not asks and not known.issuperset(words):
            continue
        words = [word for word in words if word in moves.words or word not in known]
        for said in (words, _without_opening(words, language)):
            if 0 < len(said) <= _LONGEST:
                near, english = _nearest(said, len(topics), moves, language)
                best = max(best, (near, _filled(english, topics)))
    return best[1] if best[0] >= least else None


@cache
def words_of_moves(language: str) -> frozenset[str]:
    """Return the words of the examples in a language."""
    has = (_HERE / f"moves_{language}.yaml").exists()
    return _read(language, asks=True).words if has else frozenset()


def _nearest(words: list[str], slots: int, moves: _KnownMoves, language: str) -> tuple[float, str]:
    """Return how near the nearest example is that names as much, and denies as much."""
    turn = _turn_of(words, language)
    near: dict[int, float] = {}
    for gram, weight in gram_vector(words, moves.rarity, max(moves.rarity.values())).items():
        for place, own in moves.having.get(gram, ()):
            near[place] = near.get(place, 0.0) + weight * own
    fits = (
        (cosine, moves.examples[place].english)
        for place, cosine in near.items()
        if moves.examples[place].slots == slots and moves.examples[place].turn == turn
    )
    return max(fits, default=(0.0, ""))


def _turn_of(words: list[str], language: str) -> tuple[bool, bool]:
    told = word_lists(language)
    first = next((word for word in words if word not in told["before_question"]), "")
    return not told["denials"].isdisjoint(words), first in told["questions"]


def _without_opening(words: list[str], language: str) -> list[str]:
    """Return a message without what only opens it: "ok, noch eine"."""
    opening = word_lists(language)["before_question"]
    place = next((place for place, word in enumerate(words) if word not in opening), 0)
    return words[place:]


def _filled(english: str, topics: list[str]) -> str:
    left = iter(topics)
    return _SLOT.sub(lambda _: next(left), english)


@cache
def _read(language: str, asks: bool) -> _KnownMoves:
    told: dict[str, list[str]] = {}
    for name in ("moves", "asks") if asks else ("moves",):
        file = _HERE / f"{name}_{language}.yaml"
        told |= read_yaml(file) if file.exists() else {}
    split = [
        (english, words_of(_SLOT.sub(" ", one)), len(_SLOT.findall(one)))
        for english, ways in told.items()
        for one in ways
    ]
    by_move = {english: [words for own, words, _ in split if own == english] for english in told}
    rarity = rarity_of_grams(list(by_move.values()))
    examples = tuple(
        _WayToSay(
            slots=slots,
            turn=_turn_of(words, language),
            english=english,
        )
        for english, words, slots in split
    )
    having: dict[str, list[tuple[int, float]]] = {}
    for place, (_, words, _) in enumerate(split):
        for gram, weight in gram_vector(words, rarity).items():
            having.setdefault(gram, []).append((place, weight))
    known = frozenset(word for _, words, _ in split for word in words)
    return _KnownMoves(rarity, having, examples, known)


def _ending(word: str, known: frozenset[str]) -> str:
    """Return the known word that a longer one ends with: "Verständnisfragen" are questions."""
    if word in known:
        return word
    ends = (word[place:] for place in range(1, len(word) - _SHORTEST_ENDING + 1))
    return next((end for end in ends if end in known), word)
