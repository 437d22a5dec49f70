"""What of a line somebody says who tells it, and a change in the student's own layout."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Sequence

from tutor_app.programs.code_in_text import parse_program, tokens_of


def specific(text: str) -> Counter[str]:
    """Return the names, numbers and keywords of code: what somebody who tells it says."""
    tokens = (token.text.casefold() for token in tokens_of(text))
    return Counter(each for each in tokens if each[0].isalnum() or each[0] == "_")


def as_written(rows: Sequence[str], old: list[str], new: list[str]) -> str:
    """Return a changed program with the rows of it that stay as the student wrote them."""
    own = [row for row in rows if row.strip()]
    if len(own) != len(old):
        return "\n".join(new)
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    parts = [own[i:j] if tag == "equal" else new[k:m] for tag, i, j, k, m in codes]
    text = "\n".join(row for each in parts for row in each)
    return text if parse_program(text) is not None else "\n".join(new)
