"""A model's JSON becomes a validated value, or an error that says what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tutor_app.domain.errors import ModelReplyInvalid
from tutor_app.models.thinking import without_thinking
from tutor_app.wording.catalogue import phrase

NOT_JSON = phrase("models_endpoint.not_json")
Shape = TypeVar("Shape", bound=BaseModel)


def read_reply(text: str, shape: type[Shape]) -> Shape:
    """Return the first JSON object in `text` that fits `shape`.

    Code fences and words around it are passed over, for endpoints that were asked in words.

    Raises:
        ModelReplyInvalid: there is none.
    """
    for candidate in _objects(without_thinking(text)):
        try:
            return shape.model_validate(candidate)
        except ValidationError:
            continue
    raise ModelReplyInvalid(NOT_JSON())


def _objects(text: str) -> Iterator[object]:
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            end = at + 1
        else:
            yield value
        at = text.find("{", end)
