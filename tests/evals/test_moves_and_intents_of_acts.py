"""What confusing two acts costs, what the page's help is told as, how far two labellers agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.understanding.act_rows import TABLES
from evals.understanding.agreement import Label, agreement, read_labels
from evals.understanding.intents_through_respond import (
    FIVE,
    SMALL_TALK,
    IntentRow,
    help_told,
    is_of_intents,
    measure_intents,
    read_intents,
)
from evals.understanding.move_families import (
    WAY_ON,
    families_of_label,
    family_of_guess,
    move_families,
)
from tests.evals.test_acts import ROW, judged
from tutor_app.conversation.services import Services
from tutor_app.domain.errors import IndexMissing
from tutor_app.retrieval.profiles import profile_named
from tutor_app.understanding.act_classifier import ACTS, ActGuess, DialogueAct
from tutor_app.understanding.turn_tokens import OnTable


def guessed(act: DialogueAct, second: DialogueAct, *, about_table: bool = True) -> ActGuess:
    return ActGuess(act=act, confidence=0.9, second=second, sure=True, about_table=about_table)


@pytest.mark.parametrize("table", TABLES)
def test_every_act_has_a_family_on_every_table(table: OnTable) -> None:
    for act in ACTS:
        assert move_families().family([act], table, about_table=True)
    assert set(move_families().families) == set(ACTS)


def test_acts_that_lead_to_one_move_may_be_confused() -> None:
    label = families_of_label("ask.why", None, "quotes", about_table=True)

    assert family_of_guess(guessed("ask.fact", "ask.why"), "quotes") in label
    assert family_of_guess(guessed("ask.example", "ask.why"), "quotes") not in label


def test_who_leaves_the_table_is_answered_as_one_who_opens() -> None:
    label = families_of_label("ask.fact", None, "program", about_table=False)

    assert family_of_guess(guessed("ask.fact", "ask.why"), "program") not in label
    assert family_of_guess(guessed("ask.fact", "ask.why", about_table=False), "program") in label


def test_where_an_act_has_no_move_the_second_decides() -> None:
    more = guessed("ask.more", "help.stuck")

    assert family_of_guess(more, "program") == "hint"
    assert families_of_label("ask.more", "ask.why", "program", about_table=True) == {"explain"}
    assert family_of_guess(guessed("ask.more", "ask.practice"), "program") == WAY_ON


def test_a_second_label_makes_its_move_right_too() -> None:
    right = judged(ROW, "tell.answer")
    as_right = judged(ROW, "work.submit")  # on a trace both get a verdict
    wrong = judged(ROW, "ask.run")

    assert [one.right_move for one in (right, as_right, wrong)] == [True, True, False]


def test_the_five_are_measured_and_other_labels_are_counted_by_name() -> None:
    rows = [
        IntentRow(text="a", intent="direct"),
        IntentRow(text="b", intent="conceptual"),
        IntentRow(text="c", intent="tracing"),
        IntentRow(text="d", intent="greeting"),
    ]

    figures = measure_intents(rows, ["direct", "direct", "debugging", SMALL_TALK])

    assert figures["intents"] == 0.333
    assert figures["intents_told_as_one"] == 0.667
    assert figures["by_intent"]["tracing"] == {"debugging": 1}
    assert figures["other_labels"] == {"greeting": {SMALL_TALK: 1}}


def test_without_a_row_of_the_five_there_is_no_share() -> None:
    assert measure_intents([], [])["intents"] is None


def test_rows_say_themselves_whether_they_have_intents(tmp_path: Path) -> None:
    intents, acts = tmp_path / "intents.jsonl", tmp_path / "acts.jsonl"
    intents.write_text(json.dumps({"text": "hi", "intent": "greeting"}) + "\n\n")
    acts.write_text(json.dumps({"message": "hi", "act": "chat.smalltalk"}) + "\n")

    assert is_of_intents(intents)
    assert not is_of_intents(acts)
    assert read_intents(intents) == [IntentRow(text="hi", intent="greeting")]


def test_the_help_is_told_by_the_tutor_itself_even_before_there_is_material() -> None:
    def no_course(course_id: str) -> object:
        raise IndexMissing("no material yet")

    services = Services(
        courses=no_course,  # type: ignore[arg-type]
        embedder=None,  # type: ignore[arg-type]
        profile=profile_named("dense"),
    )

    assert help_told("What is a queue?", services) in FIVE
    assert help_told("hello!", services) == SMALL_TALK


def test_labellers_agree_where_one_takes_either_act_of_the_other() -> None:
    first = {
        "1": Label(act="ask.why", also=None, about_table=True),
        "2": Label(act="ask.why", also="ask.fact", about_table=False),
        "3": Label(act="tell.idea", also=None, about_table=False),
        "only here": Label(act="ask.why", also=None, about_table=True),
    }
    second = {
        "1": Label(act="ask.why", also=None, about_table=True),
        "2": Label(act="ask.fact", also=None, about_table=False),
        "3": Label(act="ask.check", also=None, about_table=True),
    }

    figures = agreement(first, second)

    assert figures["rows"] == 3
    # Of six judgements: both of the first row, and the second labeller's on row 2.
    assert figures["acts"] == pytest.approx(0.5)
    assert figures["same_act"] == pytest.approx(1 / 3)
    assert figures["kappa"] == pytest.approx((1 / 3 - 2 / 9) / (1 - 2 / 9))
    assert figures["about_table_false_f1"] == pytest.approx(2 / 3)


def test_labels_are_read_by_their_id(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(json.dumps({"id": "7", "act": "ask.why", "also": None, "about_table": True}))

    assert read_labels(path) == {"7": Label(act="ask.why", also=None, about_table=True)}
