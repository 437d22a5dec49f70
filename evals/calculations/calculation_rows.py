"""Calculations as students type them, each with what is right of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from tutor_app.calculations.reading.plain_notation import plain_notation


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationRow:
    """A message, its lines, and the first of them that is wrong, counted from 0.

    `correct` is None where it is not `decidable` from the message.
    """

    message: str
    lines: tuple[str, ...]
    correct: bool | None
    first_wrong: int | None
    subject: str
    decidable: bool = True


def read_calculation_rows(path: Path) -> list[CalculationRow]:
    """Return the rows of a JSONL file."""
    rows = []
    for text in path.read_text(encoding="utf-8").splitlines():
        if text.strip():
            row = json.loads(text)
            rows.append(
                CalculationRow(
                    message=row["message"],
                    lines=tuple(row["lines"]),
                    correct=row.get("correct"),
                    first_wrong=row.get("first_wrong"),
                    subject=row.get("subject", "other"),
                    decidable=row.get("decidable", True) is not False,
                )
            )
    return rows


def line_at(row: CalculationRow, place: int) -> int | None:
    """Return the row's line at a place of its message in plain notation; None if it has none.

    Blanks are passed over, since a line may be told with others than the message has.
    """
    plain = plain_notation(row.message)
    signs = [where for where, sign in enumerate(plain) if not sign.isspace()]
    flat = "".join(plain[where] for where in signs)
    found = 0
    begins: list[tuple[int, int] | None] = []
    for line in row.lines:
        bare = "".join(plain_notation(line).split()).strip(".;")
        start = flat.find(bare, found)
        start = start if start >= 0 else flat.find(bare)
        if start < 0 or not bare:
            begins.append(None)
            continue
        found = start + len(bare)
        begins.append((signs[start], signs[found - 1] + 1))
    for number, span in enumerate(begins):
        if span is not None and span[0] <= place < span[1]:
            return number
    before = [number for number, span in enumerate(begins) if span is not None and span[0] <= place]
    return before[-1] if before else None
