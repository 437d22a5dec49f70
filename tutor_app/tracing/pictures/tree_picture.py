"""A game tree at one step of alpha-beta search, as an SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.algorithms._game_tree import (
    Cut,
    GameTreeNode,
    LeafEvaluated,
    flatten,
    is_max,
    play,
)
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.captions import note_first_difference, title_step
from tutor_app.tracing.pictures.edge_routes import Point, dashed_path
from tutor_app.tracing.pictures.svg import (
    Key,
    Palette,
    PictureFrame,
    clean,
    frame_drawing,
    number_text,
    palette,
    text_at,
    width_of,
)
from tutor_app.wording.catalogue import phrase

GAME_TREE = phrase("trace_pictures.game_tree", "algorithm")
LEAF_TITLE = phrase("trace_pictures.leaf_title", "leaf", "value", "alpha", "beta")
TOO_MANY_LEAVES = phrase("trace_pictures.too_many_leaves", "leaves", "most")
NODE_VALUE = phrase("trace_pictures.node_value", "node", "value")
LEAVES_CUT = phrase("trace_pictures.leaves_cut", "leaves")
NO_VALUE_YET = phrase("trace_pictures.no_value_yet")
TREE_NODE = phrase("trace_pictures.tree_node", "way")
ROOT = phrase("trace_pictures.root")
MAX = phrase("trace_pictures.max")
MIN = phrase("trace_pictures.min")
THIS_LEAF = phrase("trace_pictures.this_leaf")
EVALUATED = phrase("trace_pictures.evaluated")
CUT = phrase("trace_pictures.cut")
NOT_YET = phrase("trace_pictures.not_yet")

MOST_LEAVES = 60
_LEAF_ROOM, _NODE_ROOM = 46.0, 118.0  # a node has its alpha and beta beside it
_LEVEL = 84.0
_SIZE = 19.0  # half of a node's height
_TOP = _SIZE + 8


@dataclass(frozen=True, slots=True, kw_only=True)
class _SearchedSoFar:
    """What is known after a step, by the node's place."""

    now: int | None
    window: Mapping[int, tuple[Number, Number]]
    value: Mapping[int, Number]
    cut: frozenset[int]  # children that are never looked at; all below them too


def tree_svg(
    problem: Problem, run: AlgorithmRun, place: int, *, wrong: int | None = None, dark: bool = False
) -> str:
    """Return the tree after the leaf of `run.steps[place]` has been used, up to the next leaf.

    Alpha and beta stand beside each node that has been opened, leaves that are cut are struck out.
    `wrong` is the number of the student's first wrong step: its picture is framed. Of a run
    without steps the tree alone is drawn.

    Raises:
        ProblemInvalid: a leaf has no value.
    """
    nodes = flatten(problem.tree)
    colours = palette(dark)
    leaves = len(nodes[0].leaves)
    shown = leaves <= MOST_LEAVES
    seen = _seen(nodes, problem, place if run.steps else -1)
    x, width = _across(nodes) if shown else ({}, 360.0)
    depth = max(node.depth for node in nodes) if shown else 0
    drawing = _GameTreeDrawing(nodes=nodes, problem=problem, seen=seen, x=x, colours=colours)
    frame = PictureFrame(
        title=_title(run, place),
        description=_description(nodes, seen),
        notes=[] if shown else [TOO_MANY_LEAVES(leaves=leaves, most=MOST_LEAVES)],
        keys=_keys(colours) if shown else [],
        wrong=note_first_difference(run, place, wrong),
    )
    height = depth * _LEVEL + 3 * _SIZE + 24 if shown else 8
    return frame_drawing(drawing.to_svg() if shown else "", width, height, frame, colours)


def _title(run: AlgorithmRun, place: int) -> str:
    if not run.steps:
        return GAME_TREE(algorithm=run.algorithm.name)
    row = run.steps[place].row
    numbers = {name: number_text(_number(row[name])) for name in ("value", "alpha", "beta")}
    return title_step(run, place, LEAF_TITLE(leaf=row["leaf"], **numbers))


def _number(value: object) -> Number:
    assert isinstance(value, int | float)
    return value


def _seen(nodes: tuple[GameTreeNode, ...], problem: Problem, place: int) -> _SearchedSoFar:
    """Play the search up to the leaf after the one of this row."""
    now: int | None = None
    count = -1
    window: dict[int, tuple[Number, Number]] = {}
    value: dict[int, Number] = {}
    cut: set[int] = set()
    for event in play(nodes, problem):
        if isinstance(event, LeafEvaluated):
            count += 1
            if count > place:
                break
            now = event.place
            above = nodes[now].parent
            while above is not None and above not in window:
                window[above] = (event.alpha, event.beta)  # opened on the way down to this leaf
                above = nodes[above].parent
        elif isinstance(event, Cut):
            cut |= set(event.children)
        else:
            window[event.place] = (event.alpha, event.beta)
            value[event.place] = event.value
    below = set(cut)
    for node in nodes:  # parents stand before their children
        if node.parent in below:
            below.add(node.place)
    return _SearchedSoFar(now=now, window=window, value=value, cut=frozenset(below))


def _description(nodes: tuple[GameTreeNode, ...], seen: _SearchedSoFar) -> str:
    known = [
        NODE_VALUE(node=_path(nodes, place), value=number_text(value))
        for place, value in sorted(seen.value.items())
    ]
    struck = [str(n.leaves[0]) for n in nodes if n.place in seen.cut and n.value is not None]
    cut = [LEAVES_CUT(leaves=", ".join(struck))] if struck else []
    return ". ".join([*known, *cut]) or NO_VALUE_YET()


def _path(nodes: tuple[GameTreeNode, ...], place: int) -> str:
    """Name a node by the way to it: "child 2, child 1 of it"."""
    way: list[str] = []
    node = nodes[place]
    while node.parent is not None:
        way.append(str(nodes[node.parent].children.index(node.place) + 1))
        node = nodes[node.parent]
    return TREE_NODE(way=".".join(reversed(way))) if way else ROOT()


# --- layout ------------------------------------------------------------------------------------


def _across(nodes: tuple[GameTreeNode, ...]) -> tuple[dict[int, float], float]:
    """Return each node's x: leaves from left to right, parents in the middle of their children."""
    room = dict.fromkeys(range(len(nodes)), 0.0)
    for node in reversed(nodes):
        least = _LEAF_ROOM if node.value is not None else _NODE_ROOM
        if node.value is not None:
            least = max(least, width_of(number_text(node.value), 13) + 22)
        room[node.place] = max(least, sum(room[child] for child in node.children))
    left = {0: 10.0}
    for node in nodes:
        at = left[node.place] + room[node.place] / 2
        at -= sum(room[child] for child in node.children) / 2
        for child in node.children:
            left[child] = at
            at += room[child]
    x = {place: left[place] + room[place] / 2 for place in left}
    for node in reversed(nodes):
        if node.children:
            x[node.place] = (x[node.children[0]] + x[node.children[-1]]) / 2
    width = max(room[0] + 20, 360.0)
    aside = (width - room[0] - 20) / 2
    return {place: at + aside for place, at in x.items()}, width


# --- drawing -----------------------------------------------------------------------------------


def _keys(colours: Palette) -> list[Key]:
    return [
        Key(drawing=_triangle((13, 7), 7, True, colours.paper, colours.ink), words=MAX()),
        Key(drawing=_triangle((13, 7), 7, False, colours.paper, colours.ink), words=MIN()),
        Key(drawing=_square((13, 7), 7, 6, colours, "now"), words=THIS_LEAF()),
        Key(drawing=_square((13, 7), 7, 6, colours, "done"), words=EVALUATED()),
        Key(
            drawing=_square((13, 7), 7, 6, colours, "cut") + _strike(13, 7, 10, colours),
            words=CUT(),
        ),
        Key(drawing=_square((13, 7), 7, 6, colours, "plain"), words=NOT_YET()),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameTreeDrawing:
    nodes: tuple[GameTreeNode, ...]
    problem: Problem
    seen: _SearchedSoFar
    x: Mapping[int, float]
    colours: Palette

    def to_svg(self) -> str:
        """Return the lines, then the nodes over them."""
        lines = [self._branch(node) for node in self.nodes if node.parent is not None]
        return "".join([*lines, *(self._node(node) for node in self.nodes)])

    def _at(self, place: int) -> tuple[float, float]:
        return self.x[place], _TOP + self.nodes[place].depth * _LEVEL

    def _branch(self, node: GameTreeNode) -> str:
        assert node.parent is not None
        (x1, y1), (x2, y2) = self._at(node.parent), self._at(node.place)
        cut = node.place in self.seen.cut
        colour = self.colours.line
        drawn = (
            dashed_path(((x1, y1), (x2, y2)), 3, 5)
            if cut
            else f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
        )
        line = f'<path d="{drawn}" stroke="{colour}" stroke-width="1.4"/>'
        if not cut or node.parent in self.seen.cut:
            return line
        middle = ((x1 * 2 + x2 * 3) / 5, (y1 * 2 + y2 * 3) / 5)
        return line + _strike(*middle, 8, self.colours)  # the cut itself is at the topmost branch

    def _node(self, node: GameTreeNode) -> str:
        kind = self._kind(node.place)
        name = f"leaf {node.leaves[0]}" if node.value is not None else _path(self.nodes, node.place)
        shape = self._leaf(node, kind) if node.value is not None else self._inner(node, kind)
        return f'<g data-node="{clean(name)}" data-state="{kind}">{shape}</g>'

    def _kind(self, place: int) -> str:
        node = self.nodes[place]
        if place in self.seen.cut:
            return "cut"
        if place == self.seen.now:
            return "now"
        if node.value is None:
            return "done" if place in self.seen.window else "plain"
        return "done" if self._was_looked_at(node) else "plain"

    def _was_looked_at(self, node: GameTreeNode) -> bool:
        """Say whether the search has come to this leaf: it goes on in one direction."""
        now = self.seen.now
        if now is None:
            return False
        backwards = self.problem.conventions.get("child_order") == "right_to_left"
        return node.place > now if backwards else node.place < now

    def _leaf(self, node: GameTreeNode, kind: str) -> str:
        x, y = self._at(node.place)
        written = number_text(node.value)
        half = max(_SIZE - 3, width_of(written, 14) / 2 + 6)
        fill = {"now": self.colours.on_now, "cut": self.colours.soft}.get(kind, self.colours.ink)
        parts = [
            _square((x, y), half, _SIZE - 4, self.colours, kind),
            text_at(x, y + 5, written, fill, font_size=14, font_weight=600),
            text_at(x, y + _SIZE + 12, f"{node.leaves[0]}.", self.colours.soft, font_size=11),
        ]
        if kind == "cut":
            parts.append(_strike(x, y, half + 3, self.colours))
        return "".join(parts)

    def _inner(self, node: GameTreeNode, kind: str) -> str:
        x, y = self._at(node.place)
        maximising = is_max(node, self.problem)
        fill = self.colours.done if kind == "done" else self.colours.paper
        line = self.colours.line if kind in ("plain", "cut") else self.colours.ink
        parts = [_triangle((x, y), _SIZE, maximising, fill, line)]
        value = self.seen.value.get(node.place)
        if value is not None:
            down = 9 if maximising else 1
            written = number_text(value)
            size = 13 if len(written) < 4 else 10
            parts.append(
                text_at(x, y + down, written, self.colours.ink, font_size=size, font_weight=700)
            )
        if node.place in self.seen.window:
            alpha, beta = self.seen.window[node.place]
            for line_number, (name, bound) in enumerate((("α", alpha), ("β", beta))):
                parts.append(
                    text_at(
                        x + _SIZE + 3,
                        y - 3 + 14 * line_number,
                        f"{name} {number_text(bound)}",
                        self.colours.bad if alpha >= beta else self.colours.ink,
                        font_size=12,
                        text_anchor="start",
                    )
                )
        return "".join(parts)


def _square(at: Point, half_width: float, half_height: float, colours: Palette, kind: str) -> str:
    x, y = at
    fill, line, width = {
        "now": (colours.now, colours.ink, 2.5),
        "done": (colours.done, colours.soft, 2.0),
        "cut": (colours.paper, colours.line, 1.3),
        "plain": (colours.paper, colours.line, 1.3),
    }[kind]
    return (
        f'<rect x="{x - half_width:.1f}" y="{y - half_height:.1f}" width="{2 * half_width:.1f}" '
        f'height="{2 * half_height:.1f}" rx="3" fill="{fill}" stroke="{line}" '
        f'stroke-width="{width}"/>'
    )


def _triangle(at: Point, size: float, up: bool, fill: str, line: str) -> str:
    """An upward triangle is a MAX node, a downward one a MIN node."""
    x, y = at
    turn = -1 if up else 1
    corners = [(x, y + turn * size), (x - size, y - turn * size), (x + size, y - turn * size)]
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="{line}" stroke-width="1.6"/>'


def _strike(x: float, y: float, half: float, colours: Palette) -> str:
    slope = math.tan(0.5) * half
    return (
        f'<line x1="{x - half:.1f}" y1="{y + slope:.1f}" x2="{x + half:.1f}" '
        f'y2="{y - slope:.1f}" stroke="{colours.bad}" stroke-width="2.4"/>'
    )
