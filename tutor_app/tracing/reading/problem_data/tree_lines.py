"""Game trees as indented lines: the depth of a line is its place in the tree."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.traces import Number, Tree
from tutor_app.tracing.reading.problem_data.tree_parts import (
    MOVES,
    Root,
    TreeRead,
    mover,
    other,
    read_leaf,
)
from tutor_app.tracing.reading.tokens import Cursor

_Line = tuple[int, list[Number], Root | None, int, int]  # indentation, leaves, mover, tokens


def read_indented(cursor: Cursor) -> TreeRead | None:
    """Read a tree whose depth is the indentation; the last numbers of a line are leaves."""
    lines: list[_Line] = []
    for first, last in _lines(cursor):
        values, moves = _line_values(cursor, first, last)
        if values is None:
            if lines:
                break
            continue
        start = cursor.text.rfind("\n", 0, cursor[first].start) + 1
        lines.append((cursor[first].start - start, values, moves, first, last))
    if len(lines) < 3 or len({line[0] for line in lines}) < 2:
        return None
    tree = _fold(lines, 0, len(lines))
    top = tree[0] if len(tree) == 1 and isinstance(tree[0], tuple) else tree
    root = lines[0][2] if len(tree) == 1 else other(lines[0][2])
    return top, lines[0][3], lines[-1][4], root


def _lines(cursor: Cursor) -> list[tuple[int, int]]:
    lines, at = [], 0
    while at < len(cursor):
        end = cursor.line_end(at)
        if end > at:
            lines.append((at, end))
        at = end + 1
    return lines


def _line_values(cursor: Cursor, at: int, end: int) -> tuple[list[Number] | None, Root | None]:
    """Read one line: a node's label and perhaps leaves; None where it is a sentence."""
    values: list[Number] = []
    root: Root | None = None
    words = 0
    while at < end:
        leaf = read_leaf(cursor, at)
        moves = MOVES.fullmatch(cursor.word(at))
        if leaf is not None:
            values.append(leaf[0])
            at = leaf[1]
            continue
        if moves:
            root = mover(moves)
        elif cursor.kind(at) == "name":
            words += 1
        elif cursor.kind(at) not in (
            "bullet",
            "colon",
            "comma",
            "open",
            "close",
            "equals",
            "arrow",
            "pipe",
        ):
            return None, None
        at += 1
    if words > 2 or (not values and root is None and words != 1):
        return None, None
    return values, root


def _fold(lines: Sequence[_Line], begin: int, end: int) -> tuple[Tree, ...]:
    children: list[Tree] = []
    at = begin
    while at < end:
        below = at + 1
        while below < end and lines[below][0] > lines[at][0]:
            below += 1
        inner = _fold(lines, at + 1, below)
        values = tuple(lines[at][1])
        if inner:
            children.append((*values, *inner))
        elif len(values) == 1 and lines[at][2] is None:
            children.append(values[0])
        else:
            children.append(values)
        at = below
    return tuple(children)
