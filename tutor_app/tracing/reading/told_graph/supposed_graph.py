"""A graph as a message supposes it: "what if A to B were 4?", "if I add an arrow from C to D"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from tutor_app.domain.lexicon import SUPPOSING
from tutor_app.domain.traces import Graph
from tutor_app.tracing.reading.told_graph.edges_put_right import LINKS, EdgePatterns, EdgeTold
from tutor_app.tracing.reading.told_graph.told_corrections import put_edge, without_edges
from tutor_app.tracing.reading.told_graph.told_events import WORDS
from tutor_app.tracing.reading.told_graph.told_sentences import ToldSentence, sentences_of_graph

# "When it is only 2", "were it 4", "delete A-B": another number is supposed where one is known.
_CASES: Final = frozenset(("when", "with", "were", "had", "now", "without", "delete", "remove"))
_BEHIND: Final = re.compile(
    r"^[\s,)]*(?:(?:and not|not|instead of|rather than)\s+\d+(?:\.\d+)?|(?:as well|too|instead)\b)?"
    r"[\s,.?!;:]*(?:then\b)?[\s,]*"
)
_H: Final = (
    r"(?<!\w)h\s*\(\s*(?P<n>{nodes})\s*\)\s*(?:is|was|were|had|would be|=|:)*\s*(?:only\s+)?"
    r"(?P<w>\d+(?:\.\d+)?)"
)


@dataclass(frozen=True, slots=True)
class SupposedGraph:
    """The graph as it is supposed, and what the message says beside the supposition."""

    graph: Graph
    rest: str


def supposed_graph(text: str, graph: Graph) -> SupposedGraph | None:
    """Return the graph with the first change that a message supposes; None where it supposes none.

    An edge with the weight that it has is no change, and one that is new has to be called an edge
    or to be put there: "if I go from A to E" supposes nothing of the graph.
    """
    sentences = [*sentences_of_graph(text)]
    for place, sentence in enumerate(sentences):
        if not _supposes(sentence):
            continue
        for changed, end in _changes(sentence, graph):
            if changed != graph:
                ahead = text[: sentence.start]
                behind = _BEHIND.sub("", sentence.text[end:], count=1)
                after = "".join(each.text for each in sentences[place + 1 :])
                return SupposedGraph(changed, f"{ahead}{behind} {after}".strip())
    return None


def _supposes(sentence: ToldSentence) -> bool:
    return bool(sentence.words & (SUPPOSING | _CASES))


def _changes(sentence: ToldSentence, graph: Graph) -> Iterator[tuple[Graph, int]]:
    """Yield the graph with each change that a sentence may suppose, and where its words end."""
    patterns = EdgePatterns(graph)
    for _, end, pairs in patterns.removed(sentence.text):
        yield without_edges(graph, pairs), end
    for told in patterns.told(sentence.text):
        sums = sentence.text[told.end :].lstrip()[:1] in ("+", "=")  # "B to D 3 + 5 = 8"
        if not sums and _counts(told, sentence, graph):
            yield put_edge(graph, told), told.end
    known = graph.heuristic or {}
    nodes = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    found = re.search(_H.format(nodes=nodes), sentence.text) if known else None
    if found is not None:
        value = float(found["w"]) if "." in found["w"] else int(found["w"])
        yield replace(graph, heuristic={**known, found["n"]: value}), found.end()


def _counts(told: EdgeTold, sentence: ToldSentence, graph: Graph) -> bool:
    if graph.weighted and told.weight is None:
        return False
    ends = {told.source, told.target}
    if any({edge.source, edge.target} == ends for edge in graph.edges):
        return graph.weighted
    return bool(sentence.words & (LINKS | WORDS["puts"]))
