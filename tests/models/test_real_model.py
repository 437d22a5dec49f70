"""The 0.5B model behind its real server process, asked by the real client."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from tests.models.given import quote
from tutor_app.domain.errors import ModelRefused, ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.duties.ask_follow_up import ask_follow_up
from tutor_app.models.duties.question_checks import FailedCheck
from tutor_app.models.local_endpoint import local_endpoint
from tutor_app.models.openai_client import ChatMessage, ChatModel, open_model

LOAD_SECONDS = 150.0
ASKED = "why does bfs find the path with the fewest edges?"
QUOTES = (
    quote(
        "bfs",
        "Breadth-first search keeps the vertices that wait in a queue.",
        "The queue hands them out in the order of their distance from the start.",
    ),
    quote("dfs", "Depth-first search keeps them in a stack and goes as deep as it can first."),
)


@pytest.fixture
def real_model(settings: Settings, model_cache: Path) -> Iterator[ChatModel]:
    environment = os.environ | {
        "ELENCHUS_HOME": str(settings.elenchus_home),
        "ELENCHUS_CACHE": str(model_cache),
        "MODEL": "small",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "tutor_app.runtime.embedded.model_server"], env=environment
    )
    try:
        yield wait_for_model(settings, server)
    finally:
        server.kill()
        server.wait()


def wait_for_model(settings: Settings, server: subprocess.Popen[bytes]) -> ChatModel:
    end = time.monotonic() + LOAD_SECONDS
    while time.monotonic() < end:
        assert server.poll() is None, "the model server ended while it loaded"
        time.sleep(0.3)
        try:
            endpoint = local_endpoint(settings)
            model = open_model(settings, endpoint.base_url, endpoint.api_key, endpoint.name)
            # It answers while it still reads its fixed words; this one waits for that to be over.
            model.complete([ChatMessage("user", "Ready?")], None, 1, lambda: False)
        except (ModelUnreachable, ModelRefused):
            continue
        return model
    raise AssertionError("The model server does not answer. `elenchus fetch` fetches its file.")


@pytest.mark.model
@pytest.mark.timeout(240)
def test_the_real_small_model_is_asked_and_its_sentence_or_its_failed_check_recorded(
    real_model: ChatModel,
) -> None:
    asked = ask_follow_up(ASKED, QUOTES, real_model, lambda: False)
    assert asked.problem is None
    last = asked.attempts[-1]
    assert last.reply != ""
    assert last.first_token_seconds is not None
    assert 0 < last.first_token_seconds <= last.seconds
    if asked.question is None:
        assert len(asked.attempts) == 2
        assert last.failed_check in get_args(FailedCheck)
    else:
        assert last.failed_check is None
        assert asked.question in last.reply
        assert asked.passage_id in {"bfs", "dfs"}
