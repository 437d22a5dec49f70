"""The embedded Redis: one a home, on a socket of its own, whatever the home is called."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tests.sentences import says
from tutor_app.domain.errors import AlreadyRunning, SettingsInvalid
from tutor_app.domain.settings import LONGEST_SOCKET_PATH, Settings, socket_path
from tutor_app.domain.values import Sentence
from tutor_app.runtime.embedded.redis_server import (
    own_directory,
    prepare,
    redis_answers,
    redis_binary,
    stop_redis,
)
from tutor_app.storage.live import TurnStreams, connect

pytestmark = pytest.mark.processes


@contextmanager
def running(settings: Settings) -> Iterator[redis.Redis]:
    process = subprocess.Popen(prepare(settings))
    try:
        for _ in range(200):
            if redis_answers(settings.redis_socket):
                break
            time.sleep(0.05)
        yield redis.Redis.from_url(settings.redis_address)
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("name", ["home", "with a space & 100%", "long" * 40])
def test_the_address_of_the_settings_is_where_redis_answers(tmp_path: Path, name: str) -> None:
    settings = Settings(_env_file=None, elenchus_home=tmp_path / name)
    with running(settings) as client:
        assert client.ping()
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("dir") == {"dir": str(settings.redis_dir)}


def test_a_second_redis_on_the_same_home_is_refused(settings: Settings) -> None:
    with running(settings), pytest.raises(AlreadyRunning) as refused:
        prepare(settings)
    socket = settings.redis_socket
    assert says(str(refused.value), "commands_running.redis_runs", socket=socket)


def test_a_second_redis_process_leaves_the_first_alone(settings: Settings) -> None:
    with running(settings) as client:
        before = client.info("server")["process_id"]
        second = subprocess.run(
            [sys.executable, "-m", "tutor_app.runtime.embedded.redis_server"],
            env={"ELENCHUS_HOME": str(settings.elenchus_home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 1
        assert "already answers" in second.stderr
        assert client.info("server")["process_id"] == before


def test_one_left_over_is_ended(settings: Settings) -> None:
    with running(settings):
        stop_redis(settings)
        assert not redis_answers(settings.redis_socket)


def test_no_word_of_a_student_or_of_an_answer_reaches_a_file(settings: Settings) -> None:
    words = "why is my homework wrong"
    with running(settings) as client:
        streams = TurnStreams(connect(settings))
        streams.append("t1", Sentence(text=words, role="hint"))
        streams.clear(["t1"])
        assert client.config_get("appendonly") == {"appendonly": "no"}
        assert client.config_get("save") == {"save": ""}
        stop_redis(settings)
    assert files_with(words, settings) == []


def test_what_an_earlier_version_wrote_is_deleted(settings: Settings) -> None:
    settings.redis_dir.mkdir(parents=True)
    for name in ("appendonly.aof", "temp-1.aof", "dump.rdb"):
        (settings.redis_dir / name).write_text("why is my homework wrong")
    prepare(settings)
    assert files_with("why is my homework wrong", settings) == []


def files_with(words: str, settings: Settings) -> list[Path]:
    files = [path for path in settings.elenchus_home.rglob("*") if path.is_file()]
    assert files, "the server wrote its configuration at least"
    return [path for path in files if words.encode() in path.read_bytes()]


def test_a_long_home_gets_a_short_socket_of_its_own(tmp_path: Path) -> None:
    one, other = tmp_path / ("a" * 120), tmp_path / ("b" * 120)
    paths = {socket_path(folder, "redis.sock") for folder in (one, other)}
    assert len(paths) == 2
    assert all(len(str(path)) <= LONGEST_SOCKET_PATH for path in paths)
    assert socket_path(Path("/short"), "redis.sock") == Path("/short/redis.sock")


def test_a_folder_of_somebody_else_takes_no_socket(tmp_path: Path) -> None:
    theirs = Path("/")
    if os.getuid() == 0:
        theirs = tmp_path / "theirs"
        theirs.mkdir()
        os.chown(theirs, 12345, 12345)
    with pytest.raises(SettingsInvalid, match="belongs to another user"):
        own_directory(theirs)


def test_the_server_program_comes_from_a_package_or_the_path() -> None:
    assert redis_binary().name == "redis-server"
