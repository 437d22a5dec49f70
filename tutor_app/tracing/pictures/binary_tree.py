"""Binary trees (heaps and search trees) as circles, laid out in the order from left to right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tutor_app.tracing.pictures.cell_drawing import style
from tutor_app.tracing.pictures.svg import Palette, text_at, width_of

_STEP, _LEVEL, _RADIUS = 40.0, 56.0, 17.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleNode:
    """One node: `left` and `right` are places in the list of nodes; `more` are hidden children."""

    text: str
    state: str = "plain"
    caption: str = ""
    left: int | None = None
    right: int | None = None
    more: bool = False


@dataclass(slots=True)
class _BinaryTreeLayout:
    nodes: Sequence[CircleNode]
    at: dict[int, tuple[float, float]] = field(default_factory=dict)
    next_x: float = 0.0


def tree_drawing(
    nodes: Sequence[CircleNode], colours: Palette, name: str = "data-node"
) -> tuple[str, float, float]:
    """Return the drawing of the tree whose root is the first node, its width and its height.

    Every node has an x of its own, in the order of an inorder walk, so that a search tree reads
    sorted from left to right. `name` is the attribute that holds the node's place.
    """
    if not nodes:
        return "", 0, 0
    at = _places(nodes)
    parts = [_branch(at, place, node, colours) for place, node in enumerate(nodes)]
    parts += [_circle(at[place], place, node, colours, name) for place, node in enumerate(nodes)]
    deepest = max(y for _, y in at.values())
    return "".join(parts), len(nodes) * _STEP, deepest + _RADIUS + 22


def _places(nodes: Sequence[CircleNode]) -> Mapping[int, tuple[float, float]]:
    layout = _BinaryTreeLayout(nodes)
    waiting: list[tuple[int | None, int, bool]] = [(0, 0, False)]
    while waiting:  # no recursion: a search tree may be one long chain
        place, depth, opened = waiting.pop()
        if place is None:
            continue
        if opened:
            layout.at[place] = (layout.next_x + _STEP / 2, _RADIUS + 6 + depth * _LEVEL)
            layout.next_x += _STEP
            continue
        node = nodes[place]
        waiting += [
            (node.right, depth + 1, False),
            (place, depth, True),
            (node.left, depth + 1, False),
        ]
    return layout.at


def _branch(
    at: Mapping[int, tuple[float, float]], place: int, node: CircleNode, colours: Palette
) -> str:
    x, y = at[place]
    lines = [at[child] for child in (node.left, node.right) if child is not None]
    drawn = "".join(
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" '
        f'stroke="{colours.line}" stroke-width="2"/>'
        for to_x, to_y in lines
    )
    return drawn + (
        text_at(x, y + _RADIUS + (26 if node.caption else 14), "…", colours.soft)
        if node.more
        else ""
    )


def _circle(
    at: tuple[float, float], place: int, node: CircleNode, colours: Palette, name: str
) -> str:
    x, y = at
    fill, ink, line, thick, dashes = style(node.state, colours)
    size = min(14.0, 14 * (2 * _RADIUS - 6) / max(width_of(node.text, 14), 1))
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    drawn = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" fill="{fill}" stroke="{line}" '
        f'stroke-width="{thick}"{dashed}/>'
    )
    if node.state == "now":  # a second ring, for who does not see the colour
        drawn += (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS + 3.5}" fill="none" '
            f'stroke="{line}" stroke-width="1.2"/>'
        )
    drawn += text_at(x, y + size * 0.36, node.text, ink, font_size=f"{size:.1f}", font_weight=600)
    if node.caption:
        drawn += text_at(x, y + _RADIUS + 14, node.caption, colours.soft, font_size=11)
    return f'<g {name}="{place}" data-state="{node.state}">{drawn}</g>'
