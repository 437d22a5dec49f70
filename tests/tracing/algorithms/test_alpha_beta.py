"""Alpha-beta search against plain minimax and the textbook's recursion."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Problem, ProblemInvalid, Tree
from tutor_app.tracing.exact_run import run

many = settings(max_examples=230, deadline=None)
trees = st.recursive(
    st.integers(-5, 5),
    lambda below: st.lists(below, min_size=1, max_size=4).map(tuple),
    max_leaves=20,
)
players = st.sampled_from(("max", "min"))
LEFT_TO_RIGHT, AT_EQUAL = "left_to_right", "alpha >= beta"


def problem(tree: Tree | None, root: str = "max", **conventions: str) -> Problem:
    return Problem(algorithm="alphabeta", tree=tree, root=root, conventions=conventions)


def minimax(tree: Tree, is_max: bool) -> float:
    if not isinstance(tree, tuple):
        return tree
    values = [minimax(child, not is_max) for child in tree]
    return max(values) if is_max else min(values)


def leaves_of(tree: Tree) -> list[float]:
    return [tree] if not isinstance(tree, tuple) else [x for t in tree for x in leaves_of(t)]


def textbook(tree: Tree, is_max: bool, alpha: float, beta: float, seen: list) -> float:
    """Russell and Norvig's MAX-VALUE and MIN-VALUE in one."""
    if not isinstance(tree, tuple):
        seen.append((tree, alpha, beta))
        return tree
    best = -math.inf if is_max else math.inf
    for child in tree:
        value = textbook(child, not is_max, alpha, beta, seen)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if alpha >= beta:
            return best
    return best


@many
@given(trees, players, st.sampled_from(("alpha >= beta", "alpha > beta")), st.booleans())
def test_the_value_is_that_of_minimax(tree: Tree, root: str, prune: str, back: bool) -> None:
    order = "right_to_left" if back else LEFT_TO_RIGHT
    final = run(problem(tree, root, prune_when=prune, child_order=order)).final

    assert final["value"] == minimax(tree, root == "max")


@many
@given(trees, players)
def test_the_best_child_is_the_first_that_has_the_value(tree: Tree, root: str) -> None:
    final = run(problem(tree, root)).final
    if not isinstance(tree, tuple):
        assert final["best_child"] is None
        return
    values = [minimax(child, root != "max") for child in tree]
    assert final["best_child"] == 1 + values.index(final["value"])


@many
@given(trees, players)
def test_the_rows_are_the_leaves_and_windows_of_the_textbook(tree: Tree, root: str) -> None:
    seen: list = []
    textbook(tree, root == "max", -math.inf, math.inf, seen)

    rows = list(run(problem(tree, root)).rows())

    assert [(row["value"], row["alpha"], row["beta"]) for row in rows] == seen


@many
@given(trees, players)
def test_every_leaf_is_either_evaluated_or_pruned(tree: Tree, root: str) -> None:
    done = run(problem(tree, root))
    numbers = [row["leaf"] for row in done.rows()]

    assert sorted([*numbers, *done.final["pruned"]]) == list(range(1, len(leaves_of(tree)) + 1))
    in_reasons = [n for step in done.steps for n in step.reason.facts.get("pruned", ())]
    assert sorted(in_reasons) == list(done.final["pruned"])
    assert all(leaves_of(tree)[row["leaf"] - 1] == row["value"] for row in done.rows())


def test_from_right_to_left_leaves_keep_their_numbers() -> None:
    done = run(problem(((3, 9), (2, 8)), child_order="right_to_left"))

    assert [row["leaf"] for row in done.rows()] == [4, 3, 2, 1]
    assert done.final == {"value": 3, "best_child": 1, "pruned": ()}


def test_a_strict_rule_looks_on_at_equal_bounds() -> None:
    tree = ((3, 9), (3, 8))

    assert run(problem(tree)).final["pruned"] == (4,)
    assert run(problem(tree, prune_when="alpha > beta")).final["pruned"] == ()


def test_a_cut_above_takes_whole_subtrees() -> None:
    done = run(problem((5, (4, (1, 2), 7)), "max"))

    assert done.final == {"value": 5, "best_child": 1, "pruned": (3, 4, 5)}
    assert done.steps[-1].reason.code == "cut"


def test_without_a_player_max_moves_first() -> None:
    assert run(Problem(algorithm="alphabeta", tree=(1, 2))).final["value"] == 2


def test_a_tree_of_one_leaf_is_its_value() -> None:
    done = run(problem(7))

    assert [dict(row) for row in done.rows()] == [
        {"step": 1, "leaf": 1, "value": 7, "alpha": -math.inf, "beta": math.inf}
    ]
    assert done.final == {"value": 7, "best_child": None, "pruned": ()}


def test_a_tree_as_deep_as_a_long_chain_is_searched() -> None:
    tree: Tree = 4
    for _ in range(5000):
        tree = (tree,)

    assert run(problem(tree)).final["value"] == 4


@pytest.mark.parametrize(
    ("tree", "says"),
    [
        (None, "no game tree"),
        (((3, math.nan), (2, 9)), "leaf 2"),
        (((3, 1), ()), "no children"),
    ],
)
def test_a_leaf_without_value_is_named(tree: Tree | None, says: str) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        run(problem(tree))

    assert caught.value.lack == "missing_leaf"
    assert says in caught.value.detail
