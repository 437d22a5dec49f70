"""Real worker processes that are killed in mid-answer, with real Redis and SQLite."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from tests.doubles.desk import Desk, open_desk
from tests.doubles.redis_server import RedisServer, redis_server
from tests.doubles.trace_tutor import WRONG
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import AnswerStopped, HintLevel, Reset, Sentence
from tutor_app.runtime.turn_actions import ask, follow, stop
from tutor_app.storage.live import ReadyWorkers, connect
from tutor_app.storage.live.job_queue import TURNS_QUEUE
from tutor_app.storage.records import CourseSettingsRecords, open_database
from tutor_app.storage.records.row_values import TurnRow
from tutor_app.understanding.dialogue_acts import NEXT_HINT

pytestmark = pytest.mark.processes


@pytest.fixture
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def desk(tmp_path: Path, server: RedisServer) -> Desk:
    return open_desk(tmp_path, server)


ACTORS = "tests.doubles.slow_worker"
# As `elenchus up` starts a worker; and as dramatiq's own command does, a master that forks.
ONE_PROCESS = f"tutor_app.runtime.embedded.worker_process --actors {ACTORS} --threads 4 --queue"
HINTS = ONE_PROCESS.replace(ACTORS, "tests.doubles.hint_worker")
MASTER = f"dramatiq {ACTORS} --processes 1 --threads 4 --queues"


@contextmanager
def worker(
    desk: Desk, queue: str = "turns", form: str = ONE_PROCESS
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", *form.split(), queue],
        cwd=Path(__file__).parents[2],
        env={
            **os.environ,
            "ELENCHUS_HOME": str(desk.settings.elenchus_home),
            "REDIS_URL": desk.settings.redis_url,
        },
        stderr=subprocess.DEVNULL,
    )
    children: list[psutil.Process] = []
    try:
        yield process
        if process.poll() is None:
            children = psutil.Process(process.pid).children(recursive=True)
    finally:
        for one in [*children, process]:
            end(one)
        process.wait()


def end(process: psutil.Process | subprocess.Popen[bytes]) -> None:
    try:
        process.kill()
    except psutil.NoSuchProcess:
        pass


def largest(children: list[psutil.Process]) -> psutil.Process:
    """The child that answers (the other one is Python's resource tracker)."""
    return max(children, key=lambda child: child.memory_info().rss)


def is_alive(process: psutil.Process) -> bool:
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def said(desk: Desk, turn: TurnRow) -> list[str]:
    events = follow(turn.id, desk.records, desk.streams).events
    return [event.text for event in events if isinstance(event, Sentence)]


def level(desk: Desk, turn: TurnRow) -> int | None:
    """The level of the hint that the student sees."""
    events = follow(turn.id, desk.records, desk.streams).events
    return next((event.level for event in events if isinstance(event, HintLevel)), None)


def is_done(desk: Desk, turn: TurnRow) -> bool:
    return desk.records.status(turn.id) == "done"


def test_a_question_is_answered_by_the_worker_process(desk: Desk) -> None:
    with worker(desk):
        turn = desk.ask("Hello world")
        until(lambda: is_done(desk, turn))

    assert said(desk, turn) == ["Hello", "world"]


def test_a_worker_is_ready_when_it_can_answer_and_not_when_it_has_ended(desk: Desk) -> None:
    workers = ReadyWorkers(connect(desk.settings), TURNS_QUEUE)
    assert workers.list_ready() == ()
    with worker(desk) as process:
        until(lambda: len(workers.list_ready()) == 1)
        assert workers.list_ready()[0].name.startswith(f"{process.pid}@")

        process.terminate()
        process.wait(10)
        assert workers.list_ready() == ()


@pytest.mark.long
def test_an_idle_worker_begins_a_new_question_at_once(desk: Desk) -> None:
    delays = []
    with worker(desk):
        warm = desk.ask("Warm")
        until(lambda: is_done(desk, warm))
        for _ in range(3):
            time.sleep(0.5)  # by then dramatiq's own pauses would have grown
            turn = desk.ask("Hello")
            asked = time.monotonic()
            until(lambda id=turn.id: desk.streams.has_events(id))  # type: ignore[misc]
            delays.append(time.monotonic() - asked)

    assert sorted(delays)[1] < 0.3


@pytest.mark.long
def test_a_second_message_is_answered_after_the_first_and_other_conversations_meanwhile(
    desk: Desk,
) -> None:
    with worker(desk):
        first, second = desk.ask("One 2 one"), desk.ask("Two")
        other = desk.records.create(desk.learner_id, desk.course_id)
        beside = desk.records.add_turn(other.id, "Beside")
        desk.queue.answer(beside.id)
        until(lambda: is_done(desk, second))

    finished = {
        name: desk.records.turn(turn.id).finished_at or 0
        for name, turn in (("first", first), ("second", second), ("beside", beside))
    }
    assert sorted(finished, key=lambda name: finished[name]) == ["beside", "first", "second"]


def test_stop_ends_a_running_answer_within_a_second(desk: Desk) -> None:
    with worker(desk):
        turn = desk.ask("Said 60")
        until(lambda: said(desk, turn) == ["Said"])
        pressed = time.monotonic()
        stop(turn.id, desk.records, desk.streams, desk.queue)
        until(lambda: desk.records.status(turn.id) == "stopped")

    assert time.monotonic() - pressed < 1
    assert desk.records.turn(turn.id).events[-1] == AnswerStopped()


@pytest.mark.parametrize(
    ("form", "victim"),
    [
        (ONE_PROCESS, "the process"),
        pytest.param(MASTER, "its child", marks=pytest.mark.long),
    ],
)
def test_a_turn_whose_worker_was_killed_is_answered_again_by_the_next_one(
    desk: Desk, form: str, victim: str
) -> None:
    with worker(desk, form=form) as process:
        turn, waiting = desk.ask("Before 1 after"), desk.ask("Waiting")
        until(lambda: said(desk, turn) == ["Before"])
        parent = psutil.Process(process.pid)
        children = parent.children()
        (parent if victim == "the process" else largest(children)).kill()
        with worker(desk, form=form):
            until(lambda: is_done(desk, turn) and is_done(desk, waiting))
        assert [child for child in children if is_alive(child)] == []

    assert said(desk, turn) == ["Before", "after"]
    stream = [event for _, event in desk.streams.read(turn.id)]
    assert sum(isinstance(event, Reset) for event in stream) == 1
    assert desk.records.turn(turn.id).tries == 2
    assert desk.records.turn(waiting.id).tries == 1


@pytest.mark.long
def test_a_worker_that_is_killed_in_mid_hint_costs_no_hint_and_counts_none_twice(
    desk: Desk,
) -> None:
    CourseSettingsRecords(open_database(desk.settings)).change(
        desk.course_id, CourseSettings(reveal_policy="hints")
    )
    other = desk.records.create(desk.learner_id, desk.course_id).id
    tabs = (desk.conversation_id, other)
    with worker(desk, form=HINTS):
        sent = [ask(WRONG, tab, desk.records, desk.queue) for tab in tabs]
        until(lambda: all(is_done(desk, turn) for turn in sent))
        asked = [ask(NEXT_HINT, tab, desk.records, desk.queue) for tab in tabs]
        until(lambda: any(level(desk, turn) for turn in asked))
    with worker(desk, form=HINTS):
        until(lambda: all(is_done(desk, turn) for turn in asked))

    assert max(desk.records.turn(turn.id).tries for turn in asked) == 2
    assert sorted(level(desk, turn) or 0 for turn in asked) == [2, 3]


@pytest.mark.long
def test_a_worker_that_is_told_to_end_gives_its_turn_back_untried(
    desk: Desk,
) -> None:
    with worker(desk) as process:
        turn = desk.ask("Before 30 after")
        until(lambda: said(desk, turn) == ["Before"])
        process.send_signal(signal.SIGTERM)
        process.wait(5)
    assert desk.records.status(turn.id) == "queued"
    assert desk.records.turn(turn.id).tries == 0


def test_a_redis_that_was_killed_and_lost_everything_delays_an_answer_but_loses_none(
    desk: Desk, server: RedisServer
) -> None:
    with worker(desk):
        running, waiting = desk.ask("Before 1 after"), desk.ask("Waiting")
        until(lambda: said(desk, running) == ["Before"])
        server.kill()
        until(lambda: is_done(desk, running))
        server.start()
        until(lambda: is_done(desk, waiting))

    assert (said(desk, running), said(desk, waiting)) == (["Before", "after"], ["Waiting"])
    assert desk.records.turn(running.id).tries == 1


@pytest.mark.long
def test_a_worker_waits_for_a_redis_that_starts_later_and_finds_what_was_asked_before(
    desk: Desk, server: RedisServer
) -> None:
    turn = desk.records.add_turn(desk.conversation_id, "Hello")
    server.kill()

    with worker(desk):
        time.sleep(1)
        server.start()
        until(lambda: is_done(desk, turn))


def test_courses_are_indexed_by_a_worker_of_their_own_queue(desk: Desk) -> None:
    indexed = desk.settings.elenchus_home / "indexed"

    with worker(desk, "index"):
        turn = desk.ask("Not for this worker")
        desk.queue.index(desk.course_id)
        until(indexed.exists)

    assert indexed.read_text() == "algorithms\n"
    assert desk.records.status(turn.id) == "queued"


def test_an_indexer_that_starts_takes_up_a_course_that_an_older_elenchus_indexed(
    desk: Desk,
) -> None:
    added = desk.courses.add_document(desk.course_id, "a.pdf", "textbook", "a", 1)[0].id
    desk.courses.mark_indexed(desk.course_id, {added: (3, 10)})
    version = desk.settings.course_dir(desk.course_id) / "index" / "v1"
    version.mkdir(parents=True)
    (version / "material.json").write_text('{"format":1,"embedder":"words","documents":[]}')
    (version.parent / "CURRENT").write_text("v1")
    indexed = desk.settings.elenchus_home / "indexed"

    with worker(desk, "index"):
        until(indexed.exists)

    assert set(indexed.read_text().split()) == {desk.course_id}
