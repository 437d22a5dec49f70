"""The kinds of things that a clause names, and how many of them: "at least two red", "a six"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.stories.chance_story import RANKS, SUITS, ChanceModel, Label
from tutor_app.calculations.stories.story_words import WORDS, number_in


@dataclass(frozen=True, slots=True)
class NamedKind:
    """A set of labels that is named at a place of a clause."""

    place: int
    end: int
    labels: frozenset[Label]


MOST: Final = 10_000


def bounds_of(clause: Sequence[str], place: int, number: int) -> tuple[int, int]:
    """Return from where to where a number may go, by the words around it; else it is exact."""
    before = set(clause[max(0, place - 3) : place])
    behind = clause[place + 1 : place + 3]
    if before & WORDS["least"]:
        return number, MOST
    if before & WORDS["most"]:
        return 0, number
    if "than" in before or before & (WORDS["more"] | WORDS["fewer"]):
        return (number + 1, MOST) if before & WORDS["more"] else (0, number - 1)
    if behind[:1] == ["or"] and behind[1:] and behind[1] in WORDS["more"]:
        return number, MOST
    if behind[:1] == ["or"] and behind[1:] and behind[1] in WORDS["fewer"]:
        return 0, number
    return number, number


def kinds_in(clause: list[str], model: ChanceModel) -> list[NamedKind]:
    """Return the kinds that a clause names, those side by side as one: "red king"."""
    found: list[NamedKind] = []
    for place, word in enumerate(clause):
        labels = _labels(clause, place, word, model)
        if labels is None:
            continue
        between = clause[found[-1].end : place] if found else ["-"]
        if model.setting == "cards" and set(between) <= {"of", "card"}:
            joined = found[-1].labels & labels
            found[-1] = NamedKind(found[-1].place, place + 1, joined)
        elif found and between[:1] == ["or"] and set(between[1:]) <= WORDS["articles"]:
            found[-1] = NamedKind(found[-1].place, place + 1, found[-1].labels | labels)
        else:
            found.append(NamedKind(place, place + 1, labels))
    return found


def _labels(
    clause: Sequence[str], place: int, word: str, model: ChanceModel
) -> frozenset[Label] | None:
    if model.setting == "dice":
        return _faces(clause, place, word)
    if model.setting == "cards":
        return _cards(word)
    if word not in model.kinds or (word == "other" and place == 0):
        return None
    kinds = frozenset(model.kinds)
    negated = place and clause[place - 1] in ("not", "non")
    return kinds - {word} if negated else frozenset({word})


def _faces(clause: Sequence[str], place: int, word: str) -> frozenset[Label] | None:
    if word in WORDS["even"]:
        return frozenset("246")
    if word in WORDS["odd"]:
        return frozenset("135")
    if word in WORDS["prime"]:
        return frozenset("235")
    number = number_in(word)
    if number is None or not 1 <= number <= 6:
        return None
    before = clause[place - 1] if place else ""
    if before == "than" or before in WORDS["more"] | WORDS["fewer"]:
        low, high = bounds_of(clause, place, number)
        return frozenset(str(face) for face in range(1, 7) if low <= face <= high)
    behind = clause[place + 1 : place + 2]
    if behind and (
        number_in(behind[0]) is not None or behind[0] in ("even", "odd", "throw", "of", "time")
    ):
        return None  # it says how many there are of what follows
    leads = before in WORDS["articles"] | WORDS["none"] | WORDS["all"] | {
        "double",
        "or",
        "any",
        "first",
        "second",
        "rolling",
        "throwing",
        "getting",
        "",
    }
    return frozenset({str(number)}) if leads or number_in(before) is not None else None


def _cards(word: str) -> frozenset[Label] | None:
    suits = {"red": ("heart", "diamond"), "black": ("club", "spade")}.get(word, (word,))
    ranks = {"face": ("jack", "queen", "king"), "picture": ("jack", "queen", "king")}.get(
        word, (word,)
    )
    if word not in WORDS["faces"]:
        return None
    return frozenset(
        f"{rank} {suit}" for rank in RANKS for suit in SUITS if suit in suits or rank in ranks
    )


def amount_of(clause: Sequence[str], kind: NamedKind) -> tuple[int | None, int | None]:
    """Return the number told right before a kind, with its place."""
    place = kind.place - 1
    if place < 0:
        return None, None
    return (
        (number_in(clause[place]), place) if number_in(clause[place]) is not None else (None, None)
    )
