"""A told message as the nodes that it names, each with the numbers told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor_app.domain.traces import Number
from tutor_app.tracing.answers.answer_items import AnswerItems, Item

# How much an item separates what stands before it from what follows.
LINE, STOP, SEMI, COMMA = 4, 3, 2, 1
_LEAD_ON = (":", ";", "|", "->")  # to what is told of a node
_DENYING = ("negation", "reject", "either")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A node that is named.

    `numbers` are those told of it, in their order, `aside` those that are taken back or stand in
    brackets behind them. `border` is how much separates it from the mention before, `remark`
    whether its clause denies something or is words beside the rows, `chosen` whether a word says
    that it is taken, `joins` whether one says that it is put with what waits, `asked` whether it
    is asked for, `empty` whether nothing is said to follow, `blank` whether the place of what
    follows is left blank.
    """

    node: str
    numbers: tuple[Number, ...] = ()
    aside: tuple[Number, ...] = ()
    border: int = 0
    inside: bool = False
    remark: bool = False
    chosen: bool = False
    joins: bool = False
    summed: bool = False
    asked: bool = False
    empty: bool = False
    blank: bool = False


def read_mentions(text: str, nodes: Sequence[str], *, weighted: bool) -> tuple[Mention, ...]:
    """Return the nodes that a text names, in its order."""
    items = without_counts(AnswerItems(text, nodes, whole=True).items)
    return _Reader(_told_nodes(items, weighted=weighted)).read()


def row_named(text: str, nodes: Sequence[str]) -> int | None:
    """Return the number of "row 3: …" where the text begins with it; None without."""
    items = AnswerItems(text, nodes).items[:2]
    if len(items) < 2 or not items[0].is_word("row") or items[1].kind != "number":
        return None
    return int(items[1].value)


def count_numbers_behind(text: str, nodes: Sequence[str]) -> int:
    """Count the numbers behind the first node of a text, a sum as its result."""
    items = AnswerItems(text, nodes).items
    first = next((place for place, item in enumerate(items) if item.kind == "node"), len(items))
    terms = sum(item.text == "+" for item in items[first:])
    sums = sum(
        item.text == "+" or (item.is_mark("equals") and items[place - 2].text == "+")
        for place, item in enumerate(items)
        if place > first
    )
    return sum(item.kind == "number" for item in items[first:]) - max(terms, sums)


def names_a_list(text: str, nodes: Sequence[str]) -> bool:
    """Whether a list is named or in a cell, as "the queue is A, B", not what is added to it."""
    items = AnswerItems(text, nodes).items
    named = any(item.is_word("list") or item.is_mark("cell") for item in items)
    return named and not any(item.is_word("added") for item in items)


def node_ahead(text: str, nodes: Sequence[str]) -> str | None:
    """Return the first node of a text where a list or its values are named right behind it."""
    items = AnswerItems(text, nodes, whole=True).items
    first = next((place for place, item in enumerate(items) if item.kind == "node"), len(items))
    for item in items[first + 1 :]:
        if item.is_word("list", "map"):
            return items[first].name
        if item.kind in ("node", "number"):
            return None
    return None


def without_counts(items: Sequence[Item]) -> list[Item]:
    """Read "1." and "2)" in front of nodes, or "1" on line after line, as what begins a row."""
    told, count = list(items), 1
    lines = [
        place
        for place, item in enumerate(items[:-1])
        if item.kind == "number"
        and (place == 0 or items[place - 1].text == "\n")
        and (items[place + 1].is_mark("cell") or items[place + 1].kind == "node")
    ]
    if len(lines) > 2 and [items[place].value for place in lines] == [*range(1, len(lines) + 1)]:
        for place in lines:
            told[place] = Item(kind="ordinal", value=items[place].value, text=items[place].text)
        return told
    for place, item in enumerate(items[:-2]):
        mark, behind = items[place + 1], items[place + 2]
        ends = mark.glued and (mark.is_mark("close_bracket") or mark.text == ".")
        named = behind.kind == "node" or behind.as_node is not None
        if item.kind == "number" and item.value == count and ends and named:
            told[place] = Item(kind="ordinal", value=count, text=item.text)
            count += 1
    return told


def _told_nodes(items: Sequence[Item], *, weighted: bool) -> tuple[Item, ...]:
    """Return the items in which each number that names a node is the one or the other."""
    told: list[Item] = []
    for place, item in enumerate(items):
        if item.kind == "number" and item.as_node is not None:
            before = told[-1] if told else None
            behind = items[place + 1] if place + 1 < len(items) else None
            if not weighted or _is_name(before, behind, told):
                item = Item(kind="node", name=item.as_node, text=item.text, glued=item.glued)
        told.append(item)
    return tuple(told)


def _is_name(before: Item | None, behind: Item | None, told: Sequence[Item]) -> bool:
    """Whether a number stands where a node does: in front of its value, or with none open."""
    given = behind is not None and behind.is_mark("equals", "open_bracket")
    if before is None or given:
        return True
    if before.kind == "node" or before.is_mark("equals", "open_bracket"):
        last = next((item for item in reversed(told) if item.kind in ("node", "number")), None)
        return before.is_mark("open_bracket") and (last is None or last.kind != "node")
    if before.is_word("link", "key_name", "map"):
        return False
    return (
        before.is_mark("break", "cell", "comma", "dash", "arrow", "close_bracket")
        and not (before.text == "+")
        or before.kind == "word"
        or before.kind == "unread"
    )


class _Reader:
    """Puts numbers to nodes, clause by clause."""

    def __init__(self, items: Sequence[Item]) -> None:
        self._items = items
        self._denied = _denied_clauses(items)
        self._found: list[Mention] = []
        self._depth = 0
        self._border = LINE
        self._chosen = False
        self._joins = False
        self._aside_from = -1  # the depth from which numbers are no values
        self._closed = False  # whether the nodes that are listed are those already taken

    def read(self) -> tuple[Mention, ...]:
        ahead: Number | None = None
        for place, item in enumerate(self._items):
            if self._closed and item.kind in ("node", "number"):
                continue
            if item.kind == "node":
                if item.glued and self._found and self._border == 0 and self._is_path(place):
                    self._border = self._found.pop().border  # "SBC(6)": the way to C
                self._name(item, place, ahead)
                ahead = None
            elif item.kind == "number":
                if self._leads(place):
                    ahead = item.value
                else:
                    self._give(item, place)
            else:
                self._hear(item, place)
        return tuple(self._found)

    def _is_path(self, place: int) -> bool:
        """Whether nodes written as one word lead to the last of them, and are no list."""
        behind = place + 1
        while behind < len(self._items) and self._items[behind].kind == "node":
            behind += 1
        after = self._items[behind : behind + 2]
        valued = any(item.kind == "number" for item in after)
        return self._items[place - 1].kind == "node" and (valued or self._depth > 0)

    def _leads(self, place: int) -> bool:
        """Whether a number stands before its node: "(2,I)", "14 for Krems"."""
        behind = self._items[place + 1 : place + 3]
        if len(behind) < 2 or behind[1].kind != "node":
            return False
        before = self._items[place - 1] if place else None
        opened = before is not None and before.is_mark("open_bracket")
        first = place < 2 or self._items[place - 2].kind not in ("node",)
        return (opened and first and behind[0].is_mark("comma")) or behind[0].text == "for"

    def _name(self, item: Item, place: int, ahead: Number | None) -> None:
        self._found.append(
            Mention(
                node=item.name,
                numbers=() if ahead is None else (ahead,),
                border=self._border,
                inside=self._depth > 0,
                remark=self._denied[place],
                chosen=self._chosen,
                joins=self._joins,
            )
        )
        self._border, self._chosen, self._aside_from = 0, False, -1

    def _give(self, item: Item, place: int) -> None:
        if not self._found or self._border >= SEMI:
            return
        last = self._found[-1]
        before = self._items[place - 1]
        if self._border == COMMA and self._depth == 0 and last.numbers:
            self._found[-1] = replace(last, aside=(*last.aside, item.value))
            return
        if self._border == COMMA and self._depth == 0 and not before.is_mark("cell"):
            return
        denied = before.is_word("negation") or (
            last.numbers and 0 <= self._aside_from <= self._depth
        )
        if denied:
            self._found[-1] = replace(last, aside=(*last.aside, item.value))
        elif before.text == "+" and last.numbers:
            total = last.numbers[-1] + item.value
            self._found[-1] = replace(last, numbers=(*last.numbers[:-1], total), summed=True)
        elif before.is_mark("equals") and last.numbers and last.summed:
            self._found[-1] = replace(last, numbers=(*last.numbers[:-1], item.value))
        else:
            self._found[-1] = replace(last, numbers=(*last.numbers, item.value))

    def _says_nothing(self, item: Item, place: int) -> bool:
        """Whether an item is "{}", "nothing", or a dash in place of a list."""
        behind = self._items[place + 1] if place + 1 < len(self._items) else None
        if item.is_mark("close_bracket"):
            return self._items[place - 1].is_mark("open_bracket")
        ends = behind is None or behind.is_mark("break", "dots", "dash")
        return item.is_word("empty") or (item.is_mark("dash") and ends)

    def _hear(self, item: Item, place: int) -> None:
        """Read a sign or a word between nodes and numbers."""
        self._begin_or_end_closed(item)
        if item.text == "\n" and self._items[place - 2 : place - 1] and self._found:
            if self._items[place - 2].kind == "node":
                blank = self._items[place - 1].text in _LEAD_ON
                self._found[-1] = replace(self._found[-1], blank=blank)
        if self._found and self._border < SEMI:
            if self._says_nothing(item, place):
                self._found[-1] = replace(self._found[-1], empty=True)
            right_behind = self._items[place - 1].kind in ("node", "number")
            if item.is_mark("question") and right_behind:
                self._found[-1] = replace(self._found[-1], asked=True)
        if item.is_mark("open_bracket", "close_bracket"):
            self._bracket(item, place)
        elif item.is_word("chosen"):
            self._joins = False
            self._choose(place)
        else:
            self._border = max(self._border, _strength(item, inside=self._depth > 0))
            self._joins = item.is_word("added") or (self._joins and self._border < COMMA)
            if item.text == "\n":
                self._depth = 0

    def _begin_or_end_closed(self, item: Item) -> None:
        """Hear "CLOSED A B" behind what waits: the nodes that follow are those already taken."""
        if item.is_word("closed"):
            self._closed = bool(self._found) and self._border < LINE
        elif item.is_mark("break", "cell") or item.is_word("then", "list", "chosen", "added"):
            self._closed = False

    def _bracket(self, item: Item, place: int) -> None:
        if item.is_mark("close_bracket"):
            self._depth = max(self._depth - 1, 0)
            self._border = max(self._border, COMMA)
            self._aside_from = -1
            return
        if self._depth == 0 and place and self._items[place - 1].is_mark("close_bracket"):
            self._border = max(self._border, STOP)  # one list behind the other
        self._depth += 1
        if self._found and self._found[-1].numbers and self._border == 0:
            self._aside_from = self._depth

    def _choose(self, place: int) -> None:
        behind = self._items[place + 1 : place + 3]
        if any(each.kind == "node" for each in behind):
            self._chosen = True
        elif self._found and self._border == 0:
            self._found[-1] = replace(self._found[-1], chosen=True)


def _strength(item: Item, *, inside: bool) -> int:
    """Return how much a sign or a word separates."""
    if item.is_mark("break"):
        if item.text == "\n":
            return LINE
        return COMMA if inside else SEMI if item.text == ";" else STOP
    if item.is_mark("dots") or (item.is_mark("dash") and len(item.text) > 1):
        return STOP
    if item.kind == "ordinal" or item.is_word("then"):
        return STOP
    return COMMA if item.is_mark("cell") or (item.is_mark("comma") and item.text != "+") else 0


def _denied_clauses(items: Sequence[Item]) -> list[bool]:
    """Return for each item whether its clause denies something, or is mostly words unread."""
    ends = [-1]
    for place, item in enumerate(items):
        sum_sign = item.text == "+"
        if item.is_mark("break", "comma", "open_bracket", "close_bracket") and not sum_sign:
            ends.append(place)
    ends.append(len(items))
    found = [False] * len(items)
    for begin, end in pairwise(ends):
        clause = items[begin + 1 : end]
        denies = any(item.is_word(*_DENYING) for item in clause)
        unread = sum(item.kind == "unread" and item.text.isalpha() for item in clause)
        said = sum(item.kind in ("node", "number") for item in clause)
        for place in range(begin + 1, end):
            found[place] = denies or unread > said + 1
    return found
