"""Replies to an order of nodes that a message tells: how far it holds, and who waits there."""

from __future__ import annotations

from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.domain.hint_ladder import record_wrong_attempt
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.pair_reasons import are_joined
from tutor_app.wording.catalogue import phrase

RIGHT_UP_TO = phrase("trace_pairs.walk_right_up_to", "nodes", "node")
NO_EDGE = phrase("trace_pairs.walk_no_edge", "source", "target")
WHO_WAITS = phrase("trace_pairs.walk_all_waits", "node")
_LEAST = 3  # nodes: fewer are rows like others
_DEPTH_FIRST = frozenset(("dfs", "ids"))


def judge_walk(turn: ProblemTurn, verdict: Verdict) -> Reply | None:
    """Return the reply to nodes alone whose order leaves the run; None where there is none."""
    rows = verdict.student.rows
    place = next(
        (n for n, row in enumerate(rows) if row.get("step") == verdict.first_error_step), 0
    )
    bare = all(row.keys() <= {"step", "node"} and row.get("node") for row in rows[1:])
    graph = verdict.run.problem.graph
    told = turn.student is not None and not any("step" in row for row in turn.student.rows)
    if (
        not told
        or turn.ladder.level
        or not bare
        or len(rows) < _LEAST
        or not place
        or graph is None
    ):
        return None
    nodes = [str(row.get("node")) for row in rows]
    return _tell_walk(turn, verdict, nodes, place) if {*nodes} <= {*graph.nodes} else None


def _tell_walk(turn: ProblemTurn, verdict: Verdict, nodes: list[str], place: int) -> Reply:
    before, wrong = nodes[place - 1], nodes[place]
    yield Sentence(text=RIGHT_UP_TO(nodes=", ".join(nodes[:place]), node=wrong), role="verdict")
    exact = verdict.run
    if exact.algorithm.id in _DEPTH_FIRST and not are_joined(exact, before, wrong):
        yield Sentence(text=NO_EDGE(source=before, target=wrong), role="result")
    yield Sentence(text=WHO_WAITS(node=before), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(
        event=record_wrong_attempt(turn.ladder, verdict.first_error_step or 0),
        verdict=verdict,
        awaited=Expectation(kind="row", step=verdict.first_error_step),
        answered="partly",
    )
