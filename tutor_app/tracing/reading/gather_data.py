"""What a message's text holds of a problem's data, by the kind of data that an algorithm needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.problem_data.array_reader import find_array
from tutor_app.tracing.reading.problem_data.edges_as_written import FoundGraph
from tutor_app.tracing.reading.problem_data.game_trees import find_tree
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.reading.problem_data.table_inputs import (
    find_items,
    find_operations,
    find_strings,
)
from tutor_app.tracing.reading.reading_results import Clarification, Span
from tutor_app.wording.catalogue import phrase

UNREAD = phrase("trace_unread.unread", "parts")
WITHOUT_EDGE = phrase("trace_unread.without_edge", "nodes")
NO_WEIGHT = phrase("trace_unread.no_weight", "edge")
TWO_WEIGHTS = phrase("trace_unread.two_weights", "edge", "one", "other")
NO_ELEMENT = phrase("trace_unread.no_element")
NO_CAPACITY = phrase("trace_unread.no_capacity")
ONE_LEAF = phrase("trace_unread.one_leaf")
LEAVES = phrase("trace_unread.leaves", "numbers")

MOST_UNTOLD = 1  # nodes whose estimate is not told: it is asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """`problem` with the data that was found; `lacks` is what the data themselves lack.

    `whole`: there is data at all. `directed_said`: the message says whether edges have a direction.
    `base` is the first index where the array shows one. `by_model`: a model read it, start, goal
    and target too. `told`: its edges are told in prose, `told_steps` is where own steps begin.
    """

    problem: Problem
    spans: tuple[Span, ...] = ()
    whole: bool = False
    lacks: tuple[Clarification, ...] = ()
    directed_said: bool = False
    base: int | None = None
    by_model: bool = False
    told: bool = False
    told_steps: int | None = None


def gather(text: str, algorithm: Algorithm) -> Gathered:
    """Return the data of the algorithm's kind that a text holds."""
    return _READERS[algorithm.data](text, algorithm)


def blank(text: str, spans: Sequence[Span]) -> str:
    """Return the text with blanks, and the same line ends, where the spans are."""
    for span in spans:
        part = re.sub(r"[^\n]", " ", text[span.start : span.end])
        text = text[: span.start] + part + text[span.end :]
    return text


def _gather_graph(text: str, algorithm: Algorithm) -> Gathered:
    weighted = True if "weights" in algorithm.needs else None
    heuristic = None
    if algorithm.needs | algorithm.may_have >= {"heuristic"}:
        told = find_graph(text, algorithm.directed, weighted=weighted, estimated=True)
        if (
            told is not None
            and told.heuristic
            and len({*told.graph.nodes} - {*told.heuristic}) <= MOST_UNTOLD
        ):
            # A zero at a sentence's end is lost among the told numbers.
            untold = {*told.graph.nodes} - {*told.heuristic}
            listed = find_heuristic(text, told.graph.nodes) if untold else None
            if listed is None or len(listed.values) < len(told.graph.nodes):
                values = {**(listed.values if listed else {}), **told.heuristic}
                return _gathered(text, algorithm, told, values, listed.spans if listed else ())
        heuristic = find_heuristic(text)
    rest = blank(text, heuristic.spans) if heuristic else text
    found = find_graph(rest, algorithm.directed, weighted=weighted)
    if found is None:
        spans = heuristic.spans if heuristic else ()
        return Gathered(problem=Problem(algorithm=algorithm.id), spans=spans)
    if heuristic is None:
        return _gathered(text, algorithm, found, None, ())
    again = find_heuristic(text, found.graph.nodes) or heuristic
    return _gathered(text, algorithm, found, again.values, again.spans)


def _gathered(
    text: str,
    algorithm: Algorithm,
    found: FoundGraph,
    heuristic: Mapping[str, Number] | None,
    spans: tuple[Span, ...],
) -> Gathered:
    graph = found.graph if heuristic is None else replace(found.graph, heuristic={**heuristic})
    return Gathered(
        problem=Problem(algorithm=algorithm.id, graph=graph),
        spans=(*found.spans, *spans),
        whole=True,
        lacks=(*_unread(text, found), *_weights_wrong(found)),
        told=found.told,
        told_steps=found.told_steps,
        directed_said=found.direction == "words",
    )


def _unread(text: str, found: FoundGraph) -> tuple[Clarification, ...]:
    """Ask for the parts of a told graph that were not read, in the student's words."""
    parts = [" ".join(text[span.start : span.end].split()) for span in found.unread]
    if not parts:
        return _without_edge(found)
    said = ", ".join(f"“{part}”" for part in parts)
    return (Clarification(reason="unread_part", detail=UNREAD(parts=said)),)


def _without_edge(found: FoundGraph) -> tuple[Clarification, ...]:
    """Ask for the edges of nodes that are named beside a told graph and have none: they have been
    read as another node's.
    """
    ends = {name for edge in found.graph.edges for name in (edge.source, edge.target)}
    alone = [node for node in found.graph.nodes if node not in ends] if found.told else []
    if not alone:
        return ()
    return (Clarification(reason="unread_part", detail=WITHOUT_EDGE(nodes=", ".join(alone))),)


def _weights_wrong(found: FoundGraph) -> tuple[Clarification, ...]:
    lacks = [
        Clarification(reason="missing_weight", detail=NO_WEIGHT(edge=f"{u}-{v}"))
        for u, v in found.missing
    ]
    lacks += [
        Clarification(
            reason="contradictory_weight",
            detail=TWO_WEIGHTS(edge=f"{u}-{v}", one=f"{one:g}", other=f"{other:g}"),
        )
        for u, v, one, other in found.contradictory
    ]
    return tuple(lacks)


def _gather_array(text: str, algorithm: Algorithm) -> Gathered:
    found = find_array(text)
    if found is None or not found.values:
        return Gathered(problem=Problem(algorithm=algorithm.id))
    lack = Clarification(reason="missing_array", detail=NO_ELEMENT())
    return Gathered(
        problem=Problem(algorithm=algorithm.id, array=found.values),
        spans=found.spans,
        whole=True,
        lacks=(lack,) if found.unknown else (),
        base=found.base,
    )


def _gather_tree(text: str, algorithm: Algorithm) -> Gathered:
    found = find_tree(text)
    if found is None:
        return Gathered(problem=Problem(algorithm=algorithm.id))
    numbers = ", ".join(str(number) for number in found.missing)
    said = ONE_LEAF() if len(found.missing) == 1 else LEAVES(numbers=numbers)
    lack = Clarification(reason="missing_leaf", detail=said)
    return Gathered(
        problem=Problem(algorithm=algorithm.id, tree=found.tree, root=found.root),
        spans=found.spans,
        whole=True,
        lacks=(lack,) if found.missing else (),
    )


def _gather_strings(text: str, algorithm: Algorithm) -> Gathered:
    found = find_strings(text)
    if found is None:
        return Gathered(problem=Problem(algorithm=algorithm.id))
    problem = Problem(algorithm=algorithm.id, strings=found.strings)
    return Gathered(problem=problem, spans=found.spans, whole=True)


def _gather_items(text: str, algorithm: Algorithm) -> Gathered:
    found = find_items(text)
    if found is None:
        return Gathered(problem=Problem(algorithm=algorithm.id))
    problem = Problem(algorithm=algorithm.id, items=found.items, capacity=found.capacity)
    lack = Clarification(reason="missing_data", detail=NO_CAPACITY())
    return Gathered(
        problem=problem,
        spans=found.spans,
        whole=True,
        lacks=(lack,) if found.capacity is None else (),
    )


def _gather_operations(text: str, algorithm: Algorithm) -> Gathered:
    found = find_operations(text, algorithm.id)
    if found is None:
        return Gathered(problem=Problem(algorithm=algorithm.id))
    problem = Problem(algorithm=algorithm.id, operations=found.operations, array=found.array)
    return Gathered(problem=problem, spans=found.spans, whole=True)


_READERS: Mapping[str, Callable[[str, Algorithm], Gathered]] = {
    "graph": _gather_graph,
    "array": _gather_array,
    "game_tree": _gather_tree,
    "strings": _gather_strings,
    "items": _gather_items,
    "operations": _gather_operations,
}
