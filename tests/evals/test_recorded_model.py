"""A model played by written replies: known prompts are answered, the others kept and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evals.model.recorded_command import FOLDER
from evals.model.recorded_model import RecordedModel, fingerprint, read_recorded
from tutor_app.domain.errors import ModelRefused
from tutor_app.models.chat_model import ChatMessage
from tutor_app.models.duties.verify import (
    DUTY,
    fixed_messages,
    verdict_schema,
    verification_prompt,
)

PROMPT = verification_prompt(["A stack hands back the last one."], "what is it", ["It is a stack."])
KEY = fingerprint(DUTY, [PROMPT[-1].content])


def say(model: RecordedModel, prompt: list[ChatMessage]) -> str:
    return model.complete(prompt, verdict_schema(1), 40, lambda: False).text


def test_a_prompt_without_a_reply_is_refused_and_kept_for_who_writes_it() -> None:
    model = RecordedModel({}, dialogue="d1")
    with pytest.raises(ModelRefused):
        say(model, list(PROMPT))
    (wanted,) = model.wanted
    assert (wanted["key"], wanted["dialogue"], wanted["duty"]) == (KEY, "d1", DUTY)
    assert wanted["asked"] == [PROMPT[-1].content]


def test_a_reply_is_found_by_duty_and_changing_words_alone(tmp_path: Path) -> None:
    file = tmp_path / "replies.jsonl"
    file.write_text(json.dumps({"key": KEY, "reply": {"supported": [1]}}) + "\n")
    model = RecordedModel(read_recorded(file))
    assert json.loads(say(model, list(PROMPT))) == {"supported": [1]}

    other_examples = [ChatMessage("user", "other words") for _ in fixed_messages()]
    assert say(model, [*other_examples, PROMPT[-1]])
    assert model.wanted == []


def test_a_second_try_is_another_prompt() -> None:
    model = RecordedModel({KEY: "no JSON"})
    say(model, list(PROMPT))
    with pytest.raises(ModelRefused):
        say(model, [*PROMPT, ChatMessage("assistant", "no JSON"), ChatMessage("user", "again")])


def test_every_dialogue_is_held_on_one_of_the_two_courses() -> None:
    rows = [json.loads(line) for line in (FOLDER / "dialogues.jsonl").open(encoding="utf-8")]
    assert len({row["id"] for row in rows}) == len(rows) == 60
    assert sorted({row["course"] for row in rows}) == ["algebra", "search"]
