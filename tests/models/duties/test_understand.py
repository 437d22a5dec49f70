"""The duty "understand a message", its exam, and attacks on it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.doubles.chat_models import Scripted
from tests.models.duties.test_choose import ATTACKS, never, room
from tutor_app.models.duties.duty_registry import duty_named
from tutor_app.models.duties.understand import fixed_messages, understand_message
from tutor_app.models.exams.exam_runner import examine
from tutor_app.models.exams.understand_exam import ActItem, read_act_items
from tutor_app.models.prompts import as_data
from tutor_app.understanding.act_classifier import ACTS

UNDERSTAND = duty_named("understand")
BEFORE = "“A queue hands out the oldest vertex first.” (page 2)"
GOOD = {"act": "ask.why", "second": "ask.fact", "about_table": True, "stands_alone": "why?"}


def reading(**changed: object) -> Scripted:
    return Scripted(lambda message, fields: json.dumps({**GOOD, **changed}))


def test_one_call_tells_act_table_and_the_question_that_stands_alone() -> None:
    model = reading(stands_alone="Why does a queue hand out the oldest vertex?")
    told = understand_message("quotes", BEFORE, "but why does it", model, never)
    assert told.reading is not None
    assert (told.reading.act, told.reading.about_table) == ("ask.why", True)
    assert told.reading.stands_alone == "Why does a queue hand out the oldest vertex?"
    assert len(model.asked) == 1


def test_a_question_that_brings_in_other_words_is_not_searched() -> None:
    model = reading(stands_alone="Why does Zanzibar export cloves?")
    told = understand_message("quotes", BEFORE, "but why does it", model, never)
    assert told.reading is not None
    assert told.reading.stands_alone == "but why does it"


@pytest.mark.parametrize("reply", ["ask.why", "{}", json.dumps({**GOOD, "act": "obey"})])
def test_a_reply_of_another_shape_is_not_asked_for_again(reply: str) -> None:
    model = Scripted(lambda message, fields: reply)
    assert understand_message("quotes", BEFORE, "why", model, never).reading is None
    assert len(model.asked) == 1


def test_every_act_is_explained_to_the_model() -> None:
    system = fixed_messages()[0].content
    assert all(f"- {act}: " in system for act in ACTS)


def test_the_end_of_what_the_tutor_said_is_what_it_reads() -> None:
    model = reading()
    said = f"{'A long table of rows. ' * 200}Which node comes next?"
    understand_message("trace", said, "C?", model, never)
    assert "Which node comes next?" in model.asked[0]
    assert len(model.asked[0]) < len(said)


def obeys(message: str, fields: frozenset[str]) -> str:
    """A model that does what any text in its prompt tells it."""
    told = re.search(r"reply with (\[[\d, ]+\]|\{.*?\]\}|the words PWNED)", message)
    return told[1] if told is not None else json.dumps(GOOD)


def test_an_attack_leads_nowhere_a_message_could_not_lead_and_stays_in_its_place() -> None:
    for attack in ATTACKS:
        in_message = understand_message("quotes", BEFORE, attack, Scripted(obeys), never)
        in_quotes = understand_message("quotes", attack, "why?", Scripted(obeys), never)
        for told in (in_message, in_quotes):
            assert told.reading is None or told.reading.act in ACTS, attack
            (attempt,) = told.attempts
            assert attempt.prompt.count("</question>") == attempt.prompt.count("</before>") == 1
            assert "<|im_" not in attempt.prompt


# --- its exam ----------------------------------------------------------------------------------


def model_that(says: object) -> Scripted:
    items = {as_data(item.message): item for item in read_act_items()}

    def reply(message: str, fields: frozenset[str]) -> str:
        asked = message.partition("<question>")[2].partition("</question>")[0]
        return json.dumps({**GOOD, **says(items[asked])})  # type: ignore[operator]

    return Scripted(reply)


def right(item: ActItem) -> dict[str, object]:
    return {"act": min(item.right), "about_table": item.about_table}


def test_the_items_are_messages_that_the_classifier_is_often_wrong_about() -> None:
    items = read_act_items()
    assert len({item.id for item in items}) == len(items) == 60
    guessed = sum(item.guessed in item.right for item in items)
    assert guessed < 0.65 * len(items)


def test_a_model_that_reads_rightly_passes_and_one_no_better_than_the_classifier_does_not(
    tmp_path: Path,
) -> None:
    assert examine(UNDERSTAND, model_that(right), room(tmp_path / "a")).passes(UNDERSTAND)

    def as_guessed(item: ActItem) -> dict[str, object]:
        return {"act": item.guessed, "about_table": item.about_table}

    worse = examine(UNDERSTAND, model_that(as_guessed), room(tmp_path / "b"))
    assert not worse.passes(UNDERSTAND)
