"""A question about a row that stands before the student: "why does G change in row 4?"."""

from __future__ import annotations

import re

from tutor_app.strategies.ladder import Ladder
from tutor_app.teaching import TracingRecord

LONGEST = 30  # words: a longer message says something of its own
_ROW = re.compile(
    r"\b(?:row|step|line|round|iteration)s?\s*(?:no\.?|number|#)?\s*(\d{1,3})\b", re.I
)
_ASKS = re.compile(r"\b(?:why|how come|how (?:does|do|did|is|was)|explain|what happens)\b", re.I)


def row_asked_about(text: str, known: TracingRecord, ladder: Ladder) -> int | None:
    """Return the number of the row that is asked about, where the student may see that row.

    None where the message asks something else, or about a row that is still theirs to find.
    """
    found = _ROW.search(text)
    if found is None or _ASKS.search(text) is None or len(text.split()) > LONGEST:
        return None
    if "|" in text or known.question is not None:
        return None
    number = int(found[1])
    if ladder.shown_all or known.policy == "open" or known.correct:
        return number
    own = known.wrong_step - 1 if known.attempt is not None and known.wrong_step else 0
    return number if number <= max(ladder.rows or 0, own) else None
