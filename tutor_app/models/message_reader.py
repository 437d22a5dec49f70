"""The local model with the adapter that reads what students say of their programs.

It was trained on messages of several writers, and is judged by others: docs/benchmarks.md,
`python -m evals program-readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Literal

from tutor_app.models.adapted_model import ask_in_time
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.prompts import render
from tutor_app.storage.live.model_semaphore import ModelSemaphore

MAX_TOKENS = 200
ROLES: tuple[Literal["user", "assistant"], ...] = ("user", "assistant")
PATIENCE = 15.0  # seconds


class MessageReader:
    """Reads messages with the adapted model; `places` is the line of those who wait for it.

    After `patience` seconds, in line and for the model together, a message is read without it.
    """

    def __init__(
        self,
        model: Callable[[], ChatModel],
        places: ModelSemaphore | None,
        patience: float = PATIENCE,
    ) -> None:
        self._model = model
        self._places = places
        self._patience = patience

    def __call__(
        self, task: str, text: str, stop: Stop = lambda: False, before: Sequence[str] = ()
    ) -> str | None:
        """Return what the model writes to a message; None where it fails or is late.

        `task` names the prompt that says what is read, as the adapter was trained with it; `before`
        is what was put to it and what it wrote, in turns, where this goes on from there.
        """
        turns = (ChatMessage(role, said) for role, said in zip(cycle(ROLES), before, strict=False))
        prompt = (ChatMessage("system", render(task)), *turns, ChatMessage("user", text))
        return ask_in_time(lambda late: self._ask(prompt, late), self._places, self._patience, stop)

    def _ask(self, prompt: Sequence[ChatMessage], late: Stop) -> str | None:
        completion = self._model().complete(prompt, None, MAX_TOKENS, late)
        if completion.stopped:
            return None
        is_cut = completion.tokens >= MAX_TOKENS  # its last line may say something else
        return completion.text.rpartition("\n")[0] if is_cut else completion.text
