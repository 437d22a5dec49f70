"""Binary search trees: insert, delete, search and the traversals."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.traces import (
    Number,
    Operation,
    Problem,
    ProblemInvalid,
    Reason,
    Row,
    TraceStep,
)
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import check_size
from tutor_app.tracing.algorithms._search_tree import KeyNode, SearchTree
from tutor_app.wording.catalogue import phrase

EMPTY_TREE = phrase("trace_problems.empty_tree")
NO_KEY = phrase("trace_problems.no_key", "operation")
NO_TREE_OPERATION = phrase("trace_problems.no_tree_operation", "operation")

TRAVERSALS = ("preorder", "inorder", "postorder", "levelorder")
_CHANGES = ("insert", "delete", "search")


def operate(problem: Problem) -> Steps:
    """Insert the keys of the array, then do the operations, in their order.

    Raises:
        ProblemInvalid: neither keys nor operations, an operation that is not known or lacks its
            key, or so many that the rows would not fit a page.
    """
    operations = _operations(problem)
    tree = SearchTree(problem.conventions["duplicates"], problem.conventions["delete"])
    row: Row = {"operation": None, "value": None, "path": (), "action": None, "tree": ()}
    yield TraceStep(number=0, row=row, reason=Reason(code="start"))
    number = 0
    orders: dict[str, tuple[Number, ...]] = {}
    for operation in operations:
        if operation.kind in TRAVERSALS:
            order = tuple(traverse(tree.root, operation.kind))
            orders[operation.kind] = order
            steps = _visits(operation.kind, order, tree)
        else:
            steps = iter((_change(operation, tree),))
        for row, reason in steps:
            number += 1
            yield TraceStep(number=number, row=row, reason=reason)
    return {"tree": tree.level_order(), **orders}


def _operations(problem: Problem) -> tuple[Operation, ...]:
    keys = tuple(Operation(kind="insert", value=key) for key in problem.array or ())
    operations = keys + (problem.operations or ())
    if not operations:
        raise ProblemInvalid("missing_data", EMPTY_TREE())
    for operation in operations:
        if operation.kind in _CHANGES and operation.value is None:
            raise ProblemInvalid("missing_data", NO_KEY(operation=operation.kind))
        if operation.kind not in (*_CHANGES, *TRAVERSALS):
            raise ProblemInvalid("missing_data", NO_TREE_OPERATION(operation=operation.kind))
    # A tree that is one chain has as many places for missing children as it has keys.
    inserts = sum(operation.kind == "insert" for operation in operations)
    visits = sum(operation.kind in TRAVERSALS for operation in operations) * inserts
    check_size((len(operations) + visits) * 2 * inserts)
    return operations


def _change(operation: Operation, tree: SearchTree) -> tuple[Row, Reason]:
    value = operation.value
    assert value is not None  # checked before the first row
    done = {"insert": tree.insert, "delete": tree.delete, "search": tree.search}[operation.kind]
    path, action = done(value)
    row: Row = {
        "operation": operation.kind,
        "value": value,
        "path": path,
        "action": action,
        "tree": tree.level_order(),
    }
    facts: Row = {"value": value, "path": path, "last": path[-1] if path else None}
    return row, Reason(code=action, facts=facts)


def _visits(kind: str, order: tuple[Number, ...], tree: SearchTree) -> Iterator[tuple[Row, Reason]]:
    state = tree.level_order()
    for place, key in enumerate(order):
        row: Row = {
            "operation": kind,
            "value": key,
            "path": order[: place + 1],
            "action": "visited",
            "tree": state,
        }
        yield row, Reason(code="visited", facts={"value": key, "traversal": kind})


def traverse(root: KeyNode | None, kind: str) -> Iterator[Number]:
    """Yield the keys in this order. Not by recursion: a tree may be one long chain."""
    if kind == "levelorder":
        level = [root] if root else []
        while level:
            yield from (node.key for node in level)
            level = [child for node in level for child in (node.left, node.right) if child]
        return
    waiting: list[tuple[KeyNode | None, bool]] = [(root, False)]
    while waiting:
        node, opened = waiting.pop()
        if node is None:
            continue
        if opened:
            yield node.key
            continue
        left, own, right = (node.left, False), (node, True), (node.right, False)
        order = {
            "preorder": (own, left, right),
            "inorder": (left, own, right),
            "postorder": (left, right, own),
        }
        waiting.extend(reversed(order[kind]))


ALGORITHMS = (
    Algorithm(
        id="bst",
        called=(
            r"\bbinary[\s-]*search[\s-]*trees?\b",
            r"\bBSTs?\b",
            r"\b(?:in|pre|post|level)[\s-]?order\s+(?:traversals?|walks?)\b",
            r"\b(?:in|pre|post|level)order\b",
        ),
        data="operations",
        columns=("operation", "value", "path", "action", "tree"),
        selected=("value",),
        topic="binary search tree",
        run=operate,
        conventions={
            "duplicates": Convention(default="ignore", choices=("ignore", "right", "left")),
            "delete": Convention(default="successor", choices=("successor", "predecessor")),
        },
    ),
)
