"""A result for an item of an assignment that is named by its number: "item 3: x = 7"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tutor_app.calculations.calculation_process import CalculationTooLong
from tutor_app.calculations.replies.calculation_attempt import Examine
from tutor_app.calculations.speech.heard_message import HeardCalculation
from tutor_app.calculations.speech.math_fragments import MathFragment, math_fragments
from tutor_app.calculations.speech.word_problems import asks_why

_RIGHT = ("right", "worked_right")
_NUMBER = re.compile(r"\d+")
_ORDER = frozenset("<>≤≥≠")


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """What a message tells for an item: `heard`, its lines below what the item asks to be worked
    out or solved; or, where the item asks in words, whether its value `agrees` with the solution's,
    `sums` telling that it comes with sums that hold. Sums that don't are `heard` by themselves.
    """

    heard: HeardCalculation | None = None
    value: str = ""
    agrees: bool | None = None
    sums: bool = False


def asks_for_reasons(asked: str) -> bool:
    """Whether an item is answered in words, and sets nothing to be worked out beside."""
    return asks_why(asked) and not _to_work_out(*math_fragments(asked))


def _to_work_out(statement: str, pieces: Sequence[MathFragment]) -> list[str]:
    """Return what a statement sets to be worked out: data, "b = 3 and d = 3", are not."""
    tasks = [each for each in pieces if not each.is_value]
    if all(each.tells_value for each in tasks):
        return []
    return [statement[each.start : each.end] for each in tasks]


def item_result(asked: str, solution: str, message: str, examine: Examine) -> ItemResult | None:
    """Return what a message, without the item's name, tells for what is `asked`; None where it
    tells no result, or none that can be held to anything.
    """
    plain, own = math_fragments(message)
    if not own:
        return None
    lines = [plain[each.start : each.end] for each in own]
    statement, pieces = math_fragments(asked)
    tasks = _to_work_out(statement, pieces)
    if tasks and len(lines) > 1 and _is_of_others(tasks, lines):
        return None  # "exercise 3" of another sheet
    if tasks:
        text, task = _below(tasks, lines, own), "\n".join(tasks)
        with suppress(CalculationTooLong):
            if examine(f"{task}\n{text}").outcome in (*_RIGHT, "wrong"):
                return ItemResult(heard=HeardCalculation(own=text, has_own=True, task=task))
        return None
    if any(each.relates for each in own):  # beside sums a number alone is only spoken of
        lines = [line for line, each in zip(lines, own, strict=True) if each.relates]
    else:
        return _held_to_solution(solution, lines[-1], examine)
    with suppress(CalculationTooLong):
        text = "\n".join(lines)
        outcome = examine(text).outcome
        if outcome == "wrong":
            return ItemResult(heard=HeardCalculation(own=text, has_own=True))
        found = _held_to_solution(solution, lines[-1], examine)
        return found and replace(found, sums=outcome in _RIGHT)
    return None


def _is_of_others(tasks: list[str], lines: list[str]) -> bool:
    """Whether none of several lines has a letter of what is asked for, or a number of it."""
    letters = {sign for task in tasks for sign in task if sign.isalpha()}
    numbers = set(_NUMBER.findall(" ".join(tasks)))
    told = set(_NUMBER.findall(" ".join(lines)))
    return bool(letters) and letters.isdisjoint("".join(lines)) and not numbers <= told


def _below(tasks: list[str], lines: list[str], own: Sequence[MathFragment]) -> str:
    """Return the lines as they stand below the tasks: a value alone is that of the expression, or
    of the one letter of the equation."""
    relates = any(sign in tasks[0] for sign in "=<>")
    first = lines[0]
    if relates and first.startswith("="):  # "item 4 = 3"
        first = first.lstrip("= ")
        letters = sorted({sign for sign in tasks[0] if sign.isalpha()})
        return "\n".join([f"{letters[0]} = {first}", *lines[1:]]) if len(letters) == 1 else first
    if not relates and not first.startswith("="):
        return (
            "\n".join([f"= {first}", *lines[1:]])
            if not _is_closed(tasks[0]) or not own[0].relates
            else "\n".join(lines)
        )
    if relates and own[0].is_value:
        letters = sorted({sign for sign in tasks[0] if sign.isalpha()})
        return f"{letters[0]} = {first}" if len(letters) == 1 else first
    return "\n".join(lines)


def _is_closed(text: str) -> bool:
    return not any(map(str.isalpha, text))


def _held_to_solution(locked: str, line: str, examine: Examine) -> ItemResult | None:
    """Hold the value of the last line to the last one of the locked solution, which is not told.

    What the solution comes to on the way is no wrong result, and of several numbers in words none
    is known to be the result.
    """
    solution, found = math_fragments(locked)
    relations = [solution[each.start : each.end] for each in found if each.relates]
    values = [solution[each.start : each.end] for each in found if each.is_value]
    if not relations and len(values) != 1:
        return None
    *on_the_way, wanted = (side.strip() for text in relations or values for side in text.split("="))
    told = line.rpartition("=")[2].strip()
    if _ORDER & {*line, *wanted}:
        return None
    if told == wanted:
        return ItemResult(value=told, agrees=True)
    with suppress(CalculationTooLong):
        outcome = examine(f"{wanted} = {told}").outcome
        if outcome in _RIGHT or (outcome == "wrong" and told not in on_the_way):
            return ItemResult(value=told, agrees=outcome in _RIGHT)
    return None
