"""Game trees node by node: "A (MAX) -> B, C", "B: 3, 5", "B has leaves 3 and 5", dicts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tutor_app.domain.traces import Number, Tree
from tutor_app.tracing.reading.nested_brackets import Atom, Group, read_literal
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.problem_data.tree_parts import (
    MOVES,
    Root,
    TreeRead,
    mover,
    other,
    read_leaf,
)
from tutor_app.tracing.reading.tokens import Cursor


@dataclass(frozen=True, slots=True, kw_only=True)
class _Node:
    name: str
    children: tuple[str | Number, ...]
    root: Root | None


def read_nodes(cursor: Cursor) -> TreeRead | None:
    """Read lines that each give a node's children: nodes by name, leaves by value."""
    nodes, begin, end = _in_dict(cursor) or _in_lines(cursor)
    below = {
        child.lower()
        for node in nodes.values()
        for child in node.children
        if isinstance(child, str)
    }
    top = [node for node in nodes.values() if node.name.lower() not in below]
    if len(nodes) < 2:
        return None
    if len(top) == 1:
        tree = _grow(top[0].name, nodes, frozenset())
        return None if tree is None else (tree, begin, end, top[0].root)
    leaves_only = all(
        not isinstance(child, str) for node in nodes.values() for child in node.children
    )
    if not leaves_only or not top:
        return None
    return (
        tuple(
            tuple(child for child in node.children if not isinstance(child, str)) for node in top
        ),
        begin,
        end,
        other(top[0].root),
    )


_Nodes = tuple[dict[str, _Node], int, int]


def _in_lines(cursor: Cursor) -> _Nodes:
    nodes: dict[str, _Node] = {}
    begin = end = 0
    for first, last in _parts(cursor):
        node = _node_line(cursor, first, last)
        if node is not None and node.name.lower() not in nodes:
            begin = begin if nodes else first
            nodes[node.name.lower()] = node
            end = last
    return nodes, begin, end


def _in_dict(cursor: Cursor) -> _Nodes | None:
    """Read "{'A': ['B', 'C'], 'B': [3, 5]}"."""
    names = Names(cursor)
    for at in range(len(cursor)):
        read = read_literal(cursor, names, at) if cursor.kind(at) == "open" else None
        if read is None or not isinstance(read[0], Group) or not read[0].keyed:
            continue
        nodes: dict[str, _Node] = {}
        for key, value in zip(read[0].keys, read[0].values, strict=True):
            entries = value.values if isinstance(value, Group) else (value,)
            atoms = [entry for entry in entries if isinstance(entry, Atom)]
            if isinstance(key, Atom) and len(atoms) == len(entries):
                nodes[key.name.lower()] = _Node(
                    name=key.name,
                    children=tuple(a.name if a.number is None else a.number for a in atoms),
                    root=None,
                )
        if len(nodes) == len(read[0].keys) > 1:
            return nodes, at, read[1]
    return None


def _parts(cursor: Cursor) -> list[tuple[int, int]]:
    parts, begin = [], 0
    for at in range(len(cursor) + 1):
        ends = cursor.kind(at) in ("newline", "semi") or (
            cursor.kind(at) == "dot" and cursor[at + 1].spaced
        )
        if ends or at == len(cursor):
            parts.append((begin, at))
            begin = at + 1
    return parts


_LEAD_IN = frozenset("node root the and leaf tree game children child with".split())
_OF_NODE = frozenset(
    """max min maximizer minimizer node player root level children s a is leaf leaves the value
    values successors""".split()
)
_HAS = frozenset(
    "two three four leaf leaves children child nodes node values successors the".split()
)


def _node_line(cursor: Cursor, at: int, end: int) -> _Node | None:
    """Read "A (MAX) -> B, C", "B: 3, 5", "B = 3", "A has children B and C", "B (MIN): 3 5"."""
    at = _after_lead_in(cursor, at, end)
    token = cursor[at]
    if token.kind != "name" or at >= end:
        return None
    name, root = token.text, None
    at += 1
    while at < end and (
        cursor.kind(at) in ("open", "close", "comma") or cursor.word(at) in _OF_NODE
    ):
        root = root or mover(MOVES.fullmatch(cursor.word(at)))
        at += 1
    if cursor.word(at) in ("has", "have"):
        while cursor.word(at + 1) in _HAS:
            at += 1
    elif cursor.kind(at) not in ("arrow", "colon", "equals"):
        return None
    children = _children(cursor, at + 1, end)
    return _Node(name=name, children=children, root=root) if children else None


def _after_lead_in(cursor: Cursor, at: int, end: int) -> int:
    """Pass bullets and words such as "the root" and "Children:"."""
    while at < end:
        word_before_name = cursor.word(at) in _LEAD_IN and cursor.kind(at + 1) in ("name", "colon")
        if not word_before_name and cursor.kind(at) not in ("bullet", "comma", "pipe", "colon"):
            break
        at += 1
    return at


def _children(cursor: Cursor, at: int, end: int) -> tuple[str | Number, ...]:
    children: list[str | Number] = []
    while at < end:
        leaf = read_leaf(cursor, at)
        if leaf is not None:
            children.append(leaf[0])
            at = leaf[1]
            continue
        kind, word = cursor.kind(at), cursor.word(at)
        valued = cursor.kind(at + 1) in ("equals", "open") and read_leaf(cursor, at + 2) is not None
        if (
            kind == "name"
            and word not in ("and", "leaf", "leaves", "children", "max", "min")
            and not valued
        ):
            children.append(cursor[at].text)
        elif kind not in ("comma", "open", "close", "pipe", "name", "equals"):
            return ()
        at += 1
    return tuple(children)


def _grow(name: str, nodes: Mapping[str, _Node], above: frozenset[str]) -> Tree | None:
    """Build the tree below a node; None where it has no children, or stands above itself."""
    key = name.lower()
    if key in above or key not in nodes:
        return None
    grown: list[Tree] = []
    for child in nodes[key].children:
        if not isinstance(child, str):
            grown.append(child)
            continue
        below = _grow(child, nodes, above | {key})
        grown.append(math.nan if below is None else below)
    # "D = 3" or "D: 3" of a leaf is the value itself.
    alone = len(grown) == 1 and not isinstance(grown[0], tuple) and bool(above)
    return grown[0] if alone else tuple(grown)
