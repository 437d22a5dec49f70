"""The exam for hints in a model's words: what earns the duty, and what does not."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.doubles.chat_models import Scripted, cuts_the_stream
from tutor_app.domain.values import Quote
from tutor_app.models.duties.duty_registry import PHRASED_AT_ONCE, duty_named
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.duties.phrase_hint import may_phrase
from tutor_app.models.exams.exam_items import read_hint_sets
from tutor_app.models.exams.exam_runner import Room, estimate, examine
from tutor_app.models.exams.take_exam import ExamBrokenOff

DUTY = duty_named("phrase-hint")
MODEL = ModelIdentity(kind="endpoint", name="scripted", digest="e" * 64)


def always(question: str, quotes: Sequence[Quote]) -> bool:
    return True


def room(folder: Path) -> Room:
    return Room(identity=MODEL, folder=folder, leads_back=lambda: always)


def in_the_quotes(message: str) -> tuple[list[str], str]:
    lines = re.findall(r"^- (.*)$", message, re.MULTILINE)
    asked = [line.removeprefix("Question: ") for line in lines if line.startswith("Question: ")]
    return [line for line in lines if not line.startswith("Question: ")], "".join(asked)


def puts_words_around(message: str, fields: frozenset[str]) -> str:
    told, question = in_the_quotes(message)
    said = {
        "hint": f"Here is what I can tell you about this. {' '.join(told)}",
        "question": f"So tell me, what do you think about this: {question}",
    }
    return json.dumps({field: said[field] for field in fields})


def repeats(message: str, fields: frozenset[str]) -> str:
    told, question = in_the_quotes(message)
    said = {"hint": " ".join(told), "question": question}
    return json.dumps({field: said[field] for field in fields})


def test_there_are_60_hints_of_every_help_and_level_half_kept_from_tuning() -> None:
    items = read_hint_sets()
    assert Counter(item.kind for item in items) == {"tracing": 25, "debugging": 20, "exercise": 15}
    assert Counter(item.split for item in items) == {"tune": 30, "kept": 30}
    assert {item.level for item in items if item.kind == "tracing"} == {1, 2, 3, 4}
    assert {item.level for item in items if item.kind == "debugging"} == {1, 2, 3, 4}
    assert len({item.id for item in items}) == 60
    student = {item.id.rpartition("-")[0]: item.split for item in items}
    assert all(student[item.id.rpartition("-")[0]] == item.split for item in items)


def test_every_item_is_one_that_the_tutor_would_put_to_a_model() -> None:
    assert all(may_phrase(item.as_exact()) for item in read_hint_sets())


def test_hints_in_other_words_earn_the_duty_at_one_try_each(tmp_path: Path) -> None:
    model = Scripted(puts_words_around)
    result = examine(DUTY, model, room(tmp_path))
    assert result.complete
    assert result.passes(DUTY), result.figures
    assert len(model.asked) == 60


@pytest.mark.parametrize(
    "reply",
    [
        repeats,
        lambda *_: "Sure!",
        lambda message, fields: json.dumps(dict.fromkeys(fields, "Is step 9 well done?")),
    ],
)
def test_the_template_word_for_word_or_anything_else_earns_nothing(
    tmp_path: Path, reply: object
) -> None:
    assert callable(reply)
    result = examine(DUTY, Scripted(reply), room(tmp_path))
    assert next(f.value for f in result.figures if f.name == PHRASED_AT_ONCE) == 0.0
    assert not result.passes(DUTY)


def test_a_stream_that_is_cut_breaks_it_off(tmp_path: Path) -> None:
    with pytest.raises(ExamBrokenOff, match="go on"):
        examine(DUTY, Scripted(cuts_the_stream), room(tmp_path))
    assert estimate(DUTY, room(tmp_path), None).items == 60
