"""A network that ships with the product, as new as its rows, tells what a message does."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evals.understanding.act_labels import hashes_of_own_rows, read_seen
from evals.understanding.act_rows import OWN_ROWS, read_writers
from tutor_app.domain.errors import ModelFileInvalid
from tutor_app.understanding.act_classifier import (
    ENCODER,
    FOLDER,
    LABELS,
    ActClassifier,
    DialogueAct,
)
from tutor_app.understanding.turn_tokens import OnTable, TurnTokenizer


@pytest.fixture(scope="module")
def classifier() -> ActClassifier:
    return ActClassifier()


LOOP = "There is a bug in my loop, it never ends:\nwhile i < 3:\n    print(i)"
# Nobody argues about these, and none of them is a row.
CLEAR: list[tuple[OnTable, str, str, DialogueAct]] = [
    ("nothing", "", "When is the final exam of this course?", "ask.admin"),
    ("nothing", "", "hello there!", "chat.smalltalk"),
    ("nothing", "", LOOP, "work.bug"),
    ("quotes", "“A stack is last in, first out.”", "thanks, that's clear now", "react.ack"),
    ("quotes", "“A heap is a binary tree.”", "can you give me an example of one?", "ask.example"),
    ("trace", "Row 3: node C is selected.", "I'm stuck, give me a hint", "help.stuck"),
    ("program", "Which line is wrong?", "just give me the whole solution", "help.solution"),
    ("exercise", "Exercise 2: how many edges has a tree of n nodes?", "n - 1", "tell.answer"),
]


@pytest.mark.parametrize("turn", CLEAR, ids=lambda turn: turn[-1])
def test_a_clear_message_is_taken_for_what_it_is(
    turn: tuple[OnTable, str, str, DialogueAct], classifier: ActClassifier
) -> None:
    table, last_words, message, act = turn

    assert classifier.classify(table, last_words, message).act == act


def test_the_same_words_are_read_against_what_was_said_before(classifier: ActClassifier) -> None:
    answer = classifier.classify("tutor_question", "How many nodes does it visit?", "4")
    greeting = classifier.classify("nothing", "", "good evening")

    assert (answer.act, answer.about_table) == ("tell.answer", True)
    assert not greeting.about_table


def test_nothing_is_about_an_empty_table(classifier: ActClassifier) -> None:
    assert not classifier.classify("nothing", "", "no, the first edge is 5").about_table


def test_the_two_best_differ_and_doubt_is_said(classifier: ActClassifier) -> None:
    threshold = json.loads((FOLDER / LABELS).read_text())["thresholds"]["sure_from"]
    for message in ("", "k", "?", "thanks, that's clear now", "hm maybe, or not", "x" * 9):
        guess = classifier.classify("trace", "Row 2: what is g(B)?", message)

        assert guess.act != guess.second
        assert 0 < guess.confidence <= 1
        assert guess.sure == (guess.confidence >= threshold)


def test_a_pasted_file_is_cut_not_waited_for() -> None:
    tokenizer = TurnTokenizer(FOLDER / "tokenizer.json")

    long = tokenizer.encode("tutor_question", "why? " * 900, "total = total + 1\n" * 100_000)
    short = tokenizer.encode("trace", "Row 2?", "is it B")

    assert len(long.ids) <= 128
    assert len(short.ids) == len("[CLS] trace : row 2 ? [SEP] is it b [SEP]".split())
    assert len(short.ids[short.part :]) == len("is it b [SEP]".split())


def test_it_needs_no_torch() -> None:
    program = (
        "import sys; from tutor_app.understanding.act_classifier import ActClassifier;"
        "ActClassifier().classify('nothing', '', 'hi');"
        "print(sorted({'torch', 'transformers'} & set(sys.modules)))"
    )

    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert said.stdout == "[]\n", said.stderr


@pytest.mark.parametrize("damage", ["missing", "cut", "other acts"])
def test_damaged_files_are_named_in_words(damage: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path, dirs_exist_ok=True)
    if damage == "missing":
        (tmp_path / ENCODER).unlink()
    elif damage == "cut":
        (tmp_path / ENCODER).write_bytes((FOLDER / ENCODER).read_bytes()[:1000])
    else:
        (tmp_path / LABELS).write_text('{"acts": ["ask.fact"], "thresholds": {}}')

    with pytest.raises(ModelFileInvalid, match="Install Elenchus again"):
        ActClassifier(tmp_path).classify("nothing", "", "hi")


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 25_000_000


def test_the_network_is_as_new_as_the_rows() -> None:
    learned = json.loads((FOLDER / LABELS).read_text())["data"]

    assert learned == hashes_of_own_rows(), "rows have changed: run `make understanding`"
    seen = read_seen(FOLDER)
    rows = [row for own in read_writers([OWN_ROWS]).values() for row in own]
    assert all(row.fingerprint in seen for row in rows)
