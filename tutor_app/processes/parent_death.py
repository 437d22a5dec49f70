"""The parent-death signal: a command that dies with its parent.

`python -m tutor_app.processes.parent_death KILL -- COMMAND` runs one.

A supervisor killed with -9 cannot stop its children, so each child asks the kernel (Linux) to be
sent a signal when its parent dies. The request outlives exec, but a fork does not inherit it: a
process that forks workers has each call `die_with_parent` itself.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def die_with_parent(number: signal.Signals = signal.SIGKILL) -> bool:
    """Have the kernel send this process `number` when its parent dies; False if it cannot."""
    if not sys.platform.startswith("linux"):
        return False
    parent = os.getppid()
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0) != 0:
        return False
    if os.getppid() != parent:  # it died between the two lines
        os.kill(os.getpid(), number)
    return True


def bind_to_parent(command: Sequence[str], number: signal.Signals = signal.SIGKILL) -> list[str]:
    """The command line that runs `command` so that it dies with its parent."""
    name = number.name.removeprefix("SIG")
    return [sys.executable, "-m", "tutor_app.processes.parent_death", name, "--", *command]


def main(arguments: Sequence[str]) -> None:
    name, dashes, *command = arguments
    if dashes != "--" or not command:
        raise SystemExit("usage: python -m tutor_app.processes.parent_death SIGNAL -- COMMAND…")
    die_with_parent(signal.Signals[f"SIG{name}"])
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
