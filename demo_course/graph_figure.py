"""A graph, described in a few lines of YAML beside the text, drawn as vector graphics:

height: 120              points that the drawing takes on the page
scale: 60                points for one unit of the coordinates below
nodes: {S: [0, 1], A: [1, 0]}
edges: [S-A 4, A>B 2]    "-" is undirected, ">" an arrow; a weight may follow
bold: [S-A]              edges drawn heavier
filled: [S]              nodes drawn filled
marks: {A: h=5}          a small note above a node ("below A" as a key puts it below)
caption: Figure 1. What it shows.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

import pymupdf
import yaml

INK = (0.13, 0.2, 0.3)
ACCENT = (0.07, 0.36, 0.6)
PALE = (0.87, 0.92, 0.97)
WHITE = (1.0, 1.0, 1.0)
RADIUS = 11.0
LABEL_SIZE = 9.5
NOTE_SIZE = 8.5

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureEdge:
    """From one node to another; `arrow` where it has a direction."""

    tail: str
    head: str
    arrow: bool
    weight: str
    bold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphFigure:
    """Coordinates in units of `scale` points, y growing downwards."""

    caption: str
    height: float
    scale: float
    nodes: dict[str, Point]
    edges: tuple[FigureEdge, ...]
    filled: frozenset[str] = frozenset()
    marks: dict[str, str] = field(default_factory=dict)


_EDGE = re.compile(r"(\w+)([->])(\w+)(?:\s+(\S+))?")


def parse_figure(source: str) -> GraphFigure:
    """Read a figure's description.

    Raises:
        ValueError: where an edge cannot be read or names a node that there is not.
    """
    given = yaml.safe_load(source)
    nodes = {str(name): (float(x), float(y)) for name, (x, y) in given["nodes"].items()}
    bold = {str(edge) for edge in given.get("bold", ())}
    edges = []
    for text in given.get("edges", ()):
        match = _EDGE.fullmatch(str(text))
        if match is None or not {match[1], match[3]} <= nodes.keys():
            raise ValueError(f"figure {given['caption']!r}: cannot draw the edge {text!r}")
        tail, kind, head, weight = match.groups()
        edges.append(
            FigureEdge(
                tail=tail,
                head=head,
                arrow=kind == ">",
                weight=(weight or "").replace("-", "−"),
                bold=f"{tail}{kind}{head}" in bold,
            )
        )
    return GraphFigure(
        caption=given["caption"],
        height=float(given["height"]),
        scale=float(given.get("scale", 60)),
        nodes=nodes,
        edges=tuple(edges),
        filled=frozenset(given.get("filled", ())),
        marks={str(where): str(note) for where, note in given.get("marks", {}).items()},
    )


def draw_figure(page: pymupdf.Page, figure: GraphFigure, area: pymupdf.Rect) -> None:
    """Draw the figure in the middle of `area`, labels as text."""
    place = _placement(figure, area)
    shape = page.new_shape()
    for edge in figure.edges:
        _draw_edge(shape, edge, place)
    for name, centre in place.items():
        shape.draw_circle(pymupdf.Point(*centre), RADIUS)
        shape.finish(color=INK, fill=PALE if name in figure.filled else WHITE, width=1.0)
    shape.commit()
    ink, accent = (pymupdf.TextWriter(page.rect, color=colour) for colour in (INK, ACCENT))
    for name, centre in place.items():
        _write(ink, name, centre, pymupdf.Font("hebo"), LABEL_SIZE)
    for edge in figure.edges:
        if edge.weight:
            beside = _beside(place[edge.tail], place[edge.head])
            _write(ink, edge.weight, beside, pymupdf.Font("helv"), NOTE_SIZE)
    for where, note in figure.marks.items():
        x, y = place[where.removeprefix("below ")]
        gap = RADIUS + 7 if where.startswith("below ") else -RADIUS - 7
        _write(accent, note, (x, y + gap), pymupdf.Font("helv"), NOTE_SIZE)
    ink.write_text(page)
    accent.write_text(page)


def _placement(figure: GraphFigure, area: pymupdf.Rect) -> dict[str, Point]:
    xs, ys = zip(*figure.nodes.values(), strict=True)
    left = (area.x0 + area.x1 - (min(xs) + max(xs)) * figure.scale) / 2
    top = (area.y0 + area.y1 - (min(ys) + max(ys)) * figure.scale) / 2
    return {
        name: (left + x * figure.scale, top + y * figure.scale)
        for name, (x, y) in figure.nodes.items()
    }


def _draw_edge(shape: pymupdf.Shape, edge: FigureEdge, place: dict[str, Point]) -> None:
    (x0, y0), (x1, y1) = place[edge.tail], place[edge.head]
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    start = pymupdf.Point(x0 + ux * RADIUS, y0 + uy * RADIUS)
    end = pymupdf.Point(x1 - ux * RADIUS, y1 - uy * RADIUS)
    colour, width = (ACCENT, 2.4) if edge.bold else (INK, 0.9)
    shape.draw_line(start, end)
    shape.finish(color=colour, width=width)
    if edge.arrow:
        back = pymupdf.Point(end.x - ux * 7, end.y - uy * 7)
        side = pymupdf.Point(-uy * 3.2, ux * 3.2)
        shape.draw_polyline([end, back + side, back - side, end])
        shape.finish(color=colour, fill=colour, width=0.4, closePath=True)


def _beside(tail: Point, head: Point) -> Point:
    """A point next to the middle of an edge, above it or to its right."""
    (x0, y0), (x1, y1) = sorted((tail, head))
    length = math.hypot(x1 - x0, y1 - y0)
    return (
        (x0 + x1) / 2 + (y1 - y0) / length * 8,
        (y0 + y1) / 2 - (x1 - x0) / length * 8,
    )


def _write(
    writer: pymupdf.TextWriter, text: str, centre: Point, font: pymupdf.Font, size: float
) -> None:
    width = font.text_length(text, fontsize=size)
    writer.append((centre[0] - width / 2, centre[1] + size * 0.36), text, font=font, fontsize=size)
