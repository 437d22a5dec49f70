"""Lists of edges: "A-B:4", "A -> B (4)", "(A, B, 4)", "w(A,B)=8", "there is a road from A to B".

One edge is read at a time; edges that follow each other form a block, whatever separates them.
Where a source has several targets ("S->A 3, B 4", "A is connected to B, C and to D") the later ones
keep the source.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.node_names import Names, is_numeric
from tutor_app.tracing.reading.problem_data.edge_connectors import JOINED, read_connector
from tutor_app.tracing.reading.problem_data.edge_list_words import (
    ASKS,
    EACH,
    EXISTS,
    SEPARATORS,
    WEIGHED_PAIR,
)
from tutor_app.tracing.reading.problem_data.edge_weights import Weight, read_weight
from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Mark, Written
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import LEAD_IN, NOTHING_WORDS, UNITS

Form = Literal["symbol", "words", "pair", "glued"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One edge as read: tokens `begin` up to `end`; `weight` is None where none is written."""

    edge: Written
    form: Form
    begin: int
    end: int
    unknown: bool = False  # "?" stands in place of the weight


class EdgeReader:
    """Reads the blocks of edges of one message."""

    def __init__(self, text: str) -> None:
        self._cursor = Cursor(text)
        self._names = Names(self._cursor)

    def blocks(self) -> list[list[Item]]:
        """Return the runs of edges in the order in which they stand, also those of one edge."""
        blocks: list[list[Item]] = []
        at = 0
        while at < len(self._cursor):
            item = self._item(at, between=False)
            if item is None:
                at += 1
                continue
            block = self._block(item)
            blocks.append(block)
            at = block[-1].end
        return blocks

    def draft(self, items: list[Item]) -> Draft:
        """Return edges as a draft."""
        spans = tuple(self._cursor.span(item.begin, item.end) for item in items)
        directed = items[0].form != "glued"
        edges = tuple(item.edge for item in items)
        # "S connects to A. A leads to B": words mix freely where arrows and dashes are drawn apart.
        if items[0].form == "words" and any(edge.mark == "arrow" for edge in edges):
            edges = tuple(replace(edge, mark="arrow") for edge in edges)
        signed = items[0].form != "words"
        return Draft(edges=edges, nodes=(), spans=spans, directed=directed, signed=signed)

    # --- blocks ------------------------------------------------------------------------------

    def _block(self, first: Item) -> list[Item]:
        block = [first]
        while True:
            last = block[-1]
            following = self._chained(last) or self._next(last)
            if following is None:
                return block
            block += [following, *self._twin(following)]

    def _next(self, last: Item) -> Item | None:
        """Read the edge that follows, with its own source or with that of the last one."""
        cursor = self._cursor
        at = last.end
        same_line = True
        while at < len(cursor) and self._separates(at) and not self._opens_edge(at):
            same_line &= cursor.kind(at) not in ("newline", "semi", "dot", "bullet", "open")
            at += 1
        between = same_line and self._between(last)
        item = (
            self._item(at, between=between)
            or self._met(at)
            or self._item(last.end, between=between)
        )
        if item is not None and item.form == last.form:
            return _inherit(item, last)
        if item is None and same_line and at > last.end and last.form != "pair":
            return self._further_target(at, last)
        return None

    def _met(self, at: int) -> Item | None:
        """Read the second edge of "A and B both lead to C"."""
        first = self._names.read(at)
        if first is None or self._cursor.word(first[1]) != "and":
            return None
        item = self._item(first[1] + 1, between=False)
        return item if item is not None and self._twin(item) else None

    def _twin(self, item: Item) -> list[Item]:
        """Return the edge that "A and B both lead to C" tells beside that from B; else none."""
        said = {self._cursor.word(at) for at in range(item.begin, item.end)}
        if said.isdisjoint(EACH) or self._cursor.word(item.begin - 1) != "and":
            return []
        named = (self._names.read(item.begin - back) for back in (2, 3))
        first = next((each for each in named if each and each[1] == item.begin - 1), None)
        own = self._names.read(item.begin)
        if first is None or own is None or own[0] != item.edge.source:
            return []
        return [replace(item, edge=replace(item.edge, source=first[0]))]

    def _opens_edge(self, at: int) -> bool:
        if self._cursor.kind(at) != "open":
            return False
        return self._pair(at) is not None or self._names.read(at) is not None

    def _separates(self, at: int) -> bool:
        return self._cursor.kind(at) in SEPARATORS or self._cursor.word(at) in ("and", "or")

    def _between(self, last: Item) -> bool:
        """Tell whether the sentence lists pairs: "roads between A and B, B and C"."""
        words = {self._cursor.word(at) for at in range(last.begin, last.end)}
        return last.form == "words" and "and" in words

    def _chained(self, last: Item) -> Item | None:
        """Read the next edge of "A -> B -> C"."""
        cursor = self._cursor
        if last.form != "symbol" or last.edge.weight is not None or last.unknown:
            return None
        if cursor.kind(last.end) not in ("arrow", "dash", "both"):
            return None
        name_at = last.end - 1
        while (read := self._names.read(name_at)) and read[0] != last.edge.target:
            name_at -= 1
        return self._infix(name_at, last.end, last.edge.target) if read else None

    def _further_target(self, at: int, last: Item) -> Item | None:
        cursor = self._cursor
        begin = at
        while cursor.word(at) in (
            "to",
            "also",
            "with",
            "a",
            "an",
            "edge",
            "one",
            "both",
        ) and self._names.read(at + 1):
            at += 1
        named = self._names.read(at)
        if named is None or is_numeric(named[0]) != is_numeric(last.edge.target):
            return None
        weight = read_weight(cursor, named[1], numeric=is_numeric(named[0]))
        if not self._separates(weight.end) or (
            cursor[at].text.islower() and len(named[0]) > 1 and cursor.word(at) in LEAD_IN
        ):
            return None
        edge = Written(
            source=last.edge.source, target=named[0], weight=weight.value, mark=last.edge.mark
        )
        if (last.edge.weight is None and not last.unknown) != (
            weight.value is None and not weight.unknown
        ):
            return None
        return Item(edge=edge, form=last.form, begin=begin, end=weight.end, unknown=weight.unknown)

    # --- one edge ----------------------------------------------------------------------------

    def _item(self, at: int, *, between: bool) -> Item | None:
        """Read the edge that begins here, words such as "there is a road from" before it."""
        pair = self._pair(at)
        if pair is not None:
            return pair
        begin, before = at, None
        for _ in range(14):
            named = self._names.read(at)
            if named is not None:
                joined = self._infix(
                    begin,
                    named[1],
                    named[0],
                    before,
                    between=between or self._says_between(begin, at),
                )
                if joined is not None:
                    return joined
            glued = self._glued(at)
            if glued is not None:
                return glued
            step, said = self._lead_in(at)
            if step == at:
                return None
            at, before = step, before if said is None else said
        return None

    def _is_drawn(self, at: int) -> bool:
        """Tell an edge from a hyphen: any word is a node beside it."""
        drawn, after = self._cursor[at], self._cursor[at + 1]
        spaced = drawn.kind == "dash" and drawn.spaced and after.spaced and after.kind == "name"
        return drawn.kind in ("arrow", "both", "back") or spaced

    def _says_between(self, begin: int, at: int) -> bool:
        return any(self._cursor.word(position) == "between" for position in range(begin, at))

    def _lead_in(self, at: int) -> tuple[int, Number | None]:
        """Pass what may stand before an edge; a weight is kept: "it costs 4 to go from A to B"."""
        cursor = self._cursor
        named = cursor[at].text == "A" and cursor.word(at - 1) in ("from", "at", "in", "node")
        if cursor.word(at) in LEAD_IN and not named:
            return at + 1, None
        if cursor.kind(at) == "dash" and cursor.word(at - 1) in ("one", "two"):
            return at + 1, None
        read = cursor.number(at)
        if read is None or (cursor.word(at - 1) not in LEAD_IN and cursor.kind(at - 1) != "comma"):
            return at, None
        after = read[1] + (cursor.word(read[1]) in UNITS)
        goes = cursor.word(after) == "to" and cursor.word(after + 1) in (
            "go",
            "get",
            "travel",
            "drive",
        )
        weighs = goes or cursor.word(after) in (
            "from",
            "between",
            "connecting",
            "joins",
            "connects",
        )
        return (after, read[0]) if weighs else (at, None)

    def _pair(self, at: int) -> Item | None:
        """Read "(A, B, 4)", "w(A,B) = 8", "{A, B}: 4", "G.add_edge('A', 'B', weight=4)"."""
        cursor, begin = self._cursor, at
        if cursor.kind(at) == "name" and cursor.kind(at + 1) == "dot" and not cursor[at + 1].spaced:
            at += 2
        if (
            cursor.kind(at) == "name"
            and cursor.kind(at + 1) == "open"
            and not cursor[at + 1].spaced
        ):
            at += 1
        bracket = cursor[at]
        first = self._names.read(at + 1, any_word=True) if bracket.kind == "open" else None
        if first is None or cursor.kind(first[1]) not in ("comma", "dash", "arrow", "semi"):
            return None
        second = self._names.read(first[1] + 1, any_word=True)
        if second is None:
            return None
        inside = read_weight(cursor, second[1], numeric=False, comma=True)
        if cursor.kind(inside.end) != "close":
            return None
        outside = read_weight(cursor, inside.end + 1, numeric=True)
        weight = inside if inside.written else outside
        if not weight.written and is_numeric(first[0]) != is_numeric(second[0]):
            return None  # ("B", 7): a neighbour and a weight
        end = weight.end if weight is outside else inside.end + 1
        mark: Mark = "arrow" if "<" in bracket.text or cursor.kind(first[1]) == "arrow" else "open"
        if "{" in bracket.text or cursor.kind(first[1]) == "dash":
            mark = "dash"
        edge = Written(source=first[0], target=second[0], weight=weight.value, mark=mark)
        return Item(edge=edge, form="pair", begin=begin, end=end, unknown=weight.unknown)

    def _glued(self, at: int) -> Item | None:
        """Read "AB 5", "ab5 bc2" or "w_{AB} = 5": two letters that name an edge.

        Without weight "AB, BC" are edges.
        """
        cursor = self._cursor
        token = cursor[at]
        weighed = WEIGHED_PAIR.fullmatch(token.text)
        if weighed is not None:
            near = [cursor[n].text for n in (at - 2, at - 1, at + 1, at + 2) if n >= 0]
            if weighed[1] == weighed[2] or not any(map(WEIGHED_PAIR.fullmatch, near)):
                return None
            edge = Written(
                source=weighed[1], target=weighed[2], weight=int(weighed[3]), mark="open"
            )
            return Item(edge=edge, form="glued", begin=at, end=at + 1)
        letters = re.fullmatch(r"(?:[wcd]_)?([A-Z]{2}|[a-z]{2})", token.text)
        if token.kind != "name" or letters is None or self._names.read(at) is None:
            return None
        first, second = letters[1][0], letters[1][1]
        weight = read_weight(cursor, at + 1, numeric=True)
        beside = [self._separates(n) or _is_pair(cursor[n].text) for n in (at - 1, at + 1)]
        alone = first.isupper() and (all(beside) or cursor.word(at - 1) == "edges")
        if first == second or not (weight.written or alone or cursor.kind(at - 1) == "colon"):
            return None
        edge = Written(source=first, target=second, weight=weight.value, mark="open")
        return Item(edge=edge, form="glued", begin=at, end=weight.end, unknown=weight.unknown)

    def _infix(
        self,
        begin: int,
        at: int,
        source: str,
        given: Number | None = None,
        *,
        between: bool = False,
    ) -> Item | None:
        """Read the rest of an edge after its first node, which ends before token `at`.

        `given` is a weight that stands before the edge.
        """
        cursor = self._cursor
        joined = read_connector(self._names, begin, at, source, between=between)
        if joined is None:
            return None
        drawn = joined.symbol and self._is_drawn(joined.end - 1)
        named = self._names.read(joined.end, any_word=drawn)
        if named is None or named[0].lower() in NOTHING_WORDS:
            return None
        target, end = named
        while not joined.symbol and cursor.word(end) in JOINED:
            end += 1
        weight = joined.weight
        if given is not None:
            weight = Weight(value=given, unknown=False, end=end)
        if weight is None:
            weight = read_weight(cursor, end, numeric=is_numeric(source) or is_numeric(target))
            end = weight.end
        said_only = not joined.symbol and joined.mark == "open" and not weight.written
        if said_only and self._asks(begin):
            return None
        if joined.back:
            source, target = target, source
        return Item(
            edge=Written(source=source, target=target, weight=weight.value, mark=joined.mark),
            form="symbol" if joined.symbol else "words",
            begin=begin,
            end=end,
            unknown=weight.unknown,
        )

    def _asks(self, begin: int) -> bool:
        """Tell whether the sentence asks for a path: "find a path from A to G"."""
        text, end = self._cursor.text, self._cursor[begin].start
        stop = max(text.rfind(mark, 0, end) for mark in "\n.:;!?,") + 1
        lead = text[stop : self._cursor[begin + 6].start]
        return bool(ASKS.search(text[stop:end])) and not EXISTS.search(lead)


def _is_pair(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Z]{2}", text))


def _inherit(item: Item, last: Item) -> Item:
    """Give an edge whose kind is not said ("and one from A to B") the kind of the one before."""
    if item.form != "words" or item.edge.mark != "open":
        return item
    return replace(item, edge=replace(item.edge, mark=last.edge.mark))
