"""The facts of one run, and which of them the nodes and numbers of a message spell out.

A message is covered from left to right: rows with what they change or leave waiting, a way with its
cost, distances, values, parents, edges of a tree, what never happens. Whatever no fact explains is
left over. Nothing is guessed from words alone: a fact counts only with all its nodes and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import isclose
from typing import Final, NamedTuple

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.said_symbols import WORDS, NamedSymbol
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.waiting_entries import list_waiting

LEAST_NODES: Final = 2  # of a way
LEAST_NUMBERS: Final = 3  # of a row of distances, of running sums
MOST_SYMBOLS: Final = 80
Edge = frozenset[str]
_LISTS: Final = frozenset((",", "and", "&"))
_BREAKS: Final = frozenset((",", ".", ";", ":", "\n", "and", "so", "then"))


class PoolFact(NamedTuple):
    """Something that the run shows: `size` symbols of the message spell it out.

    `row` is that of a row. `edge`, `inside`: an edge, and whether it is in the tree. `firm`: what
    can hardly be said by chance.
    """

    size: int
    statements: tuple[RunStatement, ...] = ()
    row: int | None = None
    edge: tuple[str, str] | None = None
    inside: bool = True
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """The facts that a message spells out, and what is left over."""

    facts: tuple[PoolFact, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def covered(self) -> int:
        return sum(each.size for each in self.facts)

    @property
    def statements(self) -> tuple[RunStatement, ...]:
        told = [one for each in self.facts for one in each.statements]
        return tuple(dict.fromkeys(told))

    @property
    def is_firm(self) -> bool:
        """Whether all of the message is spelled out, by facts that say something together."""
        edges = [each for each in self.facts if each.edge is not None]
        firm = any(each.firm for each in self.facts) or len(edges) >= LEAST_NUMBERS
        return not self.left and firm and self.covered >= LEAST_NUMBERS

    @property
    def claims(self) -> bool:
        """Whether anything is spelled out beside where the run begins and ends."""
        return any(each.statements or each.edge for each in self.facts)


class RunPool:
    """The facts of one run."""

    def __init__(self, facts: ExactFacts) -> None:
        self.facts = facts
        self._run = facts.run
        self._rows = [row for row in self._run.rows() if row.get("node") is not None]
        self._numbers = [int(str(row["step"])) for row in self._rows]
        self._nodes = [str(row["node"]) for row in self._rows]

    def cover(self, said: Sequence[NamedSymbol]) -> Cover:
        """Return the reading of a message that leaves least over, then the one of fewest facts."""
        if len(said) > MOST_SYMBOLS:
            return Cover(left=tuple(each.text for each in said))
        ahead: dict[tuple[int, int], tuple[int, int, tuple[PoolFact, ...], tuple[str, ...]]] = {}
        rows = range(len(self._rows) + 1)
        for row in rows:
            ahead[len(said), row] = (0, 0, (), ())
        for place in range(len(said) - 1, -1, -1):
            for row in rows:
                one = said[place]
                lost, count, facts, left = ahead[place + 1, row]
                best = (
                    lost + (not one.soft),
                    count,
                    facts,
                    left if one.soft else (one.text, *left),
                )
                for fact, then in self._facts_at(said, place, row):
                    lost, count, facts, left = ahead[place + fact.size, then]
                    reading = (lost, count + 1, (fact, *facts), left)
                    best = min(best, reading, key=lambda each: each[:2])
                ahead[place, row] = best
        _, _, facts, left = ahead[0, 0]
        return Cover(facts, left)

    # --- one fact after the other: `row` rows are told already ---------------------------------

    def _facts_at(
        self, said: Sequence[NamedSymbol], place: int, row: int
    ) -> Iterator[tuple[PoolFact, int]]:
        if not self._tree and not (said[place].denied or _is_left_out(said, place, place + 1)):
            yield from self._rows_at(said, place, row)
        found = self._edges_at(said, place) if self._tree else self._ways_at(said, place)
        others = (*found, *self._values_at(said, place, row), *self._results_at(said, place))
        for fact in others:
            # "U before T" is no value, and no way: only rows tell what comes first.
            if self._tree or not any(one.orders for one in said[place : place + fact.size + 1]):
                yield fact, row

    def _rows_at(
        self, said: Sequence[NamedSymbol], place: int, row: int
    ) -> Iterator[tuple[PoolFact, int]]:
        """Yield the next row, or any where none is told yet, as far as the message tells it."""
        is_listed = place > 0 and not said[place].begins and set(said[place].before) <= _LISTS
        if is_listed and said[place - 1].number is not None:
            return  # "T 6 U 5" are entries
        for at in range(row, len(self._rows) if row == 0 else min(row + 1, len(self._rows))):
            if said[place].node != self._nodes[at] or (at and not row and said[place].orders):
                continue
            number = self._numbers[at]
            taken = RunStatement(kind="taken", node=self._nodes[at], row=number)
            yield PoolFact(1, (taken,), number), at + 1
            if is_listed:
                continue
            end = place + 1
            if end < len(said) and self._is_value(said[end], self._nodes[at], at):
                key = self.facts.key
                value = RunStatement(
                    kind="value", node=self._nodes[at], number=said[end].number, quantity=key
                )
                end += 1
                if not _goes_on_listing(said, end):
                    yield PoolFact(2, (value, taken), number, firm=True), at + 1
            for size, entries in self._entries_at(said, end):
                statement = self._list_of(entries, at)
                if statement is not None:
                    told = (taken, *statement)
                    yield PoolFact(end + size - place, told, number, firm=True), at + 1

    def _is_value(self, one: NamedSymbol, node: str, at: int) -> bool:
        """Whether a number is that with which a row takes its node."""
        key = self.facts.key
        if one.number is None or key is None or one.begins:
            return False
        told = [value for row, value in self.facts.history(node, key) if row <= self._numbers[at]]
        return bool(told) and _same(told[-1], one.number)

    @staticmethod
    def _entries_at(
        said: Sequence[NamedSymbol], place: int
    ) -> Iterator[tuple[int, dict[str, Number | None]]]:
        """Yield the lists that begin at a place: nodes, each with its number or none has one."""
        entries: dict[str, Number | None] = {}
        end = place
        if place >= len(said) or not said[place].is_after("opens_list"):
            return  # "C 7 and G 7" goes on with what stands before it
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
        number = self._numbers[at]
        waits = {each.node: each.value for each in list_waiting(self._run, number)}
        before = {each.node: each.value for each in list_waiting(self._run, number - 1)}
        changed = {node for node, value in waits.items() if before.get(node, -1) != value}
        fits = all(
            node in waits and (value is None or _same(value, waits[node]))
            for node, value in entries.items()
        )
        if not fits or not (entries.keys() == waits.keys() or entries.keys() == changed):
            return None
        if self.facts.key is None and entries.keys() == waits.keys():
            orders = (
                [list(waits), list(waits)[::-1]] if self._run.algorithm.id == "dfs" else [[*waits]]
            )
            if list(entries) not in orders:
                return None
        if entries.keys() == waits.keys() and "open" in self._run.columns:
            values = tuple(entries.values())
            return (RunStatement(kind="listed", nodes=tuple(entries), values=values, row=number),)
        return tuple(
            RunStatement(kind="value", node=node, number=value, quantity=self.facts.key, row=number)
            for node, value in entries.items()
            if value is not None
        ) or (RunStatement(kind="adds", node=self._nodes[at], nodes=tuple(entries)),)

    def _ways_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield the way found to the goal, or to any node where there is none; who brought whom."""
        nodes: list[str] = []
        for one in said[place:]:
            if one.node is None or one.denied or (nodes and one.begins):
                break
            nodes.append(one.node)
            goal = self.facts.goal
            ends = goal is None or nodes[-1] == goal or nodes[0] == goal
            path = tuple(nodes) if nodes[0] == self._run.problem.start else tuple(nodes[::-1])
            long = len(nodes) > LEAST_NODES or (goal is not None and len(nodes) == LEAST_NODES)
            if ends and long and path == self.facts.path_to(path[-1]):
                yield PoolFact(len(nodes), (RunStatement(kind="path", nodes=path),), firm=True)
        pair = said[place : place + 2]
        if len(pair) == 2 and pair[0].node and pair[1].node and pair[1].is_after("parents"):
            if self.facts.parents.get(pair[0].node) == pair[1].node and not pair[1].denied:
                told = RunStatement(kind="parent", node=pair[0].node, nodes=(pair[1].node,))
                yield PoolFact(2, (told,))
        one = said[place]
        left_out = _is_left_out(said, place, place + 1)
        if one.node and left_out and one.node not in self._nodes and "node" in self._run.columns:
            told = RunStatement(kind="taken", node=one.node, denied=True, row=self._numbers[-1])
            yield PoolFact(1, (told,), firm=True)
        yield from self._roles_at(said, place)

    def _roles_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield where the run begins and ends: "from B", "7 to 1"."""
        start, goal = self._run.problem.start, self.facts.goal
        one = said[place]
        begins = one.node is not None and one.node == start
        if begins and one.is_right_after("starts"):
            yield PoolFact(1)
        if one.node is not None and one.node == goal and one.is_right_after("goals"):
            yield PoolFact(1)
        behind = said[place + 1] if place + 1 < len(said) else None
        if begins and behind is not None and behind.node == goal and behind.is_right_after("goals"):
            yield PoolFact(2)

    def _values_at(self, said: Sequence[NamedSymbol], place: int, row: int) -> Iterator[PoolFact]:
        """Yield the number that a node has now, the last ones that it has had, a row of numbers."""
        key = self.facts.key
        if key is None:
            return
        one = said[place]
        numbers: list[Number] = []
        for each in said[place + (one.node is not None and one.number is None) :]:
            if each.number is None or (each.begins and numbers) or each.denied or one.denied:
                break
            numbers.append(each.number)
            if (
                one.node is not None
                and one.number is None
                and self._is_history(one.node, numbers, row)
            ):
                told = RunStatement(kind="value", node=one.node, number=numbers[-1], quantity=key)
                yield PoolFact(1 + len(numbers), (told,), firm=len(numbers) > 1)
        if len(numbers) >= LEAST_NUMBERS and (one.node is None or one.number is not None):
            final = self._dists
            for skipped in (0, 1):
                wanted = [*final.values()][skipped:]
                if LEAST_NUMBERS <= len(wanted) <= len(numbers) and all(
                    map(_same, wanted, numbers)
                ):
                    pairs = [*final.items()][skipped:]
                    told_all = tuple(
                        RunStatement(kind="value", node=node, number=value, quantity=key)
                        for node, value in pairs
                    )
                    yield PoolFact(len(wanted), told_all, firm=True)

    def _is_history(self, node: str, numbers: Sequence[Number], row: int) -> bool:
        """Whether numbers are the last that a node has had, up to the row at hand or the end."""
        key = self.facts.key
        assert key is not None
        told = self.facts.history(node, key)
        until = self._numbers[row - 1] if row else None
        for values in (
            [value for _, value in told],
            [value for number, value in told if until is not None and number <= until],
        ):
            if len(values) >= len(numbers) and all(map(_same, values[-len(numbers) :], numbers)):
                return True
        return False

    @cached_property
    def _dists(self) -> Mapping[str, Number]:
        final = self._run.final.get("dist")
        if not isinstance(final, Mapping):
            return {}
        return {str(node): value for node, value in final.items() if isinstance(value, int | float)}

    def _results_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield what the run costs in the end, and the sums that lead there along its tree."""
        cost = self.facts.cost
        one = said[place]
        if place and not one.before and not one.terms and said[place - 1].node is not None:
            return  # "G 7": the number of a node
        if (
            cost is not None
            and one.number is not None
            and _same(cost, one.number)
            and not one.denied
        ):
            yield PoolFact(1, (RunStatement(kind="cost", number=cost),), firm=bool(one.terms))
        sums = [*accumulate(weight for _, weight in self._tree)]
        numbers = [each.number for each in said[place : place + len(sums)]]
        if len(sums) >= LEAST_NUMBERS and len(numbers) == len(sums):
            if all(
                each is not None and _same(each, total)
                for each, total in zip(numbers, sums, strict=True)
            ):
                yield PoolFact(len(sums), (RunStatement(kind="cost", number=cost),), firm=True)

    # --- the edges of a tree -------------------------------------------------------------------

    @cached_property
    def _tree(self) -> tuple[tuple[Edge, Number], ...]:
        """The edges of a spanning tree in the order in which they come in, with their weights."""
        edges = self._run.final.get("edges")
        if not isinstance(edges, tuple):
            return ()
        ends = [tuple(map(str, edge)) for edge in edges if isinstance(edge, tuple)]
        return tuple((frozenset(edge), self.facts.weight(*edge) or 0) for edge in ends)

    def place_in_tree(self, edge: tuple[str, str]) -> int | None:
        """Return which edge of the tree it is, counted from 0; None where it is left out."""
        return next((n for n, (ends, _) in enumerate(self._tree) if ends == {*edge}), None)

    def out_of_order(self, cover: Cover) -> int | None:
        """Return how many edges come in as they are told, where all are and not in that order."""
        told = [self.place_in_tree(each.edge) for each in cover.facts if each.edge and each.inside]
        if len(told) != len(self._tree) or len(told) < LEAST_NUMBERS or None in told:
            return None
        return next((n for n, place in enumerate(told) if place != n), None)

    def _edges_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        ends = said[place : place + 2]
        if len(ends) < 2 or ends[0].node is None or ends[1].node is None or ends[1].begins:
            yield from self._roles_at(said, place)
            return
        yield from self._roles_at(said, place)
        edge = ends[0].node, ends[1].node
        weight = self.facts.weight(*edge)
        if weight is None or len(ends[1].before) > 1:
            return
        inside = self.place_in_tree(edge) is not None
        end = place + 2
        valued = end < len(said) and not said[end].begins and said[end].number is not None
        if inside == _is_left_out(said, place, end + valued) or ends[1].denied:
            return
        if valued and _same(weight, said[end].number):
            yield PoolFact(3, edge=edge, inside=inside)
        yield PoolFact(2, edge=edge, inside=inside)


def _goes_on_listing(said: Sequence[NamedSymbol], place: int) -> bool:
    """Whether another node with its number follows: "C 7 and G 7" takes neither."""
    pair = said[place : place + 2]
    if len(pair) < 2 or pair[0].node is None or pair[1].number is None:
        return False
    return set(pair[0].before) <= _LISTS and not pair[1].begins


def _is_left_out(said: Sequence[NamedSymbol], place: int, end: int) -> bool:
    """Whether the words beside a node or an edge, up to the next comma, say that it is left out."""
    ahead = _clause(said[place].before[::-1])
    behind = _clause(said[end].before if end < len(said) else ())
    outside = not WORDS["left_out_behind"].isdisjoint(behind)
    return outside or not WORDS["left_out_ahead"].isdisjoint(ahead)


def _clause(words: Sequence[str]) -> Sequence[str]:
    return words[: next((n for n, word in enumerate(words) if word in _BREAKS), len(words))]


def _same(one: Number | None, other: Number | None) -> bool:
    return one is not None and other is not None and isclose(one, other)
