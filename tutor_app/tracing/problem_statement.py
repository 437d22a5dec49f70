"""A problem in canonical plain words: what `read_problem` reads as exactly that problem again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from tutor_app.domain.traces import Graph, KnapsackItem, Number, Operation, Problem, Tree, Value
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.wording.catalogue import LANGUAGE, Phrase, phrase, phrases_of, speaking

CHOICES = phrases_of("trace_choices")
RUN = phrase("trace_statements.run", "algorithm")
DIRECTED_GRAPH = phrase("trace_statements.directed_graph", "nodes")
UNDIRECTED_GRAPH = phrase("trace_statements.undirected_graph", "nodes")
EDGES = phrase("trace_statements.edges", "edges")
HEURISTIC = phrase("trace_statements.heuristic", "values")
ARRAY = phrase("trace_statements.array", "values")
TREE = phrase("trace_statements.tree", "tree")
STRINGS = phrase("trace_statements.strings", "first", "second")
ITEMS = phrase("trace_statements.items", "items")
ITEM = phrase("trace_statements.item", "name", "weight", "value")
CAPACITY = phrase("trace_statements.capacity", "capacity")
OPERATIONS = phrase("trace_statements.operations", "operations")
START = phrase("trace_statements.start", "node")
GOAL = phrase("trace_statements.goal", "node")
TARGET = phrase("trace_statements.target", "value")
ROOT = phrase("trace_statements.root", "player")
OPERATION: Mapping[str, Phrase] = {
    **{
        kind: phrase(f"trace_statements.{kind}", "value") for kind in ("insert", "delete", "search")
    },
    "extract": phrase("trace_statements.extract", "top"),
    **{
        kind: phrase(f"trace_statements.{kind}")
        for kind in ("build", "inorder", "preorder", "postorder", "levelorder")
    },
}


def state_problem(problem: Problem) -> str:
    """Return the problem in plain English, one sentence for each thing that it holds.

    `read_problem` reads it as the same problem, except where a graph has no edges or gives one
    edge two weights: no message states those.
    """
    with speaking(LANGUAGE):
        return tell_problem(problem)


def tell_problem(problem: Problem) -> str:
    """Return the problem in plain words of the language that is spoken, as a student is told it."""
    algorithm = algorithm_named(problem.algorithm)
    parts = [RUN(algorithm=algorithm.name), *_state_data(problem), *_state_ends(problem)]
    for name, value in problem.conventions.items():
        parts.append(_tell_choice(algorithm, name, value, problem.conventions))
    return "\n".join(part for part in parts if part)


def state_choice(algorithm: Algorithm, name: str, value: Value, chosen: Mapping[str, Value]) -> str:
    """Return the English sentence that states a choice, as `read_problem` reads it."""
    with speaking(LANGUAGE):
        return _tell_choice(algorithm, name, value, chosen)


def _tell_choice(algorithm: Algorithm, name: str, value: Value, chosen: Mapping[str, Value]) -> str:
    """Return the sentence that states a choice; empty for a choice that no wording is known for.

    `chosen` are all the conventions in force: which element a selection sort selects depends on
    the order.
    """
    choice = f"{name}={value}"
    keys = (f"{algorithm.id}.{chosen.get('order')}.{choice}", f"{algorithm.id}.{choice}", choice)
    known = next((CHOICES[key] for key in keys if key in CHOICES), None)
    return "" if known is None else known()


def _state_data(problem: Problem) -> list[str]:
    """Return the sentences of the graph, array, tree, strings, items and operations."""
    sentences = []
    if problem.graph is not None:
        sentences += _graph(problem.graph)
    if problem.array is not None:
        sentences.append(ARRAY(values=_join(_number(value) for value in problem.array)))
    if problem.tree is not None:
        sentences.append(TREE(tree=_tree(problem.tree)))
    if problem.strings is not None:
        one, two = problem.strings
        sentences.append(STRINGS(first=one, second=two))
    if problem.items is not None:
        sentences.append(ITEMS(items="; ".join(_item(item) for item in problem.items)))
    if problem.capacity is not None:
        sentences.append(CAPACITY(capacity=problem.capacity))
    if problem.operations is not None:
        top = str(problem.conventions.get("heap", "max"))
        operations = _join(_operation(operation, top) for operation in problem.operations)
        sentences.append(OPERATIONS(operations=operations))
    return sentences


def _state_ends(problem: Problem) -> list[str]:
    sentences = []
    if problem.start is not None:
        sentences.append(START(node=problem.start))
    if problem.goal is not None:
        sentences.append(GOAL(node=problem.goal))
    if problem.target is not None:
        sentences.append(TARGET(value=_number(problem.target)))
    if problem.root is not None:
        sentences.append(ROOT(player=problem.root.upper()))
    return sentences


def _graph(graph: Graph) -> list[str]:
    sentence, mark = (DIRECTED_GRAPH, "->") if graph.directed else (UNDIRECTED_GRAPH, "-")
    edges = []
    for edge in graph.edges:
        weight = "?" if edge.weight is None else _number(edge.weight)
        weight = f" ({weight})" if graph.weighted else ""
        edges.append(f"{edge.source} {mark} {edge.target}{weight}")
    sentences = [
        sentence(nodes=", ".join(graph.nodes)),
        EDGES(edges=", ".join(edges)) if edges else "",
    ]
    if graph.heuristic:
        values = _join(f"h({node}) = {_number(h)}" for node, h in graph.heuristic.items())
        sentences.append(HEURISTIC(values=values))
    return sentences


def _tree(tree: Tree) -> str:
    if isinstance(tree, tuple):
        return f"[{', '.join(_tree(child) for child in tree)}]"
    return "?" if math.isnan(tree) else _number(tree)


def _item(item: KnapsackItem) -> str:
    return ITEM(name=item.name, weight=item.weight, value=_number(item.value))


def _operation(operation: Operation, top: str) -> str:
    known = OPERATION.get(operation.kind)
    if known is None:
        return operation.kind
    value = "" if operation.value is None else _number(operation.value)
    return known(value=value, top=top).strip()


def _join(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _number(value: Number) -> str:
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return repr(value)
