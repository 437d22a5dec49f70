"""The clauses and words of a message beside sums."""

from __future__ import annotations

import re
from typing import Final

# A point before a digit is a decimal one.
CLAUSE: Final = re.compile(r"(?:\.(?=\d)|[^.;!?\n])+[.;!?]*")
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def plain_words(text: str) -> list[str]:
    """Return the words of a text in lower case, with straight apostrophes."""
    return [word.casefold().replace("’", "'") for word in WORD.findall(text)]
