"""A model's JSON becomes a value or an error."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ConfigDict

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.structured_replies import read_reply


class Asked(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    question: str


@pytest.mark.parametrize(
    "text",
    [
        '{"question": "Why {a}?"}',
        '```json\n{"question": "Why {a}?"}\n```',
        'Sure! Here it is: {"question": "Why {a}?"} Anything else?',
        '<think>{"question": "a draft?"}</think>{"question": "Why {a}?"}',
        'As {asked}: {"type": "object"} {"question": "Why {a}?"}',
    ],
)
def test_the_object_asked_for_is_found_whatever_stands_around_it(text: str) -> None:
    assert read_reply(text, Asked).question == "Why {a}?"


@pytest.mark.parametrize(
    "text", ["", "Why?", '{"question": "cut off', '{"question": 3}', '{"answer": "no"}', "[]", "{"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ModelReplyInvalid):
        read_reply(text, Asked)
