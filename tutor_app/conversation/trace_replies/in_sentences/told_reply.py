"""Replies to what is told of a run in sentences: what each thing deserves, then one question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies.in_sentences.told_words import ToldWords
from tutor_app.conversation.trace_replies.on_claims.claim_questions import (
    ASK_PARENT,
    ASK_WAY,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import last_row_seen
from tutor_app.conversation.trace_replies.table_replies import go_on_with_row, open_row
from tutor_app.domain.teaching import AnswerOutcome, Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import ask_for_row
from tutor_app.tracing.spoken.judge_statements import JudgedStatement
from tutor_app.wording.catalogue import phrase

ASK_BROUGHT = phrase("trace_spoken.ask_brought", "node")
OWN_MISTAKE = phrase("trace_spoken.own_mistake")


def words_on_told(turn: ProblemTurn, exact: AlgorithmRun) -> str:
    """Return what the statements of a message deserve; "" where it has none."""
    if not turn.told:
        return ""
    seen = last_row_seen(turn)
    last = exact.steps[-1].number
    shown = last if math.isinf(seen) else int(seen)
    words = ToldWords(ExactFacts(exact), max(shown, exact.algorithm.first_step - 1))
    said = words.react(turn.told, turn.ladder.predicted)
    return f"{OWN_MISTAKE()} {said}" if turn.own_mistake else said


def judge_told(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """React to each statement, and ask for the first thing that is not so, or for the next row."""
    yield Sentence(text=words_on_told(turn, exact), role="verdict")
    wrong = [each for each in turn.told if each.verdict == "wrong"]
    answered = _answered(turn.told)
    for each in wrong:
        asked = _asked(each, exact)
        if asked is not None:
            yield Sentence(text=asked[0], role="question")
            yield Offers(messages=offers_of(turn))
            return ReplyOutcome(awaited=asked[1], answered=answered)
    if open_row(turn, exact) is None:
        return ReplyOutcome(answered=answered)
    return replace((yield from go_on_with_row(turn, exact)), answered=answered)


def _answered(told: Sequence[JudgedStatement]) -> AnswerOutcome:
    verdicts = {each.verdict for each in told}
    if "wrong" in verdicts:
        return "partly" if "right" in verdicts else "not_yet"
    return "right" if "right" in verdicts else "cannot_tell"


def _asked(each: JudgedStatement, exact: AlgorithmRun) -> tuple[str, Expectation] | None:
    """Return the question that something wrong aims, and what would answer it."""
    told, facts = each.statement, ExactFacts(exact)
    if told.kind == "value" and told.node is not None and facts.key in ("g", "dist", "f"):
        awaited = Expectation(kind="value", node=told.node, step=told.row)
        return ASK_WAY(node=told.node), awaited
    if told.kind == "path":
        return _ask_for_way(told.nodes, facts)
    if told.kind == "parent" and told.node is not None:
        return ASK_PARENT(node=told.node), Expectation(kind="parent", node=told.node)
    row = told.row if told.kind != "adds" else facts.row_of(str(told.node))
    if told.kind in ("taken", "listed", "adds", "unchanged") and row is not None:
        if any(step.number == row for step in exact.steps):
            return ask_for_row(exact, row), Expectation(kind="row", step=row)
    return None


def _ask_for_way(nodes: tuple[str, ...], facts: ExactFacts) -> tuple[str, Expectation]:
    end = nodes[0] if nodes[-1] == facts.run.problem.start else nodes[-1]
    awaited = Expectation(kind="path", node=end)
    return ASK_BROUGHT(node=end), awaited
