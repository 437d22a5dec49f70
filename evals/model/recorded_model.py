"""A capable model that is played by replies written beforehand, each to one prompt.

A prompt is known by its duty and by what changes in it from message to message; the system's words
and the worked examples are left out, so that rewording these keeps the replies.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from tutor_app.domain.errors import ModelRefused
from tutor_app.models.chat_model import ChatMessage, Completion, JsonSchema, Stop
from tutor_app.models.duties import (
    answer,
    ask_follow_up,
    choose,
    judge,
    read_problem,
    understand,
    verify,
)
from tutor_app.models.duties.ask_follow_up import count_tokens

_KEY = 10  # hexadecimal digits: enough for some hundred prompts
# By a field that only the reply to this duty has.
_DUTIES = {
    "act": understand,
    "sentences": answer,
    "supported": verify,
    "covered": judge,
    "question": ask_follow_up,
    "answers": choose,
}


@dataclass
class RecordedModel:
    """Says what was written down for a prompt, and keeps those for which nothing was.

    A prompt without a reply is refused as by an endpoint that is busy: the turn ends without the
    model, and the next run, with the reply written, goes on from there.
    """

    replies: dict[str, str]
    name: str = "recorded"
    wanted: list[dict[str, Any]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    dialogue: str = ""
    """The dialogue that is held, for whoever writes the reply."""

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """See `ChatModel.complete`.

        Raises:
            ModelRefused: nothing was written for this prompt, or more than it has room for.
        """
        module = _module_of(schema)
        # What stands before every request of the duty says nothing of this one.
        asked = [message.content for message in prompt[len(module.fixed_messages()) :]]
        key = fingerprint(module.DUTY, asked)
        reply = self.replies.get(key)
        self.used.add(key)
        if reply is None:
            self.wanted.append(
                {"key": key, "dialogue": self.dialogue, "duty": module.DUTY, "asked": asked}
            )
            raise ModelRefused("busy")
        tokens = count_tokens(reply)
        return Completion(
            text=reply,
            seconds=0.0,
            first_token_seconds=0.0,
            tokens=tokens,
            sent=sum(count_tokens(message.content) for message in prompt),
        )


def read_recorded(path: Path) -> dict[str, str]:
    """Return the replies of a JSON Lines file with `key` and `reply`, by key."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    return {row["key"]: json.dumps(row["reply"], ensure_ascii=False) for row in rows}


def fingerprint(duty: str, asked: Sequence[str]) -> str:
    """Return what a prompt is known by: the same for the same duty and changing messages."""
    return hashlib.sha256(json.dumps([duty, *asked]).encode()).hexdigest()[:_KEY]


def _module_of(schema: JsonSchema | None) -> ModuleType:
    fields = (schema or {}).get("properties", {})
    assert isinstance(fields, dict)
    return next((_DUTIES[name] for name in _DUTIES if name in fields), read_problem)
