"""The model server loads the adapter with the model it was made for, and applies it on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from tutor_app.domain.settings import Settings
from tutor_app.models.adapted_model import ADAPTERS, adapter_file
from tutor_app.models.local_endpoint import reserve_endpoint
from tutor_app.runtime.composition import build_message_reader
from tutor_app.runtime.embedded.model_server import parameters


def adapters(settings: Settings) -> list[str]:
    params = parameters(settings, Path("model.gguf"), reserve_endpoint(settings))
    return [each.path for each in params.lora_adapters]


def of_model(settings: Settings, model: str) -> Settings:
    return settings.model_copy(update={"model": model})


def test_the_default_model_is_served_with_the_adapter_left_to_each_request(
    settings: Settings,
) -> None:
    chosen = of_model(settings, "default")
    params = parameters(chosen, Path("model.gguf"), reserve_endpoint(chosen))

    assert adapters(chosen) == [str(adapter_file(name)) for name in ADAPTERS]
    assert params.lora_init_without_apply


@pytest.mark.parametrize("model", ["small", "/models/other.gguf"])
def test_another_model_is_served_without_it(settings: Settings, model: str) -> None:
    assert adapters(of_model(settings, model)) == []


def test_messages_are_read_where_the_adapter_is_there(settings: Settings) -> None:
    assert build_message_reader(of_model(settings, "default"), None) is not None
    assert build_message_reader(of_model(settings, "small"), None) is None
