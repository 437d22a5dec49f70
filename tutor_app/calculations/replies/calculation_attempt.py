"""Which calculation a message is about: a new one, that on the table, or a line mended in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import CalculationTooLong, may_be_calculation
from tutor_app.calculations.reading.lone_expression import lone_expression
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.calculations.speech.word_problems import begins_anew
from tutor_app.calculations.wrong_lines import WrongLine
from tutor_app.domain.teaching import WorkRecord

Examine = Callable[[str], CalculationFacts]
_TELLS: Final = re.compile(r"[a-z](_\w+)? [=<>≤≥] [^a-z]*( (or|and) [a-z](_\w+)? [=<>≤≥] [^a-z]*)*")
_ORDER: Final = re.compile("[<>≤≥]")
_VALUE: Final = re.compile(r"[a-z] = [−\d./]+(?:, [a-z] = [−\d./]+)*")
_RIGHT = ("right", "worked_right")
_SET_UPS = ("worked_right", "off_story")


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationAttempt:
    """A calculation as it stands now: its text, what was found, and what was found before.

    `is_new`: it begins another problem than the one on the table.
    """

    text: str
    facts: CalculationFacts
    before: CalculationFacts | None = None
    is_new: bool = True


def read_attempt(text: str, work: WorkRecord | None, examine: Examine) -> CalculationAttempt | None:
    """Return the work that a message brings; None if it brings none.

    A line alone is put in place of the one that was wrong, a number alone in place of its value.

    Raises:
        CalculationTooLong: the message's own calculation is too large.
    """
    fresh = examine(text) if may_be_calculation(text) else None
    if work is None:
        return (
            CalculationAttempt(text=text, facts=fresh)
            if fresh is not None and fresh.lines
            else None
        )
    before = examine(work.text)
    if fresh is not None and fresh.lines:
        return _with_lines(text, fresh, work, before, examine)
    value = lone_expression(text)
    return None if value is None else _with_value(value, work, before, examine)


def _with_lines(
    text: str, fresh: CalculationFacts, work: WorkRecord, before: CalculationFacts, examine: Examine
) -> CalculationAttempt:
    if fresh.key == before.key or fresh.lines[:1] == before.lines[:1]:
        return CalculationAttempt(text=text, facts=fresh, before=before, is_new=False)
    if begins_anew(text):
        return CalculationAttempt(text=text, facts=fresh, before=before)
    if before.outcome == "ask" and fresh.lines[0] in dict(before.readings):
        return CalculationAttempt(text=text, facts=fresh, before=before, is_new=False)
    if work.verdict in _SET_UPS and not fresh.names:  # another set-up of the same task
        return CalculationAttempt(text=text, facts=fresh, before=before, is_new=False)
    alike = bool(fresh.names) == bool(before.names)  # numbers alone are no line of an equation
    if alike and set(fresh.names) <= set(before.names):
        joined = _joined(text, fresh, work, before)
        facts = _quietly(examine, joined)
        other = facts is not None and (
            _is_other_task(facts, fresh, before) or _is_after_end(facts, fresh, before)
        )
        if facts is not None and not other and _goes_on(facts, fresh, before):
            return CalculationAttempt(text=joined, facts=facts, before=before, is_new=False)
    letters = {each.partition("_")[0] for each in before.names}  # x₁ is a value of x
    if before.outcome == "nothing" and letters <= set(fresh.names):
        facts = _quietly(examine, f"{text}\n{work.text}")
        if facts is not None and facts.outcome in (*_RIGHT, "wrong"):
            return CalculationAttempt(
                text=f"{text}\n{work.text}", facts=facts, before=before, is_new=False
            )
    return CalculationAttempt(text=text, facts=fresh, before=before)


def _joined(text: str, fresh: CalculationFacts, work: WorkRecord, before: CalculationFacts) -> str:
    """Return the right part of the work with the new lines behind it."""
    wrong = before.wrong
    if wrong is None:
        return f"{work.text}\n{text}"
    chained = not wrong.is_equation and wrong.sense == "different" and fresh.lines[0][:1] != "="
    head, _, left = wrong.prefix.rpartition("\n")
    if chained and left and fresh.lines[0].startswith(f"{left.strip()} = "):
        return f"{head}\n{text}"  # its left side is written again
    if chained:
        return _with_the_rest(f"{wrong.prefix} = {_from_first_sign(text)}", before)
    return f"{wrong.prefix}\n{text}"


def _with_the_rest(text: str, before: CalculationFacts) -> str:
    """Return mended lines with those behind them that are sums by themselves."""
    if not before.is_list or before.wrong is None:
        return text
    return "\n".join((text, *before.lines[before.wrong.number + 1 :]))


def _from_first_sign(text: str) -> str:
    """Return a message from its first mathematics on."""
    plain, fragments = math_fragments(text)
    return plain[fragments[0].start :] if fragments else text


def _is_other_task(
    facts: CalculationFacts, fresh: CalculationFacts, before: CalculationFacts
) -> bool:
    """Whether a line has a left side of its own, with brackets to be worked out, that is not worth
    what it was put behind, or stands below an equation that it is none like."""
    task = fresh.lines[0].split(" = ")[0]
    if "(" not in task or not fresh.has_value or fresh.outcome not in (*_RIGHT, "wrong"):
        return False
    if before.wrong is not None and before.wrong.is_equation:
        alone = fresh.wrong is not None and not fresh.wrong.is_equation
        return len(fresh.lines) == 1 and (alone or set(fresh.senses) == {"same_value"})
    apart = facts.wrong is not None and not facts.wrong.is_equation
    return apart and facts.wrong is not None and facts.wrong.line == task


def _is_after_end(
    facts: CalculationFacts, fresh: CalculationFacts, before: CalculationFacts
) -> bool:
    """Whether lines begin with an equation that does not follow from one that is solved already:
    nothing was left to do there, so that it is another one."""
    at_end = before.outcome in _RIGHT and _TELLS.fullmatch(before.lines[-1]) is not None
    begins = facts.wrong is not None and facts.wrong.line == fresh.lines[0]
    return at_end and begins and _TELLS.fullmatch(fresh.lines[0]) is None


def _goes_on(facts: CalculationFacts, fresh: CalculationFacts, before: CalculationFacts) -> bool:
    """Whether lines put behind what was right belong there, right or wrong further on."""
    if before.wrong is not None and before.wrong.is_equation and _only_rewrites(fresh):
        return False  # it holds whatever the letters are, and mends no equation
    if before.names and _ORDER.search(before.lines[0]) and _only_tries(fresh):
        return False
    if facts.outcome in _RIGHT:
        return facts.checked > before.checked  # else nothing was judged of them
    if facts.wrong is None or (fresh.outcome in _RIGHT and "given" in fresh.senses):
        return False  # right by themselves from what they begin with
    if not fresh.names:
        return facts.checked > before.checked
    stood = before.wrong.number if before.wrong is not None else len(before.lines)
    alone = fresh.outcome in (*_RIGHT, "wrong") and len(fresh.lines) > 1
    if alone and len(facts.lines) - len(fresh.lines) in facts.begun:
        return False  # their first line begins something else
    return facts.wrong.number > stood or not alone


def _only_tries(fresh: CalculationFacts) -> bool:
    """Whether lines put numbers into an inequality: they say what a name is, and hold by
    themselves."""
    named = [line for line in fresh.lines if re.search("[a-z]", line)]
    return bool(named) and all(_VALUE.fullmatch(line) for line in named)


def _only_rewrites(fresh: CalculationFacts) -> bool:
    """Whether lines with letters say no more than that an expression is worth the same in another
    form: 5y − 2y = 3y."""
    return bool(fresh.names) and fresh.outcome in _RIGHT and set(fresh.senses) == {"same_value"}


def _with_value(
    value: str, work: WorkRecord, before: CalculationFacts, examine: Examine
) -> CalculationAttempt | None:
    wrong = before.wrong
    if wrong is not None and not wrong.is_equation and wrong.sense == "different":
        joined = _with_the_rest(f"{wrong.prefix} = {value}", before)
    elif wrong is not None and wrong.sense == "off_task":
        joined = f"{wrong.before} = {value}"
    elif wrong is not None and (mended := _with_side(value, wrong, examine)):
        joined = mended
    elif len(before.names) == 1 and "=" in work.text and before.names[0] not in value:
        prefix = wrong.prefix if wrong is not None else work.text
        joined = f"{prefix}\n{before.names[0]} = {value}"
    else:
        return None
    facts = _quietly(examine, joined)
    if facts is None or facts.outcome not in (*_RIGHT, "wrong"):
        return None
    if wrong is not None and wrong.sense == "off_task" and facts.outcome == "wrong":
        return None  # a number that may be said of anything
    if before.names and len(facts.lines) - 1 in facts.begun:
        return None  # no line was drawn to it: a number of an inequality, or of nothing
    return CalculationAttempt(text=joined, facts=facts, before=before, is_new=False)


def mended_in_passing(
    message: str, work: WorkRecord, examine: Examine
) -> CalculationAttempt | None:
    """Return the work as an expression mends it that a message holds beside other lines: "so it is
    -10(1 - 2x)^4. And backwards: …"; None where none does."""
    before = examine(work.text)
    plain, fragments = math_fragments(message)
    for each in fragments if before.wrong is not None else ():
        value = plain[each.start : each.end].rpartition("=")[2].strip()
        mended = None if each.is_value else _with_value(value, work, before, examine)
        if mended is not None and mended.facts.outcome in _RIGHT:
            return mended
    return None


def _with_side(value: str, wrong: WrongLine, examine: Examine) -> str:
    """Return the work with an expression in place of that side of its wrong line which it mends."""
    left, sign, right = wrong.line.partition(" = ")
    sides = ((value, right), (left, value)) if sign and wrong.is_equation else ()
    for one, other in sides:
        text = f"{wrong.prefix}\n{one} = {other}"
        says = one != other and f"{one} = {other}" != wrong.line
        facts = _quietly(examine, text) if says else None
        if facts is not None and facts.outcome in _RIGHT:
            return text
    return ""


def _quietly(examine: Examine, text: str) -> CalculationFacts | None:
    try:
        return examine(text)
    except CalculationTooLong:
        return None
