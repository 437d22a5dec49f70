"""A message that asks who of two is right about a run: both are held against it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, WhoIsRight, at_hand
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import Session, TracingRecord
from tutor_app.tracing.claims.judge_claims import JudgedClaims, judge_claims
from tutor_app.tracing.claims.sides_told import sides_told

# By whether the student is right, where their part was read, and whether the other one is.
_WHO: Final[dict[tuple[bool | None, bool], WhoIsRight]] = {
    (True, False): "own",
    (False, True): "other",
    (True, True): "both",
    (False, False): "neither",
    (None, True): "other",
    (None, False): "not_other",
}


def sides_turn(text: str, known: TracingRecord, session: Session) -> ProblemTurn | None:
    """Return the turn of a message that asks who is right; None where the run doesn't tell."""
    if known.question is not None or session.work_is_newer or known.problem.graph is None:
        return None
    sides = sides_told(text, known.problem)
    if not sides:
        return None
    turn = at_hand(known, session, "claims", known.attempt)
    told = [claim for each in sides for claim in each.claims]
    try:
        judged = judge_claims(told, known.problem, turn.settled_conventions, None)
    except ProblemInvalid:
        return None
    if judged is None or judged.of("open", "so_far"):
        return None
    right: dict[str, bool] = {}
    for each in sides:
        own = [one for one in judged.claims if one.claim in each.claims]
        right[each.side] = all(one.verdict == "right" for one in own)
    who = _WHO[right.get("own"), right["other"]]
    return replace(turn, claims=_as_said(judged), who_is_right=who)


def _as_said(judged: JudgedClaims) -> JudgedClaims:
    """Return the claims, each once."""
    return replace(judged, claims=tuple(dict.fromkeys(judged.claims)))
