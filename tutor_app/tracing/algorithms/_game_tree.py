"""A game tree laid flat, and alpha-beta search on it event by event (for the rows and the picture).

The search is Russell and Norvig's (fail-soft): a node returns the best value it has seen, also when
the rest of its children are cut. A loop, not a recursion: a deep tree must not exhaust the stack.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from tutor_app.domain.traces import Number, Problem, ProblemInvalid, Tree
from tutor_app.wording.catalogue import phrase

NO_TREE = phrase("trace_problems.no_tree")
NODE_WITHOUT_VALUE = phrase("trace_problems.node_without_value")
LEAF_WITHOUT_VALUE = phrase("trace_problems.leaf_without_value", "leaf")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTreeNode:
    """A node by its place in preorder. `value` is a leaf's; `leaves` are numbered from 1."""

    place: int
    parent: int | None
    depth: int
    value: Number | None
    children: tuple[int, ...]
    leaves: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafEvaluated:
    """A leaf was evaluated; alpha and beta are what was handed to it."""

    place: int
    alpha: Number
    beta: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundsUpdated:
    """A child's value came back to `place`; these are its numbers from now on."""

    place: int
    alpha: Number
    beta: Number
    value: Number
    child: int
    better: bool  # than what the children before it returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The children of `place` that were not looked at yet never will be."""

    place: int
    children: tuple[int, ...]


Event = LeafEvaluated | BoundsUpdated | Cut


def flatten(tree: Tree | None) -> tuple[GameTreeNode, ...]:
    """Return the nodes in preorder; the root stands first.

    Raises:
        ProblemInvalid: a leaf has no value.
    """
    parents: list[int | None] = []
    depths: list[int] = []
    trees: list[Tree] = []
    children: list[list[int]] = []
    waiting: list[tuple[Tree | None, int | None]] = [(tree, None)]
    while waiting:
        branch, parent = waiting.pop()
        if branch is None or branch == () or (isinstance(branch, float) and math.isnan(branch)):
            raise ProblemInvalid("missing_leaf", _missing(trees, branch))
        place = len(trees)
        trees.append(branch)
        parents.append(parent)
        depths.append(0 if parent is None else depths[parent] + 1)
        children.append([])
        if parent is not None:
            children[parent].append(place)
        if isinstance(branch, tuple):
            waiting.extend((child, place) for child in reversed(branch))
    leaves = _leaves_below(trees, parents)
    return tuple(
        GameTreeNode(
            place=place,
            parent=parents[place],
            depth=depths[place],
            value=None if isinstance(branch, tuple) else branch,
            children=tuple(children[place]),
            leaves=leaves[place],
        )
        for place, branch in enumerate(trees)
    )


def _missing(before: list[Tree], branch: object) -> str:
    if not before:
        return NO_TREE()
    number = 1 + sum(not isinstance(tree, tuple) for tree in before)
    return NODE_WITHOUT_VALUE() if branch == () else LEAF_WITHOUT_VALUE(leaf=number)


def _leaves_below(trees: list[Tree], parents: list[int | None]) -> list[tuple[int, ...]]:
    first: list[int] = []
    leaf = 1
    for tree in trees:
        first.append(leaf)
        leaf += not isinstance(tree, tuple)
    count = [0] * len(trees)
    for place in range(len(trees) - 1, -1, -1):
        count[place] += not isinstance(trees[place], tuple)
        parent = parents[place]
        if parent is not None:
            count[parent] += count[place]
    return [tuple(range(start, start + n)) for start, n in zip(first, count, strict=True)]


# --- the search ------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class _OpenNode:
    """A node on the way from the root: what it knows so far."""

    node: GameTreeNode
    is_max: bool
    alpha: Number
    beta: Number
    best: Number
    waiting: list[int] = field(default_factory=list)  # children, the next one last


def is_max(node: GameTreeNode, problem: Problem) -> bool:
    """Say whether MAX moves at this node. Without `root`, MAX moves first, as in textbooks."""
    return (node.depth % 2 == 0) is (problem.root != "min")


def play(nodes: tuple[GameTreeNode, ...], problem: Problem) -> Iterator[Event]:
    """Yield what alpha-beta search does on the tree, in order."""
    root = nodes[0]
    if root.value is not None:
        yield LeafEvaluated(place=0, alpha=-math.inf, beta=math.inf)
        return
    frames = [_open(root, problem, -math.inf, math.inf)]
    while frames:
        frame = frames[-1]
        if not frame.waiting:
            frames.pop()
            if frames:
                yield from _take(frames[-1], frame.node.place, frame.best, problem)
            continue
        child = nodes[frame.waiting.pop()]
        if child.value is None:
            frames.append(_open(child, problem, frame.alpha, frame.beta))
            continue
        yield LeafEvaluated(place=child.place, alpha=frame.alpha, beta=frame.beta)
        yield from _take(frame, child.place, child.value, problem)


def _open(node: GameTreeNode, problem: Problem, alpha: Number, beta: Number) -> _OpenNode:
    maximising = is_max(node, problem)
    from_left = problem.conventions.get("child_order") != "right_to_left"
    waiting = list(reversed(node.children)) if from_left else list(node.children)
    worst = -math.inf if maximising else math.inf
    return _OpenNode(
        node=node, is_max=maximising, alpha=alpha, beta=beta, best=worst, waiting=waiting
    )


def _take(frame: _OpenNode, child: int, value: Number, problem: Problem) -> Iterator[Event]:
    better = value > frame.best if frame.is_max else value < frame.best
    if better:
        frame.best = value
    if frame.is_max:
        frame.alpha = max(frame.alpha, value)
    else:
        frame.beta = min(frame.beta, value)
    yield BoundsUpdated(
        place=frame.node.place,
        alpha=frame.alpha,
        beta=frame.beta,
        value=frame.best,
        child=child,
        better=better,
    )
    strict = problem.conventions.get("prune_when") == "alpha > beta"
    cuts = frame.alpha > frame.beta if strict else frame.alpha >= frame.beta
    if cuts and frame.waiting:
        yield Cut(place=frame.node.place, children=tuple(sorted(frame.waiting)))
        frame.waiting.clear()
