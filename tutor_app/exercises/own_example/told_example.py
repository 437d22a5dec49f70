"""The example that a student tells for an item, and the figures that they give of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.exercises.decided.node_lists import closes, node_lists
from tutor_app.exercises.own_example.asked_property import (
    EXAMPLE_WORDS,
    AskedExample,
    plain_words,
)
from tutor_app.exercises.own_example.run_example import Ends, length_of
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.tracing.reading.problem_data.array_reader import find_array
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic
from tutor_app.tracing.trials.graph_facts import simple_paths

_LEAST_EDGES: Final = 2
_LEAST_NUMBERS: Final = 4  # of a list
_FIGURE: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])")
_TOKEN: Final = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?|\S")
_ALL_ALIKE: Final = re.compile(r"\bh\s*(?:\(\w+\)\s*)?(?:=|is|:)\s*(\d+)\s+(?:for\s+)?(\w+)", re.I)
_STARTS: Final = "s"
_GOALS: Final = "gt"
_NAMED_ENDS: Final = re.compile(r"\bfrom (\w+) to (\w+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFigure:
    """A number that a student gives of their example, and on which side of its change."""

    value: Number
    after: bool


def graph_told(text: str, asked: AskedExample) -> Graph | None:
    """Return the graph that a text gives as an example; None where it gives none that is whole.

    A weight that is told twice is no contradiction where the second is what the first becomes.
    """
    needs = asked.property.needs
    found = (find_graph(text, weighted=True) if "weights" in needs else None) or find_graph(text)
    if found is None or len(found.graph.edges) < _LEAST_EDGES:
        return None
    change = asked.change
    for _, _, weight, other in found.contradictory:
        if change is None or weight is None or other != change.of(weight):
            return None
    graph = _weighed_alike(found.graph, text) if found.missing else found.graph
    if "weights" in needs and any(edge.weight is None for edge in graph.edges):
        return None
    needed = "heuristic" in needs
    estimates = _estimates(graph, text, needed=needed)
    return None if needed and estimates is None else replace(graph, heuristic=estimates)


def array_told(text: str) -> tuple[Number, ...] | None:
    """Return the list of numbers that a text gives as an example."""
    found = find_array(text)
    return found.values if found is not None and len(found.values) >= _LEAST_NUMBERS else None


def ends_told(text: str, graph: Graph) -> Ends | None:
    """Return the two nodes that a text goes between: by words, by a way, else by their names."""
    names = {node.casefold(): node for node in graph.nodes}
    for one, other in _NAMED_ENDS.findall(text):
        if {one.casefold(), other.casefold()} <= set(names):
            pair = (names[one.casefold()], names[other.casefold()])
            if not any({edge.source, edge.target} == set(pair) for edge in graph.edges):
                return pair
    for _, nodes in node_lists(text):
        known = [names[node.casefold()] for node in nodes if node.casefold() in names]
        if len(known) == len(nodes) and not closes(known):
            return known[0], known[-1]
    start = next((names[one] for one in _STARTS if one in names), None)
    goal = next((names[one] for one in _GOALS if one in names), None)
    return (start, goal) if start is not None and goal is not None else None


def wrong_figures(text: str, asked: AskedExample, graph: Graph, ends: Ends) -> list[ToldFigure]:
    """Return the figures of a text that no way and no edge has, before the change or after it."""
    change = asked.change
    if change is None:
        return []
    ways = [*simple_paths(graph, *ends), *((edge.source, edge.target) for edge in graph.edges)]
    later = change.on(graph)
    known = {
        after: {length_of(way, one) for way in ways} | _counts(change.amount, ways)
        for after, one in ((False, graph), (True, later))
    }
    weights = {edge.weight for edge in graph.edges}  # told anywhere
    return [one for one in _figures(text) if one.value not in known[one.after] | weights]


def tells_figures(text: str) -> bool:
    """Return whether a text has numbers on a side of a change: "before 2, after 22"."""
    return any(_figures(text))


def _counts(amount: object, ways: Sequence[Sequence[str]]) -> set[Number]:
    """Return the numbers that may be told beside: the amount, how often it is added, the edges."""
    step = int(str(amount)) if str(amount).isdecimal() else 0
    edges = {len(way) - 1 for way in ways}
    return {step, *(step * count for count in edges), *edges}


def _figures(text: str) -> Iterator[ToldFigure]:
    """Yield the numbers of a text behind a word that says before or after, sentence by sentence."""
    for sentence in sentences_of(text):
        after: bool | None = None
        tokens = _TOKEN.findall(sentence)
        for at, token in enumerate(tokens):
            word = token.casefold()
            if word in EXAMPLE_WORDS["before"]:
                after = False
            elif word in EXAMPLE_WORDS["after"]:
                after = True
            elif after is not None and _FIGURE.fullmatch(token):
                behind = tokens[at + 1] if at + 1 < len(tokens) else ""
                if behind not in ("+", "*", "·", "×"):  # a term of a sum
                    value = float(token)
                    yield ToldFigure(value=int(value) if value.is_integer() else value, after=after)


def _weighed_alike(graph: Graph, text: str) -> Graph:
    """Return the graph with the weight of "each" for the edges that are listed before it."""
    if "each" not in plain_words(text):
        return graph
    edges: list[Edge] = []
    weight: Number | None = None
    for edge in reversed(graph.edges):
        weight = edge.weight if edge.weight is not None else weight
        edges.append(replace(edge, weight=weight))
    return replace(graph, edges=tuple(reversed(edges)))


def _estimates(graph: Graph, text: str, *, needed: bool) -> dict[str, Number] | None:
    """Return the estimates that are told, None if they are `needed` and missing; else all are 0."""
    found = find_heuristic(text)
    told = dict(found.values) if found is not None else {}
    if told:
        return {node: told.get(node, 0) for node in graph.nodes}
    alike = _ALL_ALIKE.search(text)
    if alike is not None and alike[2].casefold() in EXAMPLE_WORDS["all_nodes"]:
        return dict.fromkeys(graph.nodes, int(alike[1]))
    return None if needed else dict.fromkeys(graph.nodes, 0)
