"""Alpha-beta search: one row per leaf that is evaluated, with the alpha and beta handed to it."""

from __future__ import annotations

from tutor_app.domain.traces import Number, Problem, Reason, Row, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._game_tree import (
    BoundsUpdated,
    Cut,
    Event,
    GameTreeNode,
    LeafEvaluated,
    flatten,
    is_max,
    play,
)


def _run(problem: Problem) -> Steps:
    """Yield a row per leaf; raise ProblemInvalid ("missing_leaf") where one has no value."""
    nodes = flatten(problem.tree)
    value: Number | None = nodes[0].value
    best: int | None = None
    pruned: list[int] = []
    looked: LeafEvaluated | None = None
    after: list[Event] = []
    number = 0
    for event in play(nodes, problem):
        if isinstance(event, LeafEvaluated):
            if looked is not None:
                number += 1
                yield _step(number, looked, after, nodes, problem)
            looked, after = event, []
            continue
        after.append(event)
        if isinstance(event, Cut):
            pruned += _leaves(event, nodes)
        elif event.place == 0:
            value = event.value
            best = nodes[0].children.index(event.child) + 1 if event.better else best
    if looked is not None:
        yield _step(number + 1, looked, after, nodes, problem)
    return {"value": value, "best_child": best, "pruned": tuple(sorted(pruned))}


def _leaves(cut: Cut, nodes: tuple[GameTreeNode, ...]) -> list[int]:
    return [leaf for child in cut.children for leaf in nodes[child].leaves]


def _step(
    number: int,
    looked: LeafEvaluated,
    after: list[Event],
    nodes: tuple[GameTreeNode, ...],
    problem: Problem,
) -> TraceStep:
    leaf = nodes[looked.place]
    row = {
        "leaf": leaf.leaves[0],
        "value": leaf.value,
        "alpha": looked.alpha,
        "beta": looked.beta,
    }
    return TraceStep(number=number, row=row, reason=_reason(row, after, nodes, problem))


def _reason(
    row: Row, after: list[Event], nodes: tuple[GameTreeNode, ...], problem: Problem
) -> Reason:
    """Say what the leaf's value changed at its parent, and which leaves were cut after it."""
    if not after:
        return Reason(code="only_leaf", facts=row)
    first = after[0]
    assert isinstance(first, BoundsUpdated)  # a leaf below the root always reports to its parent
    maximising = is_max(nodes[first.place], problem)
    before = row["alpha"] if maximising else row["beta"]
    now = first.alpha if maximising else first.beta
    pruned = tuple(
        leaf for event in after if isinstance(event, Cut) for leaf in _leaves(event, nodes)
    )
    facts = {
        **row,
        "player": "MAX" if maximising else "MIN",
        "new_alpha": first.alpha,
        "new_beta": first.beta,
        "pruned": tuple(sorted(pruned)),
    }
    if pruned:
        return Reason(code="cut", facts=facts)
    if before == now:
        return Reason(code="no_change", facts=facts)
    return Reason(code="raises_alpha" if maximising else "lowers_beta", facts=facts)


ALGORITHMS = (
    Algorithm(
        id="alphabeta",
        called=(
            r"alpha[\s\-–—/]*beta\w*",
            r"α[\s\-–—/]*β",
            r"\bab[\s-]+pruning",
            r"mini[\s-]?max",
        ),
        data="game_tree",
        columns=("leaf", "value", "alpha", "beta"),
        selected=("leaf",),
        topic="alpha-beta pruning minimax game tree",
        run=_run,
        conventions={
            "child_order": Convention(
                default="left_to_right", choices=("left_to_right", "right_to_left")
            ),
            "prune_when": Convention(
                default="alpha >= beta", choices=("alpha >= beta", "alpha > beta")
            ),
        },
    ),
)
