"""The local model with the adapters that read what students say of programs and of runs.

They were trained on messages of several writers, and are judged by others: docs/benchmarks.md,
`python -m evals program-readings` and `step-readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Final, Literal

from tutor_app.models.adapted_model import AdapterName, ask_in_time
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.prompts import render
from tutor_app.storage.live.model_semaphore import ModelSemaphore

MAX_TOKENS = 200
ROLES: tuple[Literal["user", "assistant"], ...] = ("user", "assistant")
PATIENCE = 15.0  # seconds
# The adapter of each task, which is the name of a prompt.
ADAPTER_OF: Final[Mapping[str, AdapterName]] = {
    "read_program_message": "read_messages",
    "mend_program": "read_messages",
    "read_steps": "read_steps",
}


class MessageReader:
    """Reads messages with the adapted model; `places` is the line of those who wait for it.

    `model` opens it with the adapter of a task in force. After `patience` seconds, in line and for
    the model together, a message is read without it.
    """

    def __init__(
        self,
        model: Callable[[AdapterName], ChatModel],
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
        adapter = ADAPTER_OF[task]
        return ask_in_time(
            lambda late: self._ask(adapter, prompt, late), self._places, self._patience, stop
        )

    def _ask(self, adapter: AdapterName, prompt: Sequence[ChatMessage], late: Stop) -> str | None:
        completion = self._model(adapter).complete(prompt, None, MAX_TOKENS, late)
        if completion.stopped:
            return None
        is_cut = completion.tokens >= MAX_TOKENS  # its last line may say something else
        return completion.text.rpartition("\n")[0] if is_cut else completion.text
