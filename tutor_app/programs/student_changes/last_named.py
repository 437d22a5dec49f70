"""The lines of a program that were named last: what "it", "that" and "there" are about."""

from __future__ import annotations

import difflib
import re

from tutor_app.programs.code_in_text import tokens_of

_NUMBERS = re.compile(r"\blines? (\d+(?:(?:, | and | or )\d+)*)", re.IGNORECASE)
_MARKED = re.compile(r"`([^`\n]+)`")


def lines_last_named(source: str, said: str, earlier: str | None = None) -> tuple[int, ...]:
    """Return the lines that the tutor's last words name, the last first, then those that are other
    than in an earlier version."""
    rows = source.split("\n")
    told = _NUMBERS.finditer(said)
    found = [(at.start(1) + n.end(), int(n[0])) for at in told for n in re.finditer(r"\d+", at[1])]
    own = [_plain(row) for row in rows]
    for at in _MARKED.finditer(said):
        lines = [n for n, row in enumerate(own, 1) if row and row == _plain(at[1])]
        found += [(at.end(), line) for line in lines if len(lines) == 1]
    named = [line for _, line in sorted(found, reverse=True) if line <= len(rows)]
    return tuple(dict.fromkeys((*named, *changed_from(earlier, source))))


def changed_from(earlier: str | None, source: str) -> tuple[int, ...]:
    """Return the lines of a program that an earlier version has not."""
    if earlier is None:
        return ()
    pair = earlier.split("\n"), source.split("\n")
    codes = difflib.SequenceMatcher(None, *pair, autojunk=False).get_opcodes()
    return tuple(n + 1 for tag, _, _, i, j in codes if tag != "equal" for n in range(i, j))


def _plain(row: str) -> str:
    return " ".join(token.text for token in tokens_of(row.rstrip(" :")))
