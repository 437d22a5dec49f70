"""Whether a text says that edges have a direction: "no arrows", "both ways", "one-way streets"."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml

_PHRASES: Final[dict[str, list[str]]] = read_yaml(Path(__file__).with_name("direction_words.yaml"))
_BETWEEN: Final = r"(?:\W+\w+){0,3}?"


def _pattern(phrases: list[str]) -> re.Pattern[str]:
    """Return what finds any of the phrases, with words between where they have "…"."""
    parts = (
        r"[\s-]+".join(re.escape(word) for word in phrase.split()).replace(r"[\s-]+…", _BETWEEN)
        for phrase in sorted(phrases, key=len, reverse=True)
    )
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(parts)})(?!\w)")


_SAID: Final = {name: _pattern(phrases) for name, phrases in _PHRASES.items()}


def stated_direction(text: str) -> bool | None:
    """Return whether a text says that edges have a direction; None where it says nothing of it.

    What denies a direction counts first: "no arrows" names arrows, too.
    """
    if _SAID["undirected"].search(text):
        return False
    return True if _SAID["directed"].search(text) else None
