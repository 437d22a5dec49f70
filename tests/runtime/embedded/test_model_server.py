"""The model server: its key and port, what it says without a model, and the real models."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tutor_app.domain.errors import ModelUnreachable
from tutor_app.domain.settings import Settings
from tutor_app.models.local_endpoint import local_endpoint, reserve_endpoint
from tutor_app.models.model_files import SMALL_MODEL
from tutor_app.runtime.embedded.model_server import LOOK_AGAIN_SECONDS


def test_port_and_key_are_kept_in_a_file_of_the_owners(settings: Settings) -> None:
    endpoint = reserve_endpoint(settings)
    assert local_endpoint(settings) == endpoint
    assert endpoint.base_url == f"http://127.0.0.1:{endpoint.port}/v1"
    assert len(endpoint.api_key) >= 32
    assert stat.S_IMODE((settings.run_dir / "model.json").stat().st_mode) == 0o600


def test_port_and_key_stay_over_a_restart(settings: Settings) -> None:
    assert reserve_endpoint(settings) == reserve_endpoint(settings)


def test_a_port_that_was_taken_meanwhile_is_replaced_and_the_key_stays(settings: Settings) -> None:
    before = reserve_endpoint(settings)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", before.port))
        taken.listen()
        after = reserve_endpoint(settings)
    assert after.port != before.port
    assert after.api_key == before.api_key


def test_without_a_server_the_error_says_what_to_do(settings: Settings) -> None:
    with pytest.raises(ModelUnreachable, match="elenchus up"):
        local_endpoint(settings)


SERVER = "from tutor_app.runtime.embedded import model_server; model_server.main()"


@contextmanager
def serving(
    home: Path, cache: Path, model: str, server: str = SERVER
) -> Iterator[tuple[subprocess.Popen[str], Path]]:
    home.mkdir(parents=True, exist_ok=True)
    log = home / "log"
    environment = os.environ | {
        "ELENCHUS_HOME": str(home),
        "ELENCHUS_CACHE": str(cache),
        "MODEL": model,
        "MODEL_THREADS": "1",
    }
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", server],
            env=environment,
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        yield process, log
    finally:
        process.kill()
        process.wait(10)


def wait_for(log: Path, words: str, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while words not in log.read_text():
        assert time.monotonic() < deadline, f"{words!r} is not in: {log.read_text()}"
        time.sleep(0.1)


@pytest.mark.processes
def test_a_missing_model_is_said_once_and_waited_for(tmp_path: Path) -> None:
    with serving(tmp_path / "home", tmp_path / "cache", "small") as (process, log):
        wait_for(log, "`elenchus fetch` fetches it")
        time.sleep(1.5 * LOOK_AGAIN_SECONDS)
        assert process.poll() is None
        assert log.read_text().count("elenchus fetch") == 1


@pytest.mark.processes
def test_a_broken_model_is_said_once_and_not_tried_in_a_loop(tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + bytes(100))
    with serving(tmp_path / "home", tmp_path / "cache", str(broken)) as (process, log):
        wait_for(log, "cannot be loaded")
        time.sleep(1.5 * LOOK_AGAIN_SECONDS)
        assert process.poll() is None
        assert log.read_text().count("cannot be loaded") == 1
        broken.write_bytes(b"GGUF" + bytes(200))
        for _ in range(100):
            if log.read_text().count("cannot be loaded") == 2:
                break
            time.sleep(0.1)
        assert log.read_text().count("cannot be loaded") == 2


@pytest.mark.long
@pytest.mark.model
@pytest.mark.processes
@pytest.mark.timeout(300)
def test_the_small_model_answers_with_its_key_only_and_ends_in_mid_answer(
    tmp_path: Path, model_cache: Path
) -> None:
    home = tmp_path / "home"
    with serving(home, model_cache, "small") as (process, log):
        wait_for(log, "answers at", 240)
        endpoint = local_endpoint(Settings(_env_file=None, elenchus_home=home))
        url = f"{endpoint.base_url}/chat/completions"
        key = {"Authorization": f"Bearer {endpoint.api_key}"}
        body = {
            "model": endpoint.name,
            "messages": [{"role": "user", "content": "Count from 1 to 500 in words."}],
            "max_tokens": 5,
        }
        assert endpoint.name == Path(SMALL_MODEL.target).stem
        assert httpx.post(url, json=body, timeout=60).status_code == 401
        said = httpx.post(url, json=body, headers=key, timeout=60).json()
        assert said["choices"][0]["message"]["content"].strip()
        assert said["model"] == endpoint.name

        asking = httpx.stream(
            "POST", url, json=body | {"max_tokens": 3000, "stream": True}, headers=key, timeout=60
        )
        with asking as reply:
            next(reply.iter_lines())
            start = time.monotonic()
            process.terminate()
            process.wait(5)
        assert time.monotonic() - start < 2
