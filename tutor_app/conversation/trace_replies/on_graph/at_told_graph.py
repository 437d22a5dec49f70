"""A turn on a graph that the student tells: with its nodes' names, and with what is put right."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.on_graph.edges_asked import edges_asked
from tutor_app.conversation.trace_replies.on_graph.named_nodes import with_named_nodes
from tutor_app.conversation.trace_replies.reading_turns.supposed_turn import is_of_run
from tutor_app.conversation.trace_replies.what_if import name_change
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.traces import Graph, Problem, ProblemInvalid
from tutor_app.domain.values import Event, ProblemRead, Sentence, Session, TracingRecord
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.problem_fingerprint import problem_key
from tutor_app.tracing.reading.gather_data import gather
from tutor_app.tracing.reading.student_rows.work_layout import read_again
from tutor_app.tracing.reading.told_graph.told_corrections import with_told_corrections
from tutor_app.tracing.reading.told_graph.told_sentences import without_corrections
from tutor_app.tracing.reading.told_graph.told_values import values_of_run
from tutor_app.wording.catalogue import phrase

TAKEN_UP = phrase("trace_graphs.taken_up", "changes")
AS_YOU_SAY = phrase("trace_graphs.as_you_say")
BOTH_WAYS = phrase("trace_graphs.both_ways")
ONE_WAY = phrase("trace_graphs.one_way")
MOST_OF: Final = 0.8  # of a graph's nodes stand in the message that tells it


def at_told_graph(turn: TurnContext) -> tuple[TurnContext, tuple[Event, ...]]:
    """Return the turn with nodes for the words that stand for them, on the graph as it is put
    right, and what is said of that first.
    """
    if turn.message.wanted is not None or turn.shape.code is not None:
        return turn, ()
    turn = with_named_nodes(turn)
    known = turn.session.tracing
    graph = known.problem.graph if known is not None else None
    if known is None or graph is None or turn.session.work_is_newer or "|" in turn.message.text:
        return turn, ()
    text = turn.message.text
    if is_of_run(text, known, turn.session):
        return turn, ()
    mended, rest = _put_right(text, known, graph, turn.session)
    said: tuple[Event, ...] = ()
    if mended is not None:
        changes = _changes(known, mended)
        words = TAKEN_UP(changes=changes) if changes else AS_YOU_SAY()
        said = (Sentence(text=words, role="notice"), *_as_it_is(mended.problem, changes))
        known, text = mended, rest
    asked = edges_asked(text, known.problem)
    if asked is not None:
        said, text = (*said, Sentence(text=asked.said, role="notice")), asked.rest
    if not said:
        return turn, ()
    session = replace(turn.session, tracing=known)
    return replace(turn, session=session, message=replace(turn.message, text=text)), said


def _put_right(
    text: str, known: TracingRecord, graph: Graph, session: Session
) -> tuple[TracingRecord | None, str]:
    """Return what is at hand on the graph as a message puts it right, and the rest of the message.

    None where it puts nothing right, tells a whole graph, or the graph is not the student's own.
    """
    mended, spans = with_told_corrections(text, graph, values_of_run(known.problem))
    if mended == graph and not spans:
        return None, text
    read = gather(text, algorithm_named(known.problem.algorithm)).problem.graph
    if read is not None and len(set(read.nodes) - set(graph.nodes)) * 2 > len(read.nodes):
        return None, text  # another graph is told
    if mended == graph and spans and not known.question:
        return known, without_corrections(text, spans)
    if mended == graph or not (_is_own(graph, session) or not spans):
        return None, text
    if read is not None and len(read.edges) >= max(len(mended.edges) - 1, 2) and not spans:
        return None, text
    problem = replace(known.problem, graph=mended)
    asked = known.question
    try:
        run(problem)
        asked = None
    except ProblemInvalid:
        if asked is None:
            return None, text
    awaited = known.awaited if known.awaited and known.awaited.kind == "row" else None
    record = replace(
        known,
        problem=problem,
        key=problem_key(problem),
        question=asked,
        correct=None,
        wrong_step=None,
        misconception=None,
        awaited=awaited,
        in_doubt=None,
        ladder=(),
    )
    if record.attempt is None and session.before:
        told = read_again(session.before[-1].question, problem, known.stated)
        sure = told is not None and not told.doubts
        record = replace(record, attempt=told if sure else None)
    return record, without_corrections(text, spans) if spans else text


def _is_own(graph: Graph, session: Session) -> bool:
    """Whether a message of the student's tells the graph: that of an exercise stands as it is."""
    nodes = {node.casefold() for node in graph.nodes}
    for before in session.before:
        words = {word.casefold() for word in re.findall(r"[^\W_]+", before.question)}
        if len(nodes & words) >= MOST_OF * len(nodes):
            return True
    return False


def _as_it_is(problem: Problem, changes: str) -> tuple[Event, ...]:
    """Return the problem as it is read from now on, where something of it has changed."""
    if not changes:
        return ()
    whole = with_defaults(problem, algorithm_named(problem.algorithm))
    return (ProblemRead(problem=whole, assumed=()),)


def _changes(before: TracingRecord, after: TracingRecord) -> str:
    told = name_change(before.problem, after.problem)
    one, other = before.problem.graph, after.problem.graph
    if one is None or other is None or one.directed == other.directed:
        return told
    way = ONE_WAY() if other.directed else BOTH_WAYS()
    return ", ".join(filter(None, (told, way)))
