"""Why a node is never taken: its number, the number that ends the search, and the queue's order."""

from __future__ import annotations

from collections.abc import Generator

from tutor_app.conversation.trace_replies.on_claims.claim_words import name_quantity
from tutor_app.conversation.trace_replies.problem_turn import ReplyOutcome
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Event, Sentence
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import JudgedClaim, JudgedClaims
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.wording.catalogue import phrase

ASK_REASON = phrase("trace_claims.ask_reason", "number", "node")
ASK_REASON_VALUE = phrase("trace_claims.ask_reason_value", "quantity", "node")
ASK_REASON_OTHER = phrase("trace_claims.ask_reason_other")
ASK_REASON_ORDER = phrase("trace_claims.ask_reason_order")
REASON_PART = phrase("trace_claims.reason_part", "count")
REASON_COMPLETE = phrase("trace_claims.reason_complete")
POINTS = ("value", "other", "order")


def reason_covered(asked: Expectation, judged: JudgedClaims) -> tuple[str, ...]:
    """Return the points of the reason that were said before, or are right in these claims."""
    said = set(asked.covered)
    for each in judged.of("right"):
        said |= _points_of(each, str(asked.node), judged.facts)
    return tuple(point for point in POINTS if point in said)


def _points_of(each: JudgedClaim, node: str, facts: ExactFacts) -> set[str]:
    claim = each.claim
    if claim.kind == "rule" or (claim.kind == "before" and claim.nodes[1] == node):
        return {"order"}
    own, ends = _key_of(facts, node), _key_of(facts, str(facts.goal))
    if claim.kind == "comparison":
        sides = (claim.number, claim.other)
        named = {claim.node, *claim.nodes}
        points = {"value"} if node in named or _among(own, sides) else set()
        return points | ({"other"} if facts.goal in named or _among(ends, sides) else set())
    if claim.kind == "cost":
        return {"other"}
    if claim.kind == "value" and name_quantity(claim.quantity, facts) == facts.key:
        return {node: {"value"}, facts.goal: {"other"}}.get(claim.node, set())
    return set()


def _key_of(facts: ExactFacts, node: str) -> float | None:
    return None if facts.key is None else facts.value(node, facts.key)


def _among(number: float | None, sides: tuple[float | None, ...]) -> bool:
    return number is not None and any(
        side is not None and same_value(number, side) for side in sides
    )


def tell_reason(
    about: Expectation, judged: JudgedClaims
) -> Generator[Event, None, ReplyOutcome | None]:
    """Ask for the first point of the reason that is missing; None where it is complete."""
    facts, node = judged.facts, str(about.node)
    missing = [point for point in POINTS if point not in about.covered]
    if not missing:
        yield Sentence(text=REASON_COMPLETE(), role="verdict")
        return None
    if about.covered == POINTS[:1]:
        number = write_number(_key_of(facts, node))
        yield Sentence(text=ASK_REASON(number=number, node=node), role="question")
        return ReplyOutcome(awaited=about)
    if about.covered:
        yield Sentence(text=REASON_PART(count=len(about.covered)), role="verdict")
    yield Sentence(text=ask_for_point(about, facts), role="question")
    return ReplyOutcome(awaited=about)


def ask_for_point(about: Expectation, facts: ExactFacts) -> str:
    """Return the question for the first missing point, in words that do not give it away."""
    missing = next(point for point in POINTS if point not in about.covered)
    if missing == "value":
        return ASK_REASON_VALUE(quantity=facts.key, node=about.node)
    return ASK_REASON_OTHER() if missing == "other" else ASK_REASON_ORDER()
