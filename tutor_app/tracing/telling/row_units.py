"""A part of a message that may be a row: a node, and what stands behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf, isfinite
from typing import Literal

from tutor_app.domain.traces import Number
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.telling.row_parts import RowPart

Border = Literal["line", "part", "sentence", "then"]
# What ends a row: the end of its line; beside it a sign between parts; beside these a full stop;
# beside all of them "then".
BORDERS: tuple[Border, ...] = ("line", "part", "sentence", "then")
_MOST_OWN = 3  # numbers of a node: g, h and f
_CHOICES = ("either", "negation")  # what is denied or open is no row
_RESULTS = ("path", "order", "cost")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a message may be cut and its numbers understood.

    `valued`: a number that is a node's name, too, may be a value. `counted`: one in front, as
    "(1)", counts rows; else it is the node.
    """

    border: Border
    valued: bool
    counted: bool = True


def manners(nodes: Sequence[str], *, valued: bool) -> Iterator[Manner]:
    """Yield the ways to cut a message about these nodes."""
    counts = (True, False) if any(node.isdecimal() for node in nodes) else (True,)
    for border, counted in product(BORDERS, counts):
        yield Manner(border=border, valued=valued, counted=counted)


def read_units(text: str, nodes: Sequence[str], manner: Manner) -> list[RowPart]:
    """Return the parts of a message, cut in this manner."""
    items = AnswerItems(text, nodes, whole=True).items
    if not manner.counted:
        named = {*nodes}
        items = tuple(_as_node(item) if str(item.value) in named else item for item in items)
    numeric = any(node.isdecimal() for node in nodes)
    parts = _parts(items, manner.border)
    return [_PartReader(part, numeric=numeric, valued=manner.valued).read() for part in parts]


def _as_node(item: Item) -> Item:
    if item.kind != "ordinal":
        return item
    return Item(kind="node", name=str(item.value), text=item.text, glued=item.glued)


def _parts(items: Sequence[Item], border: Border) -> Iterator[list[Item]]:
    part: list[Item] = []
    for place, item in enumerate(items):
        behind = items[place + 1] if place + 1 < len(items) else None
        before = items[place - 1] if place else None
        ends = _ends(item, border) and not _pairs(before, item, behind)
        ends = ends and not (len(part) == 1 and part[0].kind == "ordinal" and item.text == ".")
        ends = ends or (border != "line" and item.text == ":" and _is_heading(part))
        # One list behind the other, or the number of the next row.
        listed = before is not None and before.text == "]" and item.text == "["
        if ends or (border != "line" and part and (listed or _counts(before, item, behind))):
            yield part
            part = []
        if not ends:
            part.append(item)
    yield part


def _is_heading(part: Sequence[Item]) -> bool:
    """Whether only nodes were named, in brackets: what stands over columns."""
    named = [each.kind for each in part if each.kind in ("node", "number") or each.as_node]
    return len(named) > 1 and bool(part) and part[-1].is_mark("close_bracket")


def _pairs(before: Item | None, item: Item, behind: Item | None) -> bool:
    """Whether a stroke stands between the two values of one node: "4 / 9"."""
    ends = (before, behind)
    return item.text == "/" and all(each is not None and each.kind == "number" for each in ends)


def _ends(item: Item, border: Border) -> bool:
    if border == "then" and (item.is_word("then") or item.is_mark("question")):
        return True
    if not item.is_mark("break"):
        return False
    if item.text == "\n":
        return True
    if border == "line":
        return False
    return item.text in (";", "/") or border in ("sentence", "then")


def _counts(before: Item | None, item: Item, behind: Item | None) -> bool:
    """Whether an item counts a row within a line: "2)", "row 2"; not the "(2)" of a value."""
    if behind is None or (before is not None and before.is_mark("open_bracket", "equals")):
        return False
    numbered = item.kind == "number" and behind.is_mark("close_bracket") and behind.glued
    return numbered or (item.is_word("row") and behind.kind == "number")


class _PartReader:
    def __init__(self, items: Sequence[Item], *, numeric: bool, valued: bool) -> None:
        self._items = items
        self._numeric = numeric
        self._valued = valued
        self._depth = 0
        self._sum = False
        self._equals_sum = False
        self._parted = False  # whether a sign stands between the last node and what follows
        self._closed = False
        self._takes = False  # whether a word says that the node which follows is taken
        self._unit = RowPart(text=" ".join(item.text for item in items))

    def read(self) -> RowPart:
        begin = self._count()
        for place in range(begin, len(self._items)):
            item = self._items[place]
            if item.is_word("reason"):
                break
            if item.kind == "node" or (item.as_node is not None and self._names(place)):
                self._name(item.name if item.kind == "node" else str(item.as_node))
            elif item.kind == "number":
                self._give(item.value)
            else:
                self._hear(item, place)
        unit = self._unit
        if len(unit.bare) == 1 and not unit.own:
            unit.own, unit.bare = unit.bare, []  # "S, f 7"
        elif len(unit.own) > _MOST_OWN and not unit.entries and not unit.bare:
            unit.own, unit.bare = [], unit.own  # "S  7  3  ∞  ∞"
        elif len(unit.own) > 1 and unit.bare and not unit.entries and not unit.parted:
            unit.own, unit.bare = [], unit.own + unit.bare  # "S  7  3  -  -"
        unit.beside += len(unit.names) - len(set(unit.names))
        return unit

    def _count(self) -> int:
        """Read the number of a row in front; return what stands behind it."""
        items = self._items
        for place, item in enumerate(items[:3]):
            behind = items[place + 1] if place + 1 < len(items) else None
            after = items[place + 2] if place + 2 < len(items) else None
            if item.kind == "ordinal" and (place == 0 or not self._unit.head):
                self._unit.step = int(item.value)
                return place + 1
            if (
                item.is_word("row")
                and behind is not None
                and behind.kind == "number"
                and isfinite(behind.value)
            ):
                self._unit.step = int(behind.value)
                return place + 2
            if item.kind == "number" and isfinite(item.value) and place == 0 and behind is not None:
                ends = behind.is_mark("close_bracket") or behind.text == "."
                listed = behind.is_mark("equals", "cell") and after is not None
                named = listed and after is not None and after.kind == "node"
                if ends or (named and not self._numeric):
                    self._unit.step = int(item.value)
                    return 2
        return 0

    def _names(self, place: int) -> bool:
        """Whether a number stands where a node does: the first of all, or with a value behind."""
        if self._unit.head is None or not self._valued:
            return True
        behind = self._items[place + 1] if place + 1 < len(self._items) else None
        before = self._items[place - 1]
        if behind is None or before.is_mark("equals", "open_bracket") or before.is_word("link"):
            return False
        return behind.is_mark("equals", "open_bracket") or behind.is_word("link")

    def _name(self, node: str) -> None:
        self._sum = self._equals_sum = self._parted = False
        if self._closed:
            return
        if self._takes:
            self._unit.taken.append(node)
        self._takes = False
        if self._unit.head is None:
            self._unit.head = node
        else:
            self._unit.entries.append((node, []))

    def _give(self, value: Number) -> None:
        unit = self._unit
        if self._closed or unit.head is None:
            return
        numbers = unit.entries[-1][1] if unit.entries else unit.own
        if self._sum and numbers:
            numbers[-1] += value
            self._sum, self._equals_sum = False, True
        elif self._equals_sum and numbers:
            numbers[-1] = value
        elif self._parted and not self._depth and unit.entries:
            unit.beside += 1
        elif self._parted and not self._depth:
            unit.bare.append(value)
        else:
            numbers.append(value)

    def _hear(self, item: Item, place: int) -> None:
        unit = self._unit
        if unit.head is not None and not unit.entries:
            unit.parted = unit.parted or item.text in ("|", ":", "->", "→", "⇒", "=>")
        if item.text == "+":
            self._sum = True
        elif item.kind == "word":
            self._hear_word(item, place)
        elif item.is_mark("open_bracket", "close_bracket"):
            if self._items[place - 1].is_mark("open_bracket") and item.is_mark("close_bracket"):
                unit.lists = unit.empty = True
            self._depth = max(self._depth + (1 if item.is_mark("open_bracket") else -1), 0)
            self._parted = item.is_mark("close_bracket")
        elif item.is_mark("dash") and self._stands_for_value(place):
            (unit.entries[-1][1] if unit.entries else unit.bare).append(inf)
        elif item.text != "/":
            self._part(item, place)

    def _hear_word(self, item: Item, place: int) -> None:
        unit = self._unit
        if item.is_word("chosen") or (item.is_word("then") and place):
            self._take(item, place)
        unit.chosen = unit.chosen or item.is_word("chosen")
        unit.denies = unit.denies or item.is_word(*_CHOICES)
        unit.result = unit.result or item.is_word(*_RESULTS)
        unit.ways = unit.ways or item.is_word("path")
        if item.is_word("list"):
            self._begin_list(lists=True)
        elif item.is_word("closed"):
            self._closed = unit.head is not None
        elif item.is_word("empty"):
            unit.empty = unit.lists

    def _part(self, item: Item, place: int) -> None:
        """Hear a sign that stands between a node and what is told of it."""
        colon = item.is_mark("equals") and item.text == ":"
        if colon or item.is_mark("comma", "arrow", "cell", "break"):
            self._parted = self._parted or not (item.is_mark("comma") and self._ahead_alone(place))
            self._equals_sum = False

    def _take(self, item: Item, place: int) -> None:
        """Hear "take D", "D next", "D is next"."""
        before = [each for each in self._items[max(place - 2, 0) : place] if each.kind == "node"]
        said = item.text.casefold()
        if before and said == "next":
            self._unit.taken.append(before[-1].name)
        elif item.is_word("chosen"):
            self._takes = True

    def _ahead_alone(self, place: int) -> bool:
        """Whether a comma stands between the node in front and its own value: "a,0"."""
        unit, behind = self._unit, self._items[place + 1 : place + 2]
        return not (unit.entries or unit.own) and bool(behind) and behind[0].kind == "number"

    def _begin_list(self, *, lists: bool) -> None:
        """What was named before "queue" is told beside the list that follows."""
        unit = self._unit
        unit.beside += sum(1 + len(numbers) for _, numbers in unit.entries)
        unit.entries = []
        unit.lists, self._closed, self._parted = unit.lists or lists, False, True

    def _stands_for_value(self, place: int) -> bool:
        """Whether a dash stands in the place of a value, of a node or in a row of bare numbers."""
        unit, behind = self._unit, self._items[place + 1 : place + 2]
        if unit.head is None or any(each.kind == "node" for each in behind):
            return False
        return not (unit.entries and unit.entries[-1][1])
