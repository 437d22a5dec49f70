"""What a message wishes of the answer on the table: shorter, simpler, an example."""

from __future__ import annotations

from typing import Final, Literal

from tutor_app.conversation.asked.asked_words import ASKED, clauses, plain
from tutor_app.domain.lexicon import SMALL_WORDS

Wish = Literal["shorter", "simpler", "example"]
_WISHES: Final[tuple[Wish, ...]] = ("shorter", "simpler", "example")
_BESIDE: Final = frozenset[str]().union(
    *(ASKED[name] for name in ("beside_wish", "units", "polite", "person", "articles", "what"))
)
_LONGEST = 9  # words of a clause that only wishes


def wish_in(text: str) -> tuple[Wish, str] | None:
    """Return the wish of a message and what it says beside; None where no clause only wishes.

    "finally. example? w numbers", "too long. so prim?": a clause wishes if all of its words do, or
    stand beside wishes. Numbers are asked for of an example.
    """
    parts = clauses(text)
    wishes = [(part, wish) for part in parts if (wish := _wish_of(part)) is not None]
    if not wishes:
        return None
    beside = " ".join(part for part in parts if _wish_of(part) is None and not _says_nothing(part))
    found = {wish for _, wish in wishes}
    # "boil that down. and an example": what shows more than was told comes before what tells less.
    return next(wish for wish in ("example", "simpler", "shorter") if wish in found), beside


def _wish_of(clause: str) -> Wish | None:
    words = plain(clause)
    if len(words) > _LONGEST or not all(_may_stand(word) for word in words):
        return None
    said = set(words)
    named = [wish for wish in _WISHES if said & ASKED[wish]]
    if named:
        return "example" if "example" in named else named[0]
    if {"long", "wordy"} & said or said & {"one", "1"} and said & ASKED["units"]:
        return "shorter"
    return "example" if said & {"numbers", "numeric"} else None


def _may_stand(word: str) -> bool:
    wishes = any(word in ASKED[wish] for wish in _WISHES)
    return wishes or word in _BESIDE or word in SMALL_WORDS or word.isdecimal()


def _says_nothing(clause: str) -> bool:
    return all(map(_may_stand, plain(clause)))
