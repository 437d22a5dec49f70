"""Trying, from inside the boundary, what a program must not be able to do."""

from __future__ import annotations

import os
from collections.abc import Callable


def try_to_get_out(open_socket: Callable[[], object]) -> list[str]:
    """Return the names of what could be done; empty where the boundary holds.

    Nothing here does harm where it is let through.
    """
    attempts: dict[str, Callable[[], object]] = {
        "read a file": lambda: os.open("/proc/self/stat", os.O_RDONLY),
        "write a file": lambda: os.open("/not/there", os.O_WRONLY | os.O_CREAT),
        "list a folder": lambda: os.listdir("/"),
        "open a socket": open_socket,
        "start a process": _fork,
        "run a command": lambda: os.execv("/not/there", ["there"]),
        "signal a process": lambda: os.kill(os.getppid(), 0),
        "make a pipe": os.pipe,
    }
    return [name for name, attempt in attempts.items() if _is_done(attempt)]


def _is_done(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return False
    except OSError:  # it failed for another reason, so nothing holds it back
        return True
    return True


def _fork() -> None:
    process = os.fork()
    if process == 0:
        os._exit(0)
    os.waitpid(process, 0)
