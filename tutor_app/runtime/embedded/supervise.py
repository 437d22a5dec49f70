"""`elenchus up`: every process in the foreground, restarted when it dies, all ended together."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
import xmlrpc.client
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import FrameType

import psutil
from filelock import FileLock, Timeout
from supervisor.xmlrpc import SupervisorTransport

from tutor_app.domain.errors import AlreadyRunning
from tutor_app.domain.settings import Settings
from tutor_app.models.local_endpoint import port_is_free, reserve_endpoint, write_private
from tutor_app.processes.parent_death import bind_to_parent
from tutor_app.runtime.embedded.announce_address import Say, announce, page_url
from tutor_app.runtime.embedded.child_processes import (
    Child,
    child_environment,
    children,
    supervisor_configuration,
    supervisor_socket,
    worker_count,
)
from tutor_app.runtime.embedded.redis_server import (
    own_directory,
    redis_answers,
    redis_binary,
    stop_redis,
)
from tutor_app.wording.catalogue import phrase

ALREADY_RUNNING_HERE = phrase("commands_running.already_running_here", "home")
ALREADY_RUNNING_AT = phrase("commands_running.already_running_at", "url", "home")
STARTING = phrase("commands_running.starting", "processes")
EARLIER_RUN_ENDS = phrase("commands_running.earlier_run_ends")
EARLIER_REDIS_ENDS = phrase("commands_running.earlier_redis_ends")
PORT_TAKEN = phrase("commands_running.port_taken", "port", "free")
ENDED = phrase("commands_running.ended")
ENDED_UNEXPECTEDLY = phrase("commands_running.ended_unexpectedly")

# supervisor says these of every laptop: its socket is closed to others by its folder and mode.
HARMLESS = ("Supervisor is running as root", "without any HTTP authentication checking")
END_SECONDS = 4.5
REMAINS_SECONDS = 8.0
HURRY_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningInstance:
    """A running `elenchus up`, as run/up.json tells of it."""

    url: str
    supervisor: int
    started: float

    def alive(self) -> bool:
        """Whether its supervisor runs; a process number that was reused does not count."""
        try:
            return abs(psutil.Process(self.supervisor).create_time() - self.started) < 1
        except psutil.Error:
            return False


class Ending(Exception):
    """Somebody asked `elenchus up` to end."""


def start_everything(
    settings: Settings,
    *,
    lan: bool,
    say: Say,
    running: Sequence[Child] | None = None,
) -> int:
    """Run every process until Ctrl+C; return the exit status.

    Raises:
        AlreadyRunning: on this ELENCHUS_HOME, or another program holds the port.
        SettingsInvalid: there is no Redis server for this machine.
    """
    if running is None:
        workers = worker_count(psutil.virtual_memory().available)
        running = children(settings, lan=lan, workers=workers)
    settings.run_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    with _only_instance(settings):
        _clear_remains(settings, say)
        _check_port(settings, lan=lan)
        if not settings.redis_url:
            redis_binary()
        if settings.uses_local_model:
            reserve_endpoint(settings)
        say(STARTING(processes=", ".join(child.name for child in running)))
        return _supervise(settings, running, say, lan=lan)


def running_instance(settings: Settings) -> RunningInstance | None:
    """The instance on this ELENCHUS_HOME, if one runs."""
    instance = _read_instance(settings)
    return instance if instance is not None and instance.alive() else None


def process_states(settings: Settings) -> Mapping[str, str]:
    """State of each supervised process by name, in supervisor's words; empty when none runs."""
    if not supervisor_socket(settings).exists():
        return {}
    transport = SupervisorTransport(None, None, f"unix://{supervisor_socket(settings)}")
    server = xmlrpc.client.ServerProxy("http://localhost", transport=transport)
    try:
        rows = server.supervisor.getAllProcessInfo()
    except (OSError, xmlrpc.client.Error):
        return {}
    finally:
        transport.close()
    return {row["name"]: row["statename"] for row in rows} if isinstance(rows, list) else {}


@contextmanager
def _only_instance(settings: Settings) -> Iterator[None]:
    lock = FileLock(settings.run_dir / "up.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as exc:
        instance, home = _read_instance(settings), settings.elenchus_home
        if instance is None:
            raise AlreadyRunning(ALREADY_RUNNING_HERE(home=home)) from exc
        raise AlreadyRunning(ALREADY_RUNNING_AT(url=instance.url, home=home)) from exc
    try:
        yield
    finally:
        lock.release()


def _clear_remains(settings: Settings, say: Say) -> None:
    """Wait for what a killed `elenchus up` left behind to end, or end it."""
    earlier = _read_instance(settings)
    deadline = time.monotonic() + REMAINS_SECONDS
    if earlier is not None and earlier.alive():
        say(EARLIER_RUN_ENDS())
        while earlier.alive() and time.monotonic() < deadline:
            time.sleep(0.1)
        if earlier.alive():
            _end_tree(earlier.supervisor)
    if settings.redis_url or not redis_answers(settings.redis_socket):
        return
    say(EARLIER_REDIS_ENDS())
    stop_redis(settings)
    while redis_answers(settings.redis_socket) and time.monotonic() < deadline:
        time.sleep(0.1)


def _check_port(settings: Settings, *, lan: bool) -> None:
    if not port_is_free("0.0.0.0" if lan else "127.0.0.1", settings.port):
        raise AlreadyRunning(PORT_TAKEN(port=settings.port, free=_next_free(settings.port)))


def _next_free(port: int) -> int:
    return next(p for p in range(port + 1, port + 1000) if port_is_free("127.0.0.1", p))


def _supervise(settings: Settings, wanted: Sequence[Child], say: Say, *, lan: bool) -> int:
    own_directory(supervisor_socket(settings).parent)
    configuration = settings.run_dir / "supervisord.conf"
    write_private(configuration, supervisor_configuration(settings, wanted))
    command = [sys.executable, "-m", "supervisor.supervisord", "-n", "-c", str(configuration)]
    try:
        with _signals_raise(), _child(command, settings) as supervisor:
            _write_instance(settings, supervisor.pid)
            threading.Thread(target=_hurry, args=(settings, supervisor), daemon=True).start()
            announcing = threading.Thread(
                target=announce,
                args=(settings, lambda: supervisor.poll() is None, say),
                kwargs={"lan": lan},
                daemon=True,
            )
            announcing.start()
            _relay(supervisor, say)
    except Ending:
        say(ENDED())
        return 0
    say(ENDED_UNEXPECTEDLY())
    return 1


def _hurry(settings: Settings, supervisor: subprocess.Popen[str]) -> None:
    """Ask the new supervisor something: it starts its programs then, else once a second."""
    while supervisor.poll() is None and not process_states(settings):
        time.sleep(HURRY_SECONDS)


@contextmanager
def _signals_raise() -> Iterator[None]:
    """Turn the first request to end into Ending; ignore later ones."""
    asked = False

    def end(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        if not asked:
            asked = True
            raise Ending

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, end) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


@contextmanager
def _child(command: Sequence[str], settings: Settings) -> Iterator[subprocess.Popen[str]]:
    """The supervisor in a session of its own, so that Ctrl+C reaches only this process."""
    process = subprocess.Popen(
        bind_to_parent(command, signal.SIGTERM),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
        env=child_environment(settings),
    )
    try:
        yield process
    finally:
        _end(process)


def _relay(supervisor: subprocess.Popen[str], say: Say) -> None:
    """Relay what the processes write until the supervisor ends."""
    if supervisor.stdout is None:
        return
    for line in supervisor.stdout:
        if not any(words in line for words in HARMLESS):
            say(line.rstrip("\n"))


def _end(process: subprocess.Popen[str]) -> None:
    """Ask the supervisor to stop its children, and end whatever is still there after that."""
    if process.poll() is None:
        process.terminate()
    tree = _descendants(process.pid)
    # Somebody has to read on, or the supervisor stands still at a full pipe.
    if process.stdout is not None:
        threading.Thread(target=process.stdout.read, daemon=True).start()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
    for one in tree:
        try:
            one.kill()
        except psutil.NoSuchProcess:
            continue


def _end_tree(pid: int) -> None:
    for one in [*_descendants(pid), psutil.Process(pid)]:
        try:
            one.kill()
        except psutil.NoSuchProcess:
            continue


def _descendants(pid: int) -> list[psutil.Process]:
    try:
        return psutil.Process(pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []


def _instance_file(settings: Settings) -> Path:
    return settings.run_dir / "up.json"


def _write_instance(settings: Settings, pid: int) -> None:
    instance = RunningInstance(
        url=page_url(settings), supervisor=pid, started=psutil.Process(pid).create_time()
    )
    write_private(_instance_file(settings), json.dumps(asdict(instance)))


def _read_instance(settings: Settings) -> RunningInstance | None:
    try:
        return RunningInstance(**json.loads(_instance_file(settings).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
