"""Workers whose processes die, and who are attacked: the short form of two evaluations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evals.robustness.hostile import measure_hostile
from evals.robustness.killed_processes import KillPlan, count_ends, measure_kills
from evals.robustness.worker_bench import open_desk
from tests.doubles.misbehaving import sentence
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import AnswerDone, AnswerFailed, Reset, TurnRecord
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database
from tutor_app.storage.records.row_values import TurnRow

SAID = (sentence("One"), sentence("two"))
DONE = AnswerDone(record=TurnRecord(intent=None, found=None))


@pytest.fixture
def course(settings: Settings) -> str:
    return CourseRecords(open_database(settings)).create("Algorithms").id


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.timeout(400)
def test_no_turn_is_lost_or_told_twice_while_processes_die(settings: Settings, course: str) -> None:
    with open_desk(settings, course, actors="tests.doubles.slow_worker", workers=2) as desk:
        plan = KillPlan(turns=12, kills=8, every=0.3)
        counts = measure_kills(desk, ["One 0.2 two", "Three 0.4 four"], plan)

    assert counts["sent"] == sum(counts["ended"].values()) == 12
    assert sum(counts["killed"].values()) == 8
    assert counts["begun_again"] > 0
    wrong = ("lost", "unfinished", "doubled", "told_otherwise")
    assert {name: counts[name] for name in wrong} == dict.fromkeys(wrong, 0)


@pytest.mark.long
@pytest.mark.processes
@pytest.mark.timeout(400)
def test_a_learner_is_answered_while_others_attack(settings: Settings, course: str) -> None:
    with open_desk(settings, course, actors="tests.doubles.misbehaving_worker") as desk:
        result = measure_hostile(desk, ["Hello", "there"], ["spin", "crash", "digits"], 2)

    assert (result["questions"], result["failed"]) == (2, 0)
    assert result["hostile_messages"] >= 6
    assert "done" not in result["hostile_ended"]


def test_what_is_wrong_is_counted(settings: Settings, course: str) -> None:
    records = ConversationRecords(open_database(settings))
    conversation = records.create(records.learner("token"), course)
    asked = records.add_turn(conversation.id, "One two")
    right = replace(asked, status="done", events=SAID)
    twice = replace(right, events=SAID + SAID)
    interrupted = replace(asked, status="interrupted", events=(AnswerFailed(message="Twice."),))
    rows: list[TurnRow | None] = [right, twice, interrupted, asked, None]
    told = {id(right): [SAID[0], Reset(reason="again"), *SAID, DONE], id(twice): [*SAID, DONE]}

    counts = count_ends(rows, {"One two": SAID}, lambda row: told.get(id(row), []))

    assert counts["ended"] == {"done": 2, "interrupted": 1, "queued": 1}
    assert (counts["lost"], counts["unfinished"], counts["doubled"]) == (1, 1, 1)
    assert (counts["told_otherwise"], counts["begun_again"]) == (1, 1)
