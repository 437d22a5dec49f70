"""Arrays: "5, 3 and 8", "{5,3,8}", "A = [5, 3, 8]", "$A = \\langle 5, 3 \\rangle$", one a line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.problem_data.edges_as_written import FoundArray
from tutor_app.tracing.reading.tokens import Cursor

_SAID = re.compile(
    r"(?i)\b(?:arrays?|lists?|numbers?|elements?|values?|keys?|sequence|sort(?:ed|ing)?|in|data|input"
    r"|vector|arr|a|cells)\W*$"
)
_INDEX = re.compile(r"(?i)(?<![\[\w])(?:index|indices|position|pos|i)\W*$")
_OTHER = re.compile(
    r"(?i)\b(?:limits?|widths?|gaps?|steps?|passes|exercises?|questions?|assignments?)\W*$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """Numbers in a row: tokens `begin` up to `end`; higher `rank` is surer to be the array."""

    values: tuple[Number, ...]
    begin: int
    end: int
    rank: int
    unknown: int = 0


def find_array(text: str) -> FoundArray | None:
    """Return the array that the text gives, or None."""
    cursor = Cursor(text)
    runs = _runs(cursor)
    runs.extend(run for run in (_column(cursor), _assigned_cells(cursor)) if run is not None)
    if not runs:
        return None
    best = max(runs, key=lambda run: (run.rank, len(run.values)))
    return FoundArray(
        values=best.values,
        spans=(cursor.span(best.begin, best.end),),
        base=_base(text, cursor[best.begin].start),
        unknown=best.unknown,
    )


def _base(text: str, end: int) -> int | None:
    """Return the first index of "A[1..6] =" before the array."""
    said = re.search(
        r"\[\s*([01])\s*(?:\.\.+|\u2026|:|-|\u2013)\s*\w+\s*\]\s*[:=]*\s*\W*$",
        text[max(0, end - 40) : end],
    )
    return int(said[1]) if said else None


def _runs(cursor: Cursor) -> list[_Run]:
    runs = []
    at = 0
    while at < len(cursor):
        run = _run(cursor, at)
        if run is None:
            at += 1
        else:
            runs.append(run)
            at = run.end
    return [run for run in runs if run.rank >= 0]


def _run(cursor: Cursor, at: int) -> _Run | None:
    """Read the numbers that begin here, with what separates them."""
    if cursor.kind(at - 1) == "name" and not cursor[at].spaced and cursor.kind(at) != "open":
        return None
    bracket = cursor.kind(at) == "open"
    begin = at
    at += bracket
    values: list[Number] = []
    unknown = 0
    while True:
        read = cursor.number(at)
        if read is None and cursor.kind(at) == "unknown" and (values or bracket):
            unknown, at = unknown + 1, at + 1
        elif read is not None and not _is_something_else(cursor, at, read[1]):
            values.append(read[0])
            at = read[1]
        else:
            break
        end = at
        at = _separator(cursor, at, bracket=bracket)
        if cursor.kind(at) == "newline" and at > end and cursor.kind(at - 1) == "comma":
            at += 1  # a list goes on below a comma
    if not values:
        if bracket and cursor.kind(begin + 1) == "close" and "[" in cursor[begin].text:
            return _Run(
                values=(), begin=begin, end=begin + 2, rank=0 if _said(cursor, begin) else -1
            )
        return None
    closed = bracket and cursor.kind(at) == "close"
    rank = _rank(cursor, begin, at, len(values), closed=closed)
    stop = at + 1 if closed else end
    return _Run(values=tuple(values), begin=begin, end=stop, rank=rank, unknown=unknown)


def _separator(cursor: Cursor, at: int, *, bracket: bool) -> int:
    signs = ("comma", "semi", "pipe", "newline") if bracket else ("comma", "semi", "pipe")
    while cursor.kind(at) in signs and at < len(cursor):
        at += 1
    if cursor.word(at) in ("and", "then") and cursor.number(at + 1) is not None:
        at += 1
    return at


def _is_something_else(cursor: Cursor, at: int, end: int) -> bool:
    """Tell numbers of the array from "1..6", "n-1", "3:" and "0-based"."""
    after = cursor[end]
    if after.kind == "ellipsis" and not after.spaced and cursor.kind(end + 1) in ("number", "name"):
        return True
    glued = not after.spaced and after.kind in ("name", "dash", "equals")
    # "3: …" labels what follows; the colon behind a list's last number ends it.
    listed = cursor.kind(at - 1) in ("comma", "number")
    return (after.kind == "colon" and not listed) or glued


def _rank(cursor: Cursor, begin: int, at: int, count: int, *, closed: bool) -> int:
    """Say how surely this is the array; below 0 it is not."""
    text = cursor.text
    before = text[max(0, cursor[begin].start - 40) : cursor[begin].start]
    before = re.sub(r"\\[a-zA-Z]+|\$", "", before)
    if _INDEX.search(before) or _OTHER.search(before) or cursor.kind(at) == "ellipsis":
        return -1
    assigned = bool(re.search(r"[\w\]]\s*:?=\s*(?:new\s+\w+\[\]\s*|np\.array\(|list\()?$", before))
    if closed:
        if count == 1 and re.search(r"\w$", before):
            return -1  # "A[0]" is one cell
        return 3 if assigned or _SAID.search(before) or count > 1 else -1
    if count < 2:
        return -1
    return 2 if assigned or _SAID.search(before) or count > 3 else 1


def _said(cursor: Cursor, begin: int) -> bool:
    start = cursor[begin].start
    return bool(
        re.search(r"(?i)(?:array|list|=|sort)\W*$", cursor.text[max(0, start - 30) : start])
    )


def _column(cursor: Cursor) -> _Run | None:
    """Read numbers that stand one on each line, at least three."""
    best: _Run | None = None
    values: list[Number] = []
    begin = at = 0
    while at <= len(cursor):
        end = cursor.line_end(at)
        first = at + (cursor.kind(at) == "bullet")
        read = cursor.number(first) if first < end else None
        if read is not None and all(
            cursor.kind(n) in ("comma", "semi") for n in range(read[1], end)
        ):
            begin = begin if values else at
            values.append(read[0])
            if len(values) > 2 and (best is None or len(values) > len(best.values)):
                best = _Run(values=tuple(values), begin=begin, end=end, rank=2)
        elif end > at:
            values = []
        at = end + 1
    return best


def _assigned_cells(cursor: Cursor) -> _Run | None:
    """Read "A[0] = 5, A[1] = 3": one cell after the other."""
    cells = []
    for at in range(len(cursor)):
        index, after = cursor.number(at + 2), cursor.kind(at + 3)
        value = cursor.number(at + 5) if cursor.kind(at + 4) in ("equals", "colon") else None
        opened = cursor.kind(at) == "name" and cursor.kind(at + 1) == "open"
        if opened and index and after == "close" and value:
            cells.append((index[0], value[0], at, value[1]))
    indices = [cell[0] for cell in cells]
    if len(cells) < 2 or indices != list(range(int(indices[0]), int(indices[0]) + len(cells))):
        return None
    values = tuple(cell[1] for cell in cells)
    return _Run(values=values, begin=cells[0][2], end=cells[-1][3], rank=4)
