"""Two tabs, two devices, a worker that dies, a Redis that is emptied: no hint is lost, none twice.

The tutor is the real one, on an algorithm problem; so are Redis and SQLite.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.doubles.desk import Desk, open_desk
from tests.doubles.redis_server import RedisServer, redis_server
from tests.doubles.trace_tutor import OTHER, WRONG, tutor
from tutor_app.domain.teaching import CourseSettings
from tutor_app.domain.values import (
    AnswerStopped,
    Event,
    HintLevel,
    Message,
    ProblemRead,
    Reset,
    Sentence,
    Session,
    Status,
)
from tutor_app.runtime.jobs.leases import Leases
from tutor_app.runtime.jobs.run_turn import AFTER_THE_OTHER, Answer, TurnParts, run_turn
from tutor_app.runtime.turn_actions import ask, follow, retry, stop
from tutor_app.storage.live import LiveLadders, connect
from tutor_app.storage.live.ladder_locks import TurnLadders, TurnRun
from tutor_app.storage.records import CourseSettingsRecords, open_database
from tutor_app.storage.records.row_values import TurnRow
from tutor_app.understanding.dialogue_acts import NEXT_HINT

Tab = str  # the conversation open in it


@dataclass(frozen=True)
class Learner:
    """One learner of a course that never shows the table, with any number of tabs."""

    desk: Desk
    parts: TurnParts

    def tab(self, problem: str = WRONG) -> Tab:
        """A conversation in which the problem was sent, with a wrong trace."""
        tab = self.desk.records.create(self.desk.learner_id, self.desk.course_id).id
        self.say(tab, problem)
        return tab

    def ask(self, tab: Tab, text: str = NEXT_HINT) -> TurnRow:
        return ask(text, tab, self.desk.records, self.desk.queue)

    def say(self, tab: Tab, text: str = NEXT_HINT, answer: Answer = tutor) -> int | None:
        """Have a message answered; return the level of the hint that was shown."""
        turn = self.ask(tab, text)
        run_turn(turn.id, replace(self.parts, answer=answer))
        return self.level(turn)

    def level(self, turn: TurnRow) -> int | None:
        state = follow(turn.id, self.desk.records, self.desk.streams)
        return next((e.level for e in state.events if isinstance(e, HintLevel)), None)

    def told(self, turn: TurnRow) -> list[Event]:
        return [event for _, event in self.desk.streams.read(turn.id)]


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with redis_server() as running:
        yield running


@pytest.fixture
def learner(tmp_path: Path, server: RedisServer) -> Learner:
    if server.process is None:
        server.start()
    server.client().flushall()
    desk = open_desk(tmp_path, server)
    engine = open_database(desk.settings)
    CourseSettingsRecords(engine).change(desk.course_id, CourseSettings(reveal_policy="hints"))
    parts = TurnParts(
        records=desk.records,
        streams=desk.streams,
        queue=desk.queue,
        leases=Leases(desk.records),
        ladders=desk.ladders,
        answer=tutor,
    )
    return Learner(desk, parts)


def at_once(learner: Learner, turns: list[TurnRow], parts: TurnParts) -> None:
    """Have the turns answered at the same moment, each by a thread of its own."""
    start = threading.Barrier(len(turns))
    todo = [start.wait] * len(turns)

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        if todo:
            todo.pop()(timeout=30)
        yield from tutor(message, session, stopped)

    with ThreadPoolExecutor(len(turns)) as pool:
        list(pool.map(lambda turn: run_turn(turn.id, replace(parts, answer=answer)), turns))


def doing(
    act: Callable[[], object], before: type[Event] | None = None, after: type[Event] | None = None
) -> Answer:
    """The tutor, with something done once: before or after it says the first such event."""
    todo = [act]

    def answer(message: Message, session: Session, stopped: Callable[[], bool]) -> Iterator[Event]:
        for event in tutor(message, session, stopped):
            if before is not None and isinstance(event, before) and todo:
                todo.pop()()
            yield event
            if after is not None and isinstance(event, after) and todo:
                todo.pop()()

    return answer


# --- two tabs at the same moment -------------------------------------------------------------


@pytest.mark.long
def test_two_tabs_that_ask_at_once_get_two_hints_one_after_the_other(learner: Learner) -> None:
    for number in range(20):
        problem = WRONG.replace("A-C 6", f"A-C {number + 6}")
        turns = [learner.ask(tab) for tab in (learner.tab(problem), learner.tab(problem))]

        at_once(learner, turns, learner.parts)

        assert sorted(learner.level(turn) or 0 for turn in turns) == [2, 3]
        assert not any(isinstance(event, Reset) for turn in turns for event in learner.told(turn))


def test_without_redis_the_hint_that_came_too_late_is_told_anew(
    learner: Learner, tmp_path: Path
) -> None:
    away = connect(learner.desk.settings.model_copy(update={"redis_url": f"unix://{tmp_path}/x"}))
    parts = replace(learner.parts, ladders=LiveLadders(away))
    for number in range(5):
        problem = WRONG.replace("A-C 6", f"A-C {number + 6}")
        turns = [learner.ask(tab) for tab in (learner.tab(problem), learner.tab(problem))]

        at_once(learner, turns, parts)

        assert sorted(learner.level(turn) or 0 for turn in turns) == [2, 3]


def test_the_second_tab_is_told_that_it_waits_for_the_first(learner: Learner) -> None:
    first, second = learner.tab(), learner.tab()
    waiting = learner.ask(second)
    other = threading.Thread(target=run_turn, args=(waiting.id, learner.parts))

    def let_the_other_wait() -> None:
        other.start()
        deadline = time.monotonic() + 20
        while Status(text=AFTER_THE_OTHER()) not in learner.told(waiting):
            assert time.monotonic() < deadline, "it does not wait"
            time.sleep(0.01)

    assert learner.say(first, answer=doing(let_the_other_wait, after=HintLevel)) == 2
    other.join()
    assert learner.level(waiting) == 3


def test_another_problem_is_not_waited_for(learner: Learner) -> None:
    first, second = learner.tab(), learner.tab(OTHER)
    beside: list[int | None] = []

    learner.say(first, answer=doing(lambda: beside.append(learner.say(second)), after=HintLevel))

    assert beside == [2]


def test_a_stop_ends_the_waiting_and_takes_no_hint(learner: Learner) -> None:
    first, second = learner.tab(), learner.tab()
    waiting = learner.ask(second)

    def stop_the_other() -> None:
        learner.desk.streams.request_stop(waiting.id)
        run_turn(waiting.id, learner.parts)

    learner.say(first, answer=doing(stop_the_other, after=HintLevel))

    stopped = learner.desk.records.turn(waiting.id)
    assert (stopped.status, stopped.events[-1]) == ("stopped", AnswerStopped())
    assert learner.level(waiting) is None
    assert learner.say(second) == 3


# --- what lasts ------------------------------------------------------------------------------


def test_an_emptied_redis_changes_no_level(learner: Learner) -> None:
    tab = learner.tab()
    assert learner.say(tab) == 2
    learner.desk.ladders.redis.flushall()
    assert learner.say(tab) == 3


def test_an_older_state_of_redis_is_not_believed(learner: Learner) -> None:
    tab = learner.tab()
    redis = learner.desk.ladders.redis
    [key] = redis.keys("elenchus:ladder:*")
    before = redis.get(key)
    assert learner.say(tab) == 2
    redis.set(key, before)  # as after a crash, from its file of a second ago

    assert learner.say(tab) == 3


def test_a_redis_that_is_emptied_in_mid_hint_lets_another_tab_in_and_no_hint_is_lost(
    learner: Learner,
) -> None:
    first, second = learner.tab(), learner.tab()
    beside: list[int | None] = []

    def empty_it() -> None:
        learner.desk.ladders.redis.flushall()
        beside.append(learner.say(second))

    assert learner.say(first, answer=doing(empty_it, after=HintLevel)) == 3
    assert beside == [2]


def test_a_redis_that_dies_in_mid_hint_costs_no_hint(learner: Learner, server: RedisServer) -> None:
    tab = learner.tab()
    assert learner.say(tab, answer=doing(server.kill, before=Sentence)) == 2
    server.start()
    assert learner.say(tab) == 3


def test_another_conversation_and_another_process_know_the_level(learner: Learner) -> None:
    learner.say(learner.tab())
    again = replace(
        learner, parts=replace(learner.parts, ladders=LiveLadders(connect(learner.desk.settings)))
    )

    assert again.say(again.tab()) == 3


# --- a turn that does not come to its end ----------------------------------------------------


def test_a_turn_that_is_answered_again_holds_its_ladder_at_once_and_counts_its_hint_once(
    learner: Learner,
) -> None:
    first, second = learner.tab(), learner.tab()
    turn = learner.ask(first)
    dying = learner.desk.records
    dying.begin(turn.id, "a worker that dies", lease_seconds=0)
    session = dying.session_of(turn.id)
    key = session.tracing.key if session.tracing is not None else ""
    ladders = replace(learner.desk.ladders, held_seconds=3600)
    died = TurnRun(
        turn_id=turn.id,
        tries=1,
        is_over=lambda turn_id: False,
        stopped=lambda: False,
        waiting=lambda: None,
    )
    TurnLadders(ladders, session, died).hold(key)

    run_turn(turn.id, learner.parts)

    assert dying.turn(turn.id).tries == 2
    assert learner.level(turn) == 2
    assert Status(text=AFTER_THE_OTHER()) not in learner.told(turn)
    assert learner.say(second) == 3


def test_a_stop_before_the_hint_takes_none_and_the_problem_is_still_known(
    learner: Learner,
) -> None:
    tab = learner.tab()
    turn = learner.ask(tab)
    press = doing(lambda: press_stop(learner, turn), before=Status)
    run_turn(turn.id, replace(learner.parts, answer=press))

    assert learner.desk.records.status(turn.id) == "stopped"
    assert not any(isinstance(event, Sentence) for event in learner.told(turn))
    assert learner.say(tab) == 2


def test_a_hint_that_was_shown_counts_also_where_stop_cut_the_rest(learner: Learner) -> None:
    tab = learner.tab()
    turn = learner.ask(tab)
    press = doing(lambda: press_stop(learner, turn), before=Sentence)
    run_turn(turn.id, replace(learner.parts, answer=press))

    stored = learner.desk.records.turn(turn.id)
    assert (stored.status, stored.events[-1]) == ("stopped", AnswerStopped())
    assert not any(isinstance(event, HintLevel) for event in stored.events)
    assert learner.say(tab) == 3


def test_a_first_message_that_is_stopped_before_its_hint_leaves_nothing(learner: Learner) -> None:
    tab = learner.desk.conversation_id
    turn = learner.ask(tab, WRONG)
    press = doing(lambda: press_stop(learner, turn), before=ProblemRead)
    run_turn(turn.id, replace(learner.parts, answer=press))

    assert learner.say(tab, WRONG) == 1
    assert learner.say(tab) == 2


def test_a_hint_that_broke_off_is_given_once_more_by_retry_and_counts_once(
    learner: Learner,
) -> None:
    def breaks() -> None:
        raise ValueError("a bug")

    tab = learner.tab()
    turn = learner.ask(tab)
    run_turn(turn.id, replace(learner.parts, answer=doing(breaks, after=HintLevel)))
    assert learner.desk.records.status(turn.id) == "failed"

    retry(turn.id, learner.desk.records, learner.desk.streams, learner.desk.queue)
    run_turn(turn.id, learner.parts)

    assert learner.level(turn) == 2
    assert learner.say(tab) == 3


def press_stop(learner: Learner, turn: TurnRow) -> None:
    stop(turn.id, learner.desk.records, learner.desk.streams, learner.desk.queue)
