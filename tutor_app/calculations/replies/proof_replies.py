"""The answer to whether a property of a result shows that it is right, by a case that refutes it:
one of the student's own where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import (
    CalculationTooLong,
    examine_calculation,
    examine_changes,
    examine_claim,
    may_be_calculation,
)
from tutor_app.calculations.replies.calculation_hints import RULES, shown_by_numbers
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, say_as
from tutor_app.calculations.speech.heard_message import HeardCalculation, hear_message
from tutor_app.calculations.speech.proof_questions import (
    SupposedSign,
    asks_how_it_came,
    asks_if_it_may_be,
    asks_rule_of_both_sides,
    supposed_sign,
)
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

FOLLOWS_FROM_SLIP = phrase("calculations_questions.follows_from_slip", "line", "last")
NO_SIGN: Final = {
    name: phrase(f"calculations_proofs.{name}")
    for name in ("neat", "ugly", "negative", "both_sides", "cancels", "one_case")
}
NO = phrase("calculations_proofs.answer_no", "sign")
YES = phrase("calculations_proofs.answer_yes", "sign")
OWN_NOT_SAME = phrase("calculations_proofs.own_not_same")
OWN_FAILS = phrase("calculations_proofs.own_fails", "result", "task", "left", "right")
OWN_DIFFERS = phrase("calculations_proofs.own_differs", "result", "task")
CASE_FAILS = phrase("calculations_proofs.case_fails", "result", "task", "left", "right")
CASE_HOLDS = phrase("calculations_proofs.case_holds", "result", "task", "left", "right")
CASE_DIFFERS = phrase("calculations_proofs.case_differs", "result", "task")
SQUARED = phrase("calculations_proofs.squared", "first", "last", "result")
PUT_IN_SHOWS = phrase("calculations_proofs.put_in_shows")
OTHER_WAY_SHOWS = phrase("calculations_proofs.other_way_shows")
WHY_BOTH_SIDES = phrase("calculations_proofs.why_both_sides", "task", "result", "value")
ONE_SIDE_ONLY = phrase("calculations_proofs.one_side_only", "amount", "less", "value")
LEAVES_OUT = phrase("calculations_proofs.leaves_out", "rule")
ONE_CASE = phrase("calculations_proofs.one_case_only", "task", "result", "other", "left", "right")
_OWN_STEP: Final = ("both_sides", "one_case")  # signs that a wrong step of one's own speaks to
_OF_INEQUALITY: Final = "inequality"
_OWN_OF: Final = ("neat", "cancels")  # properties of which wrong work of one's own is a case
_LOOKED_BACK: Final = 6  # messages
# Small equation, its solution, both sides there, and what is taken from one side (tested to be so).
BALANCE: Final = ("n + 4 = 9", "n = 5", 9, 4)


def proof_replies(turn: CalculationTurn) -> Iterator[Event]:
    """Yield the answer to a question of principle that stands in a message; nothing without one."""
    sign = supposed_sign(turn.text)
    if sign is not None:
        told, follows = NO_SIGN[sign.name](), follows_from_slip(turn)
        if asks_how_it_came(turn.text):
            yield say_as(follows or told[:1].upper() + told[1:], "verdict")
        else:
            yield say_as((YES if asks_if_it_may_be(turn.text) else NO)(sign=told), "verdict")
        if sign.name in _OWN_STEP and (of_step := _own_step(turn, sign)) is not None:
            yield say_as(of_step, "result")
            return
        with suppress(CalculationTooLong):
            case = list(_own_case(turn)) if sign.name in _OWN_OF else []
            yield from case or _made_case(sign)
        return
    if asks_rule_of_both_sides(turn.text):
        task, result, value, amount = BALANCE
        yield say_as(WHY_BOTH_SIDES(task=task, result=result, value=value), "hint")
        yield say_as(ONE_SIDE_ONLY(amount=amount, less=value - amount, value=value), "hint")


def _own_case(turn: CalculationTurn) -> Iterator[Event]:
    """Yield what the student's last wrong work came to, beside what it was to be worked out."""
    before = reversed(turn.session.before[-_LOOKED_BACK:])
    heard = (hear_message(each.question, begun=False, embedder=None) for each in before)
    earlier = [_lines_told(each) for each in heard]
    for text in (*_at_hand(turn), *earlier):
        facts = turn.examine(text) if may_be_calculation(text) else None
        if facts is None or facts.wrong is None or len(facts.lines) < 1:
            continue
        if told := list(_of_wrong(text, facts)):
            yield from told
            return


def _at_hand(turn: CalculationTurn) -> tuple[str, ...]:
    """Return the lines that a message brings, and the work on the table."""
    told = _lines_told(turn.heard)
    return (told, *([turn.work.text] if turn.work is not None else ()))


def _lines_told(heard: HeardCalculation) -> str:
    """Return the student's lines below the task that a message names."""
    return f"{heard.task}\n{heard.own}" if heard.task else heard.own


def _own_step(turn: CalculationTurn, sign: SupposedSign) -> str | None:
    """Return what a wrong step of the student's shows of a sign; None where it shows nothing."""
    with suppress(CalculationTooLong):
        for text in _at_hand(turn):
            wrong = turn.examine(text).wrong if may_be_calculation(text) else None
            if wrong is None:
                continue
            if sign.name == "one_case":
                return shown_by_numbers(wrong)
            slip = wrong.slip or ""
            if slip.startswith(_OF_INEQUALITY) and slip in RULES:
                return LEAVES_OUT(rule=RULES[slip]())
            return OWN_NOT_SAME() if _did_otherwise(turn) else None
    return None


def _did_otherwise(turn: CalculationTurn) -> bool:
    """Whether a step of the student's equations did not do the same on both sides."""
    with suppress(CalculationTooLong):
        for text in _at_hand(turn):
            if may_be_calculation(text) and turn.examine(text).lines:
                return any(not each.is_alike for each in examine_changes(text))
    return False


def _of_wrong(text: str, facts: CalculationFacts) -> Iterator[Event]:
    last = facts.lines[-1].replace("≈", "=").rpartition(" = ")[2].strip()
    if facts.wrong is not None and facts.wrong.is_equation:
        found = examine_claim(text, facts.lines[-1])
        if found.fit == "fails" and found.put_in:
            each = next(each for each in found.put_in if not each.holds)
            shown = {"left": each.left, "right": each.right, "task": each.relation}
            yield say_as(OWN_FAILS(result=found.shown, **shown), "result")
            yield say_as(PUT_IN_SHOWS(), "hint")
    elif last and facts.value is not None:
        first = facts.lines[facts.wrong.number if facts.wrong else 0].split(" = ")[0]
        if examine_claim(first, last).fit == "differs":
            yield say_as(OWN_DIFFERS(result=last, task=first), "result")
            yield say_as(OTHER_WAY_SHOWS(), "hint")


def _made_case(sign: SupposedSign) -> Iterator[Event]:
    """Yield a known case that has the property and is the opposite of what it is taken for."""
    first, _, last = sign.task.partition("\n")
    if sign.name == "one_case":
        wrong = examine_calculation(first).wrong
        if wrong is not None and wrong.at_tried is not None:
            shown = {"left": wrong.at_tried[0], "right": wrong.at_tried[1]}
            other = f"{wrong.name} = {wrong.tried}"
            yield say_as(ONE_CASE(task=first, result=sign.result, other=other, **shown), "result")
        return
    if last:
        yield say_as(SQUARED(first=first, last=last, result=sign.result), "result")
        return
    found = examine_claim(sign.task, sign.result)
    if found.put_in:
        each = found.put_in[0]
        told = CASE_HOLDS if each.holds else CASE_FAILS
        shown = {"left": each.left, "right": each.right, "task": each.relation}
        yield say_as(told(result=found.shown, **shown), "result")
        yield say_as(PUT_IN_SHOWS(), "hint")
    else:
        yield say_as(CASE_DIFFERS(result=sign.result, task=sign.task), "result")
        yield say_as(OTHER_WAY_SHOWS(), "hint")


def follows_from_slip(turn: CalculationTurn) -> str | None:
    """Return why wrong work came to a result: the lines after the slip follow from it, and solve
    another task. None where no slip stood on the table, or they don't follow.
    """
    if turn.work is None:
        return None
    with suppress(CalculationTooLong):
        before = turn.examine(turn.work.text)
        wrong = before.wrong
        if wrong is None or wrong.number >= len(before.lines) - 1 or not wrong.is_equation:
            return None
        after = turn.examine("\n".join(before.lines[wrong.number :]))
        if after.outcome in RIGHT:
            return FOLLOWS_FROM_SLIP(line=wrong.line, last=before.lines[-1])
    return None
