"""A graph at one step of a run, as an SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tutor_app.domain.traces import Graph, Problem
from tutor_app.tracing.algorithms._graph import nodes_of
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.captions import NAMED, note_first_difference, title_step
from tutor_app.tracing.pictures.edge_routes import (
    LABEL_SIZE,
    NodeBox,
    Point,
    Route,
    dashed_path,
    outline,
)
from tutor_app.tracing.pictures.graph_layout import (
    LONGEST_NAME,
    MOST_NODES,
    NAME_SIZE,
    GraphLayout,
    layout_of,
)
from tutor_app.tracing.pictures.graph_marks import Marks, marks_at
from tutor_app.tracing.pictures.svg import (
    Key,
    Palette,
    PictureFrame,
    clean,
    frame_drawing,
    number_text,
    palette,
    plate,
    shorten_text,
    text_at,
)
from tutor_app.wording.catalogue import phrase, phrases_of

GRAPH = phrase("trace_pictures.graph", "algorithm")
START = phrase("trace_pictures.start", "algorithm")
PATH_FOUND = phrase("trace_pictures.path_found")
UNCHANGED = phrase("trace_pictures.unchanged")
NOT_YET = phrase("trace_pictures.not_yet")
NODES_LEFT_OUT = phrase("trace_pictures.nodes_left_out", "drawn", "all")
NOT_DRAWN = phrase("trace_pictures.not_drawn", "node")
WEIGHTS_LEFT_OUT = phrase("trace_pictures.weights_left_out", "number")

MOST_WEIGHTS = 120  # edges; with more, numbers would cover each other


def graph_svg(
    problem: Problem, run: AlgorithmRun, place: int, *, wrong: int | None = None, dark: bool = False
) -> str:
    """Return the graph after `run.steps[place]`; the layout is the same at every step.

    `wrong` is the number of the student's first wrong step: its picture is framed. Of more than
    `MOST_NODES` nodes those nearest to the start are drawn, and the picture says so.

    Raises:
        ValueError: the problem has no graph.
    """
    graph = problem.graph
    if graph is None or not (nodes := nodes_of(graph)):
        raise ValueError("a picture of a graph needs a graph")
    colours = palette(dark)
    layout = layout_of(graph, nodes, problem.start)
    marks = marks_at(graph, run, place)
    with_weights = len(layout.routes) <= MOST_WEIGHTS
    drawing = _GraphDrawing(
        graph=graph, layout=layout, marks=marks, colours=colours, weights=with_weights
    )
    frame = PictureFrame(
        title=_title(run, place, marks),
        description=_description(marks, problem),
        notes=_notes(layout, marks, with_weights),
        keys=_keys(run, colours),
        wrong=note_first_difference(run, place, wrong),
    )
    return frame_drawing(drawing.to_svg(), layout.width, layout.height, frame, colours)


# --- words -------------------------------------------------------------------------------------

GRAPH_KEYS = phrases_of("trace_graph_keys")
_KINDS = ("now", "waiting", "done", "tree", "dropped", "looked")


def _name_kinds(algorithm: str) -> tuple[str, ...]:
    """Return what each of `_KINDS` means in this algorithm, empty for those it does not have."""
    known = algorithm if any(key.startswith(f"{algorithm}.") for key in GRAPH_KEYS) else "search"
    words = (GRAPH_KEYS.get(f"{known}.{kind}") for kind in _KINDS)
    return tuple("" if each is None else each() for each in words)


def _title(run: AlgorithmRun, place: int, marks: Marks) -> str:
    if not run.steps:
        return GRAPH(algorithm=run.algorithm.name)
    if run.steps[place].number < run.algorithm.first_step:
        return START(algorithm=run.algorithm.name)
    now = "" if marks.now is None else shorten_text(marks.now, LONGEST_NAME)
    return title_step(run, place, now)


def _description(marks: Marks, problem: Problem) -> str:
    """Say in words what the colours mean, for those who do not see them."""
    assert problem.graph is not None  # `graph_svg` has checked it
    edges = problem.graph.edges

    def names(places: frozenset[int]) -> str:
        return ", ".join(f"{edges[p].source}–{edges[p].target}" for p in sorted(places))

    now, waiting, done, tree, dropped, looked = _name_kinds(problem.algorithm)
    here = "" if marks.looked is None else names(frozenset({marks.looked}))
    kinds = [
        (now, marks.now or ""),
        (waiting, ", ".join(sorted(marks.waiting))),
        (done, ", ".join(sorted(marks.done))),
        (tree, names(marks.tree)),
        (dropped, names(marks.dropped)),
        (looked, here),
        (PATH_FOUND(), names(marks.path)),
    ]
    return ". ".join(NAMED(name=kind, values=which) for kind, which in kinds if kind and which)


def _notes(layout: GraphLayout, marks: Marks, with_weights: bool) -> list[str]:
    notes = []
    if layout.left_out:
        total = layout.left_out + len(layout.boxes)
        notes.append(NODES_LEFT_OUT(drawn=MOST_NODES, all=total))
    if marks.now is not None and marks.now not in layout.boxes:
        notes.append(NOT_DRAWN(node=shorten_text(marks.now, LONGEST_NAME)))
    if not with_weights:
        notes.append(WEIGHTS_LEFT_OUT(number=len(layout.routes)))
    return notes


def _keys(run: AlgorithmRun, colours: Palette) -> list[Key]:
    now, waiting, done, tree, dropped, looked = _name_kinds(run.algorithm.id)
    box = NodeBox(x=13, y=7, half_width=10, half_height=6)
    edge = Route(points=((0, 7), (26, 7)), label=None)
    inner = Route(points=((5, 7), (21, 7)), label=None)
    drawings = [
        (now, _node(box, "now", colours)),
        (waiting, _node(box, "waiting", colours)),
        (done, _node(box, "done", colours)),
        (tree, _line(edge, "tree", colours, False)),
        (dropped, _line(edge, "dropped", colours, False)),
        (looked, _band(inner, colours) + _line(edge, "plain", colours, False)),
        (PATH_FOUND() if "path" in run.final else "", _line(edge, "path", colours, False)),
    ]
    plain = UNCHANGED() if run.algorithm.id == "bellman_ford" else NOT_YET()
    keys = [Key(drawing=drawing, words=words) for words, drawing in drawings if words]
    return [*keys, Key(drawing=_node(box, "plain", colours), words=plain)]


# --- drawing -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _GraphDrawing:
    graph: Graph
    layout: GraphLayout
    marks: Marks
    colours: Palette
    weights: bool

    def to_svg(self) -> str:
        """Return edges, then nodes over them, then numbers over both."""
        lines = [self._edge(place, route) for place, route in self.layout.routes.items()]
        nodes = [self._node(name, box) for name, box in self.layout.boxes.items()]
        weights = [self._weight(place, route) for place, route in self.layout.routes.items()]
        return "".join([*lines, *nodes, *(weights if self.weights else [])])

    def _edge(self, place: int, route: Route) -> str:
        edge = self.graph.edges[place]
        kind = self._kind_of_edge(place)
        band = _band(route, self.colours) if place == self.marks.looked else ""
        weight = f" {number_text(edge.weight)}" if edge.weight is not None else ""
        arrow = "→" if self.graph.directed else "–"
        name = f"<title>{clean(f'{edge.source}{arrow}{edge.target}{weight}')}</title>"
        line = _line(route, kind, self.colours, self.graph.directed)
        return f'<g data-edge="{place}" data-state="{kind}">{name}{band}{line}</g>'

    def _kind_of_edge(self, place: int) -> str:
        for kind in ("path", "tree", "dropped"):
            if place in getattr(self.marks, kind):
                return kind
        return "plain"

    def _node(self, name: str, box: NodeBox) -> str:
        kind = self._kind_of_node(name)
        colour = self.colours.on_now if kind == "now" else self.colours.ink
        shown = shorten_text(name, LONGEST_NAME)
        label = text_at(box.x, box.y + 5, shown, colour, font_size=NAME_SIZE, font_weight=600)
        caption = self.marks.captions.get(name, "")
        low = box.y + box.half_height + 17
        soft = self.colours.soft if kind == "plain" else self.colours.ink
        below = (
            plate(box.x, low, caption, 12, self.colours.paper)
            + text_at(box.x, low, caption, soft, font_size=12)
            if caption
            else ""
        )
        ring = _ring(box, self.colours) if name in self.marks.path_nodes else ""
        title = f"<title>{clean(name)}</title>"
        return (
            f'<g data-node="{clean(name)}" data-state="{kind}">{title}{ring}'
            f"{_node(box, kind, self.colours)}{label}{below}</g>"
        )

    def _kind_of_node(self, name: str) -> str:
        if name == self.marks.now:
            return "now"
        if name in self.marks.waiting:
            return "waiting"
        return "done" if name in self.marks.done else "plain"

    def _weight(self, place: int, route: Route) -> str:
        weight = self.graph.edges[place].weight
        if weight is None or route.label is None:
            return ""
        x, y = route.label
        kind = self._kind_of_edge(place)
        fill = {"path": self.colours.path, "tree": self.colours.tree}.get(kind, self.colours.ink)
        bold = 600 if kind in ("path", "tree") else 400
        written = number_text(weight)
        return plate(x, y + 4.5, written, LABEL_SIZE, self.colours.paper) + text_at(
            x, y + 4.5, written, fill, font_size=LABEL_SIZE, font_weight=bold
        )


def _node(box: NodeBox, kind: str, colours: Palette) -> str:
    """A node's box.

    Colour is not the only sign: now is a double line, waiting dashed, done filled.
    """
    fill, line, width = {
        "now": (colours.now, colours.ink, 2.5),
        "waiting": (colours.waiting, colours.waiting_line, 2.0),
        "done": (colours.done, colours.soft, 2.0),
        "plain": (colours.paper, colours.line, 1.3),
    }[kind]
    if kind == "waiting":
        dashes = dashed_path(outline(box), 5, 3.2)
        return (
            _pill(box, 0, f'fill="{fill}"')
            + f'<path d="{dashes}" fill="none" stroke="{line}" stroke-width="{width}"/>'
        )
    shape = _pill(box, 0, f'fill="{fill}" stroke="{line}" stroke-width="{width}"')
    if kind == "now":
        shape += _pill(box, -3.5, f'fill="none" stroke="{colours.on_now}" stroke-width="1.2"')
    return shape


def _ring(box: NodeBox, colours: Palette) -> str:
    return _pill(box, 4.5, f'fill="none" stroke="{colours.path}" stroke-width="2.5"')


def _pill(box: NodeBox, wider: float, style: str) -> str:
    """Draw two half circles with lines between them.

    The program that makes the PNG draws these round, unlike the corners of a rect.
    """
    high = box.half_height + wider
    left = box.x - box.half_width - wider + high
    right = box.x + box.half_width + wider - high
    top, bottom = box.y - high, box.y + high
    return (
        f'<path d="M{left:.1f} {top:.1f}L{right:.1f} {top:.1f}'
        f"A{high:.1f} {high:.1f} 0 0 1 {right:.1f} {bottom:.1f}"
        f"L{left:.1f} {bottom:.1f}"
        f'A{high:.1f} {high:.1f} 0 0 1 {left:.1f} {top:.1f}Z" {style}/>'
    )


def _line(route: Route, kind: str, colours: Palette, directed: bool) -> str:
    colour, width = {
        "path": (colours.path, 4.5),
        "tree": (colours.tree, 2.8),
        "dropped": (colours.soft, 1.6),
        "plain": (colours.line, 1.4),
    }[kind]
    points = route.points
    head = ""
    if directed:
        head, points = _arrow(points, colour, 9 + width)
    drawn = dashed_path(points, 2, 5) if kind == "dropped" else _path(points)
    return f'<path d="{drawn}" fill="none" stroke="{colour}" stroke-width="{width}"/>{head}'


def _band(route: Route, colours: Palette) -> str:
    return (
        f'<path d="{_path(route.points)}" fill="none" stroke="{colours.waiting_line}" '
        'stroke-width="11" stroke-opacity="0.4" stroke-linecap="round"/>'
    )


def _path(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _arrow(points: tuple[Point, ...], colour: str, length: float) -> tuple[str, tuple[Point, ...]]:
    """Return the head at the line's end, and the line without what the head covers."""
    tip = points[-1]
    kept = [point for point in points if math.dist(point, tip) >= length * 0.8] or [points[0]]
    base = kept[-1]
    angle = math.atan2(tip[1] - base[1], tip[0] - base[0])
    sides = [
        (tip[0] - length * math.cos(angle + turn), tip[1] - length * math.sin(angle + turn))
        for turn in (0.42, -0.42)
    ]
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *sides))
    return f'<polygon points="{corners}" fill="{colour}"/>', tuple(kept)
