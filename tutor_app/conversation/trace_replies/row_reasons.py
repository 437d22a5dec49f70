"""Why rows are as they are, from the run: the row that is asked about, or one after the other."""

from __future__ import annotations

import math
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.tracing.waiting_entries import WaitingEntry, list_waiting, way_to
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase

WAITS_WITH = phrase("trace_reactions.waits_with", "row", "node", "value", "others")
WAITS_ALONE = phrase("trace_reactions.waits_alone", "row", "node")
WAITS_THROUGH = phrase("trace_reactions.waits_through", "node", "value", "via", "before", "weight")
REASON_IS_RULE = phrase("trace_reactions.reason_is_rule", "rule")
TIE_RULE = phrase("trace_reactions.tie_rule", "nodes", "value", "rule")
WHICH_OF_THESE = phrase("trace_reactions.which_of_these")


def explain_rows(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Explain a row of the table that was shown, the next one each time."""
    event = replace(record_same_level(turn.ladder, "why"), level=turn.ladder.level)
    numbers = [each.number for each in exact.steps if each.number >= exact.algorithm.first_step]
    if turn.ladder.asked_why >= len(numbers):
        yield Sentence(text=words.ALL_ROWS_EXPLAINED(), role="notice")
        yield from course.cite(exact.algorithm)
        return ReplyOutcome(event=event)
    if not turn.ladder.asked_why:
        yield Sentence(text=words.ROW_BY_ROW(), role="lead_in")
    number = numbers[turn.ladder.asked_why]
    yield Sentence(text=words.explain_row(exact, number), role="result")
    return ReplyOutcome(event=event, spoken_of=number)


def give_reason(turn: ProblemTurn, exact: AlgorithmRun, course: Course) -> Reply:
    """Explain the row that is asked about, if the learner has it already.

    Of a node whose row is still theirs to find, only what the rows before show is said.
    """
    seen = last_row_seen(turn)
    row = turn.row if turn.row is not None else row_of_node(turn, exact)
    if row is not None and row not in [each.number for each in exact.steps]:
        yield Sentence(text=words.deny_row(exact), role="notice")
        return ReplyOutcome()
    if row is not None and row <= seen:
        told = [words.explain_row(exact, row), tell_tie(exact, row - 1)]
        yield Sentence(text=" ".join(filter(None, told)), role="result")
        yield from course.cite(exact.algorithm)
        return ReplyOutcome(spoken_of=row)
    if turn.node is not None and math.isfinite(seen):
        waiting = list_waiting(exact, int(seen))
        if any(each.node == turn.node for each in waiting):
            return (yield from _tell_what_waits(turn, exact, int(seen), waiting))
    if row is None:
        yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
        return ReplyOutcome()
    yield Sentence(text=words.ROW_IS_THEIRS(button=as_label(NEXT_HINT)), role="notice")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(event=record_same_level(turn.ladder, "pressed"))


def row_of_node(turn: ProblemTurn, exact: AlgorithmRun) -> int | None:
    """Return the row in which the node that is asked about is taken."""
    rows = [step.number for step in exact.steps if step.row.get("node") == turn.node]
    return rows[0] if rows else None


def _tell_what_waits(
    turn: ProblemTurn, exact: AlgorithmRun, seen: int, waiting: tuple[WaitingEntry, ...]
) -> Reply:
    """Say with what the node waits, and what waits beside it: the choice stays the student's."""
    row = name_step(exact.algorithm, seen)
    others = [each for each in waiting if each.node != turn.node]
    own = next(each for each in waiting if each.node == turn.node)
    way = way_to(exact, seen, own)
    if way is not None and own.value is not None:
        told = (write_number(each) for each in (own.value, way.before, way.weight))
        value, before, weight = told
        text = WAITS_THROUGH(node=own.node, value=value, via=way.via, before=before, weight=weight)
        yield Sentence(text=text, role="result")
    if not others:
        yield Sentence(text=WAITS_ALONE(row=row, node=own.node), role="hint")
    elif own.value is None:  # its place decides
        yield Sentence(text=words.describe_waiting(exact, seen) or "", role="hint")
    else:
        beside = ", ".join(_write_entry(each) for each in others)
        value = write_number(own.value)
        text = WAITS_WITH(row=row, node=own.node, value=value, others=beside)
        yield Sentence(text=text, role="hint")
    tie = tell_tie(exact, seen, own.node)
    yield Sentence(text=tie or REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
    yield Sentence(text=WHICH_OF_THESE(), role="question")
    return ReplyOutcome(awaited=Expectation(kind="row", step=seen + 1), spoken_of=seen + 1)


def tell_tie(exact: AlgorithmRun, seen: int, node: str | None = None) -> str | None:
    """Return what waits with the same smallest number after a row, and the rule that decides.

    None where one alone has it, or where `node` is not among them.
    """
    waiting = [each for each in list_waiting(exact, seen) if each.value is not None]
    least = min((each.value for each in waiting if each.value is not None), default=None)
    tied = [each.node for each in waiting if each.value == least]
    rule = words.name_tie_rule(exact)
    if len(tied) < 2 or rule is None or (node is not None and node not in tied):
        return None
    return TIE_RULE(nodes=join_items(tied), value=write_number(least), rule=rule)


def _write_entry(each: WaitingEntry) -> str:
    return each.node if each.value is None else f"{each.node} {write_number(each.value)}"


def last_row_seen(turn: ProblemTurn) -> float:
    """Return the last row that the learner was shown or has right; infinity where all are."""
    if turn.policy == "open" or turn.ladder.shown_all or turn.ladder.solved:
        return math.inf
    own = 0
    if turn.student is not None and turn.student.rows:
        verdict = check(turn.problem, turn.settled_conventions, turn.student)
        own = verdict.right_steps and verdict.run.algorithm.first_step + verdict.right_steps - 1
    return max(turn.ladder.rows or 0, own)
