"""What a worker does with one turn; real Redis and SQLite, no processes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tests.doubles.desk import Desk
from tests.doubles.redis_server import RedisServer
from tests.doubles.slow_worker import recite
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.values import (
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Event,
    Message,
    Reset,
    Sentence,
    Session,
    Status,
    TurnRecord,
)
from tutor_app.runtime.jobs.leases import Leases
from tutor_app.runtime.jobs.run_turn import Answer, TurnParts, run_turn, start_waiting_turns
from tutor_app.runtime.jobs.worker_actors import LazyPart
from tutor_app.runtime.turn_actions import follow, stop
from tutor_app.storage.live import TurnStreams, connect
from tutor_app.storage.records import ConversationRecords, open_database

RECORD = TurnRecord(intent="direct", found=None, timings={"recite": 1.0})


@pytest.fixture
def parts(desk: Desk) -> TurnParts:
    return parts_of(desk, recite)


def parts_of(desk: Desk, answer: Answer) -> TurnParts:
    return TurnParts(
        records=desk.records,
        streams=desk.streams,
        queue=desk.queue,
        leases=Leases(desk.records),
        ladders=desk.ladders,
        answer=answer,
    )


def sentence(text: str) -> Sentence:
    return Sentence(text=text, role="notice")


def stream(desk: Desk, turn_id: str) -> list[Event]:
    return [event for _, event in desk.streams.read(turn_id)]


# --- turns ---


def test_a_turn_is_told_stored_and_only_then_said_to_be_done(desk: Desk, parts: TurnParts) -> None:
    turn = desk.ask("Hello world")

    run_turn(turn.id, parts)

    told = stream(desk, turn.id)
    assert told == [sentence("Hello"), sentence("world"), AnswerDone(record=RECORD)]
    stored = desk.records.turn(turn.id)
    assert (stored.status, stored.record) == ("done", RECORD)
    assert stored.events == (sentence("Hello"), sentence("world"))


def test_the_row_is_there_when_done_is_told(desk: Desk, parts: TurnParts) -> None:
    statuses = []

    class Streams(TurnStreams):
        def append(self, turn_id: str, event: Event) -> None:
            if isinstance(event, AnswerDone):
                statuses.append(desk.records.status(turn_id))
            super().append(turn_id, event)

    run_turn(desk.ask("Hello").id, replace(parts, streams=Streams(connect(desk.settings))))

    assert statuses == ["done"]


def test_passing_words_are_told_but_not_stored(desk: Desk) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield Status(text="Searching", ahead=2)
        yield sentence("Found")
        yield AnswerDone(record=RECORD)

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    assert Status(text="Searching", ahead=2) in stream(desk, turn.id)
    assert desk.records.turn(turn.id).events == (sentence("Found"),)


def test_the_tutor_learns_the_course_and_what_was_asked_before(desk: Desk) -> None:
    seen: list[tuple[Message, Session]] = []

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        seen.append((message, session))
        yield AnswerDone(record=RECORD)

    for question in ("First?", "Second?"):
        run_turn(desk.ask(question).id, parts_of(desk, answer))

    message, session = seen[1]
    assert message.text == "Second?"
    assert session.course_name == "Algorithms"
    assert [before.question for before in session.before] == ["First?"]


def test_a_turn_that_is_finished_or_running_elsewhere_is_not_answered_again(
    desk: Desk, parts: TurnParts
) -> None:
    turn = desk.ask("Hello")
    run_turn(turn.id, parts)
    run_turn(turn.id, parts)
    assert len(stream(desk, turn.id)) == 2

    elsewhere = desk.ask("Hello")
    desk.records.begin(elsewhere.id, "another worker", lease_seconds=60)
    run_turn(elsewhere.id, parts)
    assert stream(desk, elsewhere.id) == []


def test_stop_keeps_what_was_said_and_gives_the_model_slot_back(desk: Desk) -> None:
    closed = []

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        try:
            yield sentence("Said")
            stop(turn.id, desk.records, desk.streams, desk.queue)
            yield sentence("also said")
            yield sentence("never said")
            yield AnswerDone(record=RECORD)
        finally:
            closed.append(True)

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    state = follow(turn.id, desk.records, desk.streams)
    assert state.status == "stopped"
    assert state.events == (sentence("Said"), sentence("also said"), AnswerStopped())
    assert closed == [True]


def test_an_answer_cut_short_inside_the_model_is_stopped_too_with_its_record(desk: Desk) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("Said")
        desk.streams.request_stop(turn.id)
        assert stopped()
        yield AnswerDone(record=RECORD)

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    stored = desk.records.turn(turn.id)
    assert (stored.status, stored.record) == ("stopped", RECORD)
    assert stored.events == (sentence("Said"), AnswerStopped())


def test_an_error_for_people_is_told_as_it_is(desk: Desk) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("Said")
        raise IndexMissing("This course has no index yet.")

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    stored = desk.records.turn(turn.id)
    assert stored.status == "failed"
    assert stored.events == (
        sentence("Said"),
        AnswerFailed(message="This course has no index yet."),
    )


@pytest.mark.parametrize("ending", ["raises", "ends without AnswerDone"])
def test_a_bug_is_told_in_plain_words_and_logged_without_the_students(
    desk: Desk, caplog: pytest.LogCaptureFixture, ending: str
) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("Said")
        if ending == "raises":
            raise ValueError(f"cannot parse {message.text}")

    turn = desk.ask("my very private question")
    with caplog.at_level(logging.DEBUG):
        run_turn(turn.id, parts_of(desk, answer))

    stored = desk.records.turn(turn.id)
    assert stored.status == "failed"
    assert isinstance(stored.events[-1], AnswerFailed)
    assert "Press Retry" in stored.events[-1].message
    assert turn.id in caplog.text
    assert "private" not in caplog.text


def test_an_answer_that_says_nothing_for_too_long_is_ended(desk: Desk, parts: TurnParts) -> None:
    turn = desk.ask("Said 60")

    run_turn(turn.id, replace(parts, limit_seconds=1.5))

    stored = desk.records.turn(turn.id)
    assert stored.status == "failed"
    assert stored.events[0] == sentence("Said")
    assert isinstance(stored.events[-1], AnswerFailed)
    assert "took too long" in stored.events[-1].message


def test_the_second_try_resets_what_the_first_told(desk: Desk, parts: TurnParts) -> None:
    turn = desk.ask("Hello")
    desk.records.begin(turn.id, "a worker that died", lease_seconds=0)
    desk.streams.append(turn.id, sentence("Hel"))

    run_turn(turn.id, parts)

    assert isinstance(stream(desk, turn.id)[1], Reset)
    assert follow(turn.id, desk.records, desk.streams).events == (sentence("Hello"),)


def test_a_second_death_marks_the_turn_interrupted(desk: Desk, parts: TurnParts) -> None:
    turn = desk.ask("Hello")
    for _ in range(2):
        desk.records.begin(turn.id, "a worker that died", lease_seconds=0)

    run_turn(turn.id, parts)

    state = follow(turn.id, desk.records, desk.streams)
    assert state.status == "interrupted"
    [told] = state.events
    assert isinstance(told, AnswerFailed)
    assert "interrupted twice" in told.message


def test_the_end_of_a_turn_queues_the_next_of_its_conversation(
    desk: Desk, parts: TurnParts
) -> None:
    first, second, third = (desk.ask(question) for question in ("One", "Two", "Three"))
    run_turn(third.id, parts)  # a stray job changes nothing
    assert desk.records.status(third.id) == "queued"

    for turn in (first, second, third):
        assert desk.queue.answer(turn.id) is False
        run_turn(turn.id, parts)

    assert [turn.status for turn in desk.records.turns(desk.conversation_id)] == ["done"] * 3


def test_no_finished_turn_is_lost_when_redis_dies_in_mid_answer(
    desk: Desk, server: RedisServer
) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("before")
        server.kill()
        yield sentence("after")
        yield AnswerDone(record=RECORD)

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    state = follow(turn.id, desk.records, desk.streams)
    assert (state.status, state.events) == ("done", (sentence("before"), sentence("after")))


def test_what_was_said_while_redis_was_away_is_told_when_it_is_back(
    desk: Desk, server: RedisServer
) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        server.kill()
        yield sentence("during")
        server.start()
        yield sentence("after")
        yield AnswerDone(record=RECORD)

    turn = desk.ask("Why?")
    run_turn(turn.id, parts_of(desk, answer))

    assert stream(desk, turn.id)[:2] == [sentence("during"), sentence("after")]


def test_turns_that_redis_lost_are_queued_again(desk: Desk, server: RedisServer) -> None:
    first, second = desk.ask("One"), desk.ask("Two")
    server.kill()
    server.start()

    start_waiting_turns(desk.records, desk.queue)

    assert desk.queue.answer(first.id) is False
    assert desk.queue.answer(second.id) is True  # it waits for the first, so it was not queued


def test_a_worker_that_is_asked_to_end_gives_its_turn_back_untried(
    desk: Desk, parts: TurnParts
) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("Hel")
        ending.stopping.set()
        yield sentence("lo")
        raise AssertionError("it went on")

    ending = replace(parts_of(desk, answer), stopping=threading.Event())
    turn = desk.ask("Hello")
    run_turn(turn.id, ending)
    assert (desk.records.turn(turn.id).status, desk.records.turn(turn.id).tries) == ("queued", 0)

    run_turn(turn.id, parts)
    assert follow(turn.id, desk.records, desk.streams).events == (sentence("Hello"),)


def test_an_answer_in_a_deleted_conversation_ends_and_leaves_nothing(desk: Desk) -> None:
    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        yield sentence("Said")
        desk.records.delete(desk.conversation_id, desk.learner_id)
        parts.leases.renew()
        yield sentence("still said")
        raise AssertionError("it went on")

    parts = parts_of(desk, answer)
    turn = desk.ask("Why?")
    run_turn(turn.id, parts)

    assert stream(desk, turn.id) == []


def test_a_turn_that_is_just_being_begun_is_not_taken_for_lost(desk: Desk) -> None:
    class Records(ConversationRecords):
        def begin(self, turn_id: str, holder: str = "", lease_seconds: float = 4.0) -> int:
            leases.renew()  # as the thread may, at this moment
            return super().begin(turn_id, holder, lease_seconds)

    leases = Leases(Records(open_database(desk.settings)))
    turn = desk.ask("Hello")

    with leases.hold(turn.id) as tries:
        assert (tries, leases.is_lost(turn.id)) == (1, False)
        leases.renew()
        assert not leases.is_lost(turn.id)
        desk.records.delete(desk.conversation_id, desk.learner_id)
        leases.renew()
        assert leases.is_lost(turn.id)


def test_a_part_that_cannot_be_built_fails_turns_clearly_and_is_tried_again(desk: Desk) -> None:
    attempts = []

    def build() -> Answer:
        attempts.append(True)
        if len(attempts) == 1:
            raise OSError("no such file")
        return recite

    built = LazyPart(build, again_after_seconds=0)

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        return built.get()(message, session, stopped)

    first, second = desk.ask("Hello"), desk.ask("Hello")
    for turn in (first, second):
        run_turn(turn.id, parts_of(desk, answer))

    [failed] = desk.records.turn(first.id).events
    assert isinstance(failed, AnswerFailed)
    assert "elenchus doctor" in failed.message
    assert desk.records.status(second.id) == "done"
