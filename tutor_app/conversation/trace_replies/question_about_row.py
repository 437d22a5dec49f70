"""A question about a row of the run at hand: "why does G change in row 4?"."""

from __future__ import annotations

import re

LONGEST = 30  # words: a longer message says something of its own
_ROW = re.compile(
    r"\b(?:row|step|line|round|iteration)s?\s*(?:no\.?|number|#)?\s*(\d{1,3})\b", re.I
)
_ASKS = re.compile(r"\b(?:why|how come|how (?:does|do|did|is|was)|explain|what happens)\b", re.I)


def row_asked_about(text: str) -> int | None:
    """Return the number of the row that a message asks about, None if it asks something else."""
    found = _ROW.search(text)
    if found is None or _ASKS.search(text) is None:
        return None
    return None if "|" in text or len(text.split()) > LONGEST else int(found[1])
