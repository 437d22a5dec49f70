"""The edges of a run's spanning tree, as a message may tell them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.fact_pool.pool_facts import (
    LEAST_ALIKE,
    Cover,
    PoolFact,
    is_left_out,
    is_same,
)
from tutor_app.tracing.fact_pool.said_symbols import NamedSymbol
from tutor_app.tracing.spoken.statements import RunStatement

Edge = frozenset[str]


class TreeFacts:
    """The edges of one tree; of a run without one there are none."""

    def __init__(self, facts: ExactFacts) -> None:
        self._facts = facts

    @cached_property
    def edges(self) -> tuple[tuple[Edge, Number], ...]:
        """The edges of a spanning tree in the order in which they come in, with their weights."""
        edges = self._facts.run.final.get("edges")
        if not isinstance(edges, tuple):
            return ()
        ends = [tuple(map(str, edge)) for edge in edges if isinstance(edge, tuple)]
        return tuple((frozenset(edge), self._facts.weight(*edge) or 0) for edge in ends)

    def place_in_tree(self, edge: tuple[str, str]) -> int | None:
        """Return which edge of the tree it is, counted from 0; None where it is left out."""
        return next((n for n, (ends, _) in enumerate(self.edges) if ends == {*edge}), None)

    def out_of_order(self, cover: Cover) -> int | None:
        """Return how many edges come in as they are told, where all are and not in that order."""
        told = [self.place_in_tree(each.edge) for each in cover.facts if each.edge and each.inside]
        if len(told) != len(self.edges) or len(told) < LEAST_ALIKE or None in told:
            return None
        return next((n for n, place in enumerate(told) if place != n), None)

    def edges_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        ends = said[place : place + 2]
        if len(ends) < 2 or ends[0].node is None or ends[1].node is None or ends[1].begins:
            return
        edge = ends[0].node, ends[1].node
        weight = self._facts.weight(*edge)
        if weight is None or len(ends[1].before) > 1:
            return
        inside = self.place_in_tree(edge) is not None
        end = place + 2
        valued = end < len(said) and not said[end].begins and said[end].number is not None
        if inside == is_left_out(said, place, end + valued) or ends[1].denied:
            return
        if valued and is_same(weight, said[end].number):
            yield PoolFact(3, edge=edge, inside=inside)
        yield PoolFact(2, edge=edge, inside=inside)

    def sums_at(self, said: Sequence[NamedSymbol], place: int) -> Iterator[PoolFact]:
        """Yield the sums that the weights come to, one edge after the other."""
        sums = [*accumulate(weight for _, weight in self.edges)]
        numbers = [each.number for each in said[place : place + len(sums)]]
        pairs = [*zip(numbers, sums, strict=False)]
        if LEAST_ALIKE <= len(sums) == len(pairs) and all(is_same(*pair) for pair in pairs):
            yield PoolFact(len(sums), (RunStatement(kind="cost", number=sums[-1]),), firm=True)
