"""How readings of messages about runs are scored, and what their training is made of."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.reader_training.measure_step_readings import measure_step_readings
from evals.reader_training.step_examples import example_of, may_rename
from evals.reader_training.step_rows import JUDGE, StepRow, read_step_rows

PROBLEM = (
    "Run Dijkstra's algorithm.\nThe graph is undirected. Nodes: P, Q, R.\n"
    "Edges: P - Q (7), P - R (2), Q - R (3).\nStart node is P."
)
WORDS = "R then, and Q is 5. why not Q?"
LABEL = ["does: tells, asks", "take R @2", "value Q 5 @2", "?why not take Q"]


@pytest.fixture
def rows(tmp_path: Path) -> list[StepRow]:
    context = {"id": "X1", "problem": PROBLEM, "seen": 1, "tutor": "Which node is next?"}
    file = tmp_path / "X.jsonl"
    messages = [{"message": WORDS, "reading": LABEL}]
    file.write_text(json.dumps({**context, "messages": messages}), encoding="utf-8")
    return read_step_rows(file)


def measured(rows: list[StepRow], *lines: str) -> dict[str, object]:
    return measure_step_readings(rows, lambda *_: "\n".join(lines))


def test_a_row_is_put_to_the_model_as_the_product_puts_it(rows: list[StepRow]) -> None:
    assert rows[0].id == "X1-1"
    assert rows[0].request.endswith(f"Student: {WORDS}")
    assert example_of(rows[0]).answer == "\n".join(LABEL)


def test_a_whole_reading_is_right_in_all_its_lines(rows: list[StepRow]) -> None:
    found = measured(rows, *LABEL)

    assert (found["whole"], found["whole_but_rows"], found["told_wrong"]) == (1.0, 1.0, 0.0)


def test_a_line_is_held_against_those_of_its_kind(rows: list[StepRow]) -> None:
    found = measured(rows, "does: tells, asks", "take Q @2", "value Q 5 @2", "?why not take Q")

    lines = found["lines"]
    assert isinstance(lines, dict)
    assert lines["tells.taken"] == {"precision": 0.0, "recall": 0.0, "labelled": 1}
    assert lines["asks.why"]["recall"] == 1.0
    assert (found["whole"], found["told_wrong"]) == (0.0, 0.5)


def test_what_was_never_said_does_not_count_as_read(rows: list[StepRow]) -> None:
    found = measured(rows, *LABEL, "value Q 9 @2")

    assert found["whole"] == 1.0, "the product leaves it out as well"
    silent = measure_step_readings(rows, lambda *_: None)
    assert (silent["without_a_reading"], silent["whole"]) == (1, 0.0)


def test_other_letters_for_nodes_stand_in_problem_message_and_reading(rows: list[StepRow]) -> None:
    renamed = example_of(rows[0], {"P": "X", "Q": "W", "R": "V"})

    assert "X-W 7" in renamed.request
    assert renamed.request.endswith("Student: V then, and W is 5. why not W?")
    assert renamed.answer.split("\n")[1:] == ["take V @2", "value W 5 @2", "?why not take W"]


@pytest.mark.parametrize(
    ("nodes", "words", "may"),
    [
        (("P", "Q"), "p with 7", True),
        (("A", "B"), "a node", False),
        (("B", "U"), "can u tell", False),
        (("Lib", "Gym"), "Lib", False),
        (("P", "Q"), "q7", False),
    ],
)
def test_letters_that_may_be_words_keep_their_names(
    nodes: tuple[str, ...], words: str, may: bool
) -> None:
    assert may_rename(nodes, words) is may


@pytest.mark.long
def test_every_row_that_judges_is_read_whole_by_the_product() -> None:
    rows = read_step_rows(JUDGE)
    due = {row.request: row.written for row in rows}
    found = measure_step_readings(rows, lambda _task, request, *_: due[request])

    assert found["whole"] == 1.0
