"""A model that is asked for the tutor's question, and the line in which one waits for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import contextmanager

from tutor_app.domain.errors import LiveStateLost
from tutor_app.models.chat_model import ChatMessage, Completion


class Script:
    """A model that says what it is told to, and `verifies` it or not."""

    name = "script"

    def __init__(self, *replies: str | Exception, verifies: bool = True) -> None:
        self.replies = list(replies)
        self.verifies = verifies
        self.prompts: list[Sequence[ChatMessage]] = []

    def complete(self, prompt, schema, max_tokens, stop) -> Completion:  # type: ignore[no-untyped-def]
        self.prompts.append(prompt)
        if "supported" in schema["properties"]:  # it is asked to verify its question
            text = json.dumps({"supported": [1] if self.verifies else []})
            return Completion(text=text, seconds=1, first_token_seconds=1, tokens=5)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        text = json.dumps({"question": reply})
        return Completion(text=text, seconds=2, first_token_seconds=1, tokens=9, stopped=stop())


class Line:
    """The line for the model, with `ahead` askers before; `broken` once Redis is away."""

    def __init__(self, *ahead: int, broken: bool = False) -> None:
        self.ahead, self.broken = ahead, broken
        self.released = 0

    @contextmanager
    def line(self, holder, stop):  # type: ignore[no-untyped-def]
        def places():  # type: ignore[no-untyped-def]
            if self.broken:
                raise LiveStateLost("Redis does not answer.")
            for ahead in self.ahead:
                if stop():
                    return False
                yield ahead
            return not stop()

        try:
            yield places()
        finally:
            self.released += 1
