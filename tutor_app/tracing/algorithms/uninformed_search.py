"""Search without weights: breadth-first, depth-first with a stack, iterative deepening."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from tutor_app.domain.traces import Problem, ProblemInvalid, Reason, Row, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Need, Steps
from tutor_app.tracing.algorithms._graph import path_to, successors, validate
from tutor_app.wording.catalogue import phrase

TOO_MANY_VISITS = phrase("trace_problems.too_many_visits", "most")

MAX_VISITS = 200_000  # of iterative deepening, over all limits: it visits nodes again and again

_START: frozenset[Need] = frozenset({"start"})
_START_GOAL: frozenset[Need] = frozenset({"start", "goal"})
_NEIGHBOR_ORDER = Convention(
    default="alphabetical", choices=("alphabetical", "reverse_alphabetical", "listed")
)
_GOAL_TEST = Convention(default="expansion", choices=("expansion", "generation"))


# --- breadth-first and depth-first -----------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _FrontierState:
    """OPEN with the next node first, and CLOSED, each node with the parent it came from."""

    open: deque[tuple[str, str | None]]
    closed: dict[str, str | None] = field(default_factory=dict)

    def take(self) -> str | None:
        """Move the next node from OPEN to CLOSED; entries of closed nodes are dropped."""
        while self.open:
            node, parent = self.open.popleft()
            if node not in self.closed:
                self.closed[node] = parent
                return node
        return None

    def row(self, node: str | None) -> Row:
        listed = tuple({"node": waiting, "parent": parent} for waiting, parent in self.open)
        return {"node": node, "open": listed, "closed": tuple(self.closed)}


def _bfs(problem: Problem) -> Steps:
    return (yield from _uninformed(problem, newest_first=False))


def _dfs(problem: Problem) -> Steps:
    return (yield from _uninformed(problem, newest_first=True))


def _uninformed(problem: Problem, *, newest_first: bool) -> Steps:
    graph = validate(problem, _START)
    chosen, goal, start = problem.conventions, problem.goal, cast(str, problem.start)
    after = successors(graph, chosen["neighbor_order"])
    early = chosen["goal_test"] == "generation"
    state = _FrontierState(open=deque([(start, None)]))
    yield TraceStep(
        number=0, row=state.row(None), reason=Reason(code="start", facts={"node": start})
    )
    if early and start == goal:
        return _outcome(state, goal, {start: None})
    number = 0
    while (node := state.take()) is not None:
        number += 1
        if node == goal:
            yield TraceStep(
                number=number, row=state.row(node), reason=Reason(code="goal", facts={"node": node})
            )
            return _outcome(state, goal, state.closed)
        new = _generated(state, after[node], chosen.get("duplicates") == "allow")
        met = early and goal in new
        if met:
            new = new[: new.index(cast(str, goal)) + 1]
        for child in new:
            entry = (child, node)
            state.open.appendleft(entry) if newest_first else state.open.append(entry)
        yield TraceStep(
            number=number, row=state.row(node), reason=_reason(node, after[node], new, met)
        )
        if met:
            return _outcome(state, goal, {**state.closed, cast(str, goal): node})
    return _outcome(state, goal, None)


def _generated(state: _FrontierState, after: tuple[str, ...], duplicates: bool) -> tuple[str, ...]:
    waiting = set() if duplicates else {node for node, _ in state.open}
    return tuple(child for child in after if child not in state.closed and child not in waiting)


def _reason(node: str, after: tuple[str, ...], new: tuple[str, ...], met: bool) -> Reason:
    skipped = tuple(child for child in after if child not in new)
    facts: Row = {"node": node, "added": new, "skipped": skipped}
    if met:
        return Reason(code="goal_generated", facts={**facts, "goal": new[-1]})
    return Reason(code="expand" if new else "dead_end", facts=facts)


def _outcome(
    state: _FrontierState, goal: str | None, parents: Mapping[str, str | None] | None
) -> Row:
    """`parents` is None if the goal was not found."""
    order = tuple(state.closed)
    if goal is None:
        return {"order": order}
    path = None if parents is None else path_to(goal, parents)
    return {"order": order, "found": path is not None, "path": path}


# --- iterative deepening ---------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _Iteration:
    """What one depth limit saw.

    `path` is the current path, and the whole one once the goal is found.
    """

    visited: list[str]
    path: list[str]
    cut: list[str] = field(default_factory=list)  # the nodes at the limit, not expanded
    found: bool = False


def _ids(problem: Problem) -> Steps:
    graph = validate(problem, _START_GOAL)
    after = successors(graph, problem.conventions["neighbor_order"])
    start, goal = cast(str, problem.start), cast(str, problem.goal)
    left, limit = MAX_VISITS, 0
    while True:
        seen = _deepen(after, start, goal, limit, left)
        left -= len(seen.visited)
        result = "found" if seen.found else "cutoff" if seen.cut else "failure"
        row: Row = {"limit": limit, "visited": tuple(seen.visited), "result": result}
        cut = tuple(dict.fromkeys(seen.cut))
        facts: Row = {"limit": limit, "cut": cut, "goal": goal, "path": tuple(seen.path)}
        yield TraceStep(number=limit, row=row, reason=Reason(code=result, facts=facts))
        if result == "found":
            return {"found": True, "path": tuple(seen.path), "depth": len(seen.path) - 1}
        if result == "failure":
            return {"found": False, "path": None, "depth": None}
        limit += 1


def _deepen(
    after: Mapping[str, tuple[str, ...]], start: str, goal: str, limit: int, left: int
) -> _Iteration:
    """Search to the depth `limit`.

    Raises:
        ProblemInvalid ("too_large"): more than `left` visits.
    """
    seen = _Iteration(visited=[start], path=[start], found=start == goal)
    children: list[Iterator[str]] = [_children(after, seen, limit)]
    while children and not seen.found:
        child = next(children[-1], None)
        if child is None:
            children.pop()
            seen.path.pop()
        elif child not in seen.path:
            if len(seen.visited) >= left:
                raise ProblemInvalid(
                    "too_large",
                    TOO_MANY_VISITS(most=MAX_VISITS),
                )
            seen.visited.append(child)
            seen.path.append(child)
            seen.found = child == goal
            children.append(_children(after, seen, limit))
    return seen


def _children(after: Mapping[str, tuple[str, ...]], seen: _Iteration, limit: int) -> Iterator[str]:
    node = seen.path[-1]
    if len(seen.path) <= limit:
        return iter(after[node])
    if not seen.found:
        seen.cut.append(node)
    return iter(())


ALGORITHMS = (
    Algorithm(
        id="bfs",
        called=(r"\bbfs\b", r"breadth[\s-]*first"),
        data="graph",
        columns=("node", "open", "closed"),
        selected=("node",),
        topic="breadth-first search BFS queue",
        run=_bfs,
        needs=_START,
        may_have=frozenset({"goal"}),
        sets=frozenset({"closed"}),
        conventions={"neighbor_order": _NEIGHBOR_ORDER, "goal_test": _GOAL_TEST},
    ),
    Algorithm(
        id="dfs",
        called=(r"\bdfs\b", r"(?<!deepening )(?<!deepening-)depth[\s-]*first"),
        data="graph",
        columns=("node", "open", "closed"),
        selected=("node",),
        topic="depth-first search DFS stack",
        run=_dfs,
        needs=_START,
        may_have=frozenset({"goal"}),
        sets=frozenset({"closed"}),
        conventions={
            "neighbor_order": _NEIGHBOR_ORDER,
            "goal_test": _GOAL_TEST,
            "duplicates": Convention(
                default="skip_if_on_stack", choices=("skip_if_on_stack", "allow")
            ),
        },
    ),
    Algorithm(
        id="ids",
        called=(r"\bid-?d?f?s\b", r"iterative(?:ly)?[\s-]*deepening"),
        data="graph",
        columns=("limit", "visited", "result"),
        selected=("visited",),
        topic="iterative deepening depth-limited search",
        run=_ids,
        needs=_START_GOAL,
        conventions={
            "neighbor_order": _NEIGHBOR_ORDER,
            "goal_test": Convention(default="expansion", choices=("expansion",)),
        },
        first_step=0,
    ),
)
