"""Whether a message numbers the rows that it tells, and takes back what it has told."""

from __future__ import annotations

import re
from typing import Final

_ROW_SAID: Final = re.compile(r"(?i)\b(?:step|row|round|pass|line|iteration)\s*#?\s*\d")

_BACK: Final = r"\b(?:no|wait|sorry|actually|oops|rather|meant|hang\s+on)\b"


def says_row(text: str) -> bool:
    """Whether a message numbers its rows itself: "step 3"."""
    return _ROW_SAID.search(text) is not None


def takes_back(text: str, first: str, second: str) -> bool:
    """Whether a word between two names takes the first one back: "M … no, … P"."""
    between = rf"(?<!\w){re.escape(first)}(?!\w).*?{_BACK}.*?(?<!\w){re.escape(second)}(?!\w)"
    return re.search(between, text, re.DOTALL | re.IGNORECASE) is not None
