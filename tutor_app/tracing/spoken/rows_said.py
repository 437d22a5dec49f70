"""Whether a message numbers the rows that it tells."""

from __future__ import annotations

import re
from typing import Final

_ROW_SAID: Final = re.compile(r"(?i)\b(?:step|row|round|pass|line|iteration)\s*#?\s*\d")


def says_row(text: str) -> bool:
    """Whether a message numbers its rows itself: "step 3"."""
    return _ROW_SAID.search(text) is not None
