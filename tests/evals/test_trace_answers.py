"""Answers made from exact runs, in the wordings of the data file: none is misjudged."""

from __future__ import annotations

import pytest

from evals.traces.answers.answer_styles import Split
from evals.traces.answers.measure_answers_to_traces import measure_answers

MOST_UNTOLD = 0.05


@pytest.mark.long
@pytest.mark.parametrize("split", ["looked", "held"])
def test_no_right_answer_is_called_wrong_nor_a_wrong_one_right(split: Split) -> None:
    found = measure_answers(1, 5, split)

    assert found["answers"] > 900
    assert [each for each in found["not_judged"] if each["kind"] == "misjudged"] == []
    assert found["cannot_tell"] <= MOST_UNTOLD
