"""A message that supposes another graph, with what it claims of the run on that one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, at_hand
from tutor_app.conversation.trace_replies.what_if import agrees, comes_out, order_claimed
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.claims.judge_claims import JudgedClaims, judge_claims, other_readings
from tutor_app.tracing.claims.sides_told import claims_of_part
from tutor_app.tracing.claims.speakers import claims_told_apart, without_reason
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.reading.told_graph.supposed_graph import supposed_graph


def supposed_turn(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that asks or tells what would be on another graph; else None."""
    graph = known.problem.graph
    if graph is None or known.question is not None or session.work_is_newer or "|" in text:
        return None
    supposed = supposed_graph(text, graph)
    if supposed is None:
        return None
    changed = replace(known.problem, graph=supposed.graph)
    turn = at_hand(known, session, "what_if", known.attempt)
    try:
        exact = run(changed)
        claims = _claimed(supposed.rest, changed, turn.settled_conventions)
    except ProblemInvalid:
        return None
    claimed = order_claimed(supposed.rest, known.problem)
    if claimed and _is_way(claimed, changed) and (claims or not comes_out(claimed, exact)):
        claimed = ()  # told as a path, which is judged with what its edges add up to
    if claimed:
        changed = _by_best_reading(claimed, exact, turn.settled_conventions)
    beside = "" if claims is not None else supposed.rest
    return replace(turn, changed=changed, claims=claims, claimed=claimed, beside_text=beside)


def _by_best_reading(
    claimed: tuple[str, ...], exact: AlgorithmRun, settled: frozenset[str]
) -> Problem:
    """Return the copy by the open reading in which an order holds for longest."""
    runs = (exact, *other_readings(exact, settled))
    return max(runs, key=lambda each: agrees(claimed, each)).problem


def _is_way(nodes: tuple[str, ...], problem: Problem) -> bool:
    """Whether nodes lead along edges from the start to the goal."""
    assert problem.graph is not None
    joined = {frozenset((edge.source, edge.target)) for edge in problem.graph.edges}
    ends = (nodes[0], nodes[-1]) == (problem.start, problem.goal)
    return ends and all(frozenset(pair) in joined for pair in pairwise(nodes))


def _claimed(rest: str, changed: Problem, settled: frozenset[str]) -> JudgedClaims | None:
    """Return what sentences that are read whole claim of the copy; None where none decides."""
    told = [
        claim
        for _, part in claims_told_apart(rest)
        for claim in claims_of_part(without_reason(part), changed)
    ]
    judged = judge_claims(told, changed, settled, None) if told else None
    return judged if judged is not None and judged.of("right", "wrong") else None
