"""Replies to claims about a run: what they deserve, a reason or an end, then one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.on_claims.claim_questions import (
    ask_after_right,
    ask_after_trouble,
)
from tutor_app.conversation.trace_replies.on_claims.claim_reasons import reason_covered, tell_reason
from tutor_app.conversation.trace_replies.on_claims.claim_words import (
    name_quantity,
    react_to_claims,
    write_claim,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.reactions import TAKEN_BACK
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import GO_ON_WITH, open_row
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import JudgedClaims
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.narration.values_in_words import continue_sentence, join_items
from tutor_app.wording.catalogue import phrase

HALF_DECIDES_NOT = phrase("trace_claims.half_decides_not")
NOT_SURE = phrase("trace_claims.not_sure", "said")
RIGHT_IN_IT = phrase("trace_claims.right_in_it", "said")
ALL_THERE = phrase("trace_claims.all_there")
WHO_IS_RIGHT = {
    "own": phrase("trace_claims.own_is_right"),
    "other": phrase("trace_claims.other_is_right"),
    "both": phrase("trace_claims.both_are_right"),
    "neither": phrase("trace_claims.neither_is_right"),
    "not_other": phrase("trace_claims.other_is_wrong"),
}
_HALVES = frozenset(("h_alone", "g_alone", "edge_alone"))


def judge_what_is_claimed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """React to each claim, and ask for the first thing that is missing or wrong."""
    judged = turn.claims
    assert judged is not None
    if turn.taken_back and judged.of("right") and not judged.of("wrong"):
        yield Sentence(text=TAKEN_BACK(), role="verdict")
    if turn.who_is_right is not None:
        yield Sentence(text=WHO_IS_RIGHT[turn.who_is_right](), role="verdict")
    yield Sentence(text=react_to_claims(judged, len(judged.claims)), role="verdict")
    wrong = judged.of("wrong")
    if any(each.cause in _HALVES for each in wrong):
        yield from course.cite(exact.algorithm)
    outcome = _answered(judged)
    if not wrong and (about := _whose_reason(turn, judged)) is not None:
        if _left_out_for_half(judged) == about.node:
            yield Sentence(text=HALF_DECIDES_NOT(), role="verdict")
        told = yield from tell_reason(about, judged)
        if told is not None:
            return replace(told, answered=outcome)
        return replace((yield from _go_on(turn, exact)), answered=outcome, reasoned=about.node)
    question = ask_after_trouble(judged) or ask_after_right(turn, judged)
    if question is not None:
        yield Sentence(text=question.text, role="question")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(awaited=question.awaited, answered=outcome)
    if _is_at_the_end(turn, judged):
        yield Sentence(text=ALL_THERE(), role="verdict")
        return ReplyOutcome(answered=outcome, awaited=Expectation(kind="result"))
    return replace((yield from _go_on(turn, exact)), answered=outcome)


def ask_what_is_claimed(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Name what was read, where something is left of the message: it is not judged yet."""
    judged = turn.claims
    assert judged is not None
    said = dict.fromkeys(write_claim(each.claim, judged.facts) for each in judged.claims)
    wording = NOT_SURE if judged.of("wrong", "so_far", "open") else RIGHT_IN_IT
    yield Sentence(text=wording(said=join_items([*filter(None, said)])), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=turn.awaited, answered="cannot_tell")


def _answered(judged: JudgedClaims) -> AnswerOutcome:
    if judged.of("wrong"):
        return "partly" if judged.of("right", "so_far") or _keeps_some(judged) else "not_yet"
    if judged.of("so_far"):
        return "so_far"
    return "right" if judged.of("right") else "cannot_tell"


def _keeps_some(judged: JudgedClaims) -> bool:
    """Whether some of the nodes that were listed are right."""
    return any(
        each.cause in ("extra", "order") and set(each.claim.nodes) - set(each.nodes)
        for each in judged.of("wrong")
    )


def _go_on(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Ask for the row that is still open; where none is, nothing is asked."""
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        return ReplyOutcome()
    row = name_step(exact.algorithm, expected.step)
    question = continue_sentence(ask_for_row(exact, expected.step))
    yield Sentence(text=GO_ON_WITH(row=row, question=question), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)


def _whose_reason(turn: ProblemTurn, judged: JudgedClaims) -> Expectation | None:
    """Return whose reason is talked about: that of a node which is never taken, once it is known.

    It is asked for where it was, or where its number has just been found.
    """
    asked, facts = turn.awaited, judged.facts
    if asked is not None and asked.kind == "reason":
        return replace(asked, covered=reason_covered(asked, judged))
    if (node := _left_out_for_half(judged)) is not None:
        about = Expectation(kind="reason", node=node)
        return replace(about, covered=reason_covered(about, judged))
    found = [
        each.claim.node
        for each in judged.of("right")
        if each.claim.kind == "value"
        and each.claim.node not in facts.order
        and name_quantity(each.claim.quantity, facts) == facts.key
    ]
    on_way = asked is not None and asked.kind == "value"
    if not on_way or not found or facts.goal not in facts.order:
        return None
    about = Expectation(kind="reason", node=found[-1])
    return replace(about, covered=reason_covered(about, judged))


def _left_out_for_half(judged: JudgedClaims) -> str | None:
    """Return the node that is left out, rightly, for h or g alone: "never U, h(U) is bigger"."""
    facts = judged.facts
    out = {each.claim.node for each in judged.of("right") if each.claim.kind == "left_out"}
    if facts.key != "f" or facts.goal not in facts.order:
        return None
    told = [
        (each.claim.node, each.claim.quantity)
        for each in judged.of("right")
        if each.claim.kind in ("value", "comparison")
    ]
    whole = {node for node, quantity in told if quantity in ("f", None)}
    return next(
        (node for node, quantity in told if node in out - whole and quantity in ("g", "h")), None
    )


def _is_at_the_end(turn: ProblemTurn, judged: JudgedClaims) -> bool:
    """Whether a right path with its cost is told after right rows, and no value changes any more.

    Where a search has a goal, its path and cost are the end of it.
    """
    facts = judged.facts
    right = {each.claim.kind for each in judged.of("right")}
    if "path" not in right or judged.of("wrong", "so_far"):
        return False
    seen, row = last_row_seen(turn), open_row(turn, facts.run)
    if row is None or row.step is None:
        return True
    some_rows = seen > facts.run.algorithm.first_step
    if facts.goal is not None:
        costs = any(each.claim.node == facts.goal for each in judged.of("right"))
        return some_rows and ("cost" in right or costs or facts.key is None)
    return some_rows and changes_nothing(facts, row.step)


def changes_nothing(facts: ExactFacts, number: int) -> bool:
    """Whether no distance changes from row `number` on."""
    behind = [row.get("dist") for row in facts.rows if int(str(row["step"])) >= number - 1]
    return None not in behind and all(each == behind[0] for each in behind)


def nodes_waiting(facts: ExactFacts, number: int) -> Sequence[str]:
    """Return the nodes that are taken after row `number`."""
    return [node for node in facts.order if (facts.row_of(node) or 0) > number]
