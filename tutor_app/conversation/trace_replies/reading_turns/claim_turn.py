"""Whether a message is answered as claims about the run on the table, and not as rows of it."""

from __future__ import annotations

from typing import Final

from tutor_app.conversation.trace_replies.in_sentences.held_to_words import (
    only_claimed,
    said_before,
)
from tutor_app.conversation.trace_replies.trace_wishes import holds_floor
from tutor_app.domain.teaching import Expectation, ExpectationKind, TracingRecord
from tutor_app.domain.traces import Problem, ProblemInvalid, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.claims.claim_reader import read_claims
from tutor_app.tracing.claims.judge_claims import JudgedClaims, judge_claims
from tutor_app.tracing.claims.sides_told import path_alone
from tutor_app.tracing.claims.trace_claims import ClaimsRead

# What only claims answer.
CLAIMED: Final[frozenset[ExpectationKind]] = frozenset(
    ("value", "taken", "path", "parent", "reason")
)


def claims_told(
    text: str, known: TracingRecord, session: Session, settled: frozenset[str]
) -> tuple[ClaimsRead, JudgedClaims] | None:
    """Return what a message claims, judged; None where a run decides nothing of it."""
    if session.work_is_newer or not holds_floor(session):
        return None
    read = read_claims(text, known.problem, known.awaited) or path_alone(text, known.problem)
    if read is None:
        return None
    try:
        judged = judge_claims(read.claims, known.problem, settled, known.awaited)
    except ProblemInvalid:
        return None
    if judged is None:
        return None
    judged = only_claimed(judged, said_before(session), text)
    decided = judged.of("right", "so_far", "wrong")
    denied = any(each.claim.denied for each in judged.of("open"))
    return (read, judged) if decided and not denied else None


def awaits_claims(expected: Expectation | None) -> bool:
    """Whether the question asked last is answered by claims, not by rows."""
    return expected is not None and expected.kind in CLAIMED


def rows_stand(problem: Problem, settled: frozenset[str], student: StudentTrace | None) -> bool:
    """Whether what was read as rows is right as far as it goes, so that no claims replace it."""
    if student is None or student.doubts or not (student.rows or student.final):
        return False
    try:
        judged = judge_kindly(problem, settled, student)
    except ProblemInvalid:
        return False
    return judged.correct or judged.missing
