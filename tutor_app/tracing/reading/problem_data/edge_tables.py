"""Tables of edges: "A B 5" line by line, "A,B,5; A,C,2", "| A | B | 5 |", LaTeX tabular."""

from __future__ import annotations

import re

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.node_names import Names, is_numeric
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Written
from tutor_app.tracing.reading.tokens import Cursor

_HEADER = re.compile(
    r"(?i)\b(?:from|source|start|u|node\s*1|tail)\b[\s|,&;]+(?:to|target|end|v|node\s*2|head)\b"
    r"[^\n]*\n[\s|:-]*$"
)
_BETWEEN = ("pipe", "comma", "bullet", "open", "close")


def read_rows(text: str) -> list[Draft]:
    """Return the tables of edges of a message, in reading order."""
    cursor = Cursor(text)
    names = Names(cursor)
    drafts: list[Draft] = []
    run: list[tuple[Written, int, int]] = []
    for begin, end in [*_parts(cursor), (len(cursor), len(cursor))]:
        edge = _row(cursor, names, begin, end)
        if edge is not None:
            run.append((edge, begin, end))
        elif not _only_signs(cursor, begin, end) or begin == len(cursor):
            edges = tuple(row[0] for row in run)
            if run and _is_table(edges, text, cursor[run[0][1]].start):
                span = cursor.span(run[0][1], run[-1][2])
                drafts.append(Draft(edges=edges, nodes=(), spans=(span,)))
            run = []
    return drafts


def _parts(cursor: Cursor) -> list[tuple[int, int]]:
    """Return lines and what semicolons part in them, a heading such as "Edges:" left out."""
    parts: list[tuple[int, int]] = []
    begin = 0
    for at in range(len(cursor) + 1):
        if cursor.kind(at) in ("newline", "semi"):
            if at > begin:
                parts.append((begin, at))
            begin = at + 1
        elif cursor.kind(at) == "colon":
            parts.append((begin, at))
            begin = at + 1
    return parts


def _is_table(edges: tuple[Written, ...], text: str, start: int) -> bool:
    """Tell whether rows are edges: all with weights; numbers alone where the text says edges."""
    before = text[:start]
    if len(edges) < 2:
        return False
    said = re.search(r"(?i)\bedges?\b[^\n]*\n?\s*$|\bgraph\b[^\n]*:\s*$", before)
    if said or _HEADER.search(before):
        return True
    if any(edge.weight is None for edge in edges):
        return False
    if any(not is_numeric(edge.source) for edge in edges):
        return True
    return bool(re.search(r"(?i)\b(?:graph|edges?)\b", text) and not re.search("(?i)matri", text))


def _row(cursor: Cursor, names: Names, at: int, end: int) -> Written | None:
    """Read one row that holds two nodes and at most a number, nothing else."""
    cells: list[str] = []
    weight: Number | None = None
    while at < end:
        if cursor.kind(at) in _BETWEEN:
            at += 1
            continue
        number = cursor.number(at) if len(cells) == 2 and weight is None else None
        named = names.read(at) if len(cells) < 2 else None
        if number is not None:
            weight, at = number
        elif named is not None:
            whole = " " not in named[0] or cursor.kind(named[1]) in ("pipe", "comma")
            # "Sibiu Fagaras 99" are two nodes, not one of two words.
            cells.extend([named[0]] if whole else named[0].split())
            at = named[1]
        else:
            return None
    if len(cells) != 2:
        return None
    return Written(source=cells[0], target=cells[1], weight=weight, mark="open")


def _only_signs(cursor: Cursor, at: int, end: int) -> bool:
    return all(
        cursor.kind(position) in ("pipe", "dash", "colon", "bullet") for position in range(at, end)
    )
