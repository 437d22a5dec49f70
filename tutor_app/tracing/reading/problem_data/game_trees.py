"""Game trees: "[[3, 5], [2, 9]]", "3 5 | 6 9", leaves in order; with them the other notations."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from tutor_app.domain.traces import Number, Tree
from tutor_app.tracing.reading.problem_data.tree_lines import read_indented
from tutor_app.tracing.reading.problem_data.tree_nodes import read_nodes
from tutor_app.tracing.reading.problem_data.tree_parts import (
    MOVES,
    Root,
    TreeRead,
    leaves_of,
    mover,
    read_leaf,
)
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.tokens import Cursor

_ROOT = re.compile(
    r"""(?ix)\b(max|min)\w*\b (?:\s+\w+)? \s+
          (?:moves?|plays?|starts?|begins?|goes|is\s+(?:at\s+)?(?:the\s+)?(?:root|top|first))
      | \b(?:root|top)\b (?:\s+(?:node|level|player|is|=|:|a|an|the|to|move|at|which))*
          \W{0,3}\s*\b(max|min)
      | \b(max|min)\w*\s*(?:node\s+|to\s+move\s+)?(?:at|as|is|on)\s+(?:the\s+)?(?:root|top)
      | \b(max|min)\w*\s+(?:root|first)
      | \blevel\s*0\W{0,3}(max|min)"""
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTree:
    """A game tree; a leaf without a value is NaN, `missing` names it (leaves count from 1)."""

    tree: Tree
    spans: tuple[Span, ...]
    root: Root | None = None
    missing: tuple[int, ...] = ()


def find_tree(text: str) -> FoundTree | None:
    """Return the game tree that the text gives, or None. `root` is who moves first, where said."""
    cursor = Cursor(text)
    for reader in (_nested, read_nodes, _grouped, read_indented, _flat, _told):
        read = reader(cursor)
        if read is None:
            continue
        tree, begin, end, root = read
        leaves = leaves_of(tree)
        missing = tuple(n for n, leaf in enumerate(leaves, 1) if math.isnan(leaf))
        if len(leaves) > 1 and len(missing) < len(leaves):
            return FoundTree(
                tree=tree,
                spans=(cursor.span(begin, end),),
                root=root or _root_said(text),
                missing=missing,
            )
    return None


def _root_said(text: str) -> Root | None:
    """Return who moves first: "MIN moves first", "the root is a MAX node", "max at the root"."""
    said = _ROOT.search(text)
    if said is None:
        return None
    return "max" if next(group for group in said.groups() if group).lower() == "max" else "min"


# --- [[3, 5], [2, 9]] and (MAX (MIN 3 5) (MIN 2 9)) ---------------------------------------------


def _nested(cursor: Cursor) -> TreeRead | None:
    best: TreeRead | None = None
    at = 0
    while at < len(cursor):
        read = _brackets(cursor, at) if cursor.kind(at) == "open" else None
        if read is None or not isinstance(read[0], tuple):
            at += 1
            continue
        tree, end, root = read
        deep = isinstance(tree, tuple) and any(isinstance(child, tuple) for child in tree)
        outer = MOVES.fullmatch(cursor.word(at - 1))
        root = mover(outer) if outer and not cursor[at].spaced else root
        if deep and (best is None or len(leaves_of(tree)) > len(leaves_of(best[0]))):
            best = tree, at, end, root
        at = end
    return best


_DEEPEST = 20  # brackets in brackets; more is no tree


def _brackets(cursor: Cursor, at: int, depth: int = 0) -> tuple[Tree, int, Root | None] | None:
    children: list[Tree] = []
    root: Root | None = None
    at += 1
    while cursor.kind(at) != "close":
        leaf = read_leaf(cursor, at)
        moves = MOVES.fullmatch(cursor.word(at))
        if cursor.kind(at) == "open":
            inner = _brackets(cursor, at, depth + 1) if depth < _DEEPEST else None
            if inner is None:
                return None
            children.append(inner[0])
            at = inner[1]
        elif leaf is not None:
            children.append(leaf[0])
            at = leaf[1]
        elif moves:
            # "(MAX (MIN 3 5) …)"; but in "max(min(3, 5), …)" a name belongs to what follows it.
            if not children and (cursor[at + 1].spaced or cursor.kind(at + 1) != "open"):
                root = mover(moves)
            at += 1
        elif cursor.kind(at) in ("comma", "semi", "colon", "pipe", "equals") or (
            cursor.kind(at) == "newline" and at < len(cursor)
        ):
            at += 1
        elif cursor.kind(at) == "name" and cursor.kind(at + 1) in ("colon", "equals", "open"):
            at += 1  # the name of a node or leaf: "B: [3, 5]"
        else:
            return None
    return (tuple(children), at + 1, root) if children else None


# --- 3 5 | 6 9 ------------------------------------------------------------------------------------


def _grouped(cursor: Cursor) -> TreeRead | None:
    """Read leaves in groups: "3 5 | 6 9", "3, 5; 6, 9"; "||" parts larger groups."""
    best: TreeRead | None = None
    at = 0
    while at < len(cursor):
        if read_leaf(cursor, at) is None and cursor.kind(at) != "open":
            at += 1
            continue
        tree, end = _groups(cursor, at)
        if tree is not None and (best is None or len(leaves_of(tree)) > len(leaves_of(best[0]))):
            best = tree, at, end, None
        at = max(end, at + 1)
    return best


def _groups(cursor: Cursor, at: int) -> tuple[Tree | None, int]:
    """Return the groups that begin at a token, None for fewer than two, and where they end."""
    outer: list[list[tuple[Number, ...]]] = [[]]
    group: list[Number] = []
    end = at
    while at < len(cursor):
        leaf = read_leaf(cursor, at)
        kind = cursor.kind(at)
        if leaf is not None:
            group.append(leaf[0])
            at = end = leaf[1]
            continue
        if (
            kind in ("pipe", "semi")
            or cursor[at].text == "/"
            or (kind in ("open", "close") and group)
        ):
            if group:
                outer[-1].append(tuple(group))
            group = []
            if len(cursor[at].text) > 1 and outer[-1]:
                outer.append([])
        elif kind not in ("comma", "open", "close"):
            break
        at += 1
    if group:
        outer[-1].append(tuple(group))
    if not any(len(leaves) > 1 for part in outer for leaves in part):
        return None, end
    large = [tuple(part) for part in outer if part]
    if len(large) > 1:
        return tuple(large), end
    return (large[0] if large and len(large[0]) > 1 else None), end


# --- leaves without groups --------------------------------------------------------------------


def _flat(cursor: Cursor) -> TreeRead | None:
    """Read "leaves 3 5 6 9, branching factor 2": every node has as many children."""
    text = cursor.text
    said = re.search(
        r"(?i)branching\s+(?:factor\s*)?(?:of|is|=|:)?\s*(\d+)|\b(binary|ternary)\b", text
    )
    leaves_at = re.search(r"(?i)\b(?:leaves|leaf\s+(?:nodes|values)|terminal\w*|utilit\w+)\b", text)
    if said is None or leaves_at is None:
        return None
    factor = int(said[1]) if said[1] else 2 if said[2].lower() == "binary" else 3
    at = next((n for n in range(len(cursor)) if cursor[n].start >= leaves_at.end()), len(cursor))
    while at < len(cursor) and read_leaf(cursor, at) is None:
        at += 1
    begin, leaves = at, []
    while (leaf := read_leaf(cursor, at)) is not None:
        leaves.append(leaf[0])
        at = leaf[1]
        end = at
        while cursor.kind(at) in ("comma", "pipe") or cursor.word(at) == "and":
            at += 1
    level: list[Tree] = list(leaves)
    while factor > 1 and len(level) > factor and len(level) % factor == 0:
        level = [tuple(level[n : n + factor]) for n in range(0, len(level), factor)]
    return (
        (tuple(level), begin, end, None) if len(level) == factor and len(leaves) > factor else None
    )


def _told(cursor: Cursor) -> TreeRead | None:
    """Read "the first MIN node has leaves 3 and 12; the second 2 and 4": the leaves in groups."""
    if not re.search(r"(?i)\b(?:leaf|leaves|child|children)\b", cursor.text):
        return None
    groups: list[tuple[Number, ...]] = []
    begin = end = at = 0
    while at < len(cursor):
        group: list[Number] = []
        first = at
        while (leaf := read_leaf(cursor, at)) is not None:
            group.append(leaf[0])
            at = last = leaf[1]
            while cursor.kind(at) == "comma" or cursor.word(at) == "and":
                at += 1
        if len(group) > 1:
            begin = begin if groups else first
            groups.append(tuple(group))
            end = last
        at = max(at, first + 1)
    return (tuple(groups), begin, end, None) if len(groups) > 1 else None
