"""A problem in canonical plain words: what `read_problem` reads as exactly that problem again."""

from __future__ import annotations

import math
from collections.abc import Mapping

from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.values import Graph, Item, Number, Operation, Problem, Tree, Value

# How each choice is said, so that it can mean nothing else; `algorithm.name=value` goes before.
_SAID: Mapping[str, str] = {
    "tie_break=alphabetical": "Break ties in alphabetical order.",
    "tie_break=reverse_alphabetical": "Break ties in reverse alphabetical order.",
    "tie_break=fifo": "Break ties first in, first out.",
    "tie_break=lifo": "Break ties last in, first out.",
    "tie_break=smaller_h": "Break ties by the smaller h.",
    "tie_break=listed": "Break ties in the order listed.",
    "neighbor_order=alphabetical": "Take neighbours in alphabetical order.",
    "neighbor_order=reverse_alphabetical": "Take neighbours in reverse alphabetical order.",
    "neighbor_order=listed": "Take neighbours in the order listed.",
    "dfs.neighbor_order=alphabetical": "Push neighbours in alphabetical order.",
    "dfs.neighbor_order=reverse_alphabetical": "Push neighbours in reverse alphabetical order.",
    "dfs.neighbor_order=listed": "Push neighbours in the order listed.",
    "bellman_ford.neighbor_order=listed": "Relax the edges in the order listed.",
    "bellman_ford.neighbor_order=alphabetical": "Relax the edges in alphabetical order.",
    "goal_test=expansion": "Test for the goal when a node is expanded.",
    "goal_test=generation": "Test for the goal when a node is generated.",
    "duplicates=skip_if_on_stack": "Allow no duplicates on the stack.",
    "duplicates=allow": "Duplicates on the stack are allowed.",
    "duplicates=ignore": "Duplicates are ignored.",
    "duplicates=left": "Equal keys go to the left.",
    "duplicates=right": "Equal keys go to the right.",
    "reopen=True": "Re-open closed nodes.",
    "reopen=False": "Never re-open closed nodes.",
    "early_exit=True": "Stop early.",
    "early_exit=False": "Do not stop early.",
    "in_place=True": "Work in place.",
    "in_place=False": "Use only values of the previous pass.",
    "stop_when_complete=True": "Stop when the tree is complete.",
    "stop_when_complete=False": "Look at every edge.",
    "order=ascending": "Sort in ascending order.",
    "order=descending": "Sort in descending order.",
    "heap=max": "Use a max-heap.",
    "heap=min": "Use a min-heap.",
    "build=bottom_up": "Build the heap bottom-up.",
    "build=insertions": "Build the heap by inserting one by one.",
    "selection_sort.variant=first_to_front": "In each step put the {extreme} element at the front.",
    "selection_sort.variant=last_to_end": "In each step put the {opposite} element at the end.",
    "variant=top_down": "Work top-down.",
    "variant=bottom_up": "Work bottom-up.",
    "variant=build_only": "Only build the heap.",
    "variant=full": "Build the heap, then extract.",
    "variant=steepest": "Take the best neighbour.",
    "variant=first_better": "Take the first better neighbour.",
    "extra_element=left": "The extra element goes to the left.",
    "extra_element=right": "The extra element goes to the right.",
    "partition=lomuto": "Partition by Lomuto.",
    "partition=hoare": "Partition by Hoare.",
    "pivot=last": "The pivot is the last element.",
    "pivot=first": "The pivot is the first element.",
    "pivot=middle": "The pivot is the middle element.",
    "pivot=median_of_three": "The pivot is the median of three.",
    "equal_to_pivot=left": "Equal elements go to the left.",
    "equal_to_pivot=right": "Equal elements go to the right.",
    "mid=floor": "Round mid down.",
    "mid=ceil": "Round mid up.",
    "index_base=0": "Use 0-based indices.",
    "index_base=1": "Use 1-based indices.",
    "child_order=left_to_right": "Visit children from left to right.",
    "child_order=right_to_left": "Visit children from right to left.",
    "prune_when=alpha >= beta": "Cut when alpha >= beta.",
    "prune_when=alpha > beta": "Cut when alpha > beta.",
    "objective=minimize": "Minimize h.",
    "objective=maximize": "Maximize h.",
    "node_order=alphabetical": "Take the nodes in alphabetical order.",
    "node_order=listed": "Take the nodes in the given order.",
    "delete=successor": "Delete by the successor.",
    "delete=predecessor": "Delete by the predecessor.",
    "traceback=up": "In a tie prefer to go up.",
    "traceback=left": "In a tie prefer to go left.",
    "ties=leave": "In a tie leave the item.",
    "ties=take": "In a tie take the item.",
}
_OPERATIONS: Mapping[str, str] = {
    "insert": "insert {value}",
    "delete": "delete {value}",
    "search": "search {value}",
    "extract": "extract-{top}",
    "build": "build the heap",
    "inorder": "inorder traversal",
    "preorder": "preorder traversal",
    "postorder": "postorder traversal",
    "levelorder": "level-order traversal",
}


def statement(problem: Problem) -> str:
    """Return the problem in plain words, one sentence for each thing that it holds.

    `read_problem` reads it as the same problem, except where a graph has no edges or gives one
    edge two weights: no message states those.
    """
    algorithm = algorithm_named(problem.algorithm)
    parts = [f"Run {algorithm.name}.", *_data(problem), *_asked(problem)]
    for name, value in problem.conventions.items():
        parts.append(say_convention(algorithm, name, value, problem.conventions))
    return "\n".join(part for part in parts if part)


def say_convention(
    algorithm: Algorithm, name: str, value: Value, chosen: Mapping[str, Value]
) -> str:
    """Return the sentence that states a choice; empty for a choice that no wording is known for.

    `chosen` are all the conventions in force: which element a selection sort selects depends on
    the order.
    """
    said = _SAID.get(f"{algorithm.id}.{name}={value}") or _SAID.get(f"{name}={value}", "")
    ends = ("smallest", "largest")
    extreme, opposite = ends if chosen.get("order") != "descending" else ends[::-1]
    return said.format(extreme=extreme, opposite=opposite)


def _data(problem: Problem) -> list[str]:
    """Return the sentences of the graph, array, tree, strings, items and operations."""
    said = []
    if problem.graph is not None:
        said += _graph(problem.graph)
    if problem.array is not None:
        said.append(f"Array: [{', '.join(_number(value) for value in problem.array)}].")
    if problem.tree is not None:
        said.append(f"Tree: {_tree(problem.tree)}.")
    if problem.strings is not None:
        one, two = problem.strings
        said.append(f'Strings: "{one}" and "{two}".')
    if problem.items is not None:
        said.append(f"Items: {'; '.join(_item(item) for item in problem.items)}.")
    if problem.capacity is not None:
        said.append(f"Capacity: {problem.capacity}.")
    if problem.operations is not None:
        top = str(problem.conventions.get("heap", "max"))
        done = ", ".join(_operation(operation, top) for operation in problem.operations)
        said.append(f"Operations: {done}.")
    return said


def _asked(problem: Problem) -> list[str]:
    said = []
    if problem.start is not None:
        said.append(f"Start node is {problem.start}.")
    if problem.goal is not None:
        said.append(f"Goal node is {problem.goal}.")
    if problem.target is not None:
        said.append(f"Search for {_number(problem.target)}.")
    if problem.root is not None:
        said.append(f"{problem.root.upper()} moves first.")
    return said


def _graph(graph: Graph) -> list[str]:
    kind, mark = ("directed", "->") if graph.directed else ("undirected", "-")
    edges = []
    for edge in graph.edges:
        weight = "?" if edge.weight is None else _number(edge.weight)
        weight = f" ({weight})" if graph.weighted else ""
        edges.append(f"{edge.source} {mark} {edge.target}{weight}")
    said = [
        f"The graph is {kind}. Nodes: {', '.join(graph.nodes)}.",
        f"Edges: {', '.join(edges)}." if edges else "",
    ]
    if graph.heuristic:
        values = ", ".join(f"h({node}) = {_number(h)}" for node, h in graph.heuristic.items())
        said.append(f"Heuristic: {values}.")
    return said


def _tree(tree: Tree) -> str:
    if isinstance(tree, tuple):
        return f"[{', '.join(_tree(child) for child in tree)}]"
    return "?" if math.isnan(tree) else _number(tree)


def _item(item: Item) -> str:
    return f"{item.name}: weight {item.weight}, value {_number(item.value)}"


def _operation(operation: Operation, top: str) -> str:
    said = _OPERATIONS.get(operation.kind, operation.kind)
    value = "" if operation.value is None else _number(operation.value)
    return said.format(value=value, top=top).strip()


def _number(value: Number) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return repr(value)
