"""Which sum on the table a value that somebody speaks of belongs to, and what else it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.wording.catalogue import phrase

STANDS_FOR = phrase("calculations_shown.stands_for", "value", "expression", "before")
STANDS_FOR_RIGHT = phrase("calculations_shown.stands_for_right", "value", "expression")
_SIGNS: Final = str.maketrans({"-": "−", " ": None, "`": None})


def held_against(claim: str, text: str, facts: CalculationFacts) -> str:
    """Return the part of the work that a value is held against: all of it, or of sums that stand
    side by side the wrong one, which is the one that is talked about.

    "" where it is a value of one that is right, or could be of any of them.
    """
    if not facts.is_list:
        return text
    told = _bare(claim)
    if facts.wrong is None or any(told in _sides(line) for line in facts.apart):
        return ""
    return f"{facts.wrong.before} = {facts.wrong.line}"


def line_spoken_of(values: Sequence[str], facts: CalculationFacts) -> str:
    """Return the sum of several side by side whose value a message names, where nothing was said
    of that one yet; "" where it names none.
    """
    if not facts.is_list or facts.wrong is None:
        return ""
    others = [line for line in facts.lines[facts.wrong.number + 1 :] if line not in facts.apart]
    told = set(map(_bare, values))
    return next((line for line in others if told & set(_sides(line)[1:])), "")


def stands_for(value: str, facts: CalculationFacts) -> str:
    """Return of which expression the value of the wrong line is one; "" where none is known."""
    wrong = facts.wrong
    if wrong is None or not wrong.stands_for or _bare(value) != _bare(wrong.line):
        return ""
    return STANDS_FOR(value=value, expression=wrong.stands_for, before=wrong.before)


def stands_for_right(said: tuple[str, ...], facts: CalculationFacts) -> str:
    """Return the same to who says by themselves that it is of another; "" where nobody does."""
    wrong = facts.wrong
    if wrong is None or not wrong.stands_for or _bare(wrong.line) not in map(_bare, said):
        return ""
    return STANDS_FOR_RIGHT(value=wrong.line, expression=wrong.stands_for)


def _sides(line: str) -> list[str]:
    return [_bare(side) for side in line.replace("≈", "=").split("=")]


def _bare(text: str) -> str:
    return text.translate(_SIGNS)
