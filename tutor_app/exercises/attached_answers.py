"""Whether an answer is one that staff have accepted, or one of the common wrong ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.answering.practice.questions.judge_answer import judge_practice
from tutor_app.domain.lexicon import NEGATIONS
from tutor_app.domain.practice import PracticeQuestion
from tutor_app.exercises.exercise_task import without_asking
from tutor_app.exercises.item_facts import ItemFacts, WrongAnswer

_RIGHT = ("right", "worked_right")
_AROUND = " \t\n.!?"
_JOINS = frozenset({"or", "and", "oder", "und"})


def is_accepted(answer: str, facts: ItemFacts) -> bool:
    """Return whether an answer is one of the accepted, in other signs or with a slip of the pen."""
    return _is_one_of(answer, facts.accepted)


def common_wrong(answer: str, facts: ItemFacts) -> WrongAnswer | None:
    """Return the common wrong answer that this is, if it is one; asked of what is not accepted."""
    return next((one for one in facts.wrong if _is_one_of(answer, (one.answer,))), None)


def _is_one_of(answer: str, wanted: Sequence[str]) -> bool:
    said = without_asking(answer).strip(_AROUND)
    return bool(said) and any(_is_same(said, one.strip(_AROUND)) for one in wanted)


def _is_same(said: str, wanted: str) -> bool:
    """Return whether both say one thing: the same signs, the same values, or the same term."""
    if not wanted or _plain(said) == _plain(wanted):
        return bool(wanted)
    if not any(map(str.isdigit, wanted)):
        return _names_term(said, wanted)
    if any(word in NEGATIONS for word in said.casefold().split()):
        return False
    asked = _parts(wanted)
    left = [part for part in _parts(said) if any(map(str.isdigit, part))]
    if len(left) != len(asked):
        return False  # of two solutions one is none
    for one in asked:
        same = next((each for each in left if _same_value(each, one)), None)
        if same is None:
            return False
        left.remove(same)
    return True


def _names_term(said: str, wanted: str) -> bool:
    """Return whether an answer names a term, and says nothing else, as in a round of practice."""
    asked = PracticeQuestion(
        item=wanted, name=wanted, kind="definition", text="", accepted=(wanted,)
    )
    return judge_practice(said, asked, (), tells=False) == "right"


def _parts(text: str) -> list[str]:
    """Return what stands between commas and the words that join two values."""
    parts: list[list[str]] = [[]]
    for word in text.split():
        if word.casefold() in _JOINS:
            parts.append([])
            continue
        parts[-1].append(word.rstrip(",;"))
        if word[-1] in ",;":
            parts.append([])
    return [" ".join(part) for part in parts if part]


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
