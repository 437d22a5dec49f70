"""The graph that an item of an assignment is about: its figure's, with the edges that it adds.

"The edge from d to b with weight −4 is added to Figure 1" gives the graph of Figure 1, as the sheet
tells it in words, and one edge more. An item that changes its graph otherwise has none here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.traces import Graph
from tutor_app.domain.values import Chunk
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.retrieval.numbered_references import figures_named
from tutor_app.tracing.reading.problem_data.graph_reader import find_graph

WAY_WORDS: Final = read_word_lists(Path(__file__).with_name("way_words.yaml"))
_LEAST_EDGES: Final = 3  # of a graph that a sheet tells
_SIGNS: Final = ".,:;!?()"


def graph_of_item(item: AssignmentItem, chunks: Iterable[Chunk]) -> Graph | None:
    """Return the graph of an item as its statement changes it; None where it is not surely known.

    `chunks` are those of the course. What staff attached counts before the sheet's own words.
    """
    beside = tuple(
        sentence.text
        for chunk in chunks
        if chunk.document == item.document and chunk.exercise is None
        for sentence in chunk.sentences
    )
    return _read(item.statement, (item.attached.data,) if item.attached.data else beside)


@lru_cache(maxsize=2_048)  # all items of the courses of a server
def _read(statement: str, beside: tuple[str, ...]) -> Graph | None:
    wanted = figures_named(statement)
    if not wanted:
        return _told(statement)
    graph = _of_figure(wanted, beside)
    return None if graph is None else _changed(graph, statement)


def _told(text: str) -> Graph | None:
    """Return the graph that a text spells out."""
    found = find_graph(text)
    if found is None or found.missing or found.contradictory:
        return None
    return found.graph if len(found.graph.edges) >= _LEAST_EDGES else None


def _of_figure(wanted: frozenset[str], beside: Sequence[str]) -> Graph | None:
    """Return the graph of the figure that is named; what staff attached is always that one."""
    last = wanted if len(beside) == 1 else frozenset[str]()
    for text in beside:
        last = figures_named(text) or last
        if wanted & last and (graph := _told(text)) is not None:
            return graph
    return None


def _changed(graph: Graph, statement: str) -> Graph | None:
    """Return the graph with the edges that a statement adds; None where it changes what else."""
    words = {word.strip(_SIGNS) for word in statement.casefold().split()}
    found = find_graph(statement)
    edges = () if found is None else found.graph.edges
    pairs = {frozenset((one.source, one.target)) for one in graph.edges}
    own = [edge for edge in edges if {edge.source, edge.target} <= set(graph.nodes)]
    # Edges of the figure that are named, without a weight of their own, change nothing.
    new = [
        edge
        for edge in own
        if edge.weight is not None or frozenset((edge.source, edge.target)) not in pairs
    ]
    if WAY_WORDS["changes"] & words or (new and not WAY_WORDS["adds"] & words):
        return None
    if not new:
        return None if WAY_WORDS["adds"] & words else graph
    return Graph(
        directed=graph.directed,
        weighted=graph.weighted,
        nodes=graph.nodes,
        edges=(*graph.edges, *new),
        heuristic=graph.heuristic,
    )
