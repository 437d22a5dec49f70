"""What the tutor asks of a model: the seam, and the values that cross it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

JsonSchema = Mapping[str, object]
Stop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A reply of a model. `stopped` says that it was broken off on request, so `text` is a part.

    `seconds` runs from the request to the end of the reply, `first_token_seconds` to its first
    text (None if there was none). `tokens` is what the endpoint counted, thinking included, else
    the pieces of text that it sent; `sent` the tokens of the prompt, 0 if it did not count them.
    `price` is what they cost, where prices are set.
    """

    text: str
    seconds: float
    first_token_seconds: float | None
    tokens: int
    stopped: bool = False
    sent: int = 0
    price: float = 0.0


class ChatModel(Protocol):
    """A model that replies to a list of messages."""

    @property
    def name(self) -> str: ...

    def complete(
        self, prompt: Sequence[ChatMessage], schema: JsonSchema | None, max_tokens: int, stop: Stop
    ) -> Completion:
        """Return the reply to `prompt`, as JSON of `schema` where one is given.

        The text is not yet checked against the schema:
        see `tutor_app.models.structured_replies.read_reply`.
        `stop` is asked while the reply is awaited and between its pieces.

        Raises:
            ModelUnreachable: no answer, or the connection was lost before the reply was whole.
            ModelRefused: the endpoint answered with an error.
        """
        ...
