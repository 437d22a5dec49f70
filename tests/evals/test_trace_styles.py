"""Works in many styles: no verdict is false, and an error that is planted shows."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from evals.traces.styles.measure_styles import cases, measure_styles, outcome
from evals.traces.styles.style_problems import made_up
from evals.traces.styles.written_work import STYLES, with_errors, work_of
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.exact_run import run


def test_each_algorithm_is_written_down_in_at_least_six_styles() -> None:
    styles = Counter(name for style in STYLES for name in style.algorithms)

    assert set(styles) == set(all_algorithms())
    assert min(styles.values()) >= 6, styles


@pytest.mark.long
@pytest.mark.timeout(300)
def test_nothing_is_judged_falsely_and_most_is_read() -> None:
    found = measure_styles(1, seed=1, one_in=10)  # the evaluation itself looks at all

    assert found["cases"] > 90 and {*found["algorithms"]} == set(all_algorithms())
    assert found["false_verdicts"] == 0, found["not_right"]
    assert found["right_work"]["right_verdict"] >= 0.95
    assert found["with_an_error"]["right_verdict"] >= 0.85


@pytest.mark.parametrize("algorithm", all_algorithms())
def test_faultless_work_is_right_and_a_planted_error_is_not(algorithm: str) -> None:
    dice = random.Random(4)
    problem = made_up(algorithm, dice)
    exact = run(problem)
    style = next(each for each in STYLES if algorithm in each.algorithms)
    written = style.write(work_of(exact))

    assert written is not None and check(problem, frozenset(), written.trace).correct
    assert with_errors(work_of(exact), exact, style.write, dice)


def test_a_message_that_cannot_be_read_is_asked_about() -> None:
    case = next(cases(1, seed=1))
    unread = f"{case.message.splitlines()[0]} Is it right?"

    assert outcome(case) == "right"
    assert outcome(replace(case, message=unread)) == "asked"
