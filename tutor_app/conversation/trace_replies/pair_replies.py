"""Replies about two nodes: "why C and not B?", "why is it wrong to take B before A?"."""

from __future__ import annotations

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.problem_turn import ProblemTurn, Reply, ReplyOutcome
from tutor_app.conversation.trace_replies.row_reasons import REASON_IS_RULE, last_row_seen
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Sentence
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import begin_sentence, write_number
from tutor_app.tracing.pair_reasons import PairReason, are_joined, reason_of_pair
from tutor_app.wording.catalogue import phrase

BOTH_WAIT = phrase("trace_pairs.both_wait", "row", "first", "value", "other", "other_value")
TIED = phrase("trace_pairs.tied", "first", "other", "value", "rule")
ENTERED = phrase("trace_pairs.entered", "first", "row", "other", "other_row")
SAME_ROW_QUEUE = phrase("trace_pairs.same_row_queue", "row", "first", "other")
SAME_ROW_STACK = phrase("trace_pairs.same_row_stack", "row", "first", "other")
UNMET = phrase("trace_pairs.unmet", "row", "first", "other")
NOT_JOINED = phrase("trace_pairs.not_joined", "source", "target")
SO_WHICH = phrase("trace_pairs.so_which")


def compare_pair(turn: ProblemTurn, exact: AlgorithmRun) -> Reply | None:
    """Return the reply that says what decides between the two nodes; None where nothing does.

    Which one is taken is said where the learner has that row already; else it is asked.
    """
    if turn.pair is None:
        return None
    reason = reason_of_pair(exact, *turn.pair)
    return None if reason is None else _tell_pair(turn, exact, reason)


def _tell_pair(turn: ProblemTurn, exact: AlgorithmRun, reason: PairReason) -> Reply:
    if turn.node is not None and not are_joined(exact, turn.node, reason.other):
        yield Sentence(text=NOT_JOINED(source=turn.node, target=reason.other), role="result")
    yield Sentence(text=what_decides(exact, reason), role="result")
    if reason.cause != "unmet":
        yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
    if reason.row <= last_row_seen(turn):
        return ReplyOutcome(spoken_of=reason.row)
    yield Sentence(text=SO_WHICH(), role="question")
    awaited = Expectation(kind="row", step=reason.row)
    return ReplyOutcome(awaited=awaited, spoken_of=reason.row)


def what_decides(exact: AlgorithmRun, reason: PairReason) -> str:
    """Say what decides between two nodes."""
    first, other = reason.first, reason.other
    before = name_step(exact.algorithm, reason.row - 1)
    if reason.cause == "unmet":
        return UNMET(row=before, first=first, other=other)
    if reason.values is not None:
        value, other_value = (write_number(each) for each in reason.values)
        rule = words.name_tie_rule(exact)
        if reason.cause == "tie" and rule is not None:
            return TIED(first=first, other=other, value=value, rule=rule)
        one, two = sorted(((first, value), (other, other_value)))  # what is less is theirs to see
        return BOTH_WAIT(row=before, first=one[0], value=one[1], other=two[0], other_value=two[1])
    assert reason.entered is not None
    rows = [name_step(exact.algorithm, row) for row in reason.entered]
    if rows[0] != rows[1]:
        return ENTERED(first=first, row=rows[0], other=other, other_row=rows[1])
    same = SAME_ROW_STACK if exact.algorithm.id == "dfs" else SAME_ROW_QUEUE
    return begin_sentence(same(row=rows[0], first=first, other=other))
