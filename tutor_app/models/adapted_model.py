"""The local model with adapters of our own (LoRA, rank 8), each trained for one task.

They fit the default model alone. What they were trained on, and how they are judged:
docs/benchmarks.md, evals/reader_training.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from tutor_app.domain.errors import TutorError
from tutor_app.domain.settings import Settings
from tutor_app.models.chat_model import Stop
from tutor_app.models.local_endpoint import local_endpoint
from tutor_app.storage.live.model_semaphore import ModelSemaphore

if TYPE_CHECKING:
    from tutor_app.models.openai_client import OpenAIChat

AdapterName = Literal["read_messages", "decide_by_course", "read_steps"]
ADAPTERS: tuple[AdapterName, ...] = ("read_messages", "decide_by_course", "read_steps")
MODEL = "default"

Outcome = TypeVar("Outcome")
logger = logging.getLogger(__name__)


def adapter_file(name: AdapterName) -> Path:
    """Return the file of an adapter."""
    return Path(__file__).with_name("adapters") / f"{name}.gguf"


def in_force(name: AdapterName) -> dict[str, object]:
    """Return the fields of llama.cpp that put one adapter in force for a request.

    What it read is kept, so that a request that begins alike is read on from there.
    """
    scales = [{"id": at, "scale": float(each == name)} for at, each in enumerate(ADAPTERS)]
    return {"lora": scales, "cache_prompt": True}


def has_adapters(settings: Settings) -> bool:
    """Whether the model of these settings is the one that the adapters were made for."""
    return settings.uses_local_model and settings.model == MODEL


def open_adapted(settings: Settings, name: AdapterName) -> OpenAIChat:
    """Return the embedded model with an adapter in force.

    Raises:
        ModelUnreachable: no model server was started on this ELENCHUS_HOME.
    """
    local = local_endpoint(settings)
    return _opened(local.base_url, local.api_key, local.name, name)


@lru_cache(maxsize=8)
def _opened(base_url: str, api_key: str, model: str, adapter: AdapterName) -> OpenAIChat:
    # Half a second of import, which a worker without this model never needs.
    from tutor_app.models.openai_client import EndpointLimits, OpenAIChat  # noqa: PLC0415

    # A reader that is not there must not keep a student waiting: one try.
    limits = EndpointLimits(tries=1)
    return OpenAIChat(base_url, api_key, model, limits=limits, beside=in_force(adapter))


def ask_in_time(
    ask: Callable[[Stop], Outcome | None],
    places: ModelSemaphore | None,
    patience: float,
    stop: Stop,
) -> Outcome | None:
    """Return what the model gives within `patience` seconds, in line and for itself together.

    `places` is the line of those who wait for it. None where it fails, is stopped or late.
    """
    until = time.monotonic() + patience

    def late() -> bool:
        return stop() or time.monotonic() > until

    try:
        if places is None:
            return ask(late)
        with places.line(uuid.uuid4().hex, late) as ahead:
            for _ in ahead:
                pass
            return None if late() else ask(late)
    except TutorError as exc:
        logger.warning("A message is read without the model: %s", exc)
        return None
