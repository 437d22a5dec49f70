"""The confusion matrix of intents: a row a label, a column a prediction; each set is recognised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from evals.__main__ import app
from evals.answers.intents import (
    LABELS,
    Labelled,
    first_turn,
    measure_intents,
    predict,
    read_labelled,
)

DIALOGUE = (
    "User: Hi! It loops.\n\t<alt>It never ends.\nAssistant: What is i?\nUser: 0\nAssistant: And?"
)


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "set.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_wrong_prediction_stands_in_the_row_of_its_label() -> None:
    result = measure_intents(
        [
            Labelled("What is a hash function?", "direct"),
            Labelled("What is a heap?", "conceptual"),
            Labelled("Why does BFS use a queue?", "conceptual"),
        ]
    )

    direct, conceptual = LABELS.index("direct"), LABELS.index("conceptual")
    assert result["matrix"][conceptual][direct] == 1
    assert result["matrix"][direct][conceptual] == 0
    assert result["n"] == sum(map(sum, result["matrix"])) == 3
    assert result["accuracy"] == 0.6667
    assert result["macro_f1"] == 0.6667  # of direct 2/3, of conceptual 2/3


def test_a_help_is_predicted_as_the_tutor_gives_it_and_small_talk_is_none() -> None:
    told = predict("NullPointerException at Main.java:17 no idea where that comes from")
    result = measure_intents([Labelled("thanks!", "direct"), Labelled("What is a heap?", "direct")])

    assert told is not None and told.intent == "debugging"
    assert predict("thanks!") is None
    assert (result["accuracy"], result["f1"]["direct"]) == (0.5, 0.6667)


def test_labels_that_do_not_occur_are_left_out_of_the_mean() -> None:
    assert measure_intents([Labelled("What is a heap?", "direct")])["macro_f1"] == 1.0


def test_nothing_to_measure_is_an_error() -> None:
    with pytest.raises(ValueError, match="No messages"):
        measure_intents([])


def test_algorithm_problems_are_tracing_or_validation(tmp_path: Path) -> None:
    path = written(
        tmp_path, {"message": "run", "kind": "trace"}, {"message": "ok?", "kind": "check"}
    )

    assert read_labelled(path) == [Labelled("run", "tracing"), Labelled("ok?", "validation")]


def test_dialogues_give_their_first_turn_with_the_program_below_it(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"dialogue": DIALOGUE, "bug_code": "1. while True:\n2.   pass"},
        {"dialogue": DIALOGUE},
    )

    assert first_turn(DIALOGUE) == "Hi! It loops."
    assert read_labelled(path) == [
        Labelled("Hi! It loops.\n\n1. while True:\n2.   pass", "debugging")
    ]


def test_of_questions_about_a_text_only_definitions_and_concepts_count(tmp_path: Path) -> None:
    kinds = ("definition", "conceptual", "procedure", "exercise", "out_of_scope")
    path = written(tmp_path, *({"question": kind, "kind": kind} for kind in kinds))

    assert read_labelled(path) == [
        Labelled("definition", "direct"),
        Labelled("conceptual", "conceptual"),
    ]


def test_the_half_kept_out_of_tuning_is_measured_alone(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"question": "a", "intent": "direct", "kept": True},
        {"question": "b", "intent": "direct", "kept": False},
    )

    assert [one.text for one in read_labelled(path, "kept")] == ["a"]
    assert [one.text for one in read_labelled(path, "tuning")] == ["b"]
    assert len(read_labelled(path)) == 2


def test_a_row_without_a_label_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Not a message with a label"):
        read_labelled(written(tmp_path, {"text": "hello"}))


def test_the_command_prints_json_or_draws_the_matrix(tmp_path: Path) -> None:
    path = str(written(tmp_path, {"question": "What is a heap?", "intent": "direct"}))

    as_json = CliRunner().invoke(app, ["intents", "--questions", path, "--json"])
    drawn = CliRunner().invoke(app, ["intents", "--questions", path])

    assert json.loads(as_json.stdout)["labels"] == list(LABELS)
    assert "█ 1" in drawn.stdout
