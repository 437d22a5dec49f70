"""The figures of calculations: what is decided, and that right work called wrong is counted."""

from __future__ import annotations

import json
from pathlib import Path

from evals.calculations.calculation_rows import CalculationRow, line_at, read_calculation_rows
from evals.calculations.generated_calculations import generated_rows, hostile_expressions
from evals.calculations.measure_calculations import (
    JudgedCalculation,
    judge_calculations,
    measure_calculations,
)
from evals.calculations.word_problems_command import measure_word_problems

RIGHT = CalculationRow(
    message="1/2 + 1/3 = 5/6",
    lines=("1/2 + 1/3 = 5/6",),
    correct=True,
    first_wrong=None,
    subject="fractions",
)
WRONG = CalculationRow(
    message="2x + 6 = 14\n2x = 20",
    lines=("2x + 6 = 14", "2x = 20"),
    correct=False,
    first_wrong=1,
    subject="equations",
)


def test_a_verdict_beside_its_row() -> None:
    right, wrong = judge_calculations([RIGHT, WRONG])

    assert right.found is True
    assert (wrong.found, wrong.line) == (False, 1)


def test_right_work_called_wrong_is_counted_of_the_right_rows() -> None:
    judged = [JudgedCalculation(row=RIGHT, found=False), JudgedCalculation(row=WRONG, found=False)]
    figures = measure_calculations(judged)

    assert figures["right_called_wrong"]["count"] == 1
    assert figures["right_of_decided"]["count"] == 1
    assert figures["by_subject"]["fractions"] == {"rows": 1, "decided": 1, "right": 0}


def test_an_undecidable_row_is_right_where_it_is_left_open(tmp_path: Path) -> None:
    row = {"message": "x = 4", "lines": ["x = 4"], "decidable": False, "correct": None}
    file = tmp_path / "rows.jsonl"
    file.write_text(json.dumps(row) + "\n", encoding="utf-8")
    figures = measure_calculations(judge_calculations(read_calculation_rows(file)))

    assert figures["undecidable_left_open"]["count"] == 1
    assert figures["decided"]["of"] == 0


def test_a_place_is_found_in_the_lines_whatever_their_blanks() -> None:
    assert line_at(WRONG, WRONG.message.index("20")) == 1


def test_generated_rows_are_right_and_wrong_in_turn_and_the_same_each_time() -> None:
    rows = generated_rows(20)

    assert [row.correct for row in rows] == [True, False] * 10
    assert rows == generated_rows(20)


def test_there_are_two_hundred_hostile_expressions() -> None:
    assert len(set(hostile_expressions())) == 200


def test_values_of_tasks_in_words_are_counted_with_their_answers() -> None:
    rows = [
        {
            "subject": "percent",
            "message": "a hat of 20 euro, 50% off, then 10% off. i say 8, she says 9",
            "values": {"8": "wrong", "9": "wrong"},
        },
        {"subject": "compare", "message": "is 2/4 the same as 1/2?", "answer": "same"},
    ]

    figures = measure_word_problems(rows)

    assert figures["values"] == 2
    assert figures["decided"]["count"] == 2
    assert (figures["right_called_wrong"], figures["wrong_called_right"]) == (0, 1)
    assert figures["answers"]["count"] == 1
