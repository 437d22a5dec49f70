"""What an item wants an example to show: a property of properties.yaml, and a change of weights."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Value
from tutor_app.exercises.exercise_parts import asking_parts
from tutor_app.exercises.own_example.weight_change import WeightChange, change_of_all

EXAMPLE_WORDS: Final = read_word_lists(Path(__file__).with_name("example_words.yaml"))
_PLACES: Final = ("first", "last", "middle")  # of a pivot
_BETWEEN: Final = 3  # words between "a" and "graph"
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
Need = Literal["weights", "heuristic", "change", "array"]
By = Literal["ways", "edges", "cost", "distances", "length", "order", "rows"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOnExample:
    """One of the two runs: `changed`, on the weights as the item changes them."""

    algorithm: str
    changed: bool = False
    conventions: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownProperty:
    """What an example may show: that two runs on it differ `by` something."""

    name: str
    asks: tuple[frozenset[str], ...]
    needs: frozenset[Need]
    by: By
    first: RunOnExample
    second: RunOnExample | None = None
    named: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedExample:
    """The part of an item that wants an example, with what it has to show."""

    part: str
    property: ShownProperty
    change: WeightChange | None = None
    pivot: str | None = None


def _read(name: str, row: Mapping[str, Any]) -> ShownProperty:
    second = row.get("second")
    return ShownProperty(
        name=name,
        asks=tuple(frozenset(words.split()) for words in row["asks"]),
        needs=frozenset(row["needs"]),
        by=row["by"],
        first=RunOnExample(**row["first"]),
        second=None if second is None else RunOnExample(**second),
        named=frozenset(row.get("named", "").split()),
    )


PROPERTIES: Final = tuple(
    _read(name, row) for name, row in read_yaml(Path(__file__).with_name("properties.yaml")).items()
)


@lru_cache(maxsize=2_048)  # all items of the courses of a server
def asked_example(statement: str) -> AskedExample | None:
    """Return what an item wants an example of; None where it wants none that can be run.

    The part itself says it, else the item as a whole.
    """
    for part in filter(_wants_example, asking_parts(statement)):
        for text in (part, statement):
            words, change = set(plain_words(text)), change_of_all(statement)
            found = (one for one in PROPERTIES if _fits(one, words, change))
            if (asked := next(found, None)) is not None:
                return AskedExample(part=part, property=asked, change=change, pivot=_pivot(text))
    return None


def property_named(text: str) -> ShownProperty | None:
    """Return the property of changed weights that a text is about; None where it names none."""
    words = plain_words(text)
    named = ((word, one) for word in words for one in PROPERTIES if word in one.named)
    return next((one for _, one in named), None)


def plain_words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _fits(asked: ShownProperty, words: set[str], change: WeightChange | None) -> bool:
    if "change" in asked.needs and change is None:
        return False
    return all(words & group for group in asked.asks)


def _wants_example(part: str) -> bool:
    """Return whether a part asks for "a graph", "an example", not for work on "the graph"."""
    words = plain_words(part)
    if not words or EXAMPLE_WORDS["asks"].isdisjoint(words):
        return False
    return any(
        word in EXAMPLE_WORDS["examples"] and _is_open(words, at) for at, word in enumerate(words)
    )


def _is_open(words: Sequence[str], at: int) -> bool:
    before = words[max(0, at - _BETWEEN) : at]
    return not EXAMPLE_WORDS["open"].isdisjoint(before) or "own" in words[at : at + _BETWEEN + 1]


def _pivot(text: str) -> str | None:
    words = plain_words(text)
    return next((word for word in words if word in _PLACES), None) if "pivot" in words else None
