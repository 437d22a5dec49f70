"""Nested brackets as values: Python, JSON, and what students write like it.

"{'A': {'B': 4}}", '{"A": [["B", 4]]}', "[[3, 5], [2, 9]]", "{A: [B, C], B: []}".
"""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.node_names import Names
from tutor_app.tracing.reading.tokens import Cursor


@dataclass(frozen=True, slots=True)
class Atom:
    """A name or a number: `name` is its spelling, `number` its value or None."""

    name: str
    number: Number | None = None
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in brackets: `keys` are None where an entry has none."""

    bracket: str
    keys: tuple[Literal_ | None, ...]
    values: tuple[Literal_, ...]

    @property
    def keyed(self) -> bool:
        """Whether every entry has a key, as in a dict."""
        return bool(self.keys) and None not in self.keys

    def get(self, *names: str) -> Literal_ | None:
        """Return the first entry whose key is one of the names, case ignored."""
        for key, value in zip(self.keys, self.values, strict=True):
            if isinstance(key, Atom) and key.name.lower() in names:
                return value
        return None


Literal_ = Atom | Group


_DEEPEST = 12  # brackets in brackets; more is no data


def read_literal(
    cursor: Cursor, names: Names, at: int, depth: int = 0
) -> tuple[Literal_, int] | None:
    """Read the value that begins at a token; None where it is no value."""
    if cursor.kind(at) == "open":
        return _group(cursor, names, at, depth + 1) if depth < _DEEPEST else None
    number = cursor.number(at)
    if number is not None:
        return Atom(cursor[number[1] - 1].text, number[0]), number[1]
    if cursor.kind(at) == "unknown" or cursor.word(at) in ("none", "null"):
        return Atom(cursor[at].text, None, unknown=True), at + 1
    named = names.read(at)
    if named is not None:
        return Atom(named[0]), named[1]
    if cursor.kind(at) == "name":  # "edges", "start": keys of JSON
        return Atom(cursor[at].text), at + 1
    return None


def _group(cursor: Cursor, names: Names, at: int, depth: int) -> tuple[Group, int] | None:
    bracket = cursor[at].text.strip("\\")[:1]
    keys: list[Literal_ | None] = []
    values: list[Literal_] = []
    at = _blank(cursor, at + 1)
    while cursor.kind(at) != "close":
        read = read_literal(cursor, names, at, depth)
        if read is None:
            return None
        value, at = read
        key: Literal_ | None = None
        if cursor.kind(at) in ("colon", "equals", "arrow"):
            keyed = read_literal(cursor, names, _blank(cursor, at + 1), depth)
            if keyed is None:
                return None
            key, (value, at) = value, keyed
        keys.append(key)
        values.append(value)
        at = _blank(cursor, at)
        if at >= len(cursor):
            return None
    return Group(bracket, tuple(keys), tuple(values)), at + 1


def _blank(cursor: Cursor, at: int) -> int:
    while cursor.kind(at) in ("comma", "semi", "newline", "pipe") and at < len(cursor):
        at += 1
    return at
