"""The rows of a run, as a message may tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.pool_facts import PoolFact, is_same
from tutor_app.tracing.fact_pool.said_symbols import NamedSymbol
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.waiting_entries import list_waiting

_LISTS: Final = frozenset((",", "and", "&"))


class RowFacts:
    """The rows of one run, each with the node that it takes."""

    def __init__(self, facts: ExactFacts) -> None:
        self._facts = facts
        self._rows = [row for row in facts.rows if row.get("node") is not None]
        self.numbers = [int(str(row["step"])) for row in self._rows]
        self.nodes = [str(row["node"]) for row in self._rows]

    def rows_at(
        self, said: Sequence[NamedSymbol], place: int, row: int
    ) -> Iterator[tuple[PoolFact, int]]:
        """Yield the next row, or any where none is told yet, as far as the message tells it."""
        is_listed = place > 0 and not said[place].begins and set(said[place].before) <= _LISTS
        valued = place + 1 < len(said) and said[place + 1].number is not None
        if is_listed and valued and said[place - 1].number is not None:
            return  # "T 6 U 5" are entries
        label = said[place].of_row
        last = len(self._rows) if row == 0 else min(row + 1, len(self._rows))
        for at in range(row, last):
            if label is not None and label != self.numbers[at]:
                continue
            if label is not None:
                for size, listed in self._lists_at(said, place, at):
                    yield PoolFact(size, listed, label, firm=True), at + 1
            if said[place].node == self.nodes[at] and not (at and not row and said[place].orders):
                for fact in self._row_at(said, place, at, listed=is_listed, follows=row > 0):
                    yield fact, at + 1

    def _row_at(
        self, said: Sequence[NamedSymbol], place: int, at: int, *, listed: bool, follows: bool
    ) -> Iterator[PoolFact]:
        """Yield a row whose node is named: alone, with its number, with its list.

        Alone it says something behind another row, as the first, or with a word for it.
        """
        number, node, end = self.numbers[at], self.nodes[at], place + 1
        taken = RunStatement(kind="taken", node=node, row=number)
        alone = not said[place].is_row_of and (follows or not at or _is_taken(said, place))
        if alone:
            yield PoolFact(1, (taken,), number)
        if end < len(said) and self._is_value(said[end], node, at):
            held, key = said[end].number, self._facts.key
            value = RunStatement(kind="value", node=node, number=held, quantity=key)
            end += 1
            if not (listed or said[place].is_row_of or _goes_on_listing(said, end)):
                yield PoolFact(2, (value, taken), number, firm=True)
        if end < len(said) and said[end].is_after("opens_list"):  # "C 7 and G 7" opens none
            for size, entries in self._lists_at(said, end, at):
                yield PoolFact(end + size - place, (taken, *entries), number, firm=True)

    def _lists_at(
        self, said: Sequence[NamedSymbol], place: int, at: int
    ) -> Iterator[tuple[int, tuple[RunStatement, ...]]]:
        """Yield the lists that begin at a place and are so in a row, with how long they are."""
        for size, entries in self._entries_at(said, place):
            if (told := self._list_of(entries, at)) is not None:
                yield size, told

    def _is_value(self, one: NamedSymbol, node: str, at: int) -> bool:
        """Whether a number is that with which a row takes its node."""
        key = self._facts.key
        if one.number is None or key is None or one.begins:
            return False
        told = [value for row, value in self._facts.history(node, key) if row <= self.numbers[at]]
        return bool(told) and is_same(told[-1], one.number)

    @staticmethod
    def _entries_at(
        said: Sequence[NamedSymbol], place: int
    ) -> Iterator[tuple[int, dict[str, Number | None]]]:
        """Yield the lists that begin at a place: nodes, each with its number or none has one."""
        entries: dict[str, Number | None] = {}
        end = place
        while end < len(said):
            node = said[end].node
            if node is None or node in entries or said[end].denied:
                return
            end += 1
            valued = end < len(said) and said[end].number is not None and not said[end].begins
            entries[node] = said[end].number if valued else None
            end += valued
            yield end - place, dict(entries)

    def _list_of(
        self, entries: Mapping[str, Number | None], at: int
    ) -> tuple[RunStatement, ...] | None:
        """Return what a list says of a row if it is what waits after it, or what it changes."""
        number = self.numbers[at]
        waits = {each.node: each.value for each in list_waiting(self._facts.run, number)}
        before = {each.node: each.value for each in list_waiting(self._facts.run, number - 1)}
        changed = {node for node, value in waits.items() if before.get(node, -1) != value}
        dist = self._rows[at].get("dist")
        if isinstance(dist, Mapping) and len(entries) > len(waits):  # all distances are told
            waits = {node: value for node, value in numbers_of(dist).items() if node in entries}
            if len(dist) - len(entries) > 1:
                return None
        fits = all(
            node in waits and (value is None or is_same(value, waits[node]))
            for node, value in entries.items()
        )
        if not fits or not (entries.keys() == waits.keys() or entries.keys() == changed):
            return None
        if self._facts.key is None and entries.keys() == waits.keys():
            orders = (
                [list(waits), list(waits)[::-1]]
                if self._facts.run.algorithm.id == "dfs"
                else [[*waits]]
            )
            if list(entries) not in orders:
                return None
        if entries.keys() == waits.keys() and "open" in self._facts.run.columns:
            values = tuple(entries.values())
            return (RunStatement(kind="listed", nodes=tuple(entries), values=values, row=number),)
        return tuple(
            RunStatement(
                kind="value", node=node, number=value, quantity=self._facts.key, row=number
            )
            for node, value in entries.items()
            if value is not None
        ) or (RunStatement(kind="adds", node=self.nodes[at], nodes=tuple(entries)),)


def numbers_of(dist: object) -> dict[str, Number]:
    """Return the distances of a row or a result that are numbers."""
    if not isinstance(dist, Mapping):
        return {}
    return {str(node): value for node, value in dist.items() if isinstance(value, int | float)}


def _is_taken(said: Sequence[NamedSymbol], place: int) -> bool:
    """Whether a word beside a node says that it is taken."""
    return said[place].is_after("takes") or (
        place + 1 < len(said) and said[place + 1].is_after("takes")
    )


def _goes_on_listing(said: Sequence[NamedSymbol], place: int) -> bool:
    """Whether another node with its number follows: "C 7 and G 7" takes neither."""
    pair = said[place : place + 2]
    if len(pair) < 2 or pair[0].node is None or pair[1].number is None:
        return False
    return set(pair[0].before) <= _LISTS and not pair[1].begins
