"""`elenchus up` with small stand-ins and a real Redis: who dies with whom, and who comes back."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest
import redis

from tutor_app.domain.settings import Settings
from tutor_app.runtime.embedded.announce_address import LOOK_SECONDS
from tutor_app.runtime.embedded.doctor import PartCheck, check_installation
from tutor_app.runtime.embedded.supervise import process_states, running_instance
from tutor_app.storage.live import ReadyWorkers, connect
from tutor_app.storage.live.job_queue import TURNS_QUEUE
from tutor_app.storage.records import CourseRecords, open_database

STAND_IN_UP = Path(__file__).with_name("stand_in_up.py")
NAMES = ("model", "worker", "indexer", "web")

pytestmark = pytest.mark.processes


def wait_until(true: Callable[[], bool], seconds: float = 60.0) -> float:
    """Seconds until `true()`; fails when it stays false."""
    start = time.monotonic()
    while not true():
        if time.monotonic() - start > seconds:
            pytest.fail(f"still not so after {seconds} s")
        time.sleep(0.05)
    return time.monotonic() - start


@dataclass
class Up:
    """A started `elenchus up` and where it keeps things."""

    process: subprocess.Popen[str]
    settings: Settings
    log: Path

    @property
    def said(self) -> str:
        return self.log.read_text()

    def pids(self) -> dict[str, int]:
        """Process number of every child by name; those that have noted none are left out."""
        found = {}
        for name in NAMES:
            with contextlib.suppress(OSError, ValueError):
                found[name] = int((self.settings.elenchus_home / "pids" / name).read_text())
        with contextlib.suppress(redis.exceptions.RedisError):
            found["redis"] = self.redis().info("server")["process_id"]
        return found

    def redis(self) -> redis.Redis:
        return redis.Redis.from_url(self.settings.redis_address, socket_timeout=1)

    def supervisor(self) -> int:
        instance = running_instance(self.settings)
        assert instance is not None
        return instance.supervisor

    def wait_for_all(self, but: Mapping[str, int] | None = None) -> dict[str, int]:
        """Process numbers once every child runs, none of them as in `but`."""
        old = but or {}

        def all_run() -> bool:
            pids = self.pids()
            return set(pids) == {*NAMES, "redis"} and all(
                psutil.pid_exists(pid) and old.get(name) != pid for name, pid in pids.items()
            )

        wait_until(all_run)
        return self.pids()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(home: Path, port: int) -> Up:
    home.mkdir(parents=True, exist_ok=True)
    log = home / f"log-{time.monotonic_ns()}"
    with log.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, str(STAND_IN_UP), str(home), str(port)],
            stdout=out,
            stderr=subprocess.STDOUT,
            text=True,
        )
    settings = Settings(_env_file=None, elenchus_home=home, port=port)
    return Up(process=process, settings=settings, log=log)


@contextlib.contextmanager
def started(home: Path) -> Iterator[Up]:
    up = start(home, free_port())
    try:
        yield up
    finally:
        pids = [*up.pids().values()]
        up.process.terminate()
        up.process.wait(10)
        for pid in pids:
            with contextlib.suppress(psutil.NoSuchProcess):
                psutil.Process(pid).kill()


@pytest.fixture
def up(tmp_path: Path) -> Iterator[Up]:
    """One of its own, for a test that ends it."""
    with started(tmp_path / "home") as one:
        yield one


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """One for all tests that leave it running."""
    with started(tmp_path_factory.mktemp("lasting") / "home") as one:
        yield one


def gone(pids: Mapping[str, int]) -> bool:
    return not any(_lives(pid) for pid in pids.values())


def _lives(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_ready_is_said_when_the_page_answers_and_a_worker_is_ready(lasting: Up) -> None:
    lasting.wait_for_all()
    wait_until(lambda: page_answers(lasting.settings.port))
    time.sleep(3 * LOOK_SECONDS)
    assert "Starting redis, model, worker, indexer, web" in lasting.said
    assert "ready" not in lasting.said
    assert not answers(lasting).ok

    ReadyWorkers(connect(lasting.settings), TURNS_QUEUE).announce()

    wait_until(lambda: f"ready: http://localhost:{lasting.settings.port}" in lasting.said)
    ReadyWorkers(connect(lasting.settings), TURNS_QUEUE).announce()
    assert answers(lasting).ok


def answers(up: Up) -> PartCheck:
    return next(check for check in check_installation(up.settings) if check.part == "answers")


def page_answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/", trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.parametrize("name", [*NAMES, "redis"])
def test_a_killed_child_comes_back_and_the_others_stay(lasting: Up, name: str) -> None:
    before = lasting.wait_for_all()
    wait_until(lambda: set(process_states(lasting.settings).values()) == {"RUNNING"})
    psutil.Process(before[name]).kill()

    after = lasting.wait_for_all(but={name: before[name]})
    assert {k for k in before if before[k] != after[k]} == {name}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_ends_everything_within_five_seconds(up: Up, number: signal.Signals) -> None:
    pids = up.wait_for_all()
    pids["supervisor"] = up.supervisor()
    start = time.monotonic()
    up.process.send_signal(number)

    assert up.process.wait(10) == 0
    assert gone(pids)
    assert time.monotonic() - start < 5


def test_ctrl_c_in_the_middle_of_starting_leaves_nothing(up: Up) -> None:
    wait_until(lambda: running_instance(up.settings) is not None)
    supervisor = up.supervisor()
    up.process.send_signal(signal.SIGINT)
    up.process.wait(10)
    assert gone({"supervisor": supervisor, **up.pids()})


def test_a_killed_up_leaves_no_orphan(up: Up) -> None:
    pids = up.wait_for_all()
    pids["supervisor"] = up.supervisor()
    up.process.kill()
    assert wait_until(lambda: gone(pids)) < 6


def test_a_killed_supervisor_leaves_no_orphan_and_up_says_so(up: Up) -> None:
    pids = up.wait_for_all()
    psutil.Process(up.supervisor()).kill()
    assert up.process.wait(10) == 1
    wait_until(lambda: gone(pids))
    assert "run `elenchus up` again" in up.said


@pytest.mark.long
def test_up_again_after_a_kill_has_one_new_redis_and_what_the_database_holds(up: Up) -> None:
    before = up.wait_for_all()
    CourseRecords(open_database(up.settings)).create("Lighthouses")
    up.redis().set("said", "in the first run")
    up.process.kill()

    again = start(up.settings.elenchus_home, up.settings.port)
    try:
        after = again.wait_for_all(but=before)
        wait_until(lambda: gone(before))
        assert [row.name for row in CourseRecords(open_database(again.settings)).list()] == [
            "Lighthouses"
        ]
        assert again.redis().get("said") is None  # students' words outlive no run in a file
        ours = [p for p in psutil.process_iter(["name"]) if p.info["name"] == "redis-server"]
        at_home = [p.pid for p in ours if p.cwd() == str(again.settings.redis_dir)]
        assert at_home == [after["redis"]]
    finally:
        again.process.terminate()
        again.process.wait(10)


def test_a_second_up_on_the_same_home_says_where_the_first_is(lasting: Up) -> None:
    before = lasting.wait_for_all()
    second = start(lasting.settings.elenchus_home, free_port())
    assert second.process.wait(15) == 1
    assert f"already running at http://localhost:{lasting.settings.port}" in second.said
    assert lasting.pids() == before


def test_a_taken_port_is_named_with_a_free_one_and_nothing_starts(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = start(tmp_path / "home", port)
        assert refused.process.wait(15) == 1
    assert f"Port {port} is taken" in refused.said
    assert "`elenchus up --port " in refused.said
    assert refused.pids() == {}


def test_the_indexer_yields_to_the_others(lasting: Up) -> None:
    pids = lasting.wait_for_all()
    indexer = psutil.Process(pids["indexer"])
    assert indexer.nice() == min(19, psutil.Process().nice() + 19)
    assert indexer.environ()["OMP_NUM_THREADS"] == "1"
    assert psutil.Process(pids["worker"]).nice() == psutil.Process().nice()
