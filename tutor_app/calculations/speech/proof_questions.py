"""Questions of whether a property of a result shows that it is right: "it came out even, so …?"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from tutor_app.calculations.speech.clauses import CLAUSE, WORD, plain_words
from tutor_app.domain.data_files import read_yaml

_FILE: Final[Mapping[str, Any]] = read_yaml(Path(__file__).with_name("proof_questions.yaml"))
_LISTS: Final = {
    name: frozenset(str(words).split()) for name, words in _FILE.items() if name != "properties"
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SupposedSign:
    """A property that is taken for a sign of right or wrong work, and a case that refutes it: a
    `result` of `task` that has the property and is the opposite.
    """

    name: str
    cues: tuple[str, ...]
    sign_of: Literal["right", "wrong"]
    task: str
    result: str


SIGNS: Final = tuple(
    SupposedSign(
        name=name,
        cues=tuple(row["cues"]),
        sign_of=row["sign_of"],
        task=row["task"],
        result=row["result"],
    )
    for name, row in _FILE["properties"].items()
)


def supposed_sign(message: str) -> SupposedSign | None:
    """Return the property by which a message judges a result; None where it asks no such thing.

    "it simplifies so nicely, doesn't that mean it's right?", "why does mine still come out even?".
    """
    for found in CLAUSE.finditer(message):
        words = plain_words(found[0])
        for sign in SIGNS:
            at = _place_of(sign.cues, words)
            if at is not None and _judges_by_it(sign, words, at, asks=found[0].endswith("?")):
                return sign
    return None


def asks_how_it_came(message: str) -> bool:
    """Whether a message asks why a result came out as it did, and not if that shows something."""
    clauses = [WORD.findall(found[0].casefold()) for found in CLAUSE.finditer(message)]
    return any(_asks_why(words) and not _LISTS["comes"].isdisjoint(words) for words in clauses)


def asks_if_it_may_be(message: str) -> bool:
    """Whether a message asks if a result with some property can be right."""
    clauses = [set(WORD.findall(found[0].casefold())) for found in CLAUSE.finditer(message)]
    return any("can" in said and not said.isdisjoint(_LISTS["right"]) for said in clauses)


def asks_rule_of_both_sides(message: str) -> bool:
    """Whether a message asks why the same has to be done on both sides."""
    cues = next(each.cues for each in SIGNS if each.name == "both_sides")
    for found in CLAUSE.finditer(message):
        words = [word.casefold() for word in WORD.findall(found[0])]
        why = "why" in words or words[:2] == ["how", "come"]
        if why and _place_of(cues, words) is not None and not _LISTS["duty"].isdisjoint(words):
            return True
    return False


def _judges_by_it(sign: SupposedSign, words: Sequence[str], at: int, *, asks: bool) -> bool:
    """Whether a clause with a property's cue at a place takes it for a sign, and asks about it."""
    said = set(words)
    if _asks_why(words) and sign.sign_of == "right" and sign.name != "both_sides":
        return not said.isdisjoint(_LISTS["comes"])
    if sign.name == "one_case":  # "it works for x = 0, doesn't that prove it"
        return not said.isdisjoint(_LISTS["proves"])
    asks = asks or not said.isdisjoint(_LISTS["joins"]) or words[0] in _LISTS["asks"]
    doubted = _LISTS["right"] if "can" in said and sign.sign_of == "wrong" else frozenset()
    verdict = [k for k, word in enumerate(words) if word in _LISTS[sign.sign_of] | doubted]
    if not (asks and verdict):
        return False
    between = words[min(at, verdict[-1]) : max(at, verdict[-1])]
    shows = not said.isdisjoint(_LISTS["shows"] | ({"can"} if doubted else set()))
    return shows or not _LISTS["joins"].isdisjoint(between)


def _asks_why(words: Sequence[str]) -> bool:
    return "why" in words or any(
        one == "how" and other == "come" for one, other in zip(words, words[1:], strict=False)
    )


def _place_of(cues: Sequence[str], words: Sequence[str]) -> int | None:
    """Return where a cue, a word or several in a row, begins in a clause."""
    for cue in cues:
        row = cue.split()
        for place in range(len(words) - len(row) + 1):
            if list(words[place : place + len(row)]) == row:
                return place
    return None
