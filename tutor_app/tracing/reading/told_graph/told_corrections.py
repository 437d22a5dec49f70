"""What a message adds to the graph at hand, or mends of it: "you forgot B to P, 9", "no arrows"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Number
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.told_graph.edges_put_right import EdgePatterns, EdgeTold
from tutor_app.tracing.reading.told_graph.read_told_graph import read_told_edges
from tutor_app.tracing.reading.told_graph.stated_direction import stated_direction
from tutor_app.tracing.reading.told_graph.told_events import WORDS
from tutor_app.tracing.reading.told_graph.told_sentences import ToldSentence, sentences_of_graph

_STEPS: Final = (WORDS["steps"] | WORDS["moves"]) - WORDS["puts_right"] - {"i've", "i'll"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cues:
    """What says that a graph is put right: words in a sentence and those beside it, an edge that is
    called none; and the numbers of the run, which may be told instead."""

    around: frozenset[str]
    removes: bool
    values: frozenset[tuple[str, float]]

    @property
    def forgot(self) -> bool:
        return bool(self.around & WORDS["forgotten"])


def with_told_corrections(
    text: str, graph: Graph, values: frozenset[tuple[str, float]] = frozenset()
) -> tuple[Graph, tuple[Span, ...]]:
    """Return the graph as a text puts it right, and the parts of the text that do.

    Edges that were forgotten, another weight, edges that are none, the direction: each counts only
    where the text says that something is to be put right. A question changes nothing. `values` are
    nodes with the numbers that a run gives them: "B to C is 12" may tell of a whole way.
    """
    sentences = [*sentences_of_graph(text)]
    said = stated_direction(" ".join(each.text for each in sentences if not each.asks))
    before = graph
    if said is not None and said != graph.directed:
        graph = replace(graph, directed=said)
    spans: list[Span] = []
    removes = any(EdgePatterns(graph).removed(each.text) for each in sentences if not each.asks)
    for place, sentence in enumerate(sentences):
        if sentence.asks:
            continue
        around = frozenset().union(
            *(each.words for each in sentences[max(0, place - 1) : place + 2])
        )
        cues = _Cues(around=around, removes=removes, values=values)
        graph, found = _put_right(sentence, cues, graph, before)
        spans += found
    return graph, tuple(spans)


def _put_right(
    sentence: ToldSentence, cues: _Cues, graph: Graph, before: Graph
) -> tuple[Graph, list[Span]]:
    """Return the graph as one sentence puts it right, and where in the text it does."""
    patterns = EdgePatterns(graph)
    changed, spans = graph, []
    for start, end, pairs in patterns.removed(sentence.text):
        changed = without_edges(changed, pairs)
        spans.append(Span(start=sentence.start + start, end=sentence.start + end))
    for told in _told(sentence, patterns, graph, forgot=cues.forgot):
        counts = _counts(told, sentence, cues, before)
        changed = put_edge(changed, told) if counts else changed
        if counts or _says_again(told, sentence, before):
            spans.append(Span(start=sentence.start + told.start, end=sentence.start + told.end))
    return changed, spans


def _told(
    sentence: ToldSentence, patterns: EdgePatterns, graph: Graph, *, forgot: bool
) -> Iterator[EdgeTold]:
    strict = [*patterns.told(sentence.text, new=forgot)]
    yield from strict
    steps = sentence.words & _STEPS
    if strict or steps or not sentence.words & WORDS["forgotten"]:
        return
    loose = read_told_edges(sentence.text, graph.nodes, weighted=graph.weighted)
    for edge, span in zip(loose.edges, loose.spans, strict=False) if loose is not None else ():
        yield EdgeTold(
            source=edge.source,
            target=edge.target,
            weight=edge.weight,
            start=span.start,
            end=span.end,
            linked=True,
        )


def _counts(told: EdgeTold, sentence: ToldSentence, cues: _Cues, before: Graph) -> bool:
    """Whether an edge that is told puts the graph right, and is no step or sum of the student's."""
    if before.weighted and told.weight is None:
        return False
    known = next((edge for edge in before.edges if _is(edge, told, before)), None)
    if known is not None:
        if known.weight == told.weight:
            return False
        if told.denies:
            return True
        whole = told.whole_way(cues.values)
        own = sentence.words if whole else cues.around
        return bool(own & (WORDS["corrects"] | WORDS["puts_right"])) or (cues.forgot and not whole)
    if cues.forgot or cues.removes:
        return True
    ends = {name for edge in before.edges for name in (edge.source, edge.target)}
    lonely = not {told.source, told.target} <= ends
    if told.linked or lonely:
        return bool(cues.around & (WORDS["corrects"] | WORDS["puts_right"]))
    says = sentence.words & WORDS["puts_right"]
    return bool(says) and not told.whole_way(cues.values)


def _says_again(told: EdgeTold, sentence: ToldSentence, graph: Graph) -> bool:
    """Whether an edge is told once more, as it is known: that is no step, and nothing to judge."""
    known = any(_is(edge, told, graph) and edge.weight == told.weight for edge in graph.edges)
    cues = (WORDS["corrects"] | WORDS["puts_right"] | WORDS["forgotten"]) & sentence.words
    return known and bool(cues) and not sentence.words & _STEPS


def _is(edge: Edge, told: EdgeTold, graph: Graph) -> bool:
    there, ends = (edge.source, edge.target), (told.source, told.target)
    return there == ends or (not graph.directed and there == ends[::-1])


def without_edges(graph: Graph, pairs: Sequence[frozenset[str]]) -> Graph:
    """Return the graph without the edges between these pairs of nodes."""
    kept = (edge for edge in graph.edges if frozenset((edge.source, edge.target)) not in pairs)
    return replace(graph, edges=tuple(kept))


def put_edge(graph: Graph, told: EdgeTold) -> Graph:
    """Return the graph with one edge more, or with the weight that is told of it now."""
    for place, edge in enumerate(graph.edges):
        if _is(edge, told, graph):
            weight: Number | None = edge.weight if told.weight is None else told.weight
            mended = replace(edge, weight=weight)
            edges = (*graph.edges[:place], mended, *graph.edges[place + 1 :])
            return replace(graph, edges=edges)
    added = Edge(source=told.source, target=told.target, weight=told.weight)
    new = tuple(name for name in (told.source, told.target) if name not in graph.nodes)
    return replace(graph, edges=(*graph.edges, added), nodes=(*graph.nodes, *new))
