"""Replies to a reason that adds up edges: "S-A is 3 and A-G is 6, that's 9"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.table_replies import go_on_with_row
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.claims.edge_sums import JudgedSum
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_number, write_path
from tutor_app.wording.catalogue import phrase

SUM_RIGHT = phrase("trace_reactions.sum_right", "way", "terms", "total")
SUM_WRONG = phrase("trace_reactions.sum_wrong", "terms", "total")
OTHER_WEIGHT = phrase("trace_reactions.other_weight", "source", "target", "weight", "said")
RESTS_ON = phrase("trace_reactions.rests_on", "node", "value")
STILL_LEAST = phrase("trace_reactions.still_least", "node", "value", "row")


def react_to_sums(turn: ProblemTurn) -> list[str]:
    """Return what each sum deserves that the message gives as a reason."""
    return [*dict.fromkeys(part for each in turn.sums for part in _react(each))]


def _react(each: JudgedSum) -> Iterator[str]:
    told = each.told
    terms = " + ".join(
        write_number(term)
        for term in (*((each.before,) if each.before else ()), *(edge[2] for edge in told.edges))
    )
    total = write_number(told.total)
    if each.verdict == "other_weight":
        edge = next(edge for edge in told.edges if (edge[0], edge[1]) == each.edge)
        yield OTHER_WEIGHT(
            source=edge[0],
            target=edge[1],
            weight=write_number(each.weight),
            said=write_number(edge[2]),
        )
    elif each.verdict == "wrong_sum":
        yield SUM_WRONG(terms=terms, total=total)
    elif each.verdict in ("right", "stale"):
        yield SUM_RIGHT(way=write_path(told.way), terms=terms, total=total)
        if each.verdict == "stale":
            yield RESTS_ON(node=each.node, value=write_number(each.value))


def ask_if_still_least(turn: ProblemTurn, exact: AlgorithmRun) -> Reply | None:
    """Return the reply that asks for the value a sum rests on, where a cheaper way has come."""
    stale = next((each for each in turn.sums if each.verdict == "stale"), None)
    return None if stale is None else _ask(turn, exact, stale)


def _ask(turn: ProblemTurn, exact: AlgorithmRun, stale: JudgedSum) -> Reply:
    row = name_step(exact.algorithm, stale.step or exact.algorithm.first_step)
    text = STILL_LEAST(node=stale.node, value=write_number(stale.value), row=row)
    yield Sentence(text=text, role="question")
    yield Offers(messages=offers_of(turn))
    awaited = Expectation(kind="value", node=stale.node, step=stale.step)
    return ReplyOutcome(awaited=awaited, answered="partly", verdict=_verdict(turn))


def judge_sums(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """React to the sums that a message tells and nothing else, then ask for what is still open."""
    yield Sentence(text=" ".join(react_to_sums(turn)), role="verdict")
    asked = ask_if_still_least(turn, exact)
    if asked is not None:
        return (yield from asked)
    if any(each.verdict in ("other_weight", "wrong_sum") for each in turn.sums):
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(awaited=turn.awaited, answered="not_yet", verdict=_verdict(turn))
    return replace((yield from go_on_with_row(turn, exact)), verdict=_verdict(turn))


def _verdict(turn: ProblemTurn) -> Verdict | None:
    """Return the verdict on the rows that stand, which sums leave as it was."""
    return None if turn.student is None else judge_turn(turn)
