"""Asking, following, stopping and trying again, as pages do it; no worker runs here."""

from __future__ import annotations

import json

import pytest

from tests.doubles.desk import Desk
from tests.doubles.redis_server import RedisServer
from tutor_app.domain.errors import LiveStateLost, MessageTooLong, NotFound, TooManyOpen
from tutor_app.domain.values import (
    AnswerDone,
    AnswerFailed,
    AnswerStopped,
    Reset,
    Sentence,
    Status,
    TurnRecord,
)
from tutor_app.runtime.turn_actions import (
    MAX_CHARACTERS,
    MAX_WORD,
    ask,
    cancel_indexing,
    delete_conversation,
    follow,
    retry,
    stop,
)

HELLO = Sentence(text="Hello", role="notice")
WORLD = Sentence(text="World", role="notice")
SEARCHING = Status(text="Searching the course")


def queued(server: RedisServer) -> list[str]:
    jobs = server.client().hvals("elenchus-jobs:turns.msgs")
    return [json.loads(job)["args"][0] for job in jobs]


def test_a_question_is_stored_and_queued(desk: Desk, server: RedisServer) -> None:
    turn = desk.ask("Why?")

    assert desk.records.turn(turn.id).status == "queued"
    assert queued(server) == [turn.id]


def test_a_second_question_waits_for_the_first(desk: Desk, server: RedisServer) -> None:
    first = desk.ask("Why?")
    second = desk.ask("And why that?")

    assert queued(server) == [first.id]
    assert follow(second.id, desk.records, desk.streams).status == "queued"


def test_a_message_that_is_too_long_is_refused_with_its_length(desk: Desk) -> None:
    with pytest.raises(MessageTooLong) as refused:
        desk.ask("x" * 30_000)

    assert "30,000" in str(refused.value) and "20,000" in str(refused.value)

    assert desk.records.turns(desk.conversation_id) == []
    desk.ask("word " * (MAX_CHARACTERS // 5))


@pytest.mark.parametrize(
    ("part", "said"),
    [("[" * (MAX_WORD + 1), "4,001 characters without a blank"), ("7" * 301, "301 digits")],
)
def test_a_message_with_a_part_that_is_too_long_is_refused_by_that_part(
    desk: Desk, part: str, said: str
) -> None:
    with pytest.raises(MessageTooLong, match=said):
        desk.ask(f"What is {part} here?")

    assert desk.records.turns(desk.conversation_id) == []
    desk.ask(f"What is {part[:-1]} here?")


def test_a_fourth_open_message_of_a_learner_is_refused_wherever_it_is_asked(desk: Desk) -> None:
    elsewhere = desk.records.create(desk.learner_id, desk.course_id).id
    first, *_ = desk.ask("One"), desk.ask("Two"), desk.ask("Three")

    with pytest.raises(TooManyOpen, match="3 messages of yours"):
        ask("Four", elsewhere, desk.records, desk.queue)

    assert desk.records.turns(elsewhere) == []
    stop(first.id, desk.records, desk.streams, desk.queue)
    ask("Four", elsewhere, desk.records, desk.queue)


def test_another_learner_is_not_refused_for_the_messages_of_one(desk: Desk) -> None:
    for question in ("One", "Two", "Three"):
        desk.ask(question)
    other = desk.records.create(desk.records.learner("another token"), desk.course_id).id

    assert ask("Why?", other, desk.records, desk.queue).status == "queued"


def test_trying_again_counts_as_an_open_message(desk: Desk) -> None:
    failed = desk.ask("Zero")
    desk.records.finish(failed.id, "failed", (AnswerFailed(message="It broke."),))
    for question in ("One", "Two", "Three"):
        desk.ask(question)

    with pytest.raises(TooManyOpen):
        retry(failed.id, desk.records, desk.streams, desk.queue)

    assert desk.records.status(failed.id) == "failed"


def test_a_question_asked_while_redis_is_away_is_kept_and_says_so(
    desk: Desk, server: RedisServer
) -> None:
    server.kill()

    with pytest.raises(LiveStateLost, match="Your message is kept"):
        desk.ask("Why?")

    [turn] = desk.records.turns(desk.conversation_id)
    assert (turn.question, turn.status) == ("Why?", "queued")
    assert desk.records.startable() == [turn.id]


def test_a_running_turn_is_followed_from_its_start_each_time(desk: Desk) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    desk.streams.append(turn.id, SEARCHING)
    assert follow(turn.id, desk.records, desk.streams).events == (SEARCHING,)

    desk.streams.append(turn.id, HELLO)
    state = follow(turn.id, desk.records, desk.streams)
    assert (state.events, state.status) == ((SEARCHING, HELLO), "running")


def test_what_was_told_before_a_reset_is_dropped(desk: Desk) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    for event in (HELLO, Reset(reason="restarted"), WORLD):
        desk.streams.append(turn.id, event)

    assert follow(turn.id, desk.records, desk.streams).events == (WORLD,)


def test_a_finished_turn_is_read_from_the_database_with_or_without_redis(
    desk: Desk, server: RedisServer
) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    for event in (SEARCHING, HELLO, AnswerDone(record=TurnRecord(intent=None, found=None))):
        desk.streams.append(turn.id, event)
    desk.records.finish(turn.id, "done", (HELLO,))
    assert follow(turn.id, desk.records, desk.streams).events == (HELLO,)

    server.kill()
    state = follow(turn.id, desk.records, desk.streams)
    assert (state.events, state.status, state.is_finished) == ((HELLO,), "done", True)


def test_a_running_turn_can_be_followed_through_a_loss_of_redis(
    desk: Desk, server: RedisServer
) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    server.kill()

    state = follow(turn.id, desk.records, desk.streams)

    assert (state.events, state.status) == ((), "running")


def test_stop_tells_a_running_turn(desk: Desk) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)

    stop(turn.id, desk.records, desk.streams, desk.queue)

    assert desk.streams.stop_requested(turn.id)
    assert follow(turn.id, desk.records, desk.streams).status == "running"


def test_stop_ends_a_turn_that_has_not_begun_at_once_and_lets_the_next_one_go(
    desk: Desk, server: RedisServer
) -> None:
    first, second = desk.ask("Why?"), desk.ask("And?")

    stop(first.id, desk.records, desk.streams, desk.queue)

    assert follow(first.id, desk.records, desk.streams).status == "stopped"
    assert follow(first.id, desk.records, desk.streams).events == (AnswerStopped(),)
    assert second.id in queued(server)


def test_stop_leaves_a_finished_turn_as_it_is(desk: Desk) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    desk.records.finish(turn.id, "done", (HELLO,))

    stop(turn.id, desk.records, desk.streams, desk.queue)

    assert follow(turn.id, desk.records, desk.streams).status == "done"
    assert not desk.streams.stop_requested(turn.id)


def test_retry_starts_a_failed_turn_with_nothing_left_of_the_first_time(
    desk: Desk, server: RedisServer
) -> None:
    turn = desk.ask("Why?")
    desk.queue.clear_mark("answer_turn", turn.id)
    desk.records.begin(turn.id)
    desk.streams.append(turn.id, HELLO)
    desk.streams.request_stop(turn.id)
    desk.records.finish(turn.id, "failed", (HELLO, AnswerFailed(message="broke")))

    retry(turn.id, desk.records, desk.streams, desk.queue)

    state = follow(turn.id, desk.records, desk.streams)
    assert (state.events, state.status) == ((), "queued")
    assert not desk.streams.stop_requested(turn.id)
    assert queued(server).count(turn.id) == 2


def test_retry_does_not_touch_a_running_turn(desk: Desk) -> None:
    turn = desk.ask("Why?")
    desk.records.begin(turn.id)
    desk.streams.append(turn.id, HELLO)

    retry(turn.id, desk.records, desk.streams, desk.queue)

    assert follow(turn.id, desk.records, desk.streams).events == (HELLO,)


def test_a_deleted_conversation_leaves_nothing_in_redis_either(
    desk: Desk, server: RedisServer
) -> None:
    turn = desk.ask("A private question")
    desk.streams.append(turn.id, HELLO)

    with pytest.raises(NotFound):
        delete_conversation(desk.conversation_id, "somebody else", desk.records, desk.streams)
    delete_conversation(desk.conversation_id, desk.learner_id, desk.records, desk.streams)

    assert desk.streams.read(turn.id) == []
    with pytest.raises(NotFound):
        follow(turn.id, desk.records, desk.streams)


def test_cancelling_ends_what_waits_now_and_asks_what_runs(desk: Desk) -> None:
    def upload(name: str) -> str:
        return desk.courses.add_document(desk.course_id, name, "textbook", name, 1)[0].id

    waiting = upload("waiting.pdf")
    cancel_indexing(desk.course_id, desk.courses, desk.progress)
    assert desk.courses.document(waiting).status == "cancelled"
    assert not desk.progress.cancel_requested(desk.course_id)

    desk.courses.set_status(upload("running.pdf"), "indexing")
    cancel_indexing(desk.course_id, desk.courses, desk.progress)
    assert desk.progress.cancel_requested(desk.course_id)


def test_cancelling_leaves_in_force_what_only_waits_to_be_read_again(desk: Desk) -> None:
    added = desk.courses.add_document(desk.course_id, "a.pdf", "textbook", "a", 1)[0].id
    desk.courses.mark_indexed(desk.course_id, {added: (3, 10)})
    desk.courses.set_status(added, "waiting", "to be read again")

    cancel_indexing(desk.course_id, desk.courses, desk.progress)

    assert desk.courses.document(added).status == "indexed"


def test_a_message_with_bytes_that_databases_refuse_is_asked_without_them(desk: Desk) -> None:
    assert desk.ask("Why\0 \ud800not?").question == "Why not?"
