"""Models that a test scripts: each answers as its function says, in no time."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tutor_app.domain.errors import ModelUnreachable
from tutor_app.models.chat_model import ChatMessage, Completion, JsonSchema, Stop


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


def verdicts(*supported: int) -> str:
    """The numbers, from 1, of the sentences that are found supported."""
    return json.dumps({"supported": supported})


def answering(
    *texts: str,
    rests_on: tuple[int, ...] = (1,),
    answers: tuple[int, ...] = (1,),
    denies: bool = False,
) -> str:
    """An answer of these sentences, all on the same quotes."""
    written = [{"text": text, "rests_on": rests_on} for text in texts]
    return json.dumps({"answers": answers, "denies": denies, "sentences": written})


def sentences_in(message: str) -> list[str]:
    """The sentences that a message asks to verify, in their order."""
    part = message.partition("<sentences>")[2].partition("</sentences>")[0]
    return re.findall(r"^\d+\. (.*)$", part, re.MULTILINE)


def verifying(message: str, finds: Callable[[str], bool]) -> str:
    """The verdict of who finds these sentences supported."""
    said = sentences_in(message)
    return verdicts(*(number for number, one in enumerate(said, 1) if finds(one)))


def writes_and_always_says_yes(*texts: str) -> Scripted:
    """Writes these sentences and finds everything supported."""

    def reply(message: str, fields: frozenset[str]) -> str:
        if "supported" in fields:
            return verifying(message, lambda _: True)
        return answering(*texts)

    return Scripted(reply)


def cuts_the_stream(message: str, fields: frozenset[str]) -> str:
    raise ModelUnreachable("the connection was lost")
