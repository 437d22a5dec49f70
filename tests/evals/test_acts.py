"""The figures of `evals acts`, and that what ships is what was trained."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evals.understanding.act_labels import write_labels
from evals.understanding.act_measures import JudgedRow, measure, table_rule, thresholds_of
from evals.understanding.act_rows import OWN_ROWS, ActRow, read_rows
from evals.understanding.moved_openings import move_openings
from evals.understanding.training_settings import TrainingSettings, read_settings
from tutor_app.models.model_files import EMBEDDER
from tutor_app.understanding.act_classifier import (
    ACTS,
    TOKENIZER,
    ActClassifier,
    ActLogits,
    DialogueAct,
    Thresholds,
)

ROW = ActRow(
    writer="w",
    subject="algorithms",
    on_table="trace",
    last_words="Row 2?",
    message="B",
    act="tell.answer",
    also=None,
    about_table=True,
)


def judged(row: ActRow, *best: DialogueAct, about: float = 5.0, sharp: float = 9.0) -> JudgedRow:
    """A row with the acts that are said of it, best first."""
    logits = np.zeros(len(ACTS), dtype=np.float32)
    for place, act in enumerate(best):
        logits[ACTS.index(act)] = sharp - place
    said = ActLogits(acts=logits, about_table=about)
    guess = Thresholds().guess(said, row.on_table)
    return JudgedRow(row=row, guess=guess, logits=said, seconds=0.002)


def test_a_second_label_is_as_right_and_the_second_guess_counts_in_the_top_two() -> None:
    idea = replace(ROW, act="tell.idea", also="ask.check")
    rows = [
        judged(ROW, "tell.answer"),
        judged(idea, "ask.check", "tell.idea"),
        judged(ROW, "ask.run", "tell.answer"),
        judged(ROW, "ask.run", "ask.fact"),
    ]

    figures = measure(rows, {ROW.fingerprint})

    assert figures["acts"] == 0.5
    assert figures["acts_top2"] == 0.75
    # F1 of tell.answer: 1 right of 3, none wrong: 0.5; of ask.check, as the idea was taken: 1.
    assert figures["macro_f1"] == 0.75
    assert figures["constant_rule"] == 0.75
    assert figures["seen_in_training"] == 4  # the words and the table name a row, not its label
    assert figures["seconds_p50"] == 0.002


def test_leaving_the_table_is_measured_where_something_is_on_it() -> None:
    leaves = replace(ROW, about_table=False)
    empty = replace(leaves, on_table="nothing")
    rows = [
        judged(ROW, "tell.answer"),
        judged(leaves, "ask.fact", about=-5.0),
        judged(leaves, "ask.fact", about=5.0),
        judged(empty, "ask.fact", about=5.0),
    ]

    figures = measure(rows)

    assert figures["about_table"] == 0.667
    assert figures["about_table_false_f1"] == 0.667


def test_only_sure_guesses_count_as_confident() -> None:
    rows = [judged(ROW, "tell.answer"), judged(ROW, "ask.run", sharp=0.1)]

    assert measure(rows)["confident"] == [0.5, 1.0]


def test_thresholds_follow_what_unseen_rows_say() -> None:
    leaves = replace(ROW, about_table=False)
    right = [judged(ROW, "tell.answer", sharp=4.0 + step / 10) for step in range(10)]
    wrong = [judged(ROW, "ask.run", sharp=2.0) for _ in range(10)]
    gone = [judged(leaves, "tell.answer", about=0.5, sharp=5.0)]  # probability 0.62

    found = thresholds_of([*right, *wrong, *gone], sure_when_right=0.95)

    guesses = [found.guess(one.logits, "trace") for one in (*right, *wrong, *gone)]
    assert [guess.sure for guess in guesses] == [True] * 10 + [False] * 10 + [True]
    assert [guess.about_table for guess in guesses] == [True] * 20 + [False]


def test_the_rule_beside_it_answers_by_the_table_alone() -> None:
    program = replace(ROW, on_table="program", act="work.mended")

    assert table_rule([ROW, ROW, program], [ROW, program, program]) == 1.0
    assert table_rule([ROW, ROW], [ROW, program]) == 0.5


def test_an_opening_moved_to_another_subject_begins_something_else() -> None:
    opening = replace(ROW, on_table="nothing", last_words="", subject="biology", about_table=False)
    same_subject = replace(opening, subject="algorithms")

    moved = move_openings([ROW, opening, same_subject], 1.0, random.Random(1))

    assert moved == [ROW, replace(opening, on_table="trace", last_words="Row 2?"), same_subject]
    assert move_openings([ROW, opening], 0.0, random.Random(1)) == [ROW, opening]


@pytest.mark.parametrize(
    "wrong", [{"act": "ask.nothing"}, {"also": "x"}, {"on_table": "desk"}, {"message": None}]
)
def test_a_row_with_a_label_that_there_is_not_is_refused(
    wrong: dict[str, Any], tmp_path: Path
) -> None:
    row = {"subject": "s", "on_table": "nothing", "tutor_said": None, "message": "hi"}
    labels = {"act": "react.ack", "also": None, "about_table": False}
    path = tmp_path / "writer_x.jsonl"
    path.write_text(json.dumps({**row, **labels, **wrong}))

    with pytest.raises(ValueError, match="writer_x, row 1"):
        read_rows(path)


@pytest.mark.long
def test_what_ships_says_what_was_trained(model_cache: Path, tmp_path: Path) -> None:
    import torch  # noqa: PLC0415

    from evals.understanding.act_training import train, untrained  # noqa: PLC0415
    from evals.understanding.means_network import padded  # noqa: PLC0415
    from evals.understanding.network_export import read_network, write_network  # noqa: PLC0415
    from tutor_app.understanding.turn_tokens import TurnTokenizer  # noqa: PLC0415

    base = model_cache / "models" / EMBEDDER.target
    rows = read_rows(sorted(OWN_ROWS.glob("*.jsonl"))[0])[:8]
    network = train(rows, base, replace(read_settings(), epochs=1))

    write_network(network, tmp_path, part="message")
    shutil.copyfile(base / TOKENIZER, tmp_path / TOKENIZER)
    write_labels(tmp_path, Thresholds(), {})

    shipped, tokenizer = ActClassifier(tmp_path), TurnTokenizer(base / "tokenizer.json")
    for row in rows:
        turn = (row.on_table, row.last_words, row.message)
        with torch.no_grad():
            acts, _ = network(*padded([tokenizer.encode(*turn)]))
        likeness = np.corrcoef(acts[0].numpy(), shipped.weigh(*turn).acts)[0, 1]
        assert likeness > 0.99
    # What ships can be read back, so that training goes on from there.
    again = read_network(untrained(base, read_settings()), tmp_path).eval()
    first = tokenizer.encode(rows[0].on_table, rows[0].last_words, rows[0].message)
    with torch.no_grad():
        before, after = (each(*padded([first])) for each in (network, again))
    for one, other in zip(before, after, strict=True):
        assert np.allclose(one.numpy(), other.numpy(), atol=0.1)


def test_going_on_sees_new_rows_in_every_pass_and_the_others_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from torch.nn import Linear  # noqa: PLC0415

    from evals.understanding import act_training  # noqa: PLC0415

    new, known = [ROW], [replace(ROW, message=str(number)) for number in range(10)]
    seen: list[list[ActRow]] = []
    rates: list[float] = []

    def learn(network: Any, epochs: Any, base: Path, settings: TrainingSettings) -> None:
        seen.extend(epochs)
        rates.append(settings.encoder_rate)

    monkeypatch.setattr(act_training, "_learn", learn)
    settings = replace(
        read_settings(), onward=3, onward_rate=0.5, onward_networks=1, encoder_rate=8.0
    )

    act_training.train_onward(Linear(1, 1), new, known, tmp_path, settings)  # type: ignore[arg-type]

    assert [rows.count(ROW) for rows in seen] == [1, 1, 1]
    assert sorted(row.message for rows in seen for row in rows if row != ROW) == [*"0123456789"]
    assert rates == [4.0]


def test_the_mean_of_networks_that_went_on_ships(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from torch.nn import Linear, init  # noqa: PLC0415

    from evals.understanding import act_training  # noqa: PLC0415

    begun: list[float] = []

    def learn(network: Any, epochs: Any, base: Path, settings: TrainingSettings) -> None:
        begun.append(network.weight.item())
        init.constant_(network.weight, settings.seed)

    monkeypatch.setattr(act_training, "_learn", learn)
    network = Linear(1, 1)
    init.constant_(network.weight, 7.0)
    settings = replace(read_settings(), seed=1, onward_networks=2)

    act_training.train_onward(network, [ROW], [], tmp_path, settings)  # type: ignore[arg-type]

    assert begun == [7.0, 7.0]
    assert network.weight.item() == 1.5
