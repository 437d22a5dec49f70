"""A task of chance told in words, read into what lies there, how often is drawn, and how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from tutor_app.calculations.stories.story_words import BREAKS, WORDS, number_in

Setting = Literal["bag", "dice", "coins", "cards"]
Label = str
MOST_DRAWS: Final = 6
MOST_THINGS: Final = 1_000
SUITS: Final = ("heart", "diamond", "club", "spade")
RANKS: Final = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceModel:
    """What may come up: `kinds` by how many there are of each, drawn `draws` times.

    `replaced`: what is drawn is put back, so that each draw is like the first; None where the story
    does not say. `taken` are the places of the numbers in the story's words that it was read from.
    """

    setting: Setting
    kinds: Mapping[Label, int]
    draws: int
    replaced: bool | None
    taken: frozenset[int] = frozenset()

    @property
    def total(self) -> int:
        return sum(self.kinds.values())


def read_model(words: Sequence[str]) -> ChanceModel | None:
    """Return what a story tells to draw from; None where it tells none that is surely read."""
    said = set(words)
    if said & (WORDS["conditional"] | WORDS["several"]):
        return None
    if said & WORDS["dice"]:
        return _thrown(words, "dice", {str(face): 1 for face in range(1, 7)})
    if said & WORDS["coins"]:
        return _thrown(words, "coins", {"head": 1, "tail": 1})
    draws, places = _draws(words)
    counts = dict(_counts(words, places))
    if len(counts) < 2 and said & WORDS["cards"]:
        deck = {f"{rank} {suit}": 1 for rank, suit in product(RANKS, SUITS)}
        taken = {place for place, word in enumerate(words) if word == "52"}
        return _model("cards", deck, words, draws, frozenset(places | taken))
    kinds = _kinds(words, counts)
    if kinds is None or not said & (WORDS["draws"] | WORDS["chance"]):
        return None
    return _model("bag", kinds, words, draws, frozenset(places | set(counts)))


def _model(
    setting: Setting,
    kinds: Mapping[Label, int],
    words: Sequence[str],
    draws: int,
    taken: frozenset[int],
) -> ChanceModel | None:
    if draws > MOST_DRAWS or sum(kinds.values()) > MOST_THINGS:
        return None
    return ChanceModel(
        setting=setting, kinds=kinds, draws=draws, replaced=put_back_in(words), taken=taken
    )


def _thrown(
    words: Sequence[str], setting: Setting, kinds: Mapping[Label, int]
) -> ChanceModel | None:
    """Return dice or coins: so many of them, or one of them so often."""
    nouns = WORDS["dice"] if setting == "dice" else WORDS["coins"]
    found: set[int] = set()
    taken: set[int] = set()
    for place, word in enumerate(words):
        if word in WORDS["twice"] | WORDS["thrice"]:
            found.add(2 if word in WORDS["twice"] else 3)
        number = number_in(word)
        behind = words[place + 1 : place + 4]
        if number is None or not behind:
            continue
        if behind[0] in ("sided", "side", "faced"):
            if number != 6:
                return None
            taken.add(place)
        elif _first_of(behind, nouns | WORDS["times"]):
            found.add(number)
            taken.add(place)
    found.discard(1) if len(found) > 1 else None
    if len(found) > 1 or (not found and _are_several(words, nouns)):
        return None
    draws = found.pop() if found else 1
    if not 0 < draws <= MOST_DRAWS + 4:
        return None
    return ChanceModel(
        setting=setting, kinds=kinds, draws=draws, replaced=True, taken=frozenset(taken)
    )


def _are_several(words: Sequence[str], nouns: frozenset[str]) -> bool:
    """Whether several are spoken of that nobody counted: "a red die and a blue one"."""
    ones = [k for k, word in enumerate(words) if word in WORDS["articles"] - {"the"}]
    named = sum(_first_of(words[at + 1 : at + 4], nouns) for at in ones)
    return named > 1 or not {"both", "them", "other"}.isdisjoint(words)


def _first_of(words: Sequence[str], nouns: frozenset[str]) -> bool:
    """Whether one of some nouns stands first, or behind adjectives."""
    for word in words:
        if word in nouns:
            return True
        if word in BREAKS or word in WORDS["amid"] or number_in(word) is not None:
            return False
    return False


def _draws(words: Sequence[str]) -> tuple[int, set[int]]:
    """Return how many are drawn, 0 where it is not told, and the places of what says so."""
    best, places = 0, set[int]()
    for place, word in enumerate(words):
        if word not in WORDS["draws"]:
            continue
        for near in (*_onwards(words, place), *_backwards(words, place)):
            number = number_in(words[near])
            if number is not None:
                best = max(best, number)
                places.add(near)
                break
            if words[near] in ("a", "an") and words[near + 1 : near + 2] and not best:
                best = 1
    for place, number in _samples(words, drawn=best):
        best = max(best, number)
        places.add(place)
    if best == 1 and set(words) & (WORDS["another"] | WORDS["second"]):
        best = 2
    return best, places


def _samples(words: Sequence[str], drawn: int) -> Iterator[tuple[int, int]]:
    """Yield the numbers of "a committee of 3" and "one card", with their places."""
    for place, (before, of, word) in enumerate(zip(words, words[1:], words[2:], strict=False)):
        number = number_in(word)
        if before in WORDS["samples"] and of == "of" and number is not None:
            yield place + 2, number
    for place, (one, other) in enumerate(zip(words, words[1:], strict=False)):
        number = 2 if other in WORDS["twice"] else number_in(one)
        if number is not None and (other in WORDS["twice"] | {"time"} or _is_card(other, drawn)):
            yield place, number


def _is_card(word: str, drawn: int) -> bool:
    return word == "card" and not drawn


def _onwards(words: Sequence[str], place: int) -> Iterator[int]:
    for near in range(place + 1, min(place + 5, len(words))):
        yield near
        if words[near] not in WORDS["fillers"]:
            return


def _backwards(words: Sequence[str], place: int) -> Iterator[int]:
    """The number of "two of them are drawn", "2 balls get picked"."""
    for near in range(place - 1, max(place - 6, -1), -1):
        if words[near] in BREAKS or words[near] in (
            "and",
            "or",
            "i",
            "we",
            "he",
            "she",
            "you",
            "they",
        ):
            return
        yield near


def _counts(words: Sequence[str], taken: set[int]) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield the place of each number of things with the word for them: 4 green."""
    for place, word in enumerate(words):
        number = number_in(word)
        if (
            number is None
            or place in taken
            or (number < 2 and not word.isdecimal() and word != "one")
        ):
            continue
        behind = [each for each in words[place + 1 : place + 5]]
        if behind[:1] == ["of"] and len(behind) > 1 and behind[1] in WORDS["of_them"]:
            behind = behind[2:]
        while behind and behind[0] in ("are", "is", "were"):
            behind = behind[1:]
        if not behind or not behind[0].isalpha() or len(behind[0]) < 3 or behind[0] in _NO_KINDS:
            continue
        if place and words[place - 1] in WORDS["least"] | WORDS["most"] | WORDS["exactly"] | {
            "than"
        }:
            continue
        yield place, (behind[0], number)


_NO_KINDS: Final = frozenset().union(
    *(
        WORDS[name]
        for name in ("joints", "draws", "times", "chance", "articles", "of_them", "no_kinds")
        + ("differ", "same", "all")
    )
)


def _kinds(words: Sequence[str], counts: Mapping[int, tuple[str, int]]) -> dict[Label, int] | None:
    """Return how many there are of each kind; a number of all is no kind of its own."""
    told = [*counts.values()]
    events = _event_places(words)
    told = [each for place, each in counts.items() if place not in events] or told
    kinds: dict[Label, int] = {}
    for label, number in told:
        if kinds.setdefault(label, number) != number:
            return None
    if len(kinds) < 2:
        return None
    total_label, total = next(iter(kinds.items()))
    others = sum(kinds.values()) - total
    is_total = total_label in WORDS["things"]
    if total == others and len(kinds) > 2:
        del kinds[total_label]
    elif is_total and total > others:
        if not set(words) & (WORDS["of_them"] | WORDS["rest"]):
            return None
        del kinds[total_label]
        kinds["other"] = total - others
    elif is_total:
        return None
    return kinds if all(0 < each for each in kinds.values()) else None


def _event_places(words: Sequence[str]) -> set[int]:
    """Return the places behind a word of chance in its clause: "the chance of 2 red"."""
    found: set[int] = set()
    inside = False
    for place, word in enumerate(words):
        if word in BREAKS - {","}:
            inside = False
        elif word in WORDS["chance"]:
            inside = True
        elif inside:
            found.add(place)
    return found


def put_back_in(words: Sequence[str]) -> bool | None:
    """Return whether what is drawn is put back, as far as the story says so."""
    told: bool | None = None
    for place, word in enumerate(words):
        back = word in WORDS["back"] or (
            word in WORDS["behind_put"]
            and bool(WORDS["put_back"] & set(words[max(0, place - 4) : place]))
        )
        if back:
            before = words[max(0, place - 6) : place]
            cuts = [k for k, each in enumerate(before) if each in BREAKS - {","}]
            before = before[cuts[-1] + 1 :] if cuts else before
            found = not (set(before) & WORDS["negations"])
            if told is not None and told != found:
                return None
            told = found
    if told is None and set(words) & (WORDS["kept"] - {"once"}):
        return False
    if told is None and any(pair == ("at", "once") for pair in zip(words, words[1:], strict=False)):
        return False
    return told
