"""Work written down in many styles, right and with one error: what is read, asked and judged."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from evals.traces.styles import (  # noqa: F401  (they register)
    array_styles,
    distance_styles,
    held_out_styles,
    loose_styles,
    search_styles,
    table_styles,
    tree_styles,
)
from evals.traces.styles.style_problems import made_up
from evals.traces.styles.written_work import STYLES, Style, Work, WrittenWork, with_errors, work_of
from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.problem_statement import state_problem
from tutor_app.tracing.reading.problem_reader import read_problem

Json = dict[str, Any]
Split = Literal["tune", "held", "all"]
# right: the verdict of a perfect reader. part: less is judged than shown, all of it truly.
# misplaced: work with an error is called wrong, at another step. false: right work called wrong, or
# wrong work right.
Outcome = Literal["right", "asked", "part", "misplaced", "false"]
_LEADS = ("My work:", "my trace:", "This is what I got:", "Here is my attempt:", "I got this:")
_ASKS = ("Is it correct?", "is that right?", "Did I make a mistake?", "Please check my work.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StyledMessage:
    """One message, with the verdict that it should get."""

    style: Style
    problem: Problem
    message: str
    gold: Verdict
    planted: bool


def cases(each: int, seed: int, split: Split = "all", one_in: int = 1) -> Iterator[StyledMessage]:
    """Yield for each style and algorithm `each` right works and as many with one error.

    `one_in` takes one in so many of a style's algorithms, of each style others.
    """
    for number, style in enumerate(STYLES):
        if split != "all" and style.held != (split == "held"):
            continue
        for algorithm in [*style.algorithms][number % min(one_in, len(style.algorithms)) :: one_in]:
            dice = random.Random(f"{seed} {style.name} {algorithm}")
            made = [_cases_of(style, algorithm, dice) for _ in range(each)]
            yield from (case for some in made for case in some)


def _cases_of(style: Style, algorithm: str, dice: random.Random) -> list[StyledMessage]:
    for _ in range(12):
        problem = made_up(algorithm, dice)
        exact = run(problem)
        work = work_of(exact)
        right = _case(style, work, problem, dice, planted=False)
        if right is None:
            continue
        wrong = (
            _case(style, other, problem, dice, planted=True)
            for other in with_errors(work, exact, style.write, dice)
        )
        return [right, *filter(None, [next((case for case in wrong if case), None)])]
    return []


def _case(
    style: Style, work: Work, problem: Problem, dice: random.Random, *, planted: bool
) -> StyledMessage | None:
    """Return the message about a work; None where the style shows nothing of an error."""
    try:
        written = style.write(work)
    except (KeyError, TypeError):  # a mistaken run may lack what the style shows
        return None
    if written is None:
        return None
    gold = check(problem, _stated(problem), written.trace)
    if planted and (gold.correct or gold.missing):
        return None
    return StyledMessage(
        style=style,
        problem=problem,
        message=_message(problem, written, dice),
        gold=gold,
        planted=planted,
    )


def _stated(problem: Problem) -> frozenset[str]:
    return frozenset({*problem.conventions, "directed"})


def _message(problem: Problem, written: WrittenWork, dice: random.Random) -> str:
    return f"{state_problem(problem)}\n{dice.choice(_LEADS)}\n{written.text}\n{dice.choice(_ASKS)}"


def outcome(case: StyledMessage) -> Outcome:
    """Return what becomes of a case's message."""
    reading = read_problem(case.message)
    if reading is None or reading.question is not None or reading.student is None:
        return "asked"
    try:
        found = check(reading.problem, reading.stated, reading.student)
    except ProblemInvalid:
        return "asked"
    if found.doubt is not None:
        return "asked"
    gold = case.gold
    if _said(found) == _said(gold):
        return "right"
    if found.correct:
        return "false"
    if found.missing:
        return "part" if found.right_steps <= gold.right_steps else "false"
    return "false" if gold.correct or gold.missing else "misplaced"


def _said(verdict: Verdict) -> tuple[bool, bool, int | None]:
    return verdict.correct, verdict.missing, verdict.first_error_step


def measure_styles(each: int, seed: int, split: Split = "all", one_in: int = 1) -> Json:
    """Return the shares of what is read, judged rightly, judged falsely and asked."""
    found = [(case, outcome(case)) for case in cases(each, seed, split, one_in)]
    by_algorithm = {case.problem.algorithm for case, _ in found}
    return {
        "cases": len(found),
        "styles": len({case.style.name for case, _ in found}),
        **_shares([result for _, result in found]),
        "right_work": _shares([result for case, result in found if not case.planted]),
        "with_an_error": _shares([result for case, result in found if case.planted]),
        "algorithms": {
            name: _shares([r for case, r in found if case.problem.algorithm == name])
            for name in sorted(by_algorithm)
        },
        "not_right": [
            {
                "style": case.style.name,
                "algorithm": case.problem.algorithm,
                "outcome": result,
                "planted": case.planted,
                "message": case.message,
            }
            for case, result in found
            if result != "right"
        ],
    }


def _shares(outcomes: Sequence[Outcome]) -> Json:
    counted = Counter(outcomes)
    of = len(outcomes)
    read = of - counted["asked"]
    return {
        "of": of,
        "read": round(read / of, 3) if of else None,
        "right_verdict": round(counted["right"] / of, 3) if of else None,
        "part": counted["part"],
        "misplaced": counted["misplaced"],
        "false_verdicts": counted["false"],
        "asked": round(counted["asked"] / of, 3) if of else None,
    }
