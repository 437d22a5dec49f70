"""Models that a test scripts: each answers as its function says, in no time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tutor_app.domain.errors import ModelUnreachable
from tutor_app.models.chat_model import ChatMessage, Completion, JsonSchema, Stop

_CLAIM = re.compile(r"^Sentence: (?P<sentence>.*)$", re.MULTILINE)


@dataclass
class Scripted:
    """Replies with what `reply` returns for the last message and the fields that are asked for."""

    reply: Callable[[str, frozenset[str]], str]
    name: str = "scripted"
    asked: list[str] = field(default_factory=list)

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        self.asked.append(prompt[-1].content)
        fields = schema["properties"] if schema else {}
        assert isinstance(fields, dict)
        text = self.reply(prompt[-1].content, frozenset(fields))
        return Completion(text=text, seconds=0.0, first_token_seconds=0.0, tokens=1, stopped=stop())


def verdict(supported: bool) -> str:
    return json.dumps({"supported": "yes" if supported else "no"})


def sentences(*texts: str) -> str:
    return json.dumps({"sentences": texts})


def claim_in(message: str) -> str:
    """The sentence that a message asks to verify."""
    found = _CLAIM.search(message)
    assert found is not None, message
    return found["sentence"]


def writes_and_always_says_yes(*texts: str) -> Scripted:
    """Writes these sentences, and again when asked to repair; finds everything supported."""

    def reply(message: str, fields: frozenset[str]) -> str:
        return verdict(True) if "supported" in fields else sentences(*texts)

    return Scripted(reply)


def cuts_the_stream(message: str, fields: frozenset[str]) -> str:
    raise ModelUnreachable("the connection was lost")
