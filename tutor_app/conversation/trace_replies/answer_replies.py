"""Replies to answers that are no rows: a row's number, that nothing is left, the unreadable."""

from __future__ import annotations

from dataclasses import replace

from tutor_app.conversation.trace_replies.hint_replies import judge_turn
from tutor_app.conversation.trace_replies.in_sentences.look_again import left_undecided
from tutor_app.conversation.trace_replies.on_claims.sum_replies import (
    ask_if_still_least,
    react_to_sums,
)
from tutor_app.conversation.trace_replies.problem_turn import (
    ProblemTurn,
    Reply,
    ReplyOutcome,
    offers_of,
)
from tutor_app.conversation.trace_replies.table_replies import name_row
from tutor_app.domain.hint_ladder import record_same_level
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.values import Offers, Sentence
from tutor_app.tracing.answers.examine_answer import examine_row_named
from tutor_app.tracing.exact_run import AlgorithmRun, scored_steps
from tutor_app.tracing.narration.run_sentences import ask_for_row, name_step
from tutor_app.tracing.narration.values_in_words import begin_sentence, name_column
from tutor_app.tracing.run_tables import STEP
from tutor_app.wording.catalogue import Phrase, phrase

ROW_NAMED_RIGHT = phrase("trace_reactions.row_named_right", "row")
ROW_NAMED_NOT = phrase("trace_reactions.row_named_not", "row")
ROW_IS_LATER = phrase("trace_reactions.row_is_later", "row")
NOTHING_LEFT_RIGHT = phrase("trace_reactions.nothing_left_right", "row")
SOMETHING_LEFT = phrase("trace_reactions.something_left", "row")
CANNOT_TELL = phrase("trace_reactions.cannot_tell", "columns")
WHICH_ROW: tuple[Phrase, ...] = tuple(
    phrase(f"trace_hints.{name}") for name in ("which_other_row", "where_hesitate")
)


def judge_row_named(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Judge which row the student would look at again; the right one is asked for anew."""
    assert turn.awaited is not None and turn.heard is not None
    expected, answer = turn.awaited, examine_row_named(turn.awaited, turn.heard)
    said, times = turn.heard.row_numbers[0], turn.ladder.attempts
    place = exact.algorithm.first_step if expected.step is None else expected.step
    if answer.outcome == "right":
        wordings = ROW_NAMED_RIGHT.wordings(row=name_step(exact.algorithm, place))
        yield Sentence(text=begin_sentence(wordings[times % len(wordings)]), role="verdict")
        yield Sentence(text=ask_for_row(exact, place), role="question")
        yield Offers(messages=offers_of(turn))
        return ReplyOutcome(awaited=Expectation(kind="row", step=place), answered="right")
    words = ROW_IS_LATER if said > place else ROW_NAMED_NOT
    wordings = words.wordings(row=name_row(exact, said))
    reaction = [*react_to_sums(turn), wordings[said % len(wordings)]]
    yield Sentence(text=" ".join(reaction), role="verdict")
    verdict = judge_turn(turn)
    if (smaller := ask_if_still_least(turn, exact)) is not None:
        return replace((yield from smaller), spoken_of=said, verdict=verdict)
    yield Sentence(text=WHICH_ROW[said % len(WHICH_ROW)](), role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=expected, answered="not_yet", spoken_of=said, verdict=verdict)


def judge_nothing_left(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Judge that nothing is left to do after a row."""
    last = scored_steps(exact)[-1].number
    asked = turn.awaited.step if turn.awaited is not None else None
    place = last if asked is None else asked
    row = name_step(exact.algorithm, place)
    if place >= last:
        yield Sentence(text=NOTHING_LEFT_RIGHT(row=row), role="verdict")
        return ReplyOutcome(awaited=Expectation(kind="result"), answered="right")
    yield Sentence(text=SOMETHING_LEFT(row=row), role="verdict")
    yield Sentence(text=ask_for_row(exact, place + 1), role="question")
    return ReplyOutcome(awaited=Expectation(kind="row", step=place + 1), answered="not_yet")


def ask_for_readable(turn: ProblemTurn, exact: AlgorithmRun) -> Reply:
    """Name the entry to look at again, else say once in which form the answer can be read.

    The question stays open.
    """
    if said := left_undecided(turn, judge_turn(turn)):
        yield Sentence(text=said, role="hint")
        yield Offers(messages=offers_of(turn))
        event = record_same_level(turn.ladder, "why")
        return ReplyOutcome(event=event, awaited=turn.awaited, answered="cannot_tell")
    columns = " | ".join(map(name_column, (STEP, *exact.columns)))
    wordings = CANNOT_TELL.wordings(columns=columns)
    yield Sentence(text=wordings[turn.ladder.attempts % len(wordings)], role="question")
    yield Offers(messages=offers_of(turn))
    return ReplyOutcome(awaited=turn.awaited, answered="cannot_tell")
