"""The alphabetical order of nodes: names that are whole numbers are ordered as numbers."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"-?\d+")


def name_key(name: str) -> tuple[int, int, str]:
    """Return what `sorted` needs: numbers first, by value; then text, without regard to case."""
    if _WHOLE.fullmatch(name):
        return 0, int(name), name
    return 1, 0, name.casefold()
