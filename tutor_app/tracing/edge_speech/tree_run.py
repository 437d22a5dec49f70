"""What the rows of a spanning tree's run hold: the tree, what leads out of it, what is joined."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tutor_app.domain.traces import Number, Row
from tutor_app.tracing.edge_speech.edge_tokens import Ends
from tutor_app.tracing.exact_run import AlgorithmRun

EdgeCause = Literal[
    "no_edge",
    "outside",  # neither end is in the tree
    "cycle",  # its ends are in one tree already
    "heavier",  # it leads out of the tree, or joins two, and a lighter one does, too
    "tie",  # as light as the one that is taken
    "done",  # it was taken in a row of before
]


@dataclass(frozen=True)  # no slots: what is looked up often is kept
class TreeRun:
    """One run of Prim's or Kruskal's algorithm; `row` is the number of a row."""

    run: AlgorithmRun

    @property
    def grows(self) -> bool:
        """Whether one tree grows from a start; else edges join many."""
        return "tree" in self.run.columns

    @cached_property
    def rows(self) -> Mapping[int, Row]:
        return {int(str(row["step"])): row for row in self.run.rows()}

    @property
    def first(self) -> int:
        """The number of the first row that looks at an edge."""
        return self.run.algorithm.first_step

    @property
    def last(self) -> int:
        return max(self.rows, default=0)

    def edge_in(self, row: int) -> Ends | None:
        """Return the edge that a row takes or looks at."""
        ends = self.rows.get(row, {}).get("edge")
        return (str(ends[0]), str(ends[1])) if isinstance(ends, tuple) else None

    def rejects(self, row: int) -> bool:
        return self.rows.get(row, {}).get("action") == "reject"

    def row_of(self, edge: Ends) -> int | None:
        """Return the row that takes or looks at an edge; None where none does."""
        same = (row for row in self.rows if set(self.edge_in(row) or ()) == set(edge))
        return next(same, None)

    def weight(self, edge: Ends) -> Number | None:
        """Return the least weight of an edge; None where the graph has no such one."""
        graph = self.run.problem.graph
        assert graph is not None
        weights = [
            each.weight
            for each in graph.edges
            if {each.source, each.target} == set(edge) and each.weight is not None
        ]
        return min(weights, default=None)

    @cached_property
    def edges(self) -> tuple[Ends, ...]:
        graph = self.run.problem.graph
        assert graph is not None
        return tuple((each.source, each.target) for each in graph.edges)

    def taken_until(self, row: int) -> tuple[Ends, ...]:
        """Return the edges of the tree after a row."""
        numbers = sorted(each for each in self.rows if each <= row and not self.rejects(each))
        return tuple(edge for each in numbers if (edge := self.edge_in(each)) is not None)

    def group_of(self, node: str, row: int) -> frozenset[str]:
        """Return the nodes that are joined to one after a row, itself among them."""
        group = {node}
        taken = self.taken_until(row)
        for _ in taken:
            for edge in taken:
                if group & {*edge}:
                    group |= {*edge}
        return frozenset(group)

    def tree_after(self, row: int) -> frozenset[str]:
        """Return the nodes of the tree that grows from the start."""
        start = self.run.problem.start
        return self.group_of(start, row) if start is not None else frozenset()

    def joined_in(self, node: str) -> int | None:
        """Return the row in which a node joins the tree."""
        return next((row for row in sorted(self.rows) if node in self.tree_after(row)), None)

    def crossing_after(self, row: int) -> tuple[Ends, ...]:
        """Return the edges with one end in the tree, that end first."""
        tree = self.tree_after(row)
        pairs = ((*edge,) if edge[0] in tree else (edge[1], edge[0]) for edge in self.edges)
        return tuple(edge for edge in pairs if edge[0] in tree and edge[1] not in tree)

    def offer_for(self, node: str, row: int) -> Ends | None:
        """Return the lightest edge that would bring a node into the tree after a row."""
        offers = [edge for edge in self.crossing_after(row) if edge[1] == node]
        return min(offers, key=lambda edge: self.weight(edge) or 0, default=None)

    def crosses(self, edge: Ends, row: int) -> bool:
        """Whether an edge can be added after a row: one end in the tree, or in two trees."""
        if self.grows:
            return len(self.tree_after(row) & {*edge}) == 1
        return edge[1] not in self.group_of(edge[0], row)

    def way_between(self, edge: Ends, row: int) -> tuple[str, ...]:
        """Return the way along the tree between two nodes after a row; () without one."""
        taken = self.taken_until(row)
        ways: list[tuple[str, ...]] = [(edge[0],)]
        for way in ways:
            if way[-1] == edge[1]:
                return way
            for one, two in (*taken, *((b, a) for a, b in taken)):
                if one == way[-1] and two not in way:
                    ways.append((*way, two))
        return ()

    def cause(self, edge: Ends, row: int) -> EdgeCause | None:
        """Return why an edge is not what is taken in a row; None where it is."""
        weight, exact = self.weight(edge), self.edge_in(row)
        if weight is None:
            return "no_edge"
        if exact is not None and set(exact) == set(edge):
            return "cycle" if self.rejects(row) else None
        own = self.row_of(edge)
        if own is not None and own < row and not self.rejects(own):
            return "done"
        if not self.crosses(edge, row - 1):
            both = not self.grows or {*edge} <= self.tree_after(row - 1)
            return "cycle" if both else "outside"
        due = self.weight(exact) if exact is not None else None
        return "tie" if due is not None and due == weight else "heavier"
