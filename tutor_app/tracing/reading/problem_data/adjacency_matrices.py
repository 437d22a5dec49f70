"""Adjacency matrices: a header of nodes, then a row for each; also in LaTeX or with bars."""

from __future__ import annotations

import re

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.nested_brackets import Atom, Group, read_literal
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Written
from tutor_app.tracing.reading.tokens import Cursor

_EMPTY = ("dash", "dot", "inf", "bullet", "ellipsis", "unknown")
_IN_HEADER = ("name", "number", "pipe", "comma", "open", "close")
_LEADS = ("from", "to", "node", "nodes", "vertex", "name")
_LONGEST_LINE = 400  # tokens of a header: more is no matrix that could be shown
_Cell = Number | None  # None: no edge


def read_matrices(text: str) -> list[Draft]:
    """Return the matrices of a message."""
    cursor = Cursor(text)
    names = Names(cursor)
    drafts: list[Draft] = []
    headers = _header_starts(cursor)
    at = 0
    while at < len(cursor):
        if at in headers and cursor.kind(at - 1) in ("newline", "colon", "equals", "open"):
            draft, end = _headed(cursor, at)
            if draft is not None:
                drafts.append(draft)
                at = end
                continue
        at += 1
    if not drafts:
        bare = _bare(cursor, names)
        drafts = [bare] if bare is not None else []
    return drafts


def _header_starts(cursor: Cursor) -> frozenset[int]:
    """Return the tokens from which on a line may be a header: names, with nothing else behind."""
    starts: set[int] = set()
    name = other = end = len(cursor)  # the next name, the last sign of the line that is no header's
    for at in range(len(cursor) - 1, -1, -1):
        kind = cursor.kind(at)
        if kind == "newline":
            name = other = end = at
            continue
        if kind in ("name", "number"):
            name = at
        elif kind not in _IN_HEADER and other == end:
            other = at
        short = end - at <= _LONGEST_LINE
        led = cursor.word(at) in _LEADS or cursor[at].text == "/"
        if short and (led or name < end and (other == end or name > other)):
            starts.add(at)
    return frozenset(starts)


def _headed(cursor: Cursor, at: int) -> tuple[Draft | None, int]:
    header = _header(cursor, at)
    end = cursor.line_end(at)
    if len(header) < 2:
        return None, at
    rows: list[tuple[str, list[_Cell]]] = []
    line = end + 1
    while line < len(cursor) and len(rows) < len(header):
        stop = cursor.line_end(line)
        row = _row(cursor, line, stop, header)
        if row is None:
            if rows or not _is_rule(cursor, line, stop):
                break
        else:
            rows.append(row)
        line = stop + 1
    if len(rows) < max(2, len(header) - 1) or not {name for name, _ in rows} <= set(header):
        return None, at
    return _draft(cursor, at, line, header, rows), line


def _header(cursor: Cursor, at: int) -> list[str]:
    """Return the nodes of a header line; [] where one stands twice, or something else in it."""
    found: list[str] = []
    end = cursor.line_end(at)
    if cursor.word(at) in _LEADS or cursor[at].text == "/":
        at += 1
        while at < end and (cursor.word(at) in ("to", "from") or cursor[at].text in ("/", "\\")):
            at += 1
    while at < end:
        token = cursor[at]
        if token.kind in ("name", "number"):
            if token.text in found:
                return []
            found.append(token.text)
        elif token.kind not in _IN_HEADER and found:
            return []
        at += 1
    return found


def _row(cursor: Cursor, at: int, end: int, header: list[str]) -> tuple[str, list[_Cell]] | None:
    while cursor.kind(at) in ("pipe", "open", "bullet") and at < end:
        at += 1
    token = cursor[at]
    if at >= end or token.kind not in ("name", "number"):
        return None
    cells = _cells(cursor, at + 1, end, len(header))
    return None if cells is None else (token.text, cells)


def _cells(cursor: Cursor, at: int, end: int, wide: int) -> list[_Cell] | None:
    """Read the cells of a line; None unless there are as many as the matrix is wide."""
    cells: list[_Cell] = []
    barred = sum(cursor.kind(position) == "pipe" for position in range(at, end)) >= wide - 1
    filled = True  # a bar right behind a bar is an empty cell
    while at < end:
        kind, number = cursor.kind(at), cursor.number(at)
        if number is not None:
            cells.append(number[0])
            at, filled = number[1], True
            continue
        if (
            kind in _EMPTY
            or cursor.word(at) in ("x", "n", "na", "none", "inf", "i")
            or cursor[at].text in ("*", "\u00d7")
        ):
            cells.append(None)
            filled = True
        elif kind == "pipe":
            if barred and not filled:
                cells.append(None)
            filled = False
        elif kind not in ("comma", "open", "close", "colon", "semi"):
            return None
        at += 1
    return cells if len(cells) == wide else None


def _is_rule(cursor: Cursor, at: int, end: int) -> bool:
    """Tell whether a line only separates the header from the rows: |---|---|, or is empty."""
    return all(
        cursor.kind(position) in ("pipe", "dash", "bullet", "colon", "other", "open")
        for position in range(at, end)
    )


def _draft(
    cursor: Cursor, begin: int, end: int, header: list[str], rows: list[tuple[str, list[_Cell]]]
) -> Draft:
    marked = any(cell is None for _, row in rows for cell in row)
    edges: list[Written] = []
    for source, row in rows:
        for target, cell in zip(header, row, strict=True):
            # Where absent edges have a sign of their own, 0 beside the diagonal is a weight.
            absent = cell is None or (cell == 0 and (not marked or target == source))
            if not absent and not (target == source and cell == 0):
                edges.append(Written(source=source, target=target, weight=cell, mark="open"))
    if {edge.weight for edge in edges} <= {1}:
        edges = [Written(source=e.source, target=e.target, weight=None, mark="open") for e in edges]
    return Draft(
        edges=tuple(edges), nodes=tuple(header), spans=(cursor.span(begin, end),), listing=True
    )


def _bare(cursor: Cursor, names: Names) -> Draft | None:
    """Read a square of numbers without a header where the message names its nodes in order."""
    for rows, begin, end in [*_squares(cursor), *_bracketed(cursor, names)]:
        nodes = _order_of_nodes(cursor.text, len(rows))
        if len(nodes) == len(rows):
            return _draft(cursor, begin, end, nodes, list(zip(nodes, rows, strict=True)))
    return None


def _squares(cursor: Cursor) -> list[tuple[list[list[_Cell]], int, int]]:
    """Return the blocks of lines that hold as many numbers as there are lines, three at least."""
    found: list[tuple[list[list[_Cell]], int, int]] = []
    rows: list[list[_Cell]] = []
    begin = at = 0
    while at < len(cursor):
        end = cursor.line_end(at)
        wide = len(rows[0]) if rows else sum(cursor.kind(n) == "number" for n in range(at, end))
        cells = _cells(cursor, at, end, wide) if wide > 2 else None
        if cells is None and end > at:
            rows = []
        elif cells is not None:
            begin = begin if rows else at
            rows.append(cells)
        if rows and len(rows) == len(rows[0]):
            found.append((rows, begin, end))
            rows = []
        at = end + 1
    return found


def _bracketed(cursor: Cursor, names: Names) -> list[tuple[list[list[_Cell]], int, int]]:
    """Return the squares written as [[0, 1], [1, 0]]."""
    found: list[tuple[list[list[_Cell]], int, int]] = []
    for at in range(len(cursor)):
        read = read_literal(cursor, names, at) if cursor.kind(at) == "open" else None
        if read is None or not isinstance(read[0], Group):
            continue
        lines = [line for line in read[0].values if isinstance(line, Group)]
        rows = [[cell.number for cell in line.values if isinstance(cell, Atom)] for line in lines]
        if len(lines) > 1 and all(len(row) == len(read[0].values) for row in rows):
            found.append((rows, at, read[1]))
    return found


def _order_of_nodes(text: str, count: int) -> list[str]:
    said = re.search(
        r"(?i)\b(?:nodes|vertices|order|rows(?:\s*(?:and|/)\s*columns)?|labels?)\b[^\n:=({]{0,30}?[:=({]*\s*"
        r"((?:[\w]+\s*,\s*)+(?:and\s+)?\w+)",
        text,
    )
    if said:
        return [name for name in re.split(r"\s*,\s*|\s+and\s+", said[1]) if name]
    numbered = re.search(
        r"(?i)\b(?:numbered|nodes|vertices|rows|labell?ed)\b[^\n]{0,20}?\b([01])\s*(?:to|-|\u2013|\.\.+)\s*(?:\d+|n)",
        text,
    )
    first = int(numbered[1]) if numbered else None
    return [] if first is None else [str(first + step) for step in range(count)]
