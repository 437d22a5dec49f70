"""Edges as units of few shapes over nodes and numbers in their order, found by least cost.

A unit is two nodes with a number before or behind them, or a node with several such neighbours. It
costs its gaps: sentence ends, signs and words in it, words of the student's own steps. A shape that
changes costs a little, and so does each node or number that no unit takes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from typing import Literal

from tutor_app.tracing.reading.told_graph.told_events import WORDS, Event, Gap, ToldText

Shape = Literal["pair", "ahead", "star", "flipped", "plain", "listed", "estimates", "mended", ""]
MOST = 9  # neighbours of one unit, nodes of a list
WORD, STEP, ASKED, STOP = 0.04, 0.6, 0.4, 1.5
UNIT, CHANGE, ZERO = 0.2, 0.25, 1.5
LEFT = {"node": 0.6, "number": 1.0, "either": 0.8, "same": 0.05}
MAYBE = 0.05
LONG = 12  # words, more cost no more


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One edge: places of its nodes and of its number among the events."""

    source: int
    target: int
    weight: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """Events `begin` up to `end`, read in one shape."""

    shape: Shape
    begin: int
    end: int
    cost: float
    edges: tuple[Told, ...] = ()
    values: tuple[tuple[int, int], ...] = ()  # node and number, of estimates or what is mended


# By the shape of the last unit: where the best way came from, and the unit that it took.
_Came = dict[Shape, tuple[int, Shape, Unit | None]]


class UnitReader:
    """Finds the units of one text's events, with or without weights."""

    def __init__(
        self, told: ToldText, events: Sequence[Event], *, weighted: bool, estimated: bool
    ) -> None:
        self.told, self.events = told, events
        self.weighted, self.estimated = weighted, estimated
        self.gaps = [told.gap(one, two) for one, two in pairwise(events)]
        self._clauses = [told.clause(event.at) for event in events]

    def best(self) -> tuple[list[float], list[list[Unit]]]:
        """Return the least cost of the first k events, and the units that it takes, for each k."""
        count = len(self.events)
        costs: list[dict[Shape, float]] = [{} for _ in range(count + 1)]
        came: list[_Came] = [{} for _ in range(count + 1)]
        costs[0][""] = 0.0
        for at in range(count):
            units = [*self._units(at)]
            for shape, cost in costs[at].items():
                ways: list[tuple[int, Shape, float, Unit | None]] = [
                    (at + 1, shape, cost + self._left(at), None)
                ]
                for unit in units:
                    aside = unit.shape in ("listed", "mended")
                    changes = shape != "" and _family(unit.shape) != _family(shape) and not aside
                    total = cost + unit.cost + CHANGE * changes + self._border(at)
                    ways.append((unit.end, shape if aside else unit.shape, total, unit))
                for end, kept, total, taken in ways:
                    if total < costs[end].get(kept, inf):
                        costs[end][kept] = total
                        came[end][kept] = at, shape, taken
        last: list[Shape | None] = [_cheapest(each) for each in costs]
        return (
            [inf if shape is None else costs[end][shape] for end, shape in enumerate(last)],
            [self._path(came, end, shape) for end, shape in enumerate(last)],
        )

    def _path(self, came: Sequence[_Came], end: int, shape: Shape | None) -> list[Unit]:
        found: list[Unit] = []
        while end > 0 and shape is not None:
            end, shape, unit = came[end][shape]
            if unit is not None:
                found.append(unit)
        return found[::-1]

    def _left(self, at: int) -> float:
        event = self.events[at]
        if event.maybe:
            return MAYBE
        if event.kind == "number" and not self.weighted:
            return 0.1
        begin, end = self.told.clause(event.at)
        asks = self.told.counts(begin, end, "asks")
        return LEFT[event.kind] * (0.5 if asks and event.kind == "node" else 1.0)

    def _border(self, at: int) -> float:
        """Return what it costs to begin a unit where nothing parts it from what is before."""
        if at == 0:
            return 0.0
        gap = self.gaps[at - 1]
        return 0.0 if gap.parted else 0.1 if gap.words == 0 else 0.4

    # --- units ---------------------------------------------------------------------------------

    def _units(self, at: int) -> Iterator[Unit]:
        for unit in (*self._listed(at), *self._shapes(at)):
            zero = sum(
                edge.weight is not None
                and self.events[edge.weight].kind == "number"
                and self.events[edge.weight].value == 0
                for edge in unit.edges
            )
            ends = [
                frozenset((self._name(each.source), self._name(each.target))) for each in unit.edges
            ]
            if any(len(pair) < 2 for pair in ends) or len({*ends}) < len(ends):
                continue
            maybe = sum(self.events[n].maybe for n in range(unit.begin, unit.end))
            yield _dearer(unit, ZERO * zero + 0.1 * maybe + self._around(unit))

    def _around(self, unit: Unit) -> float:
        """Return what the words around a unit cost: of steps, wishes, estimates."""
        begin = self._clauses[unit.begin][0]
        end = self._clauses[unit.end - 1][1]
        cost = 0.0
        if unit.edges:
            first, last = self.events[unit.begin].at, self.events[unit.end - 1].end
            outer = self.told.counts(begin, first, "steps") + self.told.counts(last, end, "steps")
            cost += STEP * min(outer, 2)
            if not self.weighted:
                cost += ASKED * min(self.told.counts(begin, end, "asks"), 2)
                cost += STEP * self.told.asks(first)
            elif self.estimated:
                cost += self._says_estimates(unit.begin)
            cost += sum(self._splits(edge) for edge in unit.edges)
        return cost

    def _splits(self, edge: Told) -> float:
        """Return what it costs that "between A and B" is read as two edges."""
        first, second = sorted((edge.source, edge.target))
        behind = first > 0 and self.gaps[first - 1].between and second != first + 1
        return 1.0 * (behind or self.gaps[second - 1].between)

    def _shapes(self, at: int) -> Iterator[Unit]:
        if not self.weighted:
            yield from self._plain(at)
        else:
            yield from self._pair(at)
            yield from self._ahead(at)
            yield from self._star(at)
            yield from self._flipped(at)
            yield from self._mended(at)
        yield from self._met(at)
        if self.estimated:
            yield from self._estimates(at)

    def _is(self, at: int, kinds: str) -> bool:
        """Whether events of these kinds follow from a place on: n for a node, w for a weight."""
        if at + len(kinds) > len(self.events):
            return False
        return all(_fits(self.events[at + n].kind, kind) for n, kind in enumerate(kinds))

    def _name(self, at: int) -> str:
        return self.events[at].name.casefold()

    def _pair(self, at: int) -> Iterator[Unit]:
        if not self._is(at, "nnw"):
            return
        cost = UNIT + _joined(self.gaps[at]) + _weighs(self.gaps[at + 1])
        end, weight = self._taken_back(at + 3, at + 2)
        yield self._unit("pair", at, end, cost, [(at, at + 1, weight)])

    def _ahead(self, at: int) -> Iterator[Unit]:
        """Read "5 from A to B and 7 to C": the number first."""
        if not self._is(at, "wnn"):
            return
        cost = UNIT + _weighs(self.gaps[at]) + _joined(self.gaps[at + 1])
        edges = [(at + 1, at + 2, at)]
        yield self._unit("ahead", at, at + 3, cost, edges)
        end = at + 3
        while self._is(end, "wn") and len(edges) < MOST:
            cost += _goes_on(self.gaps[end - 1]) + _weighs(self.gaps[end]) + 0.1
            edges = [*edges, (at + 1, end + 1, end)]
            end += 2
            yield self._unit("ahead", at, end, cost, edges)

    def _star(self, at: int) -> Iterator[Unit]:
        """Read "from A to B 4 and to C 7"."""
        edges: list[tuple[int, int, int]] = []
        end, cost = at + 1, UNIT
        while self._is(at, "n") and self._is(end, "nw") and len(edges) < MOST:
            gap = self.gaps[end - 1]
            cost += (_goes_on(gap) if edges else _joined(gap)) + _weighs(self.gaps[end])
            behind, weight = self._taken_back(end + 2, end + 1)
            edges = [*edges, (at, end, weight)]
            end = behind
            if len(edges) > 1:
                yield self._unit("star", at, end, cost, edges)

    def _flipped(self, at: int) -> Iterator[Unit]:
        """Read "from A it is 4 to B and 7 to C"."""
        edges: list[tuple[int, int, int]] = []
        end, cost = at + 1, UNIT
        while self._is(at, "n") and self._is(end, "wn") and len(edges) < MOST:
            gap = self.gaps[end - 1]
            cost += (_goes_on(gap) if edges else _heads(gap)) + _weighs(self.gaps[end])
            edges = [*edges, (at, end + 1, end)]
            end += 2
            yield self._unit("flipped", at, end, cost, edges)

    def _plain(self, at: int) -> Iterator[Unit]:
        """Read "A to B, C and D" without numbers."""
        if not self._is(at, "nn"):
            return
        first = self.gaps[at]
        cost = UNIT + _joined(first) + 0.5 * (first.words == 0 and first.parted)
        cost += 0.4 * (first.parts and first.words == 1 and self._ends(at + 1))
        edges = [(at, at + 1, None)]
        yield self._unit("plain", at, at + 2, cost, edges)
        end = at + 2
        while self._is(end, "n") and len(edges) < MOST:
            cost += _goes_on(self.gaps[end - 1])
            edges = [*edges, (at, end, None)]
            end += 1
            yield self._unit("plain", at, end, cost, edges)

    def _met(self, at: int) -> Iterator[Unit]:
        """Read "A and B both lead to C": two nodes that are joined to a third."""
        if not self._is(at, "nnnw" if self.weighted else "nnn"):
            return
        pair, gap = self.gaps[at], self.gaps[at + 1]
        between = self.told.words[self.events[at + 1].end : self.events[at + 2].at]
        if pair.words == 1 and pair.parts and not WORDS["for_each"].isdisjoint(between):
            weight = at + 3 if self.weighted else None
            cost = UNIT + _joined(gap) + (_weighs(self.gaps[at + 2]) if self.weighted else 0.0)
            edges = [(at, at + 2, weight), (at + 1, at + 2, weight)]
            shape: Shape = "pair" if self.weighted else "plain"
            yield self._unit(shape, at, at + 3 + self.weighted, cost, edges)

    def _ends(self, at: int) -> bool:
        """Whether nothing is said behind an event: its clause ends."""
        return self.events[at].end == self._clauses[at][1]

    def _listed(self, at: int) -> Iterator[Unit]:
        """Read "the nodes are A, B, C and D"."""
        end, cost = at + 1, UNIT + 0.2
        while self._is(at, "n") and self._is(end, "n") and end - at < MOST:
            gap = self.gaps[end - 1]
            cost += 0.3 * gap.words * (not gap.parts) + STOP * gap.stop
            end += 1
            names = {self._name(each) for each in range(at, end)}
            if len(names) == end - at and len(names) >= (3 if self.weighted else 4):
                yield Unit(shape="listed", begin=at, end=end, cost=cost)

    def _estimates(self, at: int) -> Iterator[Unit]:
        """Read "A has 5, B 3, C is 0" where estimates are told."""
        for kinds in ("nw", "wn"):
            values: list[tuple[int, int]] = []
            end, cost = at, UNIT + 0.1 - 0.8 * self._says_estimates(at)
            while self._is(end, kinds) and len(values) < MOST:
                if values:
                    cost += _goes_on(self.gaps[end - 1])
                cost += _weighs(self.gaps[end])
                values.append((end, end + 1) if kinds == "nw" else (end + 1, end))
                end += 2
                names = {self._name(node) for node, _ in values}
                if len(names) < len(values):
                    break
                if len(values) > 2:
                    told = tuple(values)
                    yield Unit(shape="estimates", begin=at, end=end, cost=cost, values=told)

    def _says_estimates(self, at: int) -> bool:
        begin, _ = self.told.sentence(self.events[at].at)
        return self.told.counts(begin, self.events[at].at, "estimates") > 0

    def _mended(self, at: int) -> Iterator[Unit]:
        """Read "…, no, from B it's 2": another number for an edge just told."""
        if at == 0 or not self.gaps[at - 1].corrects:
            return
        if self._is(at, "w"):
            yield Unit(shape="mended", begin=at, end=at + 1, cost=UNIT, values=((at, at),))
        if self._is(at, "nw"):
            cost = UNIT + _weighs(self.gaps[at])
            values = ((at, at + 1),)
            yield Unit(shape="mended", begin=at, end=at + 2, cost=cost, values=values)

    def _taken_back(self, end: int, weight: int) -> tuple[int, int]:
        """Return the number that takes the place of one: "8, sorry, no, 7"."""
        while self._is(end, "w") and self.gaps[end - 1].corrects:
            if self._is(end + 1, "n") and not self.gaps[end].parted:
                break
            weight, end = end, end + 1
        return end, weight

    def _unit(
        self,
        shape: Shape,
        begin: int,
        end: int,
        cost: float,
        edges: Sequence[tuple[int, int, int | None]],
    ) -> Unit:
        told = tuple(
            Told(source=source, target=target, weight=weight)
            if not self._comes_from(source, target)
            else Told(source=target, target=source, weight=weight)
            for source, target, weight in edges
        )
        return Unit(shape=shape, begin=begin, end=end, cost=cost, edges=told)

    def _comes_from(self, source: int, target: int) -> bool:
        """Whether "B is reached from A": "from" stands before the second alone."""
        first = source > 0 and self.gaps[source - 1].from_
        return self.gaps[target - 1].from_ and not first


def _family(shape: Shape) -> Shape:
    """Return the way of telling that a shape belongs to: one neighbour or several are one way."""
    return "pair" if shape == "star" else shape


def _fits(kind: str, wanted: str) -> bool:
    return kind == "either" or (kind == "node") == (wanted == "n")


def _cheapest(costs: dict[Shape, float]) -> Shape | None:
    if not costs:
        return None
    cheapest: Shape = min(costs, key=lambda shape: costs[shape])
    return cheapest


def _dearer(unit: Unit, cost: float) -> Unit:
    if not cost:
        return unit
    return Unit(
        shape=unit.shape,
        begin=unit.begin,
        end=unit.end,
        cost=unit.cost + cost,
        edges=unit.edges,
        values=unit.values,
    )


def _words(gap: Gap) -> float:
    return WORD * min(gap.words, LONG) + STEP * min(gap.steps, 2)


def _joined(gap: Gap) -> float:
    """Return what a gap costs between the nodes of an edge."""
    return _words(gap) + STOP * gap.stop + 0.25 * gap.comma + 0.4 * gap.opens


def _weighs(gap: Gap) -> float:
    """Return what a gap costs between a number and the node beside it."""
    signs = 0.25 * gap.comma + 0.5 * gap.parts - 0.2 * gap.opens
    return _words(gap) + STOP * gap.stop + signs


def _heads(gap: Gap) -> float:
    """Return what a gap costs between a node and what is told of its neighbours."""
    return _words(gap) + 0.5 * gap.stop + 0.1 * gap.comma + 0.4 * gap.parts


def _goes_on(gap: Gap) -> float:
    """Return what a gap costs before a further neighbour."""
    return _words(gap) + 0.5 * gap.then + 0.9 * gap.stop + 0.3 * (not gap.parted) + 0.05
