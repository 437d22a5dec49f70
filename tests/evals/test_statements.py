"""Statements that teach and judge: made rightly, bound wrongly, and measured."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evals.understanding.generated_bindings import generate_rows
from evals.understanding.statement_measures import measure_statements
from evals.understanding.statement_rows import OWN_ROWS, read_statements
from evals.understanding.statements_of_readings import statements_of_readings
from evals.understanding.step_rows import judging_step_rows
from tutor_app.understanding.statement_classifier import STANCES


def test_messages_made_of_parts_are_the_same_for_a_seed_and_hold_each_stance() -> None:
    rows = list(generate_rows(60, seed=4))
    assert rows == list(generate_rows(60, seed=4))
    assert {row.stance for row in rows} == set(STANCES)


@pytest.mark.long
def test_what_a_reading_tells_is_said_and_no_number_of_another_is() -> None:
    row = next(each for each in judging_step_rows() if "\nvalue " in each.written)
    made = {each.statement: each.stance for each in statements_of_readings([row])}
    assert "says" in made.values()
    node, number = row.written.split("\nvalue ")[1].split()[:2]
    assert made[f"{node} is {number}."] == "says"


def test_own_rows_are_read_and_a_wrong_label_is_refused(tmp_path: Path) -> None:
    assert all(read_statements([path]) for path in OWN_ROWS.glob("*.jsonl"))
    path = tmp_path / "writer.jsonl"
    path.write_text('{"subject": "trace", "message": "B 4", "statements": [["B is 4.", "told"]]}')
    with pytest.raises(ValueError, match="writer, line 1"):
        read_statements([path])


def test_shares_are_counted_at_both_bounds() -> None:
    rows = read_statements([OWN_ROWS / "written_5.jsonl"])[:40]
    truth = np.eye(len(STANCES), dtype=np.float32)[[STANCES.index(row.stance) for row in rows]]
    measured = measure_statements(rows, truth)
    assert measured["stances"] == measured["read_at_all"]["kept_of_said"] == 1.0
    assert measured["called_wrong"]["dropped_of_unsaid"] == 1.0
