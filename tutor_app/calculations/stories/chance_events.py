"""What a task of chance asks for: "both green", "at least one six", "a sum of 7"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.stories.chance_story import ChanceModel, Label
from tutor_app.calculations.stories.named_kinds import (
    MOST,
    NamedKind,
    amount_of,
    bounds_of,
    kinds_in,
)
from tutor_app.calculations.stories.story_words import BREAKS, CUT, WORDS, number_in

_ASKED: Final = (["of"], ["that"], ["to"], ["for"])
Outcome = tuple[Label, ...]
Holds = Callable[[Outcome], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceEvent:
    """An event as it is told in `words`; `holds` says of an outcome whether it is in it.

    `draws` is how many draws its words speak of, 0 where they don't say; `taken` are the places of
    the numbers in the story that it was read from. `orders`: it may come about in several orders.
    """

    words: tuple[str, ...]
    holds: Holds
    key: tuple[object, ...]
    draws: int = 0
    taken: frozenset[int] = frozenset()
    kinds: tuple[frozenset[Label], ...] = ()


def events_in(words: Sequence[str], model: ChanceModel) -> list[tuple[int, ChanceEvent | None]]:
    """Return the events that the clauses of a story speak of, each with where its clause begins;
    None for a clause that speaks of a chance in words which are not read.
    """
    found: list[tuple[int, ChanceEvent | None]] = []
    for start, clause in _clauses(words):
        tells_setting = any(place in model.taken for place in range(start, start + len(clause)))
        asks = [place for place, word in enumerate(clause) if word in WORDS["chance"]]
        if tells_setting and not asks:
            continue
        asked = False
        if asks:
            place = start + asks[0]
            clause = clause[asks[0] + 1 :]
            asked = words[place - 1 : place] == [CUT] or clause[:1] in _ASKED
            start = place + 1
        while clause and clause[-1] in WORDS["edges"]:
            clause = clause[:-1]
        while clause and clause[0] in WORDS["edges"]:
            start, clause = start + 1, clause[1:]
        event = _read_event(clause, start, model)
        if event is not None or (asked and clause):
            found.append((start, event))
    return found


def _clauses(words: Sequence[str]) -> list[tuple[int, list[str]]]:
    found: list[tuple[int, list[str]]] = []
    start = 0
    for place, word in enumerate([*words, "."]):
        if word in BREAKS:
            if place > start:
                found.append((start, list(words[start:place])))
            start = place + 1
    return found


def _read_event(clause: list[str], start: int, model: ChanceModel) -> ChanceEvent | None:
    said = set(clause)
    if model.setting == "dice" and said & WORDS["sums"]:
        return _of_sum(clause, start, model)
    kinds = kinds_in(clause, model)
    if not kinds:
        return _of_sameness(clause, model)
    return _of_kinds(clause, kinds, start, model)


def _of_sameness(clause: list[str], model: ChanceModel) -> ChanceEvent | None:
    said = set(clause)
    double = model.setting == "dice" and bool(said & {"double", "pasch"})
    one_of_each = "one of each" in " ".join(clause)
    told = bool(said & (WORDS["same"] | WORDS["differ"])) or double or one_of_each
    if model.setting == "cards" or not told:
        return None
    negated = bool(said & WORDS["negations"])
    same = (bool(said & WORDS["same"]) or double) is not negated and not one_of_each

    def holds(outcome: Outcome) -> bool:
        kinds = len(set(outcome))
        return (
            kinds == 1
            if same
            else kinds == len(outcome) or (not one_of_each and kinds > 1 and len(outcome) == 2)
        )

    return ChanceEvent(words=tuple(clause), holds=holds, key=("same", same))


def _of_sum(clause: list[str], start: int, model: ChanceModel) -> ChanceEvent | None:
    """ "a sum of 7", "the total is more than 9"."""
    first = next(place for place, word in enumerate(clause) if word in WORDS["sums"])
    told = [
        (place, number_in(word))
        for place, word in enumerate(clause)
        if place > first and number_in(word) is not None and place + start not in model.taken
    ]
    if len(told) != 1:
        return None
    place, wanted = told[0]
    assert wanted is not None
    low, high = bounds_of(clause, place, wanted)
    if set(clause) & (WORDS["negations"] | {"and"}):  # "at least one 5 and a sum of 8"
        return None

    def holds(outcome: Outcome) -> bool:
        return low <= sum(map(int, outcome)) <= high

    return ChanceEvent(
        words=tuple(clause), holds=holds, key=("sum", low, high), taken=frozenset({start + place})
    )


def _of_kinds(
    clause: list[str], kinds: list[NamedKind], start: int, model: ChanceModel
) -> ChanceEvent | None:
    said = set(clause)
    if len(kinds) == 1:
        return _of_one(clause, kinds[0], start, model)
    sequence = bool(said & (WORDS["then"] | WORDS["first"] | WORDS["second"] | {"order"}))
    sequence = sequence and not said & WORDS["any_order"]
    sets = tuple(each.labels for each in kinds)
    bounds = WORDS["least"] | WORDS["most"] | WORDS["more"] | WORDS["fewer"]
    if said & (bounds | WORDS["negations"] | WORDS["none"]):
        return None
    amounts = [amount_of(clause, each) for each in kinds]
    if sequence:
        if any(amount not in (None, 1) for amount, _ in amounts):
            return None

        def in_turn(outcome: Outcome) -> bool:
            return len(outcome) == len(sets) and all(
                one in labels for one, labels in zip(outcome, sets, strict=True)
            )

        return ChanceEvent(
            words=tuple(clause), holds=in_turn, key=("turn", sets), draws=len(sets), kinds=sets,
            taken=frozenset(start + place for _, place in amounts if place is not None),
        )  # fmt: skip
    if "or" in said or any(one & other for one in sets for other in sets if one is not other):
        return None
    wanted = [amount or 1 for amount, _ in amounts]

    def of_each(outcome: Outcome) -> bool:
        return len(outcome) == sum(wanted) and all(
            sum(one in labels for one in outcome) == count
            for labels, count in zip(sets, wanted, strict=True)
        )

    return ChanceEvent(
        words=tuple(clause), holds=of_each, key=("each", sets, tuple(wanted)), draws=sum(wanted),
        taken=frozenset(start + place for _, place in amounts if place is not None), kinds=sets,
    )  # fmt: skip


def _often(word: str) -> int:
    """Return how often a word says that something comes up, 0 where it says nothing of it."""
    return {"once": 1, "twice": 2}.get(word, number_in(word) or 0)


def _of_one(  # noqa: C901  (one case for each way to tell how many are of a kind)
    clause: list[str], kind: NamedKind, start: int, model: ChanceModel
) -> ChanceEvent | None:
    """ "both green", "no six", "at least one head", "exactly two red", "the second is red"."""
    said, labels = set(clause), kind.labels
    draws = model.draws
    before = clause[: kind.place]
    amount, place = next(
        (
            (number_in(clause[near]), near)
            for near in range(kind.place - 1, max(-1, kind.place - 6), -1)
            if number_in(clause[near]) is not None
        ),
        (None, None),
    )
    taken = frozenset({start + place}) if place is not None else frozenset[int]()
    ordinal = said & (WORDS["first"] | WORDS["second"])
    taken |= {start + at for at in range(kind.place, kind.end) if number_in(clause[at]) is not None}
    if kind.place and clause[kind.place - 1] in ("not", "non"):
        before = before[:-1]  # the kind is what is left without it
    low: int | None = None
    high = MOST
    if ordinal and not said & WORDS["all"] and amount in (None, 1):
        at = 0 if said & WORDS["first"] else 1
        if len(ordinal) > 1 or "time" in said:
            return None

        def at_place(outcome: Outcome) -> bool:
            return len(outcome) > at and outcome[at] in labels

        return ChanceEvent(
            words=tuple(clause), holds=at_place, key=("at", at, labels), draws=0, taken=taken
        )
    if amount is not None and place is not None:
        low, high = bounds_of(clause, place, amount)
        if set(before) & WORDS["none"] and amount == 0:
            low, high = 0, 0
        elif set(before) & WORDS["all"] and amount == draws:
            low, high = draws, draws
        elif set(before) & WORDS["none"]:
            return None
    elif set(before) & WORDS["none"] or (set(before) & WORDS["negations"]):
        low, high = 0, 0
        if (
            not (WORDS["none"] & set(before))
            and before[-1:]
            and before[-1] not in ("a", "any", "get", "getting", "no")
        ):
            return None
        if said & WORDS["all"]:
            return None
    elif said & WORDS["all"] or "double" in said:
        low = high = draws or 2
    elif said & {"time", "twice", "once"}:
        told = [at for at, word in enumerate(clause[kind.end :], kind.end) if _often(word)]
        low = -1
        if len(told) == 1:
            low, high = bounds_of(clause, told[0], _often(clause[told[0]]))
    elif draws == 1:
        low = high = 1
    elif (
        model.setting in ("bag", "cards")
        and not draws
        and before
        and before[-1] in WORDS["articles"]
    ):
        low = high = 1
    if low is None or low < 0 or (draws and low > draws):
        return None
    least, most = low, high
    speaks = 2 if said & {"both", "double", "neither"} else 0
    whole = amount if amount is not None and set(before) & WORDS["all"] else 0

    def counted(outcome: Outcome) -> bool:
        found = sum(one in labels for one in outcome)
        return least <= found <= most

    return ChanceEvent(
        words=tuple(clause), holds=counted, key=("count", least, most, labels),
        draws=speaks or whole or 0, taken=taken, kinds=(labels,),
    )  # fmt: skip
