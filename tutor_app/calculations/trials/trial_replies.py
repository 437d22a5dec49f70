"""What is said to a student's own test of an equation: its sums, each number put into the first
line, and whether all solutions are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.calculations.calculation_process import CalculationTooLong, examine_tested
from tutor_app.calculations.replies.calculation_hints import PLACE_OF_EQUATION as PLACE
from tutor_app.calculations.replies.calculation_hints import question_of
from tutor_app.calculations.replies.reply_turn import MOST_SHOWN, CalculationTurn, Reply, say_as
from tutor_app.calculations.replies.results_of_others import claim_replies
from tutor_app.calculations.trials.tested_values import TestedValues
from tutor_app.domain.hint_ladder import record_right_attempt, record_same_level, replay_events
from tutor_app.domain.values import Event, WorkRecord
from tutor_app.wording.catalogue import phrase

PUT_IN_HOLDS = phrase("calculations_claims.put_in_holds", "tried", "task", "left", "right")
PUT_IN_FAILS = phrase(
    "calculations_claims.put_in_fails", "tried", "task", "left", "right", "result"
)
SUMS_HOLD = phrase("calculations_tests.sums_hold", "sums")
SUM_FAILS = phrase("calculations_tests.sum_fails", "sum")
ROOT_IS_ONE = phrase("calculations_tests.root_is_one")
WHOLE_ANSWER = phrase("calculations_tests.whole_answer", "values")
RIGHT_SO_FAR = phrase("calculations_tests.right_so_far", "values")
MORE_SOLVE = phrase("calculations_tests.more_solve", "task")
OUT = phrase("calculations_tests.out", "values")
FAILS = phrase("calculations_tests.fails", "values")
TAKES_IN = phrase("calculations_tests.takes_in", "value", "answer")
LEAVES_OUT = phrase("calculations_tests.leaves_out", "value", "answer")
LEFT_OVER = phrase("calculations_tests.left_over", "values")
_MOST: Final = 3
_ORDER: Final = re.compile(r"[a-z] ?[<>≤≥]")


def find_test(turn: CalculationTurn) -> TestedValues | None:
    """Return what a test in a message comes to; None where the message is none, or where no
    equation is on the table."""
    work = turn.work
    if work is None or not any(map(str.isdigit, turn.text)):
        return None
    if not turn.examine(work.text).names:
        return None
    try:
        tested = examine_tested(work.text, turn.text)
    except CalculationTooLong:
        return None
    if tested is None:
        return None
    tells = tested.sums or tested.wrong or tested.answer
    if not tells and not (tested.told and not tested.fails):
        return None
    return tested


def hold_answer(turn: CalculationTurn, text: str) -> Iterator[Event]:
    """Yield what the answer of work comes to whose steps could not be decided: each of its numbers
    put into the first line."""
    try:
        tested = examine_tested(text, "") if turn.examine(text).names else None
    except CalculationTooLong:
        return
    if tested is None:
        return
    fits = tuple(shown for shown, put_in in tested.held if put_in.holds)
    whole = bool(fits) and tested.is_whole is True and not tested.fails
    yield from _said(replace(tested, told=tested.fails or whole), fits, whole=whole)


def reply_to_test(turn: CalculationTurn, work: WorkRecord, tested: TestedValues) -> Reply:
    """Yield the verdict on a test, or on what is told as the whole answer."""
    ladder = replay_events(work.key, turn.session.ladder.hold(work.key))
    fits = tuple(shown for shown, put_in in tested.held if put_in.holds)
    whole = bool(fits) and tested.is_whole is not False and not tested.fails
    solved = whole and tested.is_whole is True
    said = list(_said(tested, fits, whole=whole))
    if tested.fails and not fits:
        said += _where(turn, work)
    told = turn.examine(turn.text).lines if tested.answer else ()
    claims = tuple(each for each in (*turn.heard.claims, *told) if _ORDER.search(each))[:1]
    said += claim_replies(claims, work.text, turn.examine(work.text), of_set_up=False)
    event = record_right_attempt(ladder) if solved else record_same_level(ladder, "why")
    yield from said
    text = f"{work.text.partition(chr(10))[0]}\n{' or '.join(fits)}" if solved else work.text
    text = text if solved and turn.examine(text).outcome == "right" else work.text
    verdict = "right" if solved else work.verdict
    return turn.leave_record(text, work.key, said, (event,), verdict)


def _where(turn: CalculationTurn, work: WorkRecord) -> Iterator[Event]:
    """Yield where the work parts, to who has found by a test that its answer fails."""
    wrong = turn.examine(work.text).wrong
    heard = "\n".join(work.hints)
    if wrong is None or wrong.sense == "gains":
        return  # its steps are right
    for text in (PLACE(before=wrong.before, line=wrong.line), question_of(wrong)):
        if text not in heard:
            yield say_as(text, "hint")


def _said(tested: TestedValues, fits: tuple[str, ...], *, whole: bool) -> Iterator[Event]:
    values = " or ".join(fits)
    if whole and tested.is_whole and (tested.told or len(fits) > 1):
        yield say_as(WHOLE_ANSWER(values=values), "verdict")
    elif whole and tested.told:
        yield say_as(RIGHT_SO_FAR(values=values), "verdict")
    yield from _of_sums(tested, whole=whole)
    if not (whole and tested.sums):  # else the student's own sums show it
        yield from _put_in(tested)
    if tested.parts:
        solves = tested.parts in fits
        parts = {"value": tested.parts, "answer": tested.answer}
        yield say_as((LEAVES_OUT if solves else TAKES_IN)(**parts), "verdict")
        return
    out = " or ".join(shown for shown, put_in in tested.held if not put_in.holds)
    if out:
        yield say_as((OUT if fits else FAILS)(values=out), "verdict")
        if fits and tested.is_whole:
            yield say_as(LEFT_OVER(values=values), "verdict")
    elif tested.told and tested.is_whole is False:
        yield say_as(MORE_SOLVE(task=tested.task), "question")


def _of_sums(tested: TestedValues, *, whole: bool) -> Iterator[Event]:
    shown = ", ".join(f"`{each}`" for each in tested.sums)
    if 0 < len(shown) < MOST_SHOWN:
        yield say_as(SUMS_HOLD(sums=shown), "result" if whole else "verdict")
    for each in tested.wrong[:_MOST]:
        yield say_as(SUM_FAILS(sum=each), "verdict")
        if "√" in each and "±" in each:
            yield say_as(ROOT_IS_ONE(), "hint")


def _put_in(tested: TestedValues) -> Iterator[Event]:
    for shown, put_in in tested.held[:_MOST]:
        sides = {"tried": shown, "task": put_in.relation, "left": put_in.left}
        if put_in.holds:
            yield say_as(PUT_IN_HOLDS(**sides, right=put_in.right), "result")
        else:
            yield say_as(PUT_IN_FAILS(**sides, right=put_in.right, result=put_in.result), "result")
