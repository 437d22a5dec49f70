"""How long practice is wished to be: one question ("a quick one"), a few, or as long as any."""

from __future__ import annotations

import re
from typing import Final

from tutor_app.conversation.practice.divided_sentences import PART_WORDS
from tutor_app.domain.lexicon import NEGATIONS, NUMBER_WORDS

ONE, FEW = 1, 3  # questions
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\b2\b")
_TWO: Final = "2"  # "2 long" is too long, "2 short ones" are short
_SHORT, _LONG, _THINGS, _SEVERAL = (
    frozenset(PART_WORDS[name]) for name in ("short", "long", "things", "several")
)
_QUESTIONS: Final = _THINGS - {"one", "something", "it", "round", "quiz"}
_COUNTED: Final = re.compile(r"\d+|[^\W\d_]+")
_MOST: Final = 20  # questions of a round
_NOT: Final = frozenset({*NEGATIONS, "nothing", "too", "takes", "less", "not"})
_NEAR: Final = 2  # words between what is short and that it is
_REACH: Final = 3  # words that a denial reaches over


def wished_length(text: str) -> int | None:
    """Return how many questions a wish asks for; None where it says nothing of it."""
    if (counted := counted_questions(text)) is not None:
        return counted
    words = _words(text)
    found = [at for at, word in enumerate(words) if _is_short(words, at)]
    if not found:
        return None
    return FEW if any(_is_of_several(words, at) for at in found) else ONE


def counted_questions(text: str) -> int | None:
    """Return how many questions a wish counts, "3 questions", "five more questions"; else None."""
    words = [word.casefold() for word in _COUNTED.findall(text)]
    for at, word in enumerate(words):
        value = int(word) if word.isdecimal() else NUMBER_WORDS.get(word, 0)
        # "one question after the other" counts none.
        behind = {one.removesuffix("s") for one in words[at + 1 : at + 1 + _NEAR]}
        if 1 < value <= _MOST and behind & _QUESTIONS:
            return value
    return None


def says_short_thing(text: str) -> bool:
    """Whether a text says of a thing that it is to be short: "something quick", "a short one"."""
    words = _words(text)
    too_long = any(_is_short(words, at) and words[at] in _LONG for at in range(len(words)))
    return too_long or asks_for_short_thing(text)


def asks_for_short_thing(text: str) -> bool:
    """Whether a text names a thing that is to be short: "a brief one", and not "too long"."""
    words = _words(text)
    return any(
        _is_short(words, at) and words[at] in _SHORT and not _THINGS.isdisjoint(_around(words, at))
        for at in range(len(words))
    )


def names_a_thing(text: str) -> bool:
    """Whether a text speaks of something that may be asked for: "a percent one"."""
    return not _THINGS.isdisjoint(_words(text))


def _is_of_several(words: list[str], at: int) -> bool:
    """Whether what is short is said of several: a quick quiz, and not "quickly quiz me"."""
    near = range(max(0, at - _NEAR), min(len(words), at + _NEAR + 1))
    return any(words[n] in _SEVERAL and words[n + 1 : n + 2] != ["me"] for n in near)


def _is_short(words: list[str], at: int) -> bool:
    """Whether a word says that it is to be short: it does, or denies that it may be long."""
    before = words[max(0, at - _REACH) : at]
    denied = not _NOT.isdisjoint(before)
    names_sort = words[at + 1 : at + 2] == ["sort"]  # quick sort
    if words[at] in _SHORT:
        return not denied and not names_sort
    return words[at] in _LONG and (denied or words[at - 1 : at] == [_TWO])


def _around(words: list[str], at: int) -> list[str]:
    return words[max(0, at - _NEAR) : at + _NEAR + 1]


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
