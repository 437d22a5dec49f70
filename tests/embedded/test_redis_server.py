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

from tutor_app.embedded.redis_server import (
    own_directory,
    prepare,
    redis_answers,
    redis_binary,
    stop_redis,
)
from tutor_app.errors import AlreadyRunning, SettingsInvalid
from tutor_app.settings import LONGEST_SOCKET_PATH, Settings, socket_path

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
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("dir") == {"dir": str(settings.redis_dir)}


def test_a_second_redis_on_the_same_home_is_refused(settings: Settings) -> None:
    with running(settings), pytest.raises(AlreadyRunning, match="a second one is not started"):
        prepare(settings)


def test_a_second_redis_process_leaves_the_first_alone(settings: Settings) -> None:
    with running(settings) as client:
        before = client.info("server")["process_id"]
        second = subprocess.run(
            [sys.executable, "-m", "tutor_app.embedded.redis_server"],
            env={"ELENCHUS_HOME": str(settings.elenchus_home), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert second.returncode == 1
        assert "already answers" in second.stderr
        assert client.info("server")["process_id"] == before


def test_one_left_over_is_ended_and_what_it_held_is_kept(settings: Settings) -> None:
    with running(settings) as client:
        client.set("kept", "yes")
        stop_redis(settings)
        assert not redis_answers(settings.redis_socket)
    with running(settings) as client:
        assert client.get("kept") == b"yes"


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
