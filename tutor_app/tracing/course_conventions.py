"""Conventions that a course's own pages state, for problems that are made to practise on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from tutor_app.domain.traces import Value
from tutor_app.tracing.algorithm import algorithm_named

_PUSHES: Final = re.compile(r"\bpush(?:ed|es|ing)?\b", re.IGNORECASE)
_REVERSED: Final = re.compile(r"\brevers", re.IGNORECASE)
_ALPHABETICAL: Final = re.compile(r"\balphabetical", re.IGNORECASE)
_NEIGHBOURS: Final = re.compile(r"\b(?:neighbou?rs?|successors?|children)\b", re.IGNORECASE)
_REVERSE: Final[Mapping[str, Value]] = {"neighbor_order": "reverse_alphabetical"}


def conventions_of_course(
    algorithm_id: str, stated: Mapping[str, Value], sentences: Iterable[str]
) -> dict[str, Value]:
    """Return the conventions of an algorithm that hold in a course, by their names.

    `stated` are those that its staff have set, which count before what its `sentences` say: where
    they push neighbours in reverse order and never otherwise, its depth-first search does.
    """
    known = algorithm_named(algorithm_id).conventions
    found: dict[str, Value] = {}
    if algorithm_id == "dfs" and "neighbor_order" not in stated and pushes_in_reverse(sentences):
        found.update(_REVERSE)
    return found | {name: value for name, value in stated.items() if name in known}


def pushes_in_reverse(sentences: Iterable[str]) -> bool:
    """Whether sentences push neighbours in reverse order, and none in another one."""
    said = [_order_pushed(sentence) for sentence in sentences]
    return "reverse" in said and "forward" not in said


def _order_pushed(sentence: str) -> str:
    """Return the order in which a sentence pushes neighbours, "" where it says none."""
    if not _PUSHES.search(sentence) or not _NEIGHBOURS.search(sentence):
        return ""
    if _REVERSED.search(sentence):
        return "reverse"
    return "forward" if _ALPHABETICAL.search(sentence) else ""
