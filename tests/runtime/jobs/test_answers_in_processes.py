"""Each answer has a process of its own: it is ended wherever it is, and nobody else notices."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace

import psutil
import pytest

from tests.doubles.desk import Desk
from tests.doubles.misbehaving import sentence
from tutor_app.domain.errors import TooMuchWork, TutorError
from tutor_app.domain.teaching import LadderEvent, ListedLadders
from tutor_app.domain.values import (
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Event,
    Message,
    Reset,
    Sentence,
    Session,
)
from tutor_app.runtime.jobs.isolated_answers import AnswerLimits, IsolatedAnswers
from tutor_app.runtime.jobs.leases import Leases
from tutor_app.runtime.jobs.run_turn import BROKE, INTERRUPTED_TWICE, TurnParts, run_turn
from tutor_app.runtime.turn_actions import ask, stop
from tutor_app.storage.records.row_values import TurnRow

pytestmark = pytest.mark.processes

BUILD = "tests.doubles.misbehaving:build_answer"
ENDLESS = AnswerLimits(cpu_seconds=600)


@contextmanager
def isolated(limits: AnswerLimits, build: str = BUILD) -> Iterator[IsolatedAnswers]:
    answers = IsolatedAnswers(build, limits)
    try:
        yield answers
    finally:
        answers.close()


@pytest.fixture(scope="module")
def strict() -> Iterator[IsolatedAnswers]:
    """Answers that may use one second of CPU time."""
    with isolated(AnswerLimits(cpu_seconds=1)) as answers:
        yield answers


@pytest.fixture
def answers() -> Iterator[IsolatedAnswers]:
    with isolated(ENDLESS) as answers:
        yield answers


def parts_of(desk: Desk, answers: IsolatedAnswers) -> TurnParts:
    return TurnParts(
        records=desk.records,
        streams=desk.streams,
        queue=desk.queue,
        leases=Leases(desk.records),
        ladders=desk.ladders,
        answer=answers,
    )


@contextmanager
def running(desk: Desk, answers: IsolatedAnswers, question: str) -> Iterator[TurnRow]:
    """A turn that is being answered beside the test; its end is waited for."""
    with ThreadPoolExecutor(1) as worker:
        turn = ask(question, conversation(desk), desk.records, desk.queue)
        done: Future[None] = worker.submit(run_turn, turn.id, parts_of(desk, answers))
        yield turn
        done.result(60)


def conversation(desk: Desk) -> str:
    return desk.records.create(desk.learner_id, desk.course_id).id


def answered(desk: Desk, answers: IsolatedAnswers, question: str) -> TurnRow:
    turn = desk.ask(question)
    run_turn(turn.id, parts_of(desk, answers))
    return desk.records.turn(turn.id)


def stream(desk: Desk, turn: TurnRow) -> list[Event]:
    return [event for _, event in desk.streams.read(turn.id)]


def processes(desk: Desk, turn: TurnRow) -> list[int]:
    """The processes so far of a turn whose question says `process`."""
    return [int(event.text) for event in stream(desk, turn) if isinstance(event, Sentence)]


def process_of(desk: Desk, turn: TurnRow) -> psutil.Process:
    until(lambda: bool(processes(desk, turn)))
    return psutil.Process(processes(desk, turn)[0])


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def test_an_answer_is_told_by_another_process(desk: Desk, strict: IsolatedAnswers) -> None:
    turn = answered(desk, strict, "Hello process")

    assert turn.status == "done"
    hello, process = turn.events
    assert hello == sentence("Hello")
    assert isinstance(process, Sentence)
    assert int(process.text) != os.getpid()


def test_a_pattern_that_never_ends_is_ended_by_its_cpu_time(
    desk: Desk, strict: IsolatedAnswers
) -> None:
    turn = answered(desk, strict, "Said spin never")

    assert turn.status == "failed"
    said, failed = turn.events
    assert said == sentence("Said")
    assert isinstance(failed, AnswerFailed)
    assert "smaller part" in failed.message
    assert "took more work" in failed.message


@pytest.mark.parametrize("deed", ["digits", "recurse"])
def test_what_python_finds_too_large_is_no_breakdown(
    desk: Desk, strict: IsolatedAnswers, deed: str
) -> None:
    failed = answered(desk, strict, deed).events[-1]

    assert isinstance(failed, AnswerFailed)
    assert "smaller part" in failed.message


def test_stop_ends_a_pattern_that_never_ends(desk: Desk, answers: IsolatedAnswers) -> None:
    with running(desk, answers, "process spin") as turn:
        process = process_of(desk, turn)
        stop(turn.id, desk.records, desk.streams, desk.queue)

    stored = desk.records.turn(turn.id)
    assert stored.status == "stopped"
    assert stored.events[-1] == AnswerStopped()
    until(lambda: not process.is_running())


def test_another_is_answered_while_one_spins_and_that_one_takes_what_is_left(
    desk: Desk, answers: IsolatedAnswers
) -> None:
    with running(desk, answers, "process spin") as spinning:
        process = process_of(desk, spinning)
        until(lambda: process.nice() == 19)

        assert answered(desk, answers, "Hello").status == "done"
        assert desk.records.status(spinning.id) == "running"
        stop(spinning.id, desk.records, desk.streams, desk.queue)


@pytest.mark.long
def test_the_next_answer_of_a_learner_who_used_too_much_takes_what_is_left_from_its_start() -> None:
    with isolated(AnswerLimits(cpu_seconds=2, swift_seconds=0.3, forgive_seconds=600)) as answers:
        with pytest.raises(TooMuchWork):
            list(answers(Message(text="spin"), session(), lambda: False))
        niceness = {}
        for learner in ("", "another"):
            asked = replace(session(), learner_id=learner)
            told = answers(Message(text="process nap"), asked, lambda: False)
            first = next(told)
            assert isinstance(first, Sentence)
            niceness[learner] = psutil.Process(int(first.text)).nice()
            told.close()

    assert niceness[""] == 19
    assert niceness["another"] < 19


def test_an_answer_whose_process_is_killed_is_told_again(
    desk: Desk, answers: IsolatedAnswers
) -> None:
    with running(desk, answers, "process nap") as turn:
        process_of(desk, turn).kill()
        until(lambda: len(processes(desk, turn)) == 2)
        stop(turn.id, desk.records, desk.streams, desk.queue)

    assert sum(isinstance(event, Reset) for event in stream(desk, turn)) == 1
    assert (
        len(desk.records.turn(turn.id).events) == 2
    )  # what the second one said, and AnswerStopped


def test_an_answer_that_crashes_twice_is_interrupted(desk: Desk, strict: IsolatedAnswers) -> None:
    turn = answered(desk, strict, "Said crash")

    assert turn.status == "interrupted"
    assert turn.events == (AnswerFailed(message=INTERRUPTED_TWICE()),)
    assert answered(desk, strict, "Hello").status == "done"


def test_the_warm_process_is_started_again_and_its_answers_go_on_without_it(
    desk: Desk, answers: IsolatedAnswers
) -> None:
    with running(desk, answers, "process nap said") as turn:
        fork_server = process_of(desk, turn).parent()
        assert fork_server is not None
        fork_server.kill()

        assert answered(desk, answers, "Hello").status == "done"
        assert desk.records.status(turn.id) == "running"
        stop(turn.id, desk.records, desk.streams, desk.queue)

    assert desk.records.status(turn.id) == "stopped"


def test_no_process_is_left_when_the_worker_ends(desk: Desk, answers: IsolatedAnswers) -> None:
    told = iter(answers(Message(text="process spin"), session(), lambda: False))
    first = next(told)
    assert isinstance(first, Sentence)
    process = psutil.Process(int(first.text))

    answers.close()

    until(lambda: not process.is_running())


def test_an_error_for_people_and_a_bug_are_told_as_from_the_worker_itself(
    desk: Desk, strict: IsolatedAnswers, caplog: pytest.LogCaptureFixture
) -> None:
    failed = answered(desk, strict, "fail").events[-1]
    with caplog.at_level(logging.DEBUG):
        broke = answered(desk, strict, "bug")

    assert failed == AnswerFailed(message="This course has no index yet.")
    assert broke.events == (AnswerFailed(message=BROKE()),)
    assert broke.id in caplog.text
    assert "misbehaving.py" in caplog.text
    assert "private" not in caplog.text


def test_a_part_that_cannot_be_built_is_told_to_whoever_asks(desk: Desk) -> None:
    with isolated(ENDLESS, "tests.doubles.misbehaving:build_nothing") as broken:
        with pytest.raises(TutorError, match="embedder is missing"):
            broken.wait_until_ready()
        assert answered(desk, broken, "Hello").events == (
            AnswerFailed(message="The embedder is missing."),
        )


def test_the_worker_holds_the_hint_ladder_for_an_answer(strict: IsolatedAnswers) -> None:
    hint = LadderEvent(problem_key="problem", level=1, cause="first")
    ladder = ListedLadders((hint, replace(hint, level=2), replace(hint, problem_key="other")))

    told = list(strict(Message(text="hold"), session(ladder), lambda: False))

    assert told[0] == sentence("2 hints before")
    assert isinstance(told[1], AnswerDone)


def test_answers_are_given_beside_each_other(strict: IsolatedAnswers) -> None:
    stopping = threading.Event()

    def ask_one(_: int) -> Event:
        answer = strict(Message(text="process nap"), session(), stopping.is_set)
        first = next(iter(answer))
        begun.wait()  # every other one has said something by now, and none has ended
        stopping.set()
        return first

    begun = threading.Barrier(8, timeout=60)
    with ThreadPoolExecutor(8) as askers:
        processes = set(askers.map(ask_one, range(8)))

    assert len(processes) == 8


def session(ladder: ListedLadders | None = None) -> Session:
    return Session(
        conversation_id="c", course_id="c", course_name="Course", ladder=ladder or ListedLadders()
    )
