"""The weight that stands behind an edge: "4", ": 4", "(4 km)", "with a cost of 4", "costs -3"."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import UNITS, WEIGHT_FILLERS, WEIGHT_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """`end` is the token after it; where nothing is written, the token where it was looked for."""

    value: Number | None
    unknown: bool
    end: int

    @property
    def written(self) -> bool:
        """Whether a number, or "?" in its place, stands there."""
        return self.unknown or self.value is not None


def read_weight(cursor: Cursor, at: int, *, numeric: bool, comma: bool = False) -> Weight:
    """Read the weight at a token.

    `numeric`: the nodes are numbers, so that a dash before a number is no separator ("1-2-3") and a
    number behind a comma is the next node; `comma`: a comma may stand before it ("(A, B, 4)").
    """
    nothing = Weight(value=None, unknown=False, end=at)
    begin, opened = at, False
    # "A - B - 5" and "A-B-5"; but "A-B -5" is negative, and "1-2-3" is a chain of nodes.
    dashed = cursor.kind(at) == "dash" and cursor[at].spaced == cursor[at + 1].spaced
    if dashed and not numeric and cursor.kind(at + 1) == "number":
        at += 1
    elif cursor.kind(at) == "dash" and not cursor[at].spaced:
        return nothing
    for _ in range(9):
        read = cursor.number(at)
        if read is not None:
            return _finish(cursor, read, opened, nothing, bare=at == begin)
        if cursor.kind(at) == "unknown":
            return _close(cursor, Weight(value=None, unknown=True, end=at + 1), opened, nothing)
        opens = cursor.kind(at) == "open" and not opened
        if not opens and not _goes_on(cursor, at, numeric=numeric, comma=comma):
            return nothing
        opened = opened or opens
        at += 1
    return nothing


def _goes_on(cursor: Cursor, at: int, *, numeric: bool, comma: bool) -> bool:
    """Tell whether a token may stand between an edge and its weight."""
    kind, word = cursor.kind(at), cursor.word(at)
    if word == "and":
        return cursor.word(at + 1) in ("has", "costs", "its", "weight", "with")
    if kind == "comma" or (comma and kind == "semi"):
        return comma or _weight_follows(cursor, at + 1, numeric)
    fits = kind in ("colon", "equals", "pipe") or cursor[at].text in ("/", "$", "@")
    return fits or word in WEIGHT_FILLERS


def _weight_follows(cursor: Cursor, at: int, numeric: bool) -> bool:
    """Tell whether what stands behind a comma is the weight and not the next edge or node."""
    if cursor.word(at) in WEIGHT_WORDS | {"with", "weight"}:
        following = read_weight(cursor, at, numeric=True)
        return following.written
    read = cursor.number(at)
    if read is None or numeric:
        return False
    return cursor.kind(read[1]) in ("newline", "semi", "close", "comma", "dot")


def _finish(
    cursor: Cursor, read: tuple[Number, int], opened: bool, nothing: Weight, *, bare: bool
) -> Weight:
    value, end = read
    if bare and _begins_edge(cursor, end):
        return nothing  # "1-2 2-3": the number is the next edge's node
    if cursor.word(end) in UNITS and not _begins_edge(cursor, end + 1):
        end += 1
    return _close(cursor, Weight(value=value, unknown=False, end=end), opened, nothing)


def _begins_edge(cursor: Cursor, at: int) -> bool:
    return cursor.kind(at) in ("arrow", "back", "both", "dash") or cursor.word(at) in ("to", "is")


def _close(cursor: Cursor, weight: Weight, opened: bool, nothing: Weight) -> Weight:
    if not opened:
        return weight
    if cursor.kind(weight.end) != "close":
        return nothing
    return Weight(value=weight.value, unknown=weight.unknown, end=weight.end + 1)
