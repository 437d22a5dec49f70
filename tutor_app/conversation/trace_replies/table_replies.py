"""Replies to what a student asks about the trace on the table: simpler, an example, what if."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.answer_turn import next_number
from tutor_app.conversation.trace_replies.on_claims.copy_claims import words_on_copy
from tutor_app.conversation.trace_replies.outcome_changed import judge_outcome, tell_what_changes
from tutor_app.conversation.trace_replies.problem_turn import (
    Course,
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.row_reasons import (
    REASON_IS_RULE,
    last_row_seen,
    row_of_node,
)
from tutor_app.conversation.trace_replies.what_if import agrees, comes_out, name_change
from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence, TraceShown
from tutor_app.tracing.exact_run import AlgorithmRun, run, scored_steps
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    continue_sentence,
    write_number,
)
from tutor_app.tracing.similar_problems import analogue_for
from tutor_app.tracing.trace_hints import describe_example
from tutor_app.tracing.waiting_entries import WaitingEntry, list_waiting
from tutor_app.wording.catalogue import phrase

WAS_TAKEN = phrase("trace_reactions.was_taken", "node", "row")
STILL_WAITS = phrase("trace_reactions.still_waits", "row", "node")
STILL_WAITS_WITH = phrase("trace_reactions.still_waits_with", "row", "node", "value")
NOT_MET = phrase("trace_reactions.not_met", "row", "node")
WHICH_OF_THESE = phrase("trace_reactions.which_of_these")
EXAMPLE_FIRST = phrase("trace_reactions.example_first")
BACK_TO_YOURS = phrase("trace_reactions.back_to_yours", "question")
GO_ON_WITH = phrase("trace_reactions.go_on_with", "row", "question")
COPY_RUN = phrase("trace_reactions.copy_run", "change")
COPY_RULE = phrase("trace_reactions.copy_rule", "rule")
COPY_AS_CLAIMED = phrase("trace_reactions.copy_as_claimed", "order")
COPY_OTHERWISE = phrase("trace_reactions.copy_otherwise", "order")
COPY_SO_FAR = phrase("trace_copies.so_far", "order", "nodes")
COPY_SAME = phrase("trace_reactions.copy_same")
COPY_PARTS = phrase("trace_reactions.copy_parts", "row")
COPY_PARTS_LATER = phrase("trace_reactions.copy_parts_later", "row")
COPY_RESULTS = phrase("trace_reactions.copy_results", "result", "before")


def say_it_smaller(turn: ProblemTurn, exact: AlgorithmRun) -> Reply | None:
    """Return the reply that names the two entries which matter; None where no row is seen yet."""
    seen = last_row_seen(turn)
    rows = [step.number for step in exact.steps]
    if seen not in rows or seen == rows[-1] or turn.ladder.asked_why:
        return None
    text = words.describe_waiting(exact, int(seen))
    return None if text is None else _name_two(turn, int(seen), text)


def _name_two(turn: ProblemTurn, seen: int, text: str) -> Reply:
    yield Sentence(text=text, role="hint")
    yield Sentence(text=WHICH_OF_THESE(), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(
        event=record_same_level(turn.ladder, "why"),
        awaited=Expectation(kind="row", step=seen + 1),
    )


def show_example(
    turn: ProblemTurn, exact: AlgorithmRun, course: Course, *, told: bool = False
) -> Reply:
    """Work a small instance of the same algorithm, and lead back to the student's own row.

    `told`: that it is one was said.
    """
    example = analogue_for(turn.problem, turn.misconception, seed=turn.ladder.asked_why + 7)
    if not told:
        yield Sentence(text=EXAMPLE_FIRST(), role="lead_in")
    yield TraceShown(problem=example.run.problem)
    yield Sentence(text=" ".join(describe_example(example)), role="result")
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        yield from course.cite(exact.algorithm)
        return ReplyOutcome()
    question = continue_sentence(ask_for_row(exact, expected.step))
    yield Sentence(text=BACK_TO_YOURS(question=question), role="question")
    return ReplyOutcome(awaited=expected)


def go_on_with_row(turn: ProblemTurn, exact: AlgorithmRun, *, again: bool = False) -> Reply:
    """Take note, and offer the row that comes next; `again`: it was offered a moment ago."""
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        yield Sentence(text=words.NOTHING_LEFT_TO_CHECK(), role="notice")
        return ReplyOutcome()
    row = name_step(exact.algorithm, expected.step)
    question = ask_for_row(exact, expected.step)
    lead = GO_ON_WITH(row=row, question=continue_sentence(question))
    yield Sentence(text=question if again else lead, role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)


def open_row(turn: ProblemTurn, exact: AlgorithmRun) -> Expectation | None:
    """Return the row that is still the student's to find; None where all is right or shown."""
    if turn.ladder.shown_all or (turn.ladder.solved and turn.ladder.place is None):
        return None
    if turn.awaited is not None and turn.awaited.kind == "row":
        return turn.awaited
    seen = last_row_seen(turn)
    if math.isinf(seen):
        return None
    first = next_number(exact.problem, None)
    step = max(int(seen) + 1, first) if seen >= 0 else first
    return Expectation(kind="row", step=step) if step <= scored_steps(exact)[-1].number else None


def name_row(exact: AlgorithmRun, number: int) -> str:
    """Return what a row is called at the beginning of a sentence."""
    return begin_sentence(name_step(exact.algorithm, number))


def compare_with_copy(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Say where a run of the changed copy parts from the run; of rows not seen yet, no more."""
    assert turn.changed is not None
    other = run(turn.changed)
    if turn.changed.graph != exact.problem.graph:  # by the reading that suits the claim
        exact = run(replace(exact.problem, conventions=other.problem.conventions))
    seen, parts = last_row_seen(turn), first_difference(exact, other)
    told = "" if turn.claimed else words_on_copy(turn.beside_text, turn.changed)
    for said in (told, judge_outcome(turn.beside_text, exact, other)):
        if said:
            yield Sentence(text=said, role="verdict")
    yield Sentence(text=name_copy(exact, other), role="lead_in")
    if turn.claimed:
        yield Sentence(text=_judge_order(turn.claimed, other), role="verdict")
    if parts is None:
        yield Sentence(text=COPY_SAME(), role="result")
    elif parts <= seen:
        yield Sentence(text=COPY_PARTS(row=name_step(exact.algorithm, parts)), role="result")
        yield from _show(turn, exact, other, parts, whole=not math.isfinite(seen))
    elif seen >= exact.algorithm.first_step:
        row = name_step(exact.algorithm, int(seen))
        yield Sentence(text=COPY_PARTS_LATER(row=row), role="result")
    if parts is not None and math.isfinite(seen):
        yield Sentence(text=tell_what_changes(exact, other), role="result")
    expected = open_row(turn, exact)
    if expected is None or expected.step is None or not math.isfinite(seen):
        return ReplyOutcome(awaited=turn.awaited)
    question = continue_sentence(ask_for_row(exact, expected.step))
    yield Sentence(text=BACK_TO_YOURS(question=question), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)


def _judge_order(claimed: Sequence[str], other: AlgorithmRun) -> str:
    """Say whether a copy takes nodes in the order claimed, and how far it does."""
    order = ", ".join(claimed)
    if comes_out(claimed, other):
        return COPY_AS_CLAIMED(order=order)
    so_far = claimed[: agrees(claimed, other)]
    if so_far:
        return COPY_SO_FAR(order=order, nodes=", ".join(so_far))
    return COPY_OTHERWISE(order=order)


def _show(
    turn: ProblemTurn, exact: AlgorithmRun, other: AlgorithmRun, parts: int, *, whole: bool
) -> Reply:
    """Show the copy's rows: all with what comes out, or up to the one that parts."""
    if not whole:
        yield TraceShown(problem=other.problem, upto=parts)
        return ReplyOutcome()
    yield TraceShown(problem=other.problem)
    results = COPY_RESULTS(result=words.cut_result(other), before=words.cut_result(exact))
    yield Sentence(text=results, role="result")
    return ReplyOutcome()


def name_copy(exact: AlgorithmRun, other: AlgorithmRun) -> str:
    """Say in what a copy that was run differs from a run."""
    change = name_change(exact.problem, other.problem)
    return (
        COPY_RUN(change=change) if change else COPY_RULE(rule=words.name_other_rule(exact, other))
    )


def first_difference(exact: AlgorithmRun, other: AlgorithmRun) -> int | None:
    """Return the number of the first row that differs; None where all is the same."""
    ours, copied = ({row["step"]: row for row in each.rows()} for each in (exact, other))
    numbers = sorted(step.number for step in max(exact.steps, other.steps, key=len))
    return next((number for number in numbers if ours.get(number) != copied.get(number)), None)


# --- questions about what the rows so far show -------------------------------------------------


def tell_state(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Say what the rows so far show of a node: taken, waiting, not met; the row asked for stays."""
    seen = _shown(turn, exact)
    row, node = name_step(exact.algorithm, seen), str(turn.node)
    taken = row_of_node(turn, exact)
    waiting = {each.node: each for each in list_waiting(exact, seen)}
    if taken is not None and (taken <= seen or _has_taken(turn, taken)):
        yield Sentence(
            text=WAS_TAKEN(node=node, row=name_step(exact.algorithm, taken)), role="result"
        )
    elif node in waiting:
        yield Sentence(text=_say_waits(waiting[node], row), role="result")
    else:
        yield Sentence(text=NOT_MET(node=node, row=row), role="result")
    yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
    return (yield from back_to_row(turn, exact))


def tell_order(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Say in which order lies what waits, as the rows so far show it."""
    seen = _shown(turn, exact)
    if (text := words.describe_waiting(exact, seen)) is not None:
        yield Sentence(text=text, role="result")
    yield Sentence(text=REASON_IS_RULE(rule=exact.algorithm.rule), role="hint")
    return (yield from back_to_row(turn, exact))


def _has_taken(turn: ProblemTurn, number: int) -> bool:
    """Whether the node asked about is the one of its row in the student's own rows."""
    rows = turn.student.rows if turn.student is not None else ()
    return any((row.get("step"), row.get("node")) == (number, turn.node) for row in rows)


def _shown(turn: ProblemTurn, exact: AlgorithmRun) -> int:
    """Return the last row that is seen; before the first, that of the start."""
    seen = last_row_seen(turn)
    last = exact.steps[-1].number
    return min(max(int(seen), exact.algorithm.first_step - 1), last) if seen <= last else last


def _say_waits(entry: WaitingEntry, row: str) -> str:
    if entry.value is None:
        return STILL_WAITS(row=row, node=entry.node)
    return STILL_WAITS_WITH(row=row, node=entry.node, value=write_number(entry.value))


def back_to_row(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Ask for the row that is still open, once what was asked has its answer."""
    expected = open_row(turn, exact)
    if expected is None or expected.step is None:
        return ReplyOutcome(awaited=turn.awaited)
    yield Sentence(text=ask_for_row(exact, expected.step), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected)
