"""Nodes in place of the words that a conversation says to stand for them."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.told_graph.told_names import (
    names_told,
    with_nodes,
    with_nodes_of_graph,
)


def with_named_nodes(turn: TurnContext) -> TurnContext:
    """Return the turn with nodes for the words that the conversation says to stand for them."""
    text, session = turn.message.text, turn.session
    known = session.tracing.problem if session.tracing is not None else None
    graph = known.graph if known is not None else None
    named = name_algorithm(text)
    if graph is None and named is None:
        return turn
    names: dict[str, str] = {}
    for exchange in session.before:
        names |= names_told(exchange.question)
    names |= names_told(text)
    if graph is not None:
        names = {word: node for word, node in names.items() if node in graph.nodes or named}
        own = {node.casefold() for node in graph.nodes}
        names = {word: node for word, node in names.items() if word not in own}
    said = with_nodes(text, names)
    if named is not None and algorithm_named(named).data == "graph":
        weighted = True if "weights" in algorithm_named(named).needs else None
        said = with_nodes_of_graph(said, weighted=weighted)
    if said == text:
        return turn
    before = tuple(
        replace(each, question=with_nodes(each.question, names)) for each in session.before
    )
    return replace(
        turn,
        message=replace(turn.message, text=said),
        session=replace(session, before=before),
    )
