"""What an exact run shows: the order of its nodes, their values over time, ways, path and cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.exact_run import AlgorithmRun

# The quantity by which an algorithm chooses, and those that its rows or its data show.
KEYS: Mapping[str, str] = {
    "astar": "f",
    "ucs": "g",
    "greedy": "h",
    "dijkstra": "dist",
    "bellman_ford": "dist",
}
CLAIMED_OF = frozenset((*KEYS, "bfs", "dfs", "prim", "toposort", "hill_climbing"))
MOST_WAYS = 400  # simple ways that are added up
LONGEST_WAY = 8  # nodes


@dataclass(frozen=True)  # no slots: what is looked up often is kept
class ExactFacts:
    """The facts of one run of a search, or of shortest paths."""

    run: AlgorithmRun

    @property
    def key(self) -> str | None:
        """The quantity by which the run chooses; None where places decide."""
        return KEYS.get(self.run.algorithm.id)

    @property
    def goal(self) -> str | None:
        return self.run.problem.goal

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self.run.rows())

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The nodes in the order in which they are taken."""
        return tuple(dict.fromkeys(str(row["node"]) for row in self.rows if row.get("node")))

    def row_of(self, node: str) -> int | None:
        """Return the number of the row in which a node is taken."""
        rows = (row for row in self.rows if row.get("node") == node)
        return next((int(str(row["step"])) for row in rows), None)

    def history(self, node: str, quantity: str) -> tuple[tuple[int, Number], ...]:
        """Return the values of a node with the rows after which it first has them."""
        told: list[tuple[int, Number]] = []
        for row in self.rows:
            value = self._value_in(row, node, quantity)
            if value is not None and (not told or not same_value(told[-1][1], value)):
                told.append((int(str(row["step"])), value))
        graph = self.run.problem.graph
        if not told and quantity == "h" and graph is not None and graph.heuristic is not None:
            known = graph.heuristic.get(node)
            return () if known is None else ((0, known),)
        return tuple(told)

    def holds_number(self, number: Number | None) -> bool:
        """Whether a node has a number in some row, or an edge offers it one.

        Where the run chooses by no number of its nodes, nothing says that it does not.
        """
        graph = self.run.problem.graph
        if graph is None or self.key not in ("g", "f", "dist"):
            return True
        way = "dist" if self.key == "dist" else "g"
        left = graph.heuristic or {}
        found = {
            v for node in graph.nodes for q in (self.key, way) for _, v in self.history(node, q)
        }
        for edge in graph.edges:
            ends = ((edge.source, edge.target), (edge.target, edge.source))
            for source, target in ends[: 1 if graph.directed else 2]:
                paid, taken, then = (
                    self.value(source, way),
                    self.row_of(source),
                    self.row_of(target),
                )
                if paid is None or taken is None or (then is not None and then < taken):
                    continue  # an edge offers something once its node is taken, to one that waits
                offer = paid + (edge.weight or 0)
                found |= {offer, offer + left.get(target, 0)}
        return any(same_value(each, number) for each in found)

    def value(self, node: str, quantity: str) -> Number | None:
        """Return the value that a node has in the end; None where the run shows none."""
        told = self.history(node, quantity)
        return told[-1][1] if told else None

    @cached_property
    def parents(self) -> Mapping[str, str]:
        """By node the one that it is reached from in the end."""
        found: dict[str, str] = {}
        for row in self.rows:
            for node, parent in self._parents_in(row):
                found[node] = parent
        return found

    def path_to(self, node: str) -> tuple[str, ...]:
        """Return the way that the run finds to a node, () where it finds none."""
        path = [node]
        while path[0] in self.parents and len(path) <= len(self.parents) + 1:
            path.insert(0, self.parents[path[0]])
        start = self.run.problem.start
        return tuple(path) if path[0] == start and node in {start, *self.parents} else ()

    def cost_to(self, node: str) -> Number | None:
        """Return what the way found to a node costs; the number of edges without weights."""
        path = self.path_to(node)
        return self.sum_along(path) if path else None

    @property
    def cost(self) -> Number | None:
        """Return what the run's result costs: its path, or its tree."""
        for name in ("cost", "weight"):
            value = self.run.final.get(name)
            if isinstance(value, int | float) and not isinstance(value, bool):
                return value
        return self.cost_to(self.goal) if self.goal is not None and self.takes_goal else None

    @property
    def takes_goal(self) -> bool:
        return self.goal in self.order

    def weight(self, source: str, target: str) -> Number | None:
        """Return the weight of an edge, 1 where edges have none; None without such an edge."""
        graph = self.run.problem.graph
        assert graph is not None
        weights = [
            1 if edge.weight is None else edge.weight
            for edge in graph.edges
            if (edge.source, edge.target) == (source, target)
            or (not graph.directed and (edge.target, edge.source) == (source, target))
        ]
        return min(weights) if weights else None

    def sum_along(self, path: tuple[str, ...]) -> Number | None:
        """Return the sum of a way's edges; None where one of them is missing."""
        weights = [self.weight(*ends) for ends in pairwise(path)]
        known = [weight for weight in weights if weight is not None]
        return sum(known) if len(known) == len(weights) else None

    def ways_to(self, node: str) -> Iterator[tuple[tuple[str, ...], Number]]:
        """Yield simple ways from the start to a node with their sums; of a large graph, some."""
        start = self.run.problem.start
        graph = self.run.problem.graph
        if start is None or graph is None:
            return
        count, stack = 0, [((start,), 0)]
        while stack and count < MOST_WAYS:
            way, total = stack.pop()
            count += 1
            if way[-1] == node:
                yield way, total
                continue
            if len(way) >= LONGEST_WAY:
                continue
            for other in graph.nodes:
                weight = self.weight(way[-1], other)
                if weight is not None and other not in way:
                    stack.append(((*way, other), total + weight))  # type: ignore[arg-type]

    def _value_in(self, row: Row, node: str, quantity: str) -> Number | None:
        if quantity == "dist":
            dist = row.get("dist")
            return _number(dist.get(node)) if isinstance(dist, Mapping) else None
        if quantity == "h" and row.get("node") == node and "h" in row:
            return _number(row["h"])
        for entry in _entries(row.get("open")):
            if entry.get("node") == node:
                return _number(entry.get(quantity))
        return None

    def _parents_in(self, row: Row) -> Iterator[tuple[str, str]]:
        parents, edge = row.get("parent"), row.get("edge")
        if isinstance(parents, Mapping):
            yield from ((node, str(each)) for node, each in parents.items() if each is not None)
        if isinstance(edge, tuple) and len(edge) == 2:
            yield str(edge[1]), str(edge[0])
        for entry in _entries(row.get("open")):
            if entry.get("parent") is not None:
                yield str(entry["node"]), str(entry["parent"])


def _entries(listed: Value) -> Iterator[Mapping[str, Value]]:
    if isinstance(listed, tuple):
        yield from (entry for entry in listed if isinstance(entry, Mapping))


def _number(value: Value) -> Number | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
