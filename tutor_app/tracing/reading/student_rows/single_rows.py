"""A few rows of a trace, read without the rest of it: "4 | C | 6 | G 8", "B C D -> C D"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.reading.student_rows.doubtful_lines import doubts_in
from tutor_app.tracing.reading.student_rows.list_entries import numbers_in
from tutor_app.tracing.reading.student_rows.queue_rows import queue_states
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.rows_in_sentences import read_told_rows
from tutor_app.tracing.reading.student_rows.rows_in_table import table_rows, with_usual_header
from tutor_app.tracing.reading.student_rows.student_trace import read_student
from tutor_app.tracing.reading.table_cells import Grid, cells_of

_NUMBERED = re.compile(
    r"(?i)^[\s|*•-]*(?:(?:step|pass|row|iteration|round|line|limit)\s*#?\s*\d+|\d+\s*[.):|\t]\s*\S)"
)
_ARROWS = re.compile(r"\s*(?:->|→|=>|⇒|\bthen\b|\bbecomes\b|\bto\b|\n)\s*")
_LIST = re.compile(r"[\s,;|\[\]{}()]*-?\d+(?:\.\d+)?(?:[\s,;|]+-?\d+(?:\.\d+)?)*[\s,;|\[\]{}().]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Rows in their order; `numbered`: the message says which numbers they have."""

    trace: StudentTrace
    numbered: bool = False


def read_pieces(text: str, about: Context) -> list[Piece]:
    """Return the readings of a message as some rows of a trace, those without doubts first."""
    found: list[Piece] = []
    for piece in _readings(text, about):
        if not any(piece.trace == other.trace for other in found):
            found.append(piece)
    return [piece for piece in found if not piece.trace.doubts] or found


def _readings(text: str, about: Context) -> Iterator[Piece]:
    numbered = bool(_NUMBERED.match(text))
    if (tabled := _single_row(text, about)) is not None:
        yield tabled
        return
    if states := queue_states(text, about):
        yield Piece(trace=StudentTrace(rows=states))
        return
    if arrays := _arrays(text, about):
        yield arrays
        return
    if about.algorithm == "binary_search" and (row := _bounds(text)) is not None:
        yield Piece(trace=StudentTrace(rows=(row,)))
        return
    usual = read_student(text, about)
    if usual is not None:
        yield Piece(trace=usual, numbered=numbered)
    for listing in (False, True):
        told = read_told_rows(text, about, listing=listing)
        if told is not None and (told.rows or usual is None):
            yield Piece(trace=told)


def _single_row(text: str, about: Context) -> Piece | None:
    """Read one line of cells, its step's number first."""
    lines = [line for line in text.splitlines() if line.strip()]
    cells = cells_of(lines[0]) if len(lines) == 1 else []
    if len(cells) < 2 or not re.fullmatch(r"\W*\d+\W*", cells[0]) or "array" in about.columns:
        return None
    grid = Grid(header=("step", *[""] * (len(cells) - 1)), rows=(tuple(cells),), lines=range(1))
    read = table_rows(with_usual_header(grid, about), about)
    rows, texts = [row for row, _ in read], [said for _, said in read]
    doubts = doubts_in(rows, texts, about)
    return Piece(trace=StudentTrace(rows=tuple(rows), doubts=doubts), numbered=True)


def _bounds(text: str) -> Row | None:
    """Read "5 6 5 23", lo, hi, mid and the value there, as a row of a table without header."""
    values = numbers_in(text) if _LIST.fullmatch(text.strip()) else ()
    if len(values) not in (3, 4):
        return None
    return dict(zip(("lo", "hi", "mid", "value"), values, strict=False))


def _arrays(text: str, about: Context) -> Piece | None:
    """Read "2 4 5 6 1 3 -> 1 2 4 5 6 3" and an array alone."""
    if "array" not in about.columns or len(about.array) < 2:
        return None
    parts = [part for part in _ARROWS.split(text.strip()) if part.strip()]
    if not parts or not all(_LIST.fullmatch(part) for part in parts):
        return None
    arrays = [numbers_in(part) for part in parts]
    if any(len(array) != len(about.array) for array in arrays):
        return None
    return Piece(trace=StudentTrace(rows=tuple({"array": array} for array in arrays)))
