"""What a message changes of the example that was given before: "make s-t 5", "the zeros 1"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.exercises.own_example.asked_property import EXAMPLE_WORDS, plain_words
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.tracing.reading.problem_data.heuristic_values import find_heuristic

_TOKEN: Final = re.compile(r"\d+(?:\.\d+)?(?!\w)|\w+|\S")
_DASHES: Final = frozenset("-–—→>")
# Of a sentence with these a number is what comes out before or after the item's own change.
_FIGURES: Final = (EXAMPLE_WORDS["before"] | EXAMPLE_WORDS["after"]) - {"now", "new", "then"}
_EQUALS: Final = frozenset("=:→->")
Ends = frozenset[str]
Weights = Mapping[Ends, Number | None]


def changed_example(text: str, graph: Graph) -> Graph | None:
    """Return the graph with the weights that a text gives some of its edges; None without any.

    An edge is named by its ends, or by the weight that it has: then all that have it are changed.
    """
    known = {_ends(edge): edge.weight for edge in graph.edges}
    weights = dict(known)
    for sentence in sentences_of(text):
        words = set(plain_words(sentence))
        if words & EXAMPLE_WORDS["changes"] and not words & _FIGURES:
            weights |= _changed_in(sentence, known)
    estimates = _estimates_in(text, graph)
    if weights == known and estimates == graph.heuristic:
        return None
    edges = tuple(replace(edge, weight=weights[_ends(edge)]) for edge in graph.edges)
    return replace(graph, edges=edges, heuristic=estimates)


def _estimates_in(text: str, graph: Graph) -> Mapping[str, Number] | None:
    """Return the estimates of the graph with those that a text gives: "would h(A)=2 also do?"."""
    found = find_heuristic(text)
    told = {} if found is None else dict(found.values)
    if graph.heuristic is None or told.keys().isdisjoint(graph.nodes):
        return graph.heuristic
    return {**graph.heuristic, **{node: told[node] for node in graph.nodes if node in told}}


def _changed_in(sentence: str, known: Weights) -> Weights:
    """Return the weights that a sentence gives."""
    weights: dict[Ends, Number | None] = {}
    tokens = [token.casefold() for token in _TOKEN.findall(sentence)]
    at = 0
    while at < len(tokens):
        meant, behind = _edges_at(tokens, at, known)
        while meant and behind < len(tokens) and _leads_on(tokens[behind]):
            behind += 1
        if meant and behind < len(tokens) and _is_number(tokens[behind]):
            weights |= dict.fromkeys(meant, _number(tokens[behind]))
            at = behind
        at += 1
    return weights


def _edges_at(tokens: Sequence[str], at: int, known: Weights) -> tuple[list[Ends], int]:
    """Return the edges that are named at a place, "s-t", "st", "the 4", and the place behind."""
    behind = at + 1
    while behind < len(tokens) and tokens[behind] in _DASHES:
        behind += 1
    pairs = [(frozenset((tokens[at], *tokens[behind : behind + 1])), behind + 1)]
    pairs.append((frozenset(tokens[at]), at + 1))
    for pair, end in pairs:
        if pair in known:
            return [pair], end
    if tokens[at] in EXAMPLE_WORDS["zeros"]:
        return [pair for pair, weight in known.items() if weight == 0], at + 1
    if tokens[at] in EXAMPLE_WORDS["certain"] and at + 1 < len(tokens):
        said = tokens[at + 1].removesuffix("s")
        old = _number(said) if _is_number(said) else None
        same = (pair for pair, weight in known.items() if weight is not None and weight == old)
        return [*same], at + 2
    return [], at + 1


def _leads_on(token: str) -> bool:
    return token in EXAMPLE_WORDS["turns"] or token in _EQUALS


def _ends(edge: Edge) -> Ends:
    return frozenset((edge.source.casefold(), edge.target.casefold()))


def _is_number(token: str) -> bool:
    return token.replace(".", "", 1).isdecimal()


def _number(text: str) -> Number:
    value = float(text)
    return int(value) if value.is_integer() else value
