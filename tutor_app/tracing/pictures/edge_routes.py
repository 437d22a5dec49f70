"""The lines of edges: bent around nodes in their way, parallel ones side by side."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tutor_app.tracing.pictures.svg import width_of

Point = tuple[float, float]
LABEL_SIZE = 13
_ALONG = (0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74)  # where a weight may stand
_BENDS = (0.0, 26.0, -26.0, 48.0, -48.0, 74.0, -74.0, 104.0, -104.0)
_SIDE_BY_SIDE = 34.0
_SAMPLES = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeBox:
    """A node's box by its centre; its ends are round."""

    x: float
    y: float
    half_width: float
    half_height: float
    half_caption: float = 20  # of the numbers below the box

    def move_by(self, across: float, down: float) -> NodeBox:
        """Return the box elsewhere."""
        return replace(self, x=self.x + across, y=self.y + down)

    def holds(self, point: Point, margin: float = 0) -> bool:
        """Say whether the point lies in the box or within the margin around it."""
        core = max(self.half_width - self.half_height, 0)
        along = max(abs(point[0] - self.x) - core, 0)
        return math.hypot(along, point[1] - self.y) <= self.half_height + margin

    def is_on_caption(self, point: Point) -> bool:
        """Say whether the point lies where the node's number stands, below the box."""
        below = point[1] - self.y - self.half_height
        return 4 < below < 21 and abs(point[0] - self.x) < self.half_caption


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """The line of an edge from node to node; `label` is the middle of its weight, if any."""

    points: tuple[Point, ...]
    label: Point | None

    def move_by(self, across: float, down: float) -> Route:
        """Return the route elsewhere."""
        points = tuple((x + across, y + down) for x, y in self.points)
        label = None if self.label is None else (self.label[0] + across, self.label[1] + down)
        return Route(points=points, label=label)


def route_edges(
    edges: Mapping[int, tuple[str, str]], boxes: Mapping[str, NodeBox], labels: Mapping[int, str]
) -> dict[int, Route]:
    """Return the route of each edge, by its place."""
    pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
    for place, (source, target) in edges.items():
        pairs[min(source, target), max(source, target)].append(place)
    lines: dict[int, tuple[Point, ...]] = {}
    for (one, other), places in pairs.items():
        for number, place in enumerate(places):
            if one == other:
                lines[place] = _loop(boxes[one], number)
                continue
            around = [box for name, box in boxes.items() if name not in (one, other)]
            bend = _bend(boxes[one], boxes[other], around)
            bend += (number - (len(places) - 1) / 2) * _SIDE_BY_SIDE
            line = _clipped(_curve(boxes[one], boxes[other], bend), boxes[one], boxes[other])
            lines[place] = line if edges[place] == (one, other) else line[::-1]
    loops = {place for place, (source, target) in edges.items() if source == target}
    spots = _label_spots(lines, boxes, labels, loops)
    return {place: Route(points=line, label=spots.get(place)) for place, line in lines.items()}


def _loop(box: NodeBox, number: int) -> tuple[Point, ...]:
    """A loop above the node; further loops are higher."""
    high, wide = 26 + 16 * number, 15 + 5 * number
    turn = [math.pi * (0.75 - 1.5 * step / _SAMPLES) for step in range(_SAMPLES + 1)]
    top = box.y - box.half_height
    bottom = high / 2 * math.cos(0.75 * math.pi)
    return tuple((box.x - wide * math.sin(t), top + bottom - high / 2 * math.cos(t)) for t in turn)


def _curve(one: NodeBox, other: NodeBox, bend: float) -> tuple[Point, ...]:
    """A line from centre to centre that swings out by `bend` in its middle."""
    across, down = other.x - one.x, other.y - one.y
    far = math.hypot(across, down) or 1.0
    aside = (-down / far * bend * 2, across / far * bend * 2)
    mid = ((one.x + other.x) / 2 + aside[0], (one.y + other.y) / 2 + aside[1])
    points = []
    for step in range(_SAMPLES * 2 + 1):
        t = step / (_SAMPLES * 2)
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * one.x + b * mid[0] + c * other.x, a * one.y + b * mid[1] + c * other.y))
    return tuple(points)


def _clipped(line: tuple[Point, ...], one: NodeBox, other: NodeBox) -> tuple[Point, ...]:
    kept = tuple(point for point in line if not one.holds(point, 1) and not other.holds(point, 2))
    return kept if len(kept) >= 2 else line


def _bend(one: NodeBox, other: NodeBox, around: list[NodeBox]) -> float:
    """Return the smallest bend that leaves the other nodes and their numbers free."""
    best, fewest = 0.0, math.inf
    for bend in _BENDS:
        line = _curve(one, other, bend)[::2]
        left, right = min(x for x, _ in line), max(x for x, _ in line)
        top, bottom = min(y for _, y in line), max(y for _, y in line)
        near = [
            box
            for box in around
            if left - 80 < box.x < right + 80 and top - 60 < box.y < bottom + 60
        ]
        hit = sum(
            3 * any(box.holds(point, 10) for point in line)
            + any(box.is_on_caption(point) for point in line)
            for box in near
        )
        if hit < fewest:
            best, fewest = bend, hit
        if not hit:
            break
    return best


def _label_spots(
    lines: Mapping[int, tuple[Point, ...]],
    boxes: Mapping[str, NodeBox],
    labels: Mapping[int, str],
    loops: set[int],
) -> dict[int, Point]:
    """Return where each weight stands: on its line, off nodes, captions, lines, other weights."""
    spots: dict[int, Point] = {}
    for place, line in lines.items():
        if not labels[place]:
            continue
        half = width_of(labels[place], LABEL_SIZE) / 2 + 3
        taken = [(spot, width_of(labels[at], LABEL_SIZE) / 2 + 3) for at, spot in spots.items()]
        others = [point for at, other in lines.items() if at != place for point in other[::3]]
        best, least = line[len(line) // 2], math.inf
        for share in _ALONG if place not in loops else _ALONG[:1]:
            spot = line[round(share * (len(line) - 1))]
            cost = 20.0 * sum(_over(spot, half, at, width) for at, width in taken)
            cost += 20.0 * sum(
                box.holds(spot, 10) or _over(spot, half, (box.x, box.y + 28), box.half_caption)
                for box in boxes.values()
            )
            cost += sum(abs(x - spot[0]) < half and abs(y - spot[1]) < 8 for x, y in others)
            if cost < least:
                best, least = spot, cost
        spots[place] = best
    return spots


def _over(one: Point, half: float, other: Point, other_half: float) -> bool:
    return abs(one[0] - other[0]) < half + other_half and abs(one[1] - other[1]) < 17


# --- dashes ------------------------------------------------------------------------------------


def dashed_path(points: tuple[Point, ...], dash: float, gap: float) -> str:
    """Return the line as the path of its dashes.

    The program that makes the PNG draws no stroke-dasharray, and dashes are what distinguishes OPEN
    and rejected edges without colour.
    """
    parts: list[str] = []
    drawing, left = True, dash
    at = points[0]
    parts.append(f"M{at[0]:.1f} {at[1]:.1f}")
    for end in points[1:]:
        while (far := math.dist(at, end)) > left:
            share = left / far
            at = (at[0] + (end[0] - at[0]) * share, at[1] + (end[1] - at[1]) * share)
            parts.append(f"{'L' if drawing else 'M'}{at[0]:.1f} {at[1]:.1f}")
            drawing, left = not drawing, gap if drawing else dash
        left -= far
        at = end
        if drawing:
            parts.append(f"L{at[0]:.1f} {at[1]:.1f}")
    return "".join(parts)


def outline(box: NodeBox) -> tuple[Point, ...]:
    """Return the outline of a box with round ends, closed."""
    core = box.half_width - box.half_height
    turns = [math.pi * (step / 12 - 0.5) for step in range(13)]
    ends = [(1, turn) for turn in turns] + [(-1, turn + math.pi) for turn in turns]
    points = tuple(
        (
            box.x + side * core + box.half_height * math.cos(turn),
            box.y + box.half_height * math.sin(turn),
        )
        for side, turn in ends
    )
    return (*points, points[0])
