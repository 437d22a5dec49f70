"""Where the nodes and edges of a graph are drawn: computed once, the same at every step.

networkx places the nodes: Kamada-Kawai by the number of edges between them, or in layers where a
directed graph has no cycle. Then boxes are pushed apart, edges bent around nodes that stand in
their way, and weights put where they cover nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import cast

import networkx

from tutor_app.domain.traces import Edge, Graph
from tutor_app.tracing.pictures.edge_routes import NodeBox, Point, Route, route_edges
from tutor_app.tracing.pictures.svg import number_text, shorten_text, width_of

MOST_NODES = 60
LONGEST_NAME = 14  # characters in a node
NAME_SIZE = 14
_EDGE, _SHORT_EDGE = 128.0, 100.0  # the usual length of an edge; in a graph that is not small
_SMALL = 12  # nodes
_HEIGHT = 34.0
_SUM = 72.0  # the width of "12+133=145" below a node
_GAP = 36.0  # between boxes; below each stands its caption
_WIDEST, _HIGHEST = 700.0, 860.0  # layers that need more room than this are no help

Places = dict[str, Point]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphLayout:
    """Boxes by node, and routes by the edge's place in the graph, within `width` and `height`.

    `left_out` counts the nodes that are not drawn.
    """

    boxes: Mapping[str, NodeBox]
    routes: Mapping[int, Route]
    width: float
    height: float
    left_out: int


def layout_of(graph: Graph, nodes: tuple[str, ...], start: str | None) -> GraphLayout:
    """Return where to draw; the start stands left, or on top if the layers run downwards.

    Of more than `MOST_NODES` nodes those nearest to the start are drawn.
    """
    return _layout(graph.directed, nodes, graph.edges, start, bool(graph.heuristic))


@lru_cache(maxsize=64)
def _layout(
    directed: bool,
    nodes: tuple[str, ...],
    edges: tuple[Edge, ...],
    start: str | None,
    estimates: bool,
) -> GraphLayout:
    made = networkx.DiGraph() if directed else networkx.Graph()
    made.add_nodes_from(nodes)
    made.add_edges_from((edge.source, edge.target) for edge in edges)
    shown = _nearest(made, nodes, start)
    drawn = made.subgraph(shown)
    sizes = {name: _width(name) for name in shown}
    room = {name: max(size, _SUM if estimates else 0) for name, size in sizes.items()}
    places = _packed([_part(drawn, part, room, start) for part in _parts(drawn, shown)], room)
    boxes = {
        name: NodeBox(
            x=x,
            y=y,
            half_width=sizes[name] / 2,
            half_height=_HEIGHT / 2,
            half_caption=_SUM / 2 if estimates else 20,
        )
        for name, (x, y) in places.items()
    }
    kept = {
        place: edge
        for place, edge in enumerate(edges)
        if edge.source in boxes and edge.target in boxes
    }
    labels = {place: number_text(edge.weight) for place, edge in kept.items()}
    routes = route_edges({place: (e.source, e.target) for place, e in kept.items()}, boxes, labels)
    return _moved(boxes, routes, left_out=len(nodes) - len(shown))


def _width(name: str) -> float:
    return max(_HEIGHT, width_of(shorten_text(name, LONGEST_NAME), NAME_SIZE) + 18)


def _nearest(made: networkx.Graph, nodes: tuple[str, ...], start: str | None) -> list[str]:
    if len(nodes) <= MOST_NODES:
        return list(nodes)
    near = made.to_undirected(as_view=True)
    first = start if start in near else nodes[0]
    reached = [first, *(target for _, target in networkx.bfs_edges(near, first))]
    order = dict.fromkeys([*reached, *nodes])
    return list(order)[:MOST_NODES]


def _parts(drawn: networkx.Graph, shown: Sequence[str]) -> list[list[str]]:
    """Return the connected parts, each in reading order, the largest first."""
    found = networkx.connected_components(drawn.to_undirected(as_view=True))
    parts = [[name for name in shown if name in part] for part in found]
    return sorted(parts, key=len, reverse=True)


# --- one connected part ------------------------------------------------------------------------


def _part(
    drawn: networkx.Graph, part: list[str], sizes: Mapping[str, float], start: str | None
) -> Places:
    if len(part) == 1:
        return {part[0]: (0.0, 0.0)}
    graph = drawn.subgraph(part)
    layered = None
    if graph.is_directed() and networkx.is_directed_acyclic_graph(graph):
        layered = _layers(graph, part, sizes)
    return _apart(layered or _springs(graph, part, sizes, start), sizes)


def _springs(
    graph: networkx.Graph, part: list[str], sizes: Mapping[str, float], start: str | None
) -> Places:
    """Make distances on paper those in the graph; the longest axis lies flat."""
    ordered = networkx.Graph()
    ordered.add_nodes_from(part)  # in reading order, so that the picture is always the same
    ordered.add_edges_from((one, other) for one, other in graph.edges if one != other)
    ring = networkx.circular_layout(ordered)
    found = cast(
        Mapping[str, Sequence[float]], networkx.kamada_kawai_layout(ordered, pos=ring, weight=None)
    )
    places = {name: (float(at[0]), float(at[1])) for name, at in found.items()}
    places = _turned(places, start)
    lengths = [math.dist(places[one], places[other]) for one, other in ordered.edges]
    edge = _EDGE if len(part) <= _SMALL else _SHORT_EDGE
    scale = edge / (sum(lengths) / len(lengths))
    wider = 1 + (sum(sizes[name] for name in part) / len(part) - _HEIGHT) / (edge + _HEIGHT)
    return {name: (x * scale * wider, y * scale) for name, (x, y) in places.items()}


def _turned(places: Places, start: str | None) -> Places:
    """Turn the picture so that it is wider than high, with the start to the left."""
    x0 = sum(x for x, _ in places.values()) / len(places)
    y0 = sum(y for _, y in places.values()) / len(places)
    across = sum((x - x0) ** 2 for x, _ in places.values())
    down = sum((y - y0) ** 2 for _, y in places.values())
    both = sum((x - x0) * (y - y0) for x, y in places.values())
    angle = -0.5 * math.atan2(2 * both, across - down)
    cos, sin = math.cos(angle), math.sin(angle)
    turned = {
        name: ((x - x0) * cos - (y - y0) * sin, (x - x0) * sin + (y - y0) * cos)
        for name, (x, y) in places.items()
    }
    first = start if start in turned else next(iter(turned))
    if turned[first][0] > 0:
        turned = {name: (-x, -y) for name, (x, y) in turned.items()}
    return turned


def _layers(graph: networkx.DiGraph, part: list[str], sizes: Mapping[str, float]) -> Places | None:
    """Place layers so that every edge leads right, or else downwards; None if neither fits."""
    layers = [
        [name for name in part if name in layer]
        for layer in networkx.topological_generations(graph)
    ]
    near = {name: [*graph.predecessors(name), *graph.successors(name)] for name in part}
    for turn in range(12):
        rank = {
            name: place - (len(layer) - 1) / 2
            for layer in layers
            for place, name in enumerate(layer)
        }
        for layer in layers if turn % 2 == 0 else reversed(layers):
            layer.sort(key=lambda name: sum(rank[other] for other in near[name]) / len(near[name]))
            rank |= {name: place - (len(layer) - 1) / 2 for place, name in enumerate(layer)}
    widest = max(sizes[name] for name in part)
    longest = max(len(layer) for layer in layers)
    across, down = (widest + 74, _HEIGHT + 44), (widest + 44, _HEIGHT + 52)
    if len(layers) * across[0] <= _WIDEST and longest * across[1] <= _HIGHEST:
        return _rows(layers, step=across[0], apart=across[1], across=False)
    if longest * down[0] <= _WIDEST and len(layers) * down[1] <= _HIGHEST:
        return _rows(layers, step=down[1], apart=down[0], across=True)
    return None


def _rows(layers: list[list[str]], step: float, apart: float, *, across: bool) -> Places:
    places: Places = {}
    for depth, layer in enumerate(layers):
        for place, name in enumerate(layer):
            side = (place - (len(layer) - 1) / 2) * apart
            # Every second layer a little aside, or a long edge would run through its nodes.
            side += apart * 0.22 * (-1) ** depth if len(layers) > 2 else 0
            places[name] = (side, depth * step) if across else (depth * step, side)
    return places


def _apart(places: Places, sizes: Mapping[str, float]) -> Places:
    """Push overlapping boxes apart, along the axis on which less movement is needed."""
    places = dict(places)
    for _ in range(200):
        moved = False
        for one, other in combinations(places, 2):
            (x1, y1), (x2, y2) = places[one], places[other]
            across = (sizes[one] + sizes[other]) / 2 + _GAP - abs(x1 - x2)
            down = _HEIGHT + _GAP - abs(y1 - y2)
            if across <= 0.01 or down <= 0.01:
                continue
            moved = True
            if across < down:
                push = across / 2 if x1 <= x2 else -across / 2
                places[one], places[other] = (x1 - push, y1), (x2 + push, y2)
            else:
                push = down / 2 if y1 <= y2 else -down / 2
                places[one], places[other] = (x1, y1 - push), (x2, y2 + push)
        if not moved:
            break
    return places


# --- all parts ---------------------------------------------------------------------------------


def _packed(parts: list[Places], sizes: Mapping[str, float]) -> Places:
    """Put the parts side by side, in rows as wide as the widest part."""
    packed: Places = {}
    x = y = row_height = 0.0
    room = 0.0
    for places in parts:
        left = min(at[0] - sizes[name] / 2 for name, at in places.items())
        right = max(at[0] + sizes[name] / 2 for name, at in places.items())
        top = min(at[1] for at in places.values())
        bottom = max(at[1] for at in places.values())
        room = max(room, right - left, 420)
        if x and x + right - left > room:
            x, y, row_height = 0.0, y + row_height + _HEIGHT + 40, 0.0
        packed |= {name: (at[0] - left + x, at[1] - top + y) for name, at in places.items()}
        x += right - left + 50
        row_height = max(row_height, bottom - top)
    return packed


def _moved(boxes: Mapping[str, NodeBox], routes: Mapping[int, Route], left_out: int) -> GraphLayout:
    """Return the layout with everything in the positive quadrant, and its size."""
    margin = 14
    points: list[Point] = [point for box in boxes.values() for point in _corners(box)]
    for route in routes.values():
        points += [*route.points, *([route.label] if route.label else [])]
    left = min(x for x, _ in points) - margin
    top = min(y for _, y in points) - margin
    width = max(max(x for x, _ in points) + margin - left, 360)
    left -= (width - (max(x for x, _ in points) + margin - left)) / 2  # a small one in the middle
    return GraphLayout(
        boxes={name: box.move_by(-left, -top) for name, box in boxes.items()},
        routes={place: route.move_by(-left, -top) for place, route in routes.items()},
        width=width,
        height=max(y for _, y in points) + margin - top,
        left_out=left_out,
    )


def _corners(box: NodeBox) -> Iterable[Point]:
    caption = 22  # below the box
    return (
        (box.x - max(box.half_width, box.half_caption), box.y - box.half_height),
        (box.x + max(box.half_width, box.half_caption), box.y + box.half_height + caption),
    )
