"""What a message adds to the graph at hand, or mends of it: "you forgot B to P, 9", "no arrows"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from tutor_app.domain.traces import Edge, Graph
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.told_graph.read_told_graph import ToldEdge, read_told_edges
from tutor_app.tracing.reading.told_graph.stated_direction import stated_direction
from tutor_app.tracing.reading.told_graph.told_events import WORDS

_ASKS: Final = re.compile(r"[^.!?\n]*\?")


def with_told_corrections(text: str, graph: Graph) -> tuple[Graph, tuple[Span, ...]]:
    """Return the graph with the edges that a text says were forgotten and the direction it says.

    The parts in which the edges stand come with it. A question changes nothing.
    """
    said = stated_direction(_ASKS.sub(" ", text))
    if said is not None and said != graph.directed:
        graph = replace(graph, directed=said)
    if not {word.casefold() for word in re.findall(r"\w+", text)} & WORDS["forgotten"]:
        return graph, ()
    told = read_told_edges(text, graph.nodes, weighted=graph.weighted)
    if told is None:
        return graph, ()
    for edge in told.edges:
        graph = _put(graph, edge)
    return graph, told.spans


def _put(graph: Graph, told: ToldEdge) -> Graph:
    """Return the graph with one edge more, or with the weight that is told of it now."""
    spelled = {node.casefold(): node for node in graph.nodes}
    source, target = (spelled[name.casefold()] for name in (told.source, told.target))
    ends = (source, target)
    for place, edge in enumerate(graph.edges):
        there = (edge.source, edge.target)
        if there == ends or (not graph.directed and there == ends[::-1]):
            mended = edge if told.weight is None else replace(edge, weight=told.weight)
            edges = (*graph.edges[:place], mended, *graph.edges[place + 1 :])
            return replace(graph, edges=edges)
    added = Edge(source=source, target=target, weight=told.weight)
    return replace(graph, edges=(*graph.edges, added))
