"""Algorithms that messages name and that cannot be run here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.tracing.reading.algorithm_names import first_place, place_of_pattern
from tutor_app.tracing.reading.plain_spelling import plain

# "AB 6, AC 3": an edge with its weight among others, and not what is called AC-3.
_PAIR_WITH_WEIGHT: Final = re.compile(
    r"(?<=[A-Z]{2} \d[,;] )[A-Z]{2} \d\b|\b[A-Z]{2} \d(?=[,;] [A-Z]{2} \d)"
)
NAMES = Path(__file__).with_name("untraced_algorithms.yaml")


def name_untraced(text: str) -> str | None:
    """Return the algorithm that cannot be run and that a text names before any that can."""
    spelled = plain(_PAIR_WITH_WEIGHT.sub(" ", text))
    named = [
        (place, name)
        for name, pattern in _patterns().items()
        if (place := place_of_pattern(pattern, spelled)) is not None
    ]
    if not named:
        return None
    place, name = min(named)
    traced = first_place(text)
    return name if traced is None or place <= traced else None


@cache
def _patterns() -> Mapping[str, str]:
    """Return what each algorithm is recognised by, by its name."""
    listed: dict[str, list[str]] = read_yaml(NAMES)
    return {name: _pattern([name, *spellings]) for name, spellings in listed.items()}


def _pattern(spellings: list[str]) -> str:
    words = [[re.escape(word) for word in plain(each).split()] for each in spellings]
    called = "|".join(r"(?:'?s)?\s+".join(each) for each in words)
    return rf"(?<!\w)(?:{called})(?:'?s)?(?!\w)"
