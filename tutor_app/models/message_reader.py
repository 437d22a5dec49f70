"""The local model with an adapter of our own, which reads what students say in their messages.

The adapter (LoRA, rank 8) was trained on messages of several writers, and is judged by others:
docs/benchmarks.md, `python -m evals program-readings`. It fits the default model alone.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import cycle
from pathlib import Path
from typing import Literal

from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import ChatMessage, ChatModel, Stop
from tutor_app.models.local_endpoint import local_endpoint
from tutor_app.models.prompts import render
from tutor_app.storage.live.model_semaphore import ModelSemaphore

ADAPTER = Path(__file__).with_name("adapters") / "read_messages.gguf"
MODEL = "default"
# Fields of llama.cpp: the adapter is in force for this request, and what it read is kept.
WITH_ADAPTER = {"lora": [{"id": 0, "scale": 1.0}], "cache_prompt": True}
MAX_TOKENS = 200
ROLES: tuple[Literal["user", "assistant"], ...] = ("user", "assistant")
PATIENCE = 15.0  # seconds

logger = logging.getLogger(__name__)


def has_adapter(settings: Settings) -> bool:
    """Whether the model of these settings is the one that the adapter was made for."""
    return settings.uses_local_model and settings.model == MODEL


def open_adapted(settings: Settings) -> ChatModel:
    """Return the embedded model with the adapter in force.

    Raises:
        ModelUnreachable: no model server was started on this ELENCHUS_HOME.
    """
    local = local_endpoint(settings)
    return _opened(local.base_url, local.api_key, local.name)


@lru_cache(maxsize=4)
def _opened(base_url: str, api_key: str, name: str) -> ChatModel:
    # Half a second of import, which a worker without this model never needs.
    from tutor_app.models.openai_client import EndpointLimits, OpenAIChat  # noqa: PLC0415

    # A reader that is not there must not keep a student waiting: one try.
    return OpenAIChat(base_url, api_key, name, limits=EndpointLimits(tries=1), beside=WITH_ADAPTER)


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
        until = time.monotonic() + self._patience

        def late() -> bool:
            return stop() or time.monotonic() > until

        turns = (ChatMessage(role, said) for role, said in zip(cycle(ROLES), before, strict=False))
        prompt = (ChatMessage("system", render(task)), *turns, ChatMessage("user", text))
        try:
            if self._places is None:
                return self._ask(prompt, late)
            with self._places.line(uuid.uuid4().hex, late) as places:
                for _ in places:
                    pass
                return None if late() else self._ask(prompt, late)
        except TutorError as exc:
            logger.warning("A message is read without the model: %s", exc)
            return None

    def _ask(self, prompt: Sequence[ChatMessage], late: Stop) -> str | None:
        completion = self._model().complete(prompt, None, MAX_TOKENS, late)
        if completion.stopped:
            return None
        is_cut = completion.tokens >= MAX_TOKENS  # its last line may say something else
        return completion.text.rpartition("\n")[0] if is_cut else completion.text
