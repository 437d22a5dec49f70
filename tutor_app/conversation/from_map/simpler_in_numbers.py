"""Simpler than words: what decides one choice of an algorithm, as two numbers of a small run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tutor_app.conversation.subject.spoken_of import documents_spoken_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.traces import ProblemInvalid, Row
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.waiting_entries import WaitingEntry, list_waiting
from tutor_app.wording.catalogue import phrase

_TWO: Final = ("algorithm", "node", "least", "other", "more")
TWO_NUMBERS = phrase("conversation_map.two_numbers", *_TWO)
TWO_SUMS = phrase("conversation_map.two_sums", *_TWO, "paid", "guess", "other_paid", "other_guess")
_TRIES: Final = 12  # small graphs, of which one has two nodes that wait with different numbers


def in_numbers(algorithm: str | None, turn: TurnContext) -> str | None:
    """Return two nodes that wait and which is taken; None where that decides nothing, or was said.

    Without an algorithm it is the one that the document on the table names most.
    """
    algorithm = algorithm or _algorithm_of_document(turn)
    if algorithm is None:
        return None
    for seed in range(_TRIES):
        try:
            exact = run(make_practice_problem(algorithm, seed))
        except ProblemInvalid:
            return None
        if (text := _first_choice(exact)) is not None:
            said = any(text in before.said for before in turn.session.before)
            return None if said else text
    return None


def _algorithm_of_document(turn: TurnContext) -> str | None:
    spoken_of = next(iter(documents_spoken_of(turn.session.before)), None)
    if spoken_of is None or turn.index is None:
        return None
    there = (chunk.text for chunk in turn.index.chunks if chunk.document.id == spoken_of)
    named = Counter(name for text in there for name in name_algorithms(text))
    return max(named, key=lambda name: (named[name], name), default=None)


def _first_choice(exact: AlgorithmRun) -> str | None:
    """Return the first row after which two nodes wait with different numbers, in words."""
    for step in exact.steps:
        waits = list_waiting(exact, step.number)
        inner = (one for one in waits if one.node != exact.problem.goal)
        known = sorted((one.value, one.node) for one in inner if one.value is not None)
        if len(known) > 1 and known[0][0] < known[1][0]:
            return _told(exact, step.row, [WaitingEntry(node, value) for value, node in known[:2]])
    return None


def _told(exact: AlgorithmRun, row: Row, two: Sequence[WaitingEntry]) -> str:
    first, second = two
    slots = {
        "algorithm": exact.algorithm.name,
        "node": first.node,
        "least": f"{first.value:g}",
        "other": second.node,
        "more": f"{second.value:g}",
    }
    if exact.algorithm.id != "astar":
        return TWO_NUMBERS(**slots)
    (paid, guess), (other_paid, other_guess) = (_parts(exact, row, one.node) for one in two)
    parts = {"paid": paid, "guess": guess, "other_paid": other_paid, "other_guess": other_guess}
    return TWO_SUMS(**slots, **parts)


def _parts(exact: AlgorithmRun, row: Row, node: str) -> tuple[str, str]:
    """Return what a node that waits has cost so far, and its estimate."""
    listed = row.get("open")
    entries = listed if isinstance(listed, Sequence) else ()
    paid = next(e["g"] for e in entries if isinstance(e, Mapping) and e.get("node") == node)
    graph = exact.problem.graph
    estimates = graph.heuristic if graph is not None and graph.heuristic is not None else {}
    return f"{paid:g}", f"{estimates[node]:g}"
