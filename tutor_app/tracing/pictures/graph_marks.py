"""What a picture of a graph shows at one step, read from the rows alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from tutor_app.domain.traces import Graph, Number, Row
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.svg import number_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Marks:
    """Nodes by name, edges by their place in the graph.

    A node is drawn as the first of `now`, `waiting`, `done` that names it. `path` is the result, at
    the last step. `captions` are the numbers below the nodes.
    """

    now: str | None = None
    waiting: frozenset[str] = frozenset()
    done: frozenset[str] = frozenset()
    tree: frozenset[int] = frozenset()
    looked: int | None = None
    dropped: frozenset[int] = frozenset()
    path: frozenset[int] = frozenset()
    path_nodes: frozenset[str] = frozenset()
    captions: Mapping[str, str] = field(default_factory=dict)


def marks_at(graph: Graph, run: AlgorithmRun, place: int) -> Marks:
    """Return what is to be seen after `run.steps[place]`; nothing if the run has no steps."""
    rows = [step.row for step in run.steps[: place + 1]]
    if not rows:
        return Marks(captions=_heuristic(graph))
    drawn = _READERS.get(run.algorithm.id, _search)(graph, rows, run, place)
    path = run.final.get("path") if place == len(run.steps) - 1 else None
    if not isinstance(path, tuple):
        return drawn
    nodes = cast(tuple[str, ...], path)
    ends = zip(nodes, nodes[1:], strict=False)
    return Marks(
        now=drawn.now,
        waiting=drawn.waiting,
        done=drawn.done,
        tree=drawn.tree,
        looked=drawn.looked,
        dropped=drawn.dropped,
        path=_edges(graph, ends),
        path_nodes=frozenset(nodes),
        captions=drawn.captions,
    )


# --- one reader for each form of row -----------------------------------------------------------


_Reader = Callable[[Graph, list[Row], AlgorithmRun, int], Marks]


def _search(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """bfs, dfs, ucs, greedy, astar: OPEN has entries with their parents."""
    parents: dict[str, str | None] = {}
    captions = dict(_heuristic(graph))
    before: Mapping[str, Row] = {}
    for row in rows:
        chosen = cast("str | None", row.get("node"))
        entries = _entries(row)
        kept = {chosen: before[chosen]} if chosen is not None and chosen in before else {}
        closed = cast(tuple[str, ...], row.get("closed", ()))
        # dfs may keep a stale entry of a node that is closed: its parent is no longer of interest.
        open_now = {name: entry for name, entry in entries.items() if name not in closed}
        for name, entry in (kept | open_now).items():
            parents[name] = cast("str | None", entry.get("parent"))
            captions[name] = _costs(entry) or captions.get(name, "")
        before = entries
    row = rows[-1]
    done = frozenset(cast(tuple[str, ...], row.get("closed", ())))
    waiting = frozenset(_entries(row)) - done
    seen = done | waiting
    tree = [(parent, name) for name, parent in parents.items() if parent and name in seen]
    return Marks(
        now=cast("str | None", row.get("node")),
        waiting=waiting,
        done=done,
        tree=_edges(graph, tree),
        captions=captions,
    )


def _entries(row: Row) -> dict[str, Row]:
    """Return the entries of OPEN by node; of two of one node (dfs) the next to be removed."""
    found: dict[str, Row] = {}
    for entry in cast(tuple[Row, ...], row.get("open", ())):
        found.setdefault(cast(str, entry["node"]), entry)
    return found


def _costs(entry: Row) -> str:
    g, h, f = (cast("Number | None", entry.get(name)) for name in "ghf")
    if f is not None:
        return f"{number_text(g)}+{number_text(h)}={number_text(f)}"
    if g is not None:
        return f"g {number_text(g)}"
    return "" if h is None else f"h {number_text(h)}"


def _distances(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """dijkstra, bellman_ford: a table of distances and parents."""
    row = rows[-1]
    dist = cast(Mapping[str, Number], row["dist"])
    parents = cast("Mapping[str, str | None]", row["parent"])
    done = frozenset(cast(tuple[str, ...], row.get("closed", ())))
    if run.algorithm.id == "dijkstra":
        waiting = {name for name, far in dist.items() if far < float("inf")} - done
    else:
        earlier = cast(Mapping[str, Number], rows[-2]["dist"]) if len(rows) > 1 else {}
        waiting = {name for name in dist if dist[name] != earlier.get(name, float("inf"))}
    return Marks(
        now=cast("str | None", row.get("node")),
        waiting=frozenset(waiting),
        done=done,
        tree=_edges(graph, [(parent, name) for name, parent in parents.items() if parent]),
        captions={name: f"d {number_text(far)}" for name, far in dist.items()},
    )


def _deepening(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """ids: the nodes visited under one limit."""
    visited = cast(tuple[str, ...], rows[-1]["visited"])
    return Marks(now=visited[-1] if visited else None, done=frozenset(visited))


def _sorting(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """toposort: who is out, who is free, the in-degrees of the others."""
    row = rows[-1]
    left = cast(Mapping[str, int], row["indegree"])
    out = [cast(str, each["node"]) for each in rows if each["node"] is not None]
    gone = frozenset(out)
    return Marks(
        now=cast("str | None", row["node"]),
        waiting=frozenset(cast(tuple[str, ...], row["queue"])),
        done=gone,
        dropped=frozenset(place for place, edge in enumerate(graph.edges) if edge.source in gone),
        captions={name: f"in {degree}" for name, degree in left.items()}
        | {name: f"{number}." for number, name in enumerate(out, start=1)},
    )


def _tree_edges(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """prim, kruskal: the edges accepted and rejected so far."""
    used: dict[int, str] = {}
    last: int | None = None
    reached: set[str] = set()
    for row in rows:
        reached |= set(cast(tuple[str, ...], row.get("tree", ())))
        if row["edge"] is None:
            continue
        ends = cast(tuple[str, str], row["edge"])
        last = _edge(graph, *ends, cast(Number, row["weight"]), used)
        if last is None:
            continue
        used[last] = cast(str, row.get("action", "accept"))
        if used[last] == "accept":
            reached |= set(ends)
    return Marks(
        now=cast("str | None", rows[-1].get("node")),
        done=frozenset(reached),
        tree=frozenset(place for place, action in used.items() if action == "accept"),
        dropped=frozenset(place for place, action in used.items() if action == "reject"),
        looked=last,
    )


def _all_pairs(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """floyd_warshall: the node that is allowed now, and those before it."""
    allowed = [cast(str, row["node"]) for row in rows if row["node"] is not None]
    return Marks(now=allowed[-1] if allowed else None, done=frozenset(allowed))


def _climbing(graph: Graph, rows: list[Row], run: AlgorithmRun, place: int) -> Marks:
    """hill_climbing: the way so far, and the neighbours looked at."""
    way = [cast(str, row["node"]) for row in rows]
    row = rows[-1]
    follower = cast("str | None", row["next"])
    seen = {cast(str, each["node"]) for each in cast(tuple[Row, ...], row["neighbors"])}
    return Marks(
        now=way[-1],
        waiting=frozenset(seen - set(way)),
        done=frozenset(way),
        tree=_edges(graph, zip(way, way[1:], strict=False)),
        looked=None if follower is None else _edge(graph, way[-1], follower),
        captions=_heuristic(graph),
    )


_READERS: Mapping[str, _Reader] = {
    "dijkstra": _distances,
    "bellman_ford": _distances,
    "ids": _deepening,
    "toposort": _sorting,
    "prim": _tree_edges,
    "kruskal": _tree_edges,
    "floyd_warshall": _all_pairs,
    "hill_climbing": _climbing,
}


# --- edges by their ends -----------------------------------------------------------------------


def _heuristic(graph: Graph) -> Mapping[str, str]:
    return {name: f"h {number_text(h)}" for name, h in (graph.heuristic or {}).items()}


def _edges(graph: Graph, ends: Iterable[tuple[str, str]]) -> frozenset[int]:
    found = (_edge(graph, source, target) for source, target in ends)
    return frozenset(place for place in found if place is not None)


def _edge(
    graph: Graph,
    source: str,
    target: str,
    weight: Number | None = None,
    used: Mapping[int, str] | None = None,
) -> int | None:
    """Return the place of the edge between two nodes.

    Of parallel edges, that is one of this weight not used yet, or without a weight the lightest.
    """
    fitting: list[tuple[Number, int]] = []
    for place, edge in enumerate(graph.edges):
        ends = (edge.source, edge.target)
        there = ends == (source, target) or (not graph.directed and ends == (target, source))
        if there and place not in (used or {}) and weight in (None, edge.weight):
            fitting.append((edge.weight or 0, place))
    return min(fitting)[1] if fitting else None
