"""A binary search tree after one operation."""

from __future__ import annotations

from typing import cast

from tutor_app.domain.traces import Number, Row
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.binary_tree import CircleNode, tree_drawing
from tutor_app.tracing.pictures.captions import BEFORE_FIRST_STEP
from tutor_app.tracing.pictures.cell_drawing import Drawing, keys
from tutor_app.tracing.pictures.svg import Palette, number_text
from tutor_app.wording.catalogue import phrase

TREE_IS_EMPTY_TITLE = phrase("trace_pictures.tree_is_empty_title", "words")
TREE_IS_EMPTY = phrase("trace_pictures.tree_is_empty")
NODES_SHOWN = phrase("trace_pictures.nodes_shown", "shown", "all")
NOTHING_SHOWN = phrase("trace_pictures.nothing_shown")
TREE_BY_LEVEL = phrase("trace_pictures.tree_by_level", "level", "path")
KEYS_LOOKED_AT = phrase("trace_pictures.keys_looked_at", "path")
TRAVERSAL_VISITS = phrase("trace_pictures.traversal_visits", "traversal", "key")
OPERATION_ON_KEY = phrase("trace_pictures.operation_on_key", "operation", "key", "action")

MOST_NODES = 40
_MOST_PATH = 12  # of a larger tree: so many of the nodes looked at, and their children
_TRAVERSALS = ("preorder", "inorder", "postorder", "levelorder")
_MARKED = ("inserted", "duplicate", "found", "two_children")
Children = list[tuple[int | None, int | None]]


def search_tree(run: AlgorithmRun, place: int, colours: Palette) -> Drawing:
    """Return the tree after `run.steps[place]`, with the keys that were looked at marked."""
    row = run.steps[place].row
    cells = cast("tuple[Number | None, ...]", row["tree"])
    looked = cast(tuple[Number, ...], row["path"])
    words = _words(row)
    if not cells:
        words = TREE_IS_EMPTY_TITLE(words=words)
        return Drawing(body="", width=360, height=8, words=words, description=TREE_IS_EMPTY())
    found, children = _nodes(cells)
    states = _states(found, row)
    shown = range(len(found))
    notes: list[str] = []
    if len(found) > MOST_NODES:
        shown_set = _around(children, states)
        notes = [NODES_SHOWN(shown=len(shown_set), all=len(found))]
    else:
        shown_set = set(shown)
    order = _order_of_visit(row)
    nodes = _drawn_nodes(found, children, states, sorted(shown_set), order)
    body, width, height = tree_drawing(nodes, colours)
    path = ", ".join(number_text(key) for key in looked) or NOTHING_SHOWN()
    level = ", ".join(NOTHING_SHOWN() if key is None else number_text(key) for key in cells)
    return Drawing(
        body=f'<g transform="translate(14 4)">{body}</g>',
        width=width + 28,
        height=height + 4,
        words=words,
        description=TREE_BY_LEVEL(level=level, path=path),
        notes=[*notes, *([KEYS_LOOKED_AT(path=path)] if looked else [])],
        keys=keys({states[at] for at in shown_set}, colours),
    )


def _words(row: Row) -> str:
    if row["operation"] is None:
        return BEFORE_FIRST_STEP()
    action = str(row["action"]).replace("_", " ")
    if row["operation"] in _TRAVERSALS:
        return TRAVERSAL_VISITS(traversal=row["operation"], key=_text(row))
    return OPERATION_ON_KEY(operation=row["operation"], key=_text(row), action=action)


def _text(row: Row) -> str:
    return number_text(cast(Number, row["value"]))


def _nodes(cells: tuple[Number | None, ...]) -> tuple[list[Number], Children]:
    """Return the keys in level order, and by the same places the places of the children."""
    found: list[Number] = [key for key in cells if key is not None]
    children: Children = []
    rest = iter(cells[1:])
    next_place = 1
    for _ in found:
        pair: list[int | None] = []
        for _side in range(2):
            there = next(rest, None) is not None
            pair.append(next_place if there else None)
            next_place += there
        children.append((pair[0], pair[1]))
    return found, children


def _states(found: list[Number], row: Row) -> list[str]:
    """Mark the keys looked at: "looked" or "visited"; the key of this step: "now"."""
    looked = set(cast(tuple[Number, ...], row["path"]))
    value = row["value"]
    visited = row["operation"] in _TRAVERSALS
    states = ["plain"] * len(found)
    for place, key in enumerate(found):
        if key in looked:
            states[place] = "visited" if visited else "looked"
    if row["action"] == "two_children":  # its neighbour in order stands there now
        value = cast(tuple[Number, ...], row["path"])[-1]
    now = [place for place, key in enumerate(found) if key == value]
    if now and (visited or row["action"] in _MARKED):
        states[now[-1]] = "now"  # of equal keys the new one stands lowest
    return states


def _order_of_visit(row: Row) -> dict[Number, str]:
    if row["operation"] not in _TRAVERSALS:
        return {}
    keys_so_far = cast(tuple[Number, ...], row["path"])
    return {key: f"{number}." for number, key in enumerate(keys_so_far, 1)}


def _around(children: Children, states: list[str]) -> set[int]:
    """Return the root, the last of the marked nodes, what leads to them, and their children."""
    parent = {child: at for at, pair in enumerate(children) for child in pair if child is not None}
    marked = [at for at, state in enumerate(states) if state != "plain"] or [0]
    focus = next((at for at in marked if states[at] == "now"), marked[-1])
    way = [focus]
    while way[-1] in parent and len(way) < _MOST_PATH:
        way.append(parent[way[-1]])
    return set(way) | {child for at in way for child in children[at] if child is not None}


def _drawn_nodes(
    found: list[Number],
    children: Children,
    states: list[str],
    shown: list[int],
    order: dict[Number, str],
) -> list[CircleNode]:
    """Return the nodes in level order, so that the highest one shown is the first: the root."""
    rank = {at: number for number, at in enumerate(shown)}
    nodes: list[CircleNode] = []
    for at in shown:
        left, right = (rank.get(child) if child is not None else None for child in children[at])
        hidden = any(child is not None and child not in rank for child in children[at])
        nodes.append(
            CircleNode(
                text=number_text(found[at]),
                state=states[at],
                caption=order.get(found[at], ""),
                left=left,
                right=right,
                more=hidden,
            )
        )
    return nodes
