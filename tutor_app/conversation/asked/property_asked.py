"""By what a message compares things: memory, time, order, what is promised, or their worth."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.domain.lexicon import read_word_lists

_LISTS: Final = read_word_lists(Path(__file__).with_name("properties.yaml"))
_PROPERTIES: Final = ("memory", "time", "order", "promise")


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyAsked:
    """What is asked of things: the words that ask for a property, and those that tell of it.

    `worth` says that the message asks why, or for what, one is taken, `says_worth` that it does so
    by more than "better"; `chooses` which one, `when` in which case.
    """

    asks: frozenset[str]
    tells: frozenset[str]
    worth: bool
    says_worth: bool
    chooses: bool
    when: bool

    @property
    def says_nothing(self) -> frozenset[str]:
        """The words that choose, compare or ask, and say nothing of a case."""
        beside = ASKED["polite"] | ASKED["person"] | ASKED["takes"] | ASKED["worth"]
        return beside | _LISTS["choosing"] | _LISTS["conditions"]

    @property
    def is_any(self) -> bool:
        """Whether any of it is asked."""
        return bool(self.asks) or self.worth or self.chooses

    def told_by(self, words: Collection[str]) -> bool:
        """Whether a sentence with these words tells of the property."""
        return not self.tells.isdisjoint(words)

    def decided_by(self, words: Collection[str]) -> bool:
        """Whether a sentence with these words tells when, or why, a thing is taken."""
        return not _LISTS["decides"].isdisjoint(words)

    def picked_by(self, words: Collection[str]) -> bool:
        """Whether a sentence with these words tells that a thing is the one to take."""
        return not _LISTS["picks"].isdisjoint(words)


def property_asked(text: str, names: Collection[str] = ()) -> PropertyAsked:
    """Return by what a message compares what it names.

    The words of `names` ask for nothing: "best" of "best-first search".
    """
    said = {word for word in plain(text) if word not in names}
    named = [name for name in _PROPERTIES if said & _LISTS[f"asks_{name}"]]
    takes = bool(said & ASKED["takes"])
    lacks = "what" in said and bool(said & ASKED["has"]) and bool(said & ASKED["lacks"])
    worth = bool(said & ASKED["worth"]) or (takes and "why" in said) or lacks
    should = ("should", "i") in pairwise(plain(text))
    chooses = bool(said & _LISTS["choosing"]) or should
    when = "when" in said and bool(said & (_LISTS["picks"] | ASKED["worth"]))
    of = named or (_PROPERTIES if worth else ())
    return PropertyAsked(
        asks=frozenset().union(*(said & _LISTS[f"asks_{name}"] for name in named)),
        tells=frozenset().union(*(_LISTS[f"tells_{name}"] for name in of)),
        worth=worth,
        says_worth=lacks or (takes and "why" in said) or not _LISTS["advantage"].isdisjoint(said),
        chooses=chooses or when,
        when=when,
    )
