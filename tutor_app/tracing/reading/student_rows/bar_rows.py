"""Rows of a node, a bar and its list, wherever they stand in a message: "U 5 | T 6 ; T 6 | G 8".

Between words, behind a problem, or several in one line with ";" between them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from tutor_app.tracing.reading.student_rows.bare_rows import rows_hold_only
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

LEAST_ROWS = 2
_ROW_SAID: Final = re.compile(r"(?i)\b(?:row|step|line)\s*(\d+)")
_ENDS: Final = re.compile(r"[.?!]+(?:\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class BarRows:
    """The rows, one a line; `number` is that of the row named right before them, None without."""

    text: str
    number: int | None = None


def read_bar_rows(text: str, about: Context) -> BarRows | None:
    """Return the rows with bars of a message without the words around them; None without two.

    A last row may lack its bar, as nothing follows it: "T 6 | G 8 ; G 8".
    """
    if "|" not in text or not about.nodes.spelled:
        return None
    begins = re.compile(
        rf"(?i)(?<!\w)(?:(?:step\s*)?\d+\s*[|.):]\s*)?(?P<row>{about.nodes.known}"
        r"(?:\s*[(=:]?\s*\d+(?:\.\d+)?\)?)?\s*\|)"
    )
    rows: list[str] = []
    before = ""
    for line in text.splitlines():
        for part in re.split(r"\s*;\s*", line):
            found = begins.search(part)
            if found is None:
                if rows and (last := _last_row(part, about)):
                    rows.append(last)
                elif not rows:
                    before += f" {part}"
                continue
            if not rows:
                before += f" {part[: found.start()]}"
            rows.append(_without_words_behind(part[found.start() :]))
    if len(rows) < LEAST_ROWS or not all(rows_hold_only(row, about) for row in rows):
        return None
    said = _ROW_SAID.findall(before)
    return BarRows(text="\n".join(rows), number=int(said[-1]) if said else None)


def _without_words_behind(part: str) -> str:
    ends = _ENDS.search(part)
    return part[: ends.start()] if ends else part


def _last_row(part: str, about: Context) -> str:
    """Return a node with its value and no list, as a row with an empty one; "" for other words."""
    said = _without_words_behind(part).strip()
    alone = rf"(?i){about.nodes.known}(?:\s*[(=:]?\s*\d+(?:\.\d+)?\)?)?"
    return f"{said} |" if re.fullmatch(alone, said) else ""
