"""A graph told in prose as edges as written, each with what its words say of its direction."""

from __future__ import annotations

from tutor_app.tracing.reading.problem_data.edges_as_written import Draft, Mark, Written
from tutor_app.tracing.reading.told_graph.read_told_graph import ToldEdge, read_told_graph
from tutor_app.tracing.reading.words_around_data import ARROW_WORDS, LINE_WORDS


def told_draft(text: str, *, weighted: bool | None, estimated: bool = False) -> Draft | None:
    """Return the graph that a text tells in prose, None where it tells none."""
    told = read_told_graph(text, weighted=weighted, estimated=estimated)
    if told is None:
        return None
    marks = {_mark(edge) for edge in told.edges}
    # One word says it for all: "S is linked to A, B to C".
    mark: Mark = "arrow" if "arrow" in marks else "dash" if "dash" in marks else "open"
    edges = tuple(
        Written(source=edge.source, target=edge.target, weight=edge.weight, mark=mark)
        for edge in told.edges
    )
    return Draft(
        edges=edges,
        nodes=told.nodes,
        spans=told.spans,
        unread=told.unread,
        told_steps=told.steps,
        heuristic=told.heuristic,
        told=True,
        prose=told.worded,
        signed=any(edge.signs for edge in told.edges),
    )


def _mark(edge: ToldEdge) -> Mark:
    words = {*edge.words}
    if edge.arrow or words & ARROW_WORDS:
        return "arrow"
    if words & LINE_WORDS or words <= {"and"} or edge.away:
        return "dash"
    return "open"
