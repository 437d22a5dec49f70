"""How calculations are judged, beside what their writers say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scipy.stats import binomtest  # type: ignore[import-untyped]

from evals.calculations.calculation_rows import CalculationRow, line_at
from tutor_app.calculations.calculation_facts import CalculationFacts
from tutor_app.calculations.calculation_process import CalculationTooLong, examine_calculation
from tutor_app.calculations.quantities.judge_quantity import is_surely_wrong, judged_numbers
from tutor_app.calculations.quantities.named_values import values_named
from tutor_app.calculations.quantities.read_quantity import read_quantity_story
from tutor_app.calculations.stories.judge_story import read_story, value_in_story

Examine = Callable[[str], CalculationFacts]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCalculation:
    """A row with what was found: `found` is True for right, False for wrong, None for neither.

    `asked`: the student is asked back; `line` is the row's line that was found wrong.
    """

    row: CalculationRow
    found: bool | None
    asked: bool = False
    line: int | None = None


def judge_calculations(
    rows: Iterable[CalculationRow], examine: Examine = examine_calculation
) -> list[JudgedCalculation]:
    """Return what is found of each row, through the process in which the product looks at it."""
    return [_judged(row, examine) for row in rows]


def _judged(row: CalculationRow, examine: Examine) -> JudgedCalculation:
    try:
        facts = examine(row.message)
    except CalculationTooLong:
        return JudgedCalculation(row=row, found=None)
    if facts.outcome == "wrong" and facts.wrong is not None:
        return JudgedCalculation(row=row, found=False, line=line_at(row, facts.wrong.place))
    told = _in_story(row, facts, examine)
    if told is not None:
        return told
    if facts.outcome == "right":
        return JudgedCalculation(row=row, found=True)
    # What is worked rightly but may be set up wrongly is no verdict on the row.
    return JudgedCalculation(row=row, found=None, asked=facts.outcome in ("ask", "nothing"))


def _in_story(
    row: CalculationRow, facts: CalculationFacts, examine: Examine
) -> JudgedCalculation | None:
    """Return what a row comes to whose message tells the story of its probability."""
    quantity = _of_quantities(row, examine)
    if quantity is not None:
        return quantity
    story = read_story([row.message])
    judged = None if story is None else value_in_story(story, facts)
    if judged is None:
        return None
    if judged.fit == "open" or not (judged.sure or judged.fit == "fits"):
        return JudgedCalculation(row=row, found=None, asked=True)
    at = len(row.lines) - 1 if facts.has_work and len(row.lines) == 1 else None
    return JudgedCalculation(row=row, found=judged.fit == "fits", line=at)


def _of_quantities(row: CalculationRow, examine: Examine) -> JudgedCalculation | None:
    """Return what a row comes to whose message tells a task of quantities, as the reply says it."""
    story = read_quantity_story(row.message)
    values = None if story is None else values_named(row.message, story, examine)
    if story is None or not values:
        return None
    judged = [*judged_numbers(story, values)]
    if not judged:
        return None
    wrong = [each for each in judged if each.fit == "differs"]
    at = len(row.lines) - 1
    if any(is_surely_wrong(story, each) for each in wrong):
        return JudgedCalculation(row=row, found=False, line=at)
    if wrong or any(each.fit == "way" for each in judged):
        return JudgedCalculation(row=row, found=None, asked=True)
    return JudgedCalculation(row=row, found=True)


def measure_calculations(judged: Sequence[JudgedCalculation]) -> dict[str, Any]:
    """Return the figures; shares are of decidable rows, and each has its 95% bounds."""
    decidable = [each for each in judged if each.row.decidable]
    decided = [each for each in decidable if each.found is not None]
    right = [each for each in decided if each.found == each.row.correct]
    right_rows = [each for each in decidable if each.row.correct]
    called_wrong = [each for each in right_rows if each.found is False]
    found_wrong = [each for each in decided if each.found is False and each.row.correct is False]
    at_line = [each for each in found_wrong if each.line == each.row.first_wrong]
    others = [each for each in judged if not each.row.decidable]
    subjects = sorted({each.row.subject for each in judged})
    return {
        "rows": len(judged),
        "decided": _share(len(decided), len(decidable)),
        "right_of_decided": _share(len(right), len(decided)),
        "right_called_wrong": {
            "count": len(called_wrong),
            "of": len(right_rows),
            **_bounds(len(called_wrong), len(right_rows)),
        },
        "first_wrong_right": _share(len(at_line), len(found_wrong)),
        "asked": sum(each.asked for each in judged),
        "cannot_tell": sum(each.found is None and not each.asked for each in judged),
        "undecidable_left_open": _share(sum(each.found is None for each in others), len(others)),
        "by_subject": {name: _of_subject(decidable, name) for name in subjects},
    }


def _of_subject(judged: Sequence[JudgedCalculation], subject: str) -> dict[str, int]:
    rows = [each for each in judged if each.row.subject == subject]
    decided = [each for each in rows if each.found is not None]
    return {
        "rows": len(rows),
        "decided": len(decided),
        "right": sum(each.found == each.row.correct for each in decided),
    }


def _share(count: int, total: int) -> dict[str, float | int | None]:
    if not total:
        return {"share": None, "count": 0, "of": 0}
    return {
        "share": round(count / total, 4),
        "count": count,
        "of": total,
        **_bounds(count, total),
    }


def _bounds(count: int, total: int) -> dict[str, float]:
    """Return the 95% interval by Wilson (1927)."""
    if not total:
        return {}
    interval = binomtest(count, total).proportion_ci(method="wilson")
    return {"low": round(float(interval.low), 4), "high": round(float(interval.high), 4)}
