"""Whether an answer is one that staff have accepted, or one of the common wrong ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.exercises.exercise_task import without_asking
from tutor_app.exercises.item_facts import ItemFacts, WrongAnswer

_RIGHT = ("right", "worked_right")
_AROUND = " \t\n.!?"
_BETWEEN = re.compile(r"\s*[,;]\s+|\s+(?:or|and|oder|und)\s+")
# What asks for a nod behind an answer.
_TAG = re.compile(r"\s*,?\s+(?:right|no|yes|ok|okay|correct|isn't it)\s*\?*$", re.IGNORECASE)
# What stands before a term and says nothing of it.
_BEFORE = re.compile(
    r"^(?:(?:i think|i'd say|maybe|probably|so|well)\s+)?"
    r"(?:(?:it|that|this|the answer|my answer)(?:'s|\s+is|\s+are)?\s*:?\s+)?",
    re.IGNORECASE,
)


def is_accepted(answer: str, facts: ItemFacts) -> bool:
    """Return whether an answer is one of the accepted, in other signs or with a slip of the pen."""
    return _is_one_of(answer, facts.accepted)


def common_wrong(answer: str, facts: ItemFacts) -> WrongAnswer | None:
    """Return the common wrong answer that this is, if it is one and none of the accepted."""
    if is_accepted(answer, facts):
        return None
    return next((one for one in facts.wrong if _is_one_of(answer, (one.answer,))), None)


def _is_one_of(answer: str, wanted: Sequence[str]) -> bool:
    said = _TAG.sub("", without_asking(answer)).strip(_AROUND)
    return bool(said) and any(_is_same(said, one.strip(_AROUND)) for one in wanted)


def _is_same(said: str, wanted: str) -> bool:
    """Return whether both say one thing: the same signs, the same values, or the same term."""
    if _plain(said) == _plain(wanted):
        return True
    if not any(map(str.isdigit, wanted)):
        return bool(wanted) and is_right(_BEFORE.sub("", said), (wanted,))
    told, asked = _BETWEEN.split(said), _BETWEEN.split(wanted)
    if len(told) != len(asked):
        return False  # of two solutions one is none
    left = [*told]
    for one in asked:
        same = next((each for each in left if _same_value(each, one)), None)
        if same is None:
            return False
        left.remove(same)
    return True


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", text.casefold())


def _same_value(said: str, wanted: str) -> bool:
    """Return whether both are one value, however it is written."""
    # 0.4 s of import and 50 MB, which only such items need.
    from tutor_app.calculations.calculation_process import (  # noqa: PLC0415
        CalculationTooLong,
        examine_calculation,
    )
    from tutor_app.calculations.reading.lone_expression import lone_expression  # noqa: PLC0415

    told, asked = lone_expression(said), lone_expression(wanted)
    if told is None or asked is None or not any(map(str.isdigit, told)):
        return False
    if any(map(str.isalpha, told)) != any(map(str.isalpha, asked)):
        return False
    if told == asked:
        return True
    try:
        return examine_calculation(f"{asked} = {told}").outcome in _RIGHT
    except CalculationTooLong:
        return False
