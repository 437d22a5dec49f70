"""The processes of one laptop, and the supervisor's configuration that runs them."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.settings import Settings, socket_path
from tutor_app.processes.parent_death import bind_to_parent

# Seconds that a process has to end by itself. Redis ends after the others: 2 + 1 stays under 5.
STOP_SECONDS = 1
# Free memory from which a second worker is kept: the model, the pages and the first one need 3 GB.
_SPARE_WORKER_NEEDS = 4 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """One supervised process. `fate` is the signal it gets when its supervisor is killed.

    `last_to_stop` keeps it alive until the others have ended.
    """

    name: str
    command: Sequence[str]
    environment: tuple[tuple[str, str], ...] = ()
    fate: signal.Signals = signal.SIGKILL
    stop: signal.Signals = signal.SIGTERM
    last_to_stop: bool = False


def worker_count(free: int) -> int:
    """How many workers to run with `free` bytes of memory: two if possible, so that one may die."""
    return 2 if free >= _SPARE_WORKER_NEEDS else 1


def children(settings: Settings, *, lan: bool, workers: int = 1) -> tuple[Child, ...]:
    """What `elenchus up` runs under these settings."""
    python = sys.executable
    worker = [python, "-m", "tutor_app.runtime.embedded.worker_process"]
    running = [
        *(
            Child(name=name, command=[*worker, "--queue", "turns", "--threads", "32", *order])
            for name, order in (("worker", ()), ("worker-2", ("--spare",)))[:workers]
        ),
        # Beside a two-threaded embedder, the model's answers came at an eighth of their speed.
        Child(
            name="indexer",
            command=["nice", "-n", "19", *worker, "--queue", "index"],
            environment=(("OMP_NUM_THREADS", "1"),),
        ),
        Child(
            name="web",
            command=[python, "-m", "tutor_app.web.server", "--port", str(settings.port)]
            + (["--lan"] if lan else []),
        ),
    ]
    if settings.uses_local_model:
        # llama.cpp would finish what it is writing on SIGTERM.
        command = [python, "-m", "tutor_app.runtime.embedded.model_server"]
        running.insert(0, Child(name="model", command=command, stop=signal.SIGKILL))
    if not settings.redis_url:
        command = [python, "-m", "tutor_app.runtime.embedded.redis_server"]
        redis = Child(name="redis", command=command, fate=signal.SIGTERM, last_to_stop=True)
        running.insert(0, redis)
    return tuple(running)


def supervisor_socket(settings: Settings) -> Path:
    return socket_path(settings.run_dir, "supervisor.sock")


def supervisor_configuration(settings: Settings, running: Sequence[Child]) -> str:
    """supervisord.conf: foreground, a unix socket only, the children's words to its own output."""
    socket = _escaped(str(supervisor_socket(settings)))
    parts = [
        "; Written by Elenchus at every start; changes are lost.",
        f"[unix_http_server]\nfile={socket}\nchmod=0700\n",
        "[supervisord]\nnodaemon=true\nlogfile=/dev/null\nlogfile_maxbytes=0\nloglevel=warn\n"
        f"pidfile={_escaped(str(settings.run_dir / 'supervisord.pid'))}\nminfds=256\n",
        "[rpcinterface:supervisor]\n"
        "supervisor.rpcinterface_factory=supervisor.rpcinterface:make_main_rpcinterface\n",
    ]
    parts += [_program(child) for child in running]
    # Groups stop one after the other, the programs of a group together.
    for name, priority, last in (("engine", 10, True), ("app", 20, False)):
        names = ",".join(child.name for child in running if child.last_to_stop is last)
        if names:
            parts.append(f"[group:{name}]\nprograms={names}\npriority={priority}\n")
    return "\n".join(parts)


def _program(child: Child) -> str:
    lines = [
        f"[program:{child.name}]",
        f"command={_escaped(shlex.join(bind_to_parent(child.command, child.fate)))}",
        "autorestart=true",
        "startsecs=1",
        "startretries=100000",  # each wait is a second longer than the one before
        f"stopsignal={child.stop.name.removeprefix('SIG')}",
        f"stopwaitsecs={STOP_SECONDS}",
        "stopasgroup=true",
        "killasgroup=true",
        "stdout_logfile=/dev/fd/1",
        "stdout_logfile_maxbytes=0",
        "redirect_stderr=true",
    ]
    if child.environment:
        pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in child.environment)
        lines.append(f"environment={pairs}")
    return "\n".join(lines) + "\n"


def child_environment(settings: Settings) -> dict[str, str]:
    """What every process is started with, on top of the environment of `elenchus up`."""
    return os.environ | {
        "ELENCHUS_HOME": str(settings.elenchus_home.absolute()),
        "ELENCHUS_CACHE": str(settings.elenchus_cache.absolute()),
        "PORT": str(settings.port),
        # Everything is in the cache by now; asking the hub again costs minutes where it is cut off.
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "PYTHONUNBUFFERED": "1",
    }


def _escaped(text: str) -> str:
    """The configuration expands %(…)s."""
    return text.replace("%", "%%")
