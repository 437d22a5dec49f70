"""Learners, conversations, and turns that are begun and finished once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine, text

from tutor_app.domain.errors import NotFound
from tutor_app.domain.teaching import TracingRecord, WorkRecord
from tutor_app.domain.traces import Problem
from tutor_app.domain.values import (
    AnswerFailed,
    ModelAttempt,
    RetrievalResult,
    Sentence,
    TurnRecord,
)
from tutor_app.storage.records import ConversationRecords, CourseRecords

SAID = (Sentence(text="A base case is needed.", role="lead_in"),)


@pytest.fixture
def learner(records: ConversationRecords) -> str:
    return records.learner("token")


@pytest.fixture
def conversation(courses: CourseRecords, records: ConversationRecords, learner: str) -> str:
    return records.create(learner, courses.create("Algorithms", contact="ta@example.org").id).id


# --- learners and conversations ---


def test_a_learner_is_known_by_the_token_which_is_not_stored(
    records: ConversationRecords, engine: Engine
) -> None:
    first = records.learner("a secret token")

    assert records.learner("a secret token") == first
    assert records.learner("another token") != first
    with engine.connect() as connection:
        stored = str(connection.execute(text("SELECT * FROM learners")).all())
    assert "secret" not in stored


def test_a_token_seen_first_on_two_pages_at_once_makes_one_learner(
    records: ConversationRecords,
) -> None:
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(records.learner, ["token"] * 16))) == 1


def test_a_conversation_of_somebody_else_is_not_found(
    records: ConversationRecords, conversation: str
) -> None:
    other = records.learner("another token")

    for action in (
        lambda: records.get(conversation, other),
        lambda: records.rename(conversation, other, "mine"),
        lambda: records.delete(conversation, other),
    ):
        with pytest.raises(NotFound):
            action()
    assert records.list(other, "algorithms") == []


def test_the_first_question_names_the_conversation_in_one_short_line(
    records: ConversationRecords, conversation: str, learner: str
) -> None:
    records.add_turn(
        conversation, "Why does\n    this loop *never* end, although I count " + "n" * 60
    )
    records.add_turn(conversation, "And this one?")

    title = records.get(conversation, learner).title
    assert title == "Why does this loop *never* end, although I count nnnnnnnnnnn"
    assert len(title) == 60


def test_fences_around_code_are_no_part_of_a_conversations_name(
    records: ConversationRecords, conversation: str, learner: str
) -> None:
    records.add_turn(conversation, "```python\nx = 1\n```\nwhy is x 2?")

    assert records.get(conversation, learner).title == "x = 1 why is x 2?"


def test_the_question_is_kept_verbatim(records: ConversationRecords, conversation: str) -> None:
    question = "  def f(x):\n\treturn *x_  # <b>&amp;\r\n"

    assert records.turn(records.add_turn(conversation, question).id).question == question


def test_deleting_a_conversation_deletes_every_word_of_it(
    records: ConversationRecords, conversation: str, learner: str, engine: Engine
) -> None:
    turn = records.add_turn(conversation, "A private question")
    records.finish(turn.id, "done", SAID)

    records.delete(conversation, learner)

    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM turns")).scalar_one() == 0
    assert records.begin(turn.id) == 0
    with pytest.raises(NotFound):
        records.status(turn.id)


def test_questions_typed_at_once_get_positions_of_their_own(
    records: ConversationRecords, conversation: str
) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: records.add_turn(conversation, str(n)), range(16)))

    assert [turn.position for turn in records.turns(conversation)] == list(range(1, 17))


def test_a_session_tells_the_course_and_what_was_asked_before(
    records: ConversationRecords, conversation: str
) -> None:
    for question in ("First?", "Second?", "Third?"):
        turn = records.add_turn(conversation, question)

    session = records.session_of(turn.id)

    assert (session.course_name, session.contact) == ("Algorithms", "ta@example.org")
    assert [before.question for before in session.before] == ["First?", "Second?"]


def test_a_session_knows_which_of_a_trace_and_a_program_was_at_hand_last(
    records: ConversationRecords, conversation: str
) -> None:
    traced = TracingRecord(problem=Problem(algorithm="bfs"), key="t", policy="predict")
    program = WorkRecord(kind="program", key="p", text="def f(): pass")

    def newer_after(record: TurnRecord) -> bool:
        turn = records.add_turn(conversation, "So?")
        records.begin(turn.id)
        records.finish(turn.id, "done", (), record)
        stuck = records.add_turn(conversation, "I'm stuck")
        session = records.session_of(stuck.id)
        records.begin(stuck.id)
        records.finish(stuck.id, "done", (), TurnRecord(intent=None, found=None))
        return session.work_is_newer

    assert not newer_after(TurnRecord(intent="tracing", found=None, tracing=traced))
    assert newer_after(TurnRecord(intent="debugging", found=None, work=program))
    assert newer_after(TurnRecord(intent="direct", found=None))
    assert not newer_after(TurnRecord(intent="tracing", found=None, tracing=traced))


def test_a_session_knows_what_was_left_on_each_other_item(
    records: ConversationRecords, conversation: str
) -> None:
    def leaves(item: str | None, attempt: str) -> None:
        work = WorkRecord(kind="answer", key=item or "p", text="", item=item, attempt=attempt)
        turn = records.add_turn(conversation, attempt)
        records.begin(turn.id)
        records.finish(turn.id, "done", (), TurnRecord(intent="evaluation", found=None, work=work))

    for item, attempt in (("one", "a"), ("two", "b"), ("one", "c"), (None, "d"), ("three", "e")):
        leaves(item, attempt)
    session = records.session_of(records.add_turn(conversation, "So?").id)

    assert session.work is not None
    assert session.work.attempt == "e"
    assert [work.attempt for work in session.earlier_work] == ["c", "b"]


# --- turns ---


def test_a_finished_turn_is_read_as_it_was_told(
    records: ConversationRecords, conversation: str
) -> None:
    attempt = ModelAttempt(
        duty="follow_up", prompt="p", reply="r", failed_check="repeats", seconds=2.5
    )
    found = RetrievalResult(query="Why?", profile="default", kept=(), nearest=None, relevance=0.25)
    record = TurnRecord(
        intent="conceptual", found=found, attempts=(attempt,), timings={"dense": 0.02}
    )
    turn = records.add_turn(conversation, "Why?")

    assert records.begin(turn.id) == 1
    assert records.finish(turn.id, "done", SAID, record) is True

    stored = records.turn(turn.id)
    assert (stored.status, stored.events, stored.record) == ("done", SAID, record)
    assert stored.finished_at is not None


def test_a_turn_is_finished_once(records: ConversationRecords, conversation: str) -> None:
    turn = records.add_turn(conversation, "Why?")
    records.begin(turn.id)
    records.finish(turn.id, "done", SAID)

    assert records.finish(turn.id, "failed", (AnswerFailed(message="too late"),)) is False
    assert records.turn(turn.id).events == SAID
    assert records.begin(turn.id) == 0


def test_of_many_workers_one_begins_a_turn(records: ConversationRecords, conversation: str) -> None:
    turn = records.add_turn(conversation, "Why?")

    with ThreadPoolExecutor(8) as pool:
        tries = list(pool.map(lambda n: records.begin(turn.id, f"worker {n}"), range(16)))

    assert sorted(tries) == [0] * 15 + [1]


def test_turns_of_a_conversation_are_begun_one_after_the_other(
    records: ConversationRecords, conversation: str
) -> None:
    first = records.add_turn(conversation, "First?")
    second = records.add_turn(conversation, "Second?")

    assert records.begin(second.id) == 0
    assert records.begin(first.id) == 1
    assert records.begin(second.id) == 0
    assert records.next_turn(conversation) is None

    records.finish(first.id, "done", SAID)
    assert records.next_turn(conversation) == second.id
    assert records.begin(second.id) == 1


class Clock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 21, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def pass_seconds(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


def test_a_turn_whose_worker_lives_is_left_to_it_and_taken_over_when_it_died(
    engine: Engine, conversation: str
) -> None:
    clock = Clock()
    records = ConversationRecords(engine, now=clock)
    turn = records.add_turn(conversation, "Why?")
    records.begin(turn.id, "a", lease_seconds=4)

    clock.pass_seconds(3)
    assert records.renew("a", lease_seconds=4) == {turn.id}
    clock.pass_seconds(3)
    assert records.startable() == []
    assert records.begin(turn.id, "b") == 0

    clock.pass_seconds(2)
    assert records.startable() == [turn.id]
    assert records.begin(turn.id, "b") == 2
    assert records.renew("a") == set()


def test_a_worker_taken_for_dead_cannot_write_over_the_one_that_followed(
    engine: Engine, conversation: str
) -> None:
    clock = Clock()
    records = ConversationRecords(engine, now=clock)
    turn = records.add_turn(conversation, "Why?")
    first_try = records.begin(turn.id, "a")
    clock.pass_seconds(60)
    second_try = records.begin(turn.id, "b")

    assert records.finish(turn.id, "failed", (), tries=first_try) is False
    assert records.finish(turn.id, "done", SAID, tries=second_try) is True


def test_a_turn_given_back_politely_has_not_been_tried(
    records: ConversationRecords, conversation: str
) -> None:
    turn = records.add_turn(conversation, "Why?")
    records.begin(turn.id, "a")

    records.release(turn.id, "a")

    assert records.turn(turn.id).status == "queued"
    assert records.begin(turn.id, "b") == 1


def test_retry_queues_a_failed_turn_afresh_and_leaves_a_good_one_alone(
    records: ConversationRecords, conversation: str
) -> None:
    failed = records.add_turn(conversation, "Why?")
    records.begin(failed.id)
    records.finish(failed.id, "interrupted", (AnswerFailed(message="died"),))
    good = records.add_turn(conversation, "And?")
    records.begin(good.id)
    records.finish(good.id, "done", SAID)

    assert [records.retry(failed.id), records.retry(good.id)] == [True, False]

    again = records.turn(failed.id)
    assert (again.status, again.tries, again.events) == ("queued", 0, ())
    assert records.turn(good.id).status == "done"
    assert records.open_in(conversation) == [failed.id]
