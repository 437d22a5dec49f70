"""The facts of one run, and which of them the nodes and numbers of a message spell out.

A message is covered from left to right: rows with what they change or leave waiting, a way with its
cost, distances, values, parents, edges of a tree, what never happens. Whatever no fact explains is
left over. Nothing is guessed from words alone: a fact counts only with all its nodes and numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.pool_facts import (
    LEAST_ALIKE,
    Cover,
    PoolFact,
    is_left_out,
    is_same,
)
from tutor_app.tracing.fact_pool.row_facts import RowFacts, numbers_of
from tutor_app.tracing.fact_pool.said_symbols import NamedSymbol
from tutor_app.tracing.fact_pool.tree_facts import TreeFacts
from tutor_app.tracing.spoken.statements import RunStatement

LEAST_NODES: Final = 2  # of a way
MOST_SYMBOLS: Final = 80


class RunPool:
    """The facts of one run."""

    def __init__(self, facts: ExactFacts) -> None:
        self.facts = facts
        self._run = facts.run
        self._rows = RowFacts(facts)
        self._tree = TreeFacts(facts)

    def cover(self, said: Sequence[NamedSymbol]) -> Cover:
        """Return the reading of a message that leaves least over, then the one of fewest facts."""
        if len(said) > MOST_SYMBOLS:
            return Cover(left=tuple(each.text for each in said))
        ahead: dict[tuple[int, int], tuple[int, int, tuple[PoolFact, ...], tuple[str, ...]]] = {}
        rows = range(len(self._rows.nodes) + 1)
        for row in rows:
            ahead[len(said), row] = (0, 0, (), ())
        for place in range(len(said) - 1, -1, -1):
            for row in rows:
                one = said[place]
                lost, count, facts, left = ahead[place + 1, row]
                rest = left if one.soft else (one.text, *left)
                best = (lost + (not one.soft), count, facts, rest)
                for fact, then in self._facts_at(said, place, row):
                    lost, count, facts, left = ahead[place + fact.size, then]
                    reading = (lost, count + 1, (fact, *facts), left)
                    best = min(best, reading, key=lambda each: each[:2])
                ahead[place, row] = best
        _, _, facts, left = ahead[0, 0]
        return Cover(facts, left)

    def _facts_at(
        self, said: Sequence[NamedSymbol], place: int, row: int
    ) -> Iterator[tuple[PoolFact, int]]:
        """Yield what may be spelled out at a place, behind `row` rows, and how many it makes."""
        if self._tree.edges:
            found = (*self._tree.edges_at(said, place), *self._tree.sums_at(said, place))
            found = (*found, *self._roles_at(said, place), *self._results_at(said, place))
            yield from ((fact, row) for fact in found)
            return
        if not (said[place].denied or is_left_out(said, place, place + 1)):
            yield from self._rows.rows_at(said, place, row)
        if said[place].of_row is not None:
            return  # "row 2: B 7" holds in that row
        found = (*self._ways_at(said, place), *self._roles_at(said, place))
        values = self._values_at(said, place, row)
        for fact in (*found, *values, *self._dists_at(said, place), *self._results_at(said, place)):
            # "U before T" is no value, and no way: only rows tell what comes first.
            ordered = any(one.orders for one in said[place : place + fact.size + 1])
            if fact.size >= LEAST_ALIKE or not ordered:
                yield fact, row

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
        left_out = is_left_out(said, place, place + 1)
        if (
            one.node
            and left_out
            and one.node not in self._rows.nodes
            and "node" in self._run.columns
        ):
            told = RunStatement(
                kind="taken", node=one.node, denied=True, row=self._rows.numbers[-1]
            )
            yield PoolFact(1, (told,), firm=True)

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
        """Yield the number that a node has now, or the last ones that it has had."""
        one, key = said[place], self.facts.key
        if key is None or one.node is None or one.number is not None or one.denied:
            return
        if place and said[place - 1].number is None and not any(map(str.isalpha, one.before)):
            return  # "P Q T, 9" is a way, with what it costs
        numbers: list[Number] = []
        for each in said[place + 1 :]:
            if each.number is None or (each.begins and numbers) or each.denied:
                break
            numbers.append(each.number)
            if self._is_history(one.node, numbers, row):
                told = RunStatement(kind="value", node=one.node, number=numbers[-1], quantity=key)
                yield PoolFact(1 + len(numbers), (told,), firm=len(numbers) > 1 or bool(each.terms))

    def _dists_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield the distances in the end, with that of the start or without."""
        final = [*numbers_of(self._run.final.get("dist")).items()]
        for told in (final, final[1:]):
            numbers = [each.number for each in said[place : place + len(told)]]
            pairs = [*zip(numbers, (value for _, value in told), strict=False)]
            if LEAST_ALIKE <= len(told) == len(pairs) and all(is_same(*pair) for pair in pairs):
                statements = tuple(
                    RunStatement(kind="value", node=node, number=value, quantity=self.facts.key)
                    for node, value in told
                )
                yield PoolFact(len(told), statements, firm=True)

    def _is_history(self, node: str, numbers: Sequence[Number], row: int) -> bool:
        """Whether numbers are the last that a node has had, up to the row at hand or the end."""
        key = self.facts.key
        assert key is not None
        told = self.facts.history(node, key)
        until = self._rows.numbers[row - 1] if row else None
        for values in (
            [value for _, value in told],
            [value for number, value in told if until is not None and number <= until],
        ):
            if len(values) >= len(numbers) and all(map(is_same, values[-len(numbers) :], numbers)):
                return True
        return False

    def _results_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield what the run costs in the end."""
        one, cost = said[place], self.facts.cost
        if place and not one.before and not one.terms and said[place - 1].node is not None:
            return  # "G 7": the number of a node
        if is_same(cost, one.number) and not one.denied:
            yield PoolFact(1, (RunStatement(kind="cost", number=cost),), firm=bool(one.terms))
