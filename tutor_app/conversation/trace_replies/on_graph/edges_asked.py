"""Which edges the tutor has at a node, told from the graph on the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tutor_app.domain.traces import Problem
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.reading.told_graph.edges_put_right import LINKS
from tutor_app.wording.catalogue import phrase

EDGES_AT = phrase("trace_graphs.edges_at", "node", "edges")
NO_EDGE_AT = phrase("trace_graphs.no_edge_at", "node")
ALL_EDGES = phrase("trace_graphs.all_edges", "edges")
_QUESTION: Final = re.compile(r"[^.!?\n]*\?")
_ASKS: Final = frozenset(("which", "what"))
_OF_TUTOR: Final = frozenset(("have", "got", "know", "see", "think", "has", "read"))
_GRAPH: Final = frozenset(("graph", "network", "map"))


@dataclass(frozen=True, slots=True)
class EdgesTold:
    """What is said of the edges asked for, and the message without that question."""

    said: str
    rest: str


def edges_asked(text: str, problem: Problem) -> EdgesTold | None:
    """Return the edges at the nodes that a question asks for; None where none does."""
    graph = problem.graph
    if graph is None:
        return None
    for question in _QUESTION.finditer(text):
        words = {word.casefold() for word in re.findall(r"\w+", question[0])}
        if not (
            words & _ASKS and words & _OF_TUTOR and words & (LINKS | _GRAPH) and "you" in words
        ):
            continue
        items = AnswerItems(question[0], graph.nodes).items
        nodes = list(dict.fromkeys(each.name for each in items if each.kind == "node"))
        said = " ".join(_at(node, problem) for node in nodes) or ALL_EDGES(
            edges=", ".join(_edges(None, problem))
        )
        rest = (text[: question.start()] + text[question.end() :]).strip()
        return EdgesTold(said=said, rest=rest)
    return None


def _at(node: str, problem: Problem) -> str:
    edges = ", ".join(_edges(node, problem))
    return EDGES_AT(node=node, edges=edges) if edges else NO_EDGE_AT(node=node)


def _edges(node: str | None, problem: Problem) -> Iterator[str]:
    graph = problem.graph
    sign = "→" if graph is not None and graph.directed else "–"
    for edge in graph.edges if graph is not None else ():
        if node not in (None, edge.source, edge.target):
            continue
        turned = edge.target == node and sign == "–"
        ends = (edge.target, edge.source) if turned else (edge.source, edge.target)
        weight = "" if edge.weight is None else f" {write_number(edge.weight)}"
        yield f"{sign.join(ends)}{weight}"
