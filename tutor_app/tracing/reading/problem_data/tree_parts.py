"""What the readers of game trees share: a leaf's value, and who moves at a node."""

from __future__ import annotations

import math
import re
from typing import Literal

from tutor_app.domain.traces import Number, Tree
from tutor_app.tracing.reading.tokens import Cursor

Root = Literal["max", "min"]
# A tree, the tokens between which it stands, and who moves at its root.
TreeRead = tuple[Tree, int, int, Root | None]
MOVES = re.compile(r"(?i)\b(max|min)(?:imi[sz](?:er|ing))?\b")


def mover(said: re.Match[str] | None) -> Root | None:
    """Return who moves at a node called "MAX" or "minimizer"."""
    if said is None:
        return None
    return "max" if said[1].lower() == "max" else "min"


def other(root: Root | None) -> Root | None:
    """Return who moves one level above or below."""
    if root is None:
        return None
    return "min" if root == "max" else "max"


def leaves_of(tree: Tree) -> list[Number]:
    """Return the leaves from left to right."""
    return (
        [leaf for child in tree for leaf in leaves_of(child)] if isinstance(tree, tuple) else [tree]
    )


def read_leaf(cursor: Cursor, at: int) -> tuple[Number, int] | None:
    """Read a leaf's value; "?" is NaN."""
    number = cursor.number(at)
    if number is not None:
        return number
    if cursor.kind(at) == "inf":
        return math.inf, at + 1
    if cursor.kind(at) == "dash" and cursor.kind(at + 1) == "inf":
        return -math.inf, at + 2
    return (math.nan, at + 1) if cursor.kind(at) == "unknown" else None
