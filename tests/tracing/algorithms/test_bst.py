"""Binary search trees: shape, paths, traversals, compared with a recursive tree."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tutor_app.domain.traces import Operation, Problem, ProblemInvalid
from tutor_app.tracing.exact_run import AlgorithmRun, run

KEYS = st.lists(st.integers(-6, 6) | st.floats(-3, 3), max_size=14).map(tuple)
MIXED = st.lists(
    st.tuples(st.sampled_from(["insert", "delete", "search"]), st.integers(-6, 6)), max_size=16
)
Tree = Any  # (key, left, right) or None


def operate(*operations: tuple[Any, ...], keys: Any = None, **conventions: Any) -> AlgorithmRun:
    asked = tuple(
        Operation(kind=kind, value=value[0] if value else None) for kind, *value in operations
    )
    return run(Problem(algorithm="bst", array=keys, operations=asked, conventions=conventions))


def insert(tree: Tree, key: Any, duplicates: str) -> Tree:
    if tree is None:
        return (key, None, None)
    own, left, right = tree
    if key == own and duplicates == "ignore":
        return tree
    if key < own or (key == own and duplicates == "left"):
        return (own, insert(left, key, duplicates), right)
    return (own, left, insert(right, key, duplicates))


def delete(tree: Tree, key: Any, way: str) -> Tree:
    if tree is None:
        return None
    own, left, right = tree
    if key != own:
        return (
            (own, delete(left, key, way), right)
            if key < own
            else (own, left, delete(right, key, way))
        )
    if left is None or right is None:
        return left or right
    if way == "successor":
        return (min(inorder(right)), left, delete(right, min(inorder(right)), way))
    return (max(inorder(left)), delete(left, max(inorder(left)), way), right)


def inorder(tree: Tree) -> list[Any]:
    return [] if tree is None else [*inorder(tree[1]), tree[0], *inorder(tree[2])]


def preorder(tree: Tree) -> list[Any]:
    return [] if tree is None else [tree[0], *preorder(tree[1]), *preorder(tree[2])]


def postorder(tree: Tree) -> list[Any]:
    return [] if tree is None else [*postorder(tree[1]), *postorder(tree[2]), tree[0]]


def from_level_order(cells: Any) -> Tree:
    """Read the rows' form back: children come in pairs, in the order of their parents."""
    waiting = list(cells)

    def node(key: Any) -> Any:
        return None if key is None else [key, None, None]

    root = node(waiting.pop(0)) if waiting else None
    parents = [root] if root else []
    while parents:
        parent = parents.pop(0)
        for side in (1, 2):
            parent[side] = node(waiting.pop(0)) if waiting else None
            parents += [parent[side]] if parent[side] else []
    assert not waiting

    def frozen(each: Any) -> Tree:
        return each and (each[0], frozen(each[1]), frozen(each[2]))

    return frozen(root)


@settings(max_examples=230, deadline=None)
@given(MIXED, st.sampled_from(["successor", "predecessor"]))
def test_inserting_and_deleting_leave_the_recursive_tree(operations: Any, way: str) -> None:
    if not operations:
        return
    tree, present = None, False
    for row, (kind, key) in zip(
        list(operate(*operations, delete=way).rows())[1:], operations, strict=True
    ):
        present = key in inorder(tree)
        if kind != "search":
            tree = insert(tree, key, "ignore") if kind == "insert" else delete(tree, key, way)
        assert from_level_order(row["tree"]) == tree
        assert (row["action"] in {"absent", "inserted"}) is (not present)


@settings(max_examples=130, deadline=None)
@given(KEYS, st.sampled_from(["ignore", "left", "right"]))
def test_the_traversals_are_the_recursive_ones(keys: Any, duplicates: str) -> None:
    tree = None
    for key in keys:
        tree = insert(tree, key, duplicates)
    asked = [("preorder",), ("inorder",), ("postorder",), ("levelorder",)]
    one = operate(*asked, keys=keys, duplicates=duplicates)

    assert from_level_order(one.final["tree"]) == tree
    assert list(one.final["preorder"]) == preorder(tree)
    assert list(one.final["inorder"]) == inorder(tree) == sorted(inorder(tree))
    assert list(one.final["postorder"]) == postorder(tree)
    assert list(one.final["levelorder"]) == [key for key in one.final["tree"] if key is not None]


def test_a_row_shows_the_keys_compared_with_and_the_tree() -> None:
    rows = list(operate(("insert", 4), ("delete", 5), keys=(5, 3, 8, 7)).rows())

    assert rows[5] == {
        "step": 5, "operation": "insert", "value": 4, "path": (5, 3), "action": "inserted",
        "tree": (5, 3, 8, None, 4, 7),
    }  # fmt: skip
    assert rows[6]["path"] == (5, 8, 7)  # down to the successor, which takes its place
    assert rows[6]["action"] == "two_children"
    assert rows[6]["tree"] == (7, 3, 8, None, 4)


def test_a_traversal_has_a_row_for_each_visit() -> None:
    rows = list(operate(("inorder",), keys=(2, 1, 3)).rows())[4:]

    assert [(row["value"], row["path"]) for row in rows] == [(1, (1,)), (2, (1, 2)), (3, (1, 2, 3))]


def test_a_chain_of_a_thousand_keys_has_no_depth_problem() -> None:
    one = operate(keys=range(900))
    assert one.final["tree"][:3] == (0, None, 1)
    assert len(one.steps) == 901


@pytest.mark.parametrize("operations", [(), (("insert",),), (("balance",),), (("delete",),)])
def test_what_cannot_be_done_is_said(operations: Any) -> None:
    with pytest.raises(ProblemInvalid) as caught:
        operate(*operations)
    assert caught.value.lack == "missing_data"


def test_too_many_keys_for_a_table_are_refused() -> None:
    with pytest.raises(ProblemInvalid) as caught:
        operate(keys=range(10_000))
    assert caught.value.lack == "too_large"
