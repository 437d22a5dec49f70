"""A best-first search as a student does it by hand, who may take or write down a wrong thing.

It shares no code with the exact runs and decides no verdict: it only says what would follow from
what was told so far, so that the rest of a message can be understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.node_order import name_key

FOLLOWED = ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "prim")
_SUMS = ("ucs", "astar", "dijkstra")


class State(NamedTuple):
    """What waits, in the order in which it came, what was taken, and the label of each."""

    waiting: tuple[str, ...]
    taken: tuple[str, ...]
    labels: Mapping[str, Number]
    trail: tuple[str, ...] = ()  # of a depth-first search: from the start to where it stands


class StateAfter(NamedTuple):
    """The state after a node was taken; `better` is what it brings, `worse` what it does not."""

    state: State
    better: Mapping[str, Number]
    worse: Mapping[str, Number]


class StudentRun:
    """The rules of one search on one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.kind = problem.algorithm
        graph = problem.graph
        assert graph is not None
        self.heuristic = graph.heuristic or {}
        self.weighted = self.kind not in ("bfs", "dfs")
        self._after: dict[str, dict[str, Number]] = {node: {} for node in graph.nodes}
        for edge in graph.edges:
            ends = [(edge.source, edge.target)]
            if not graph.directed:
                ends.append((edge.target, edge.source))
            for one, other in ends:
                weight = 1 if edge.weight is None else edge.weight
                after = self._after.setdefault(one, {})
                after[other] = min(weight, after.get(other, weight))
                self._after.setdefault(other, {})

    def begin(self, start: str) -> State:
        """Return the state in which only the start waits."""
        return State((start,), (), {start: self._first_label(start)})

    def _first_label(self, start: str) -> Number:
        return self.heuristic.get(start, 0) if self.kind == "greedy" else 0

    def worth(self, node: str, label: Number) -> Number:
        """Return by what a node waits: g + h, or its label."""
        return label + self.heuristic.get(node, 0) if self.kind == "astar" else label

    def value_claimed(self, node: str, numbers: Sequence[Number]) -> Number:
        """Return the value that is told of a node: of g, h and f the one by which it waits."""
        h = self.heuristic.get(node)
        if h is None or h not in numbers or len(numbers) == 1:
            return numbers[-1]
        if self.kind == "greedy":
            return h
        others = list(numbers)
        others.remove(h)
        if self.kind != "astar":
            return numbers[-1]
        return max(others) if len(others) > 1 else others[0] + h

    def next_nodes(self, state: State) -> tuple[str, ...]:
        """Return the nodes that may be taken next, the first in the alphabet first."""
        if self.kind == "bfs":
            new = [node for node in state.waiting if node not in state.taken]
            return tuple(dict.fromkeys((*state.waiting[:1], *new[:1])))
        if self.kind == "dfs":
            return self._deepest(state)
        if not state.waiting:
            return ()
        worths = {node: self.worth(node, state.labels[node]) for node in state.waiting}
        least = min(worths.values())
        return tuple(
            sorted((node for node in worths if abs(worths[node] - least) < 1e-6), key=name_key)
        )

    def _deepest(self, state: State) -> tuple[str, ...]:
        if not state.taken:
            return state.waiting
        for node in reversed(state.trail):
            left = [each for each in self._after[node] if each not in state.taken]
            if left:
                return tuple(sorted(left, key=name_key))
        return ()

    def open(self, state: State, node: str) -> StateAfter:
        """Take a node: return what then waits, and what it brings."""
        taken = (*state.taken, node)
        waiting = list(state.waiting)
        if node in waiting:
            waiting.remove(node)
        labels = dict(state.labels)
        better: dict[str, Number] = {}
        worse: dict[str, Number] = {}
        if node != self.problem.goal:
            for other in sorted(self._after[node], key=name_key):
                label = self._label(labels.get(node, 0), node, other)
                if other in taken or (other in labels and not self._improves(label, labels[other])):
                    worse[other] = label
                else:
                    better[other] = labels[other] = label
                    if other not in waiting:
                        waiting.append(other)
        trail = self._trail(state, node) if self.kind == "dfs" else ()
        return StateAfter(State(tuple(waiting), taken, labels, trail), better, worse)

    def _trail(self, state: State, node: str) -> tuple[str, ...]:
        for end in range(len(state.trail), 0, -1):
            if node in self._after[state.trail[end - 1]]:
                return (*state.trail[:end], node)
        return (node,)

    def _label(self, label: Number, node: str, other: str) -> Number:
        if self.kind == "greedy":
            return self.heuristic.get(other, 0)
        weight = self._after[node][other]
        return label + weight if self.kind in _SUMS else weight

    def _improves(self, label: Number, old: Number) -> bool:
        return self.weighted and self.kind != "greedy" and label < old - 1e-6


def with_label(state: State, node: str, label: Number) -> State:
    """Return the state in which a node has the label that a student gave it."""
    waiting = state.waiting
    if node not in waiting and node not in state.taken:
        waiting = (*waiting, node)
    return state._replace(waiting=waiting, labels={**state.labels, node: label})


def without(state: State, node: str, old: State) -> State:
    """Return the state in which a node keeps the label that it had before, or does not wait."""
    labels = {name: label for name, label in state.labels.items() if name != node}
    if node in old.labels:
        return state._replace(labels={**labels, node: old.labels[node]})
    return state._replace(
        waiting=tuple(each for each in state.waiting if each != node), labels=labels
    )
