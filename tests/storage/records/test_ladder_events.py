"""A learner's place on a hint ladder outlives the turn, the conversation and the process."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from tutor_app.domain.errors import LadderMoved
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import LadderEvent, LadderSeen, TracingRecord, WorkRecord
from tutor_app.domain.traces import Edge, Graph, Problem, StudentTrace
from tutor_app.domain.values import Exchange, MarkedSentence, Quote, Sentence, TurnRecord
from tutor_app.storage.records import ConversationRecords, CourseRecords, open_database

PROBLEM = Problem(
    algorithm="bfs",
    graph=Graph(
        directed=False, weighted=False, nodes=("A", "B"), edges=(Edge(source="A", target="B"),)
    ),
    start="A",
    conventions={"neighbor_order": "alphabetical"},
)
FIRST = LadderEvent(problem_key="k", level=1, cause="first")
STUCK = LadderEvent(problem_key="k", level=2, cause="stuck", place=1)
LEFT = TracingRecord(
    problem=PROBLEM,
    key="k",
    policy="hints",
    stated=frozenset({"neighbor_order"}),
    attempt=StudentTrace(rows=({"step": 1, "node": "B", "open": ({"node": "A"},)},)),
    ladder=(FIRST, STUCK),
)


@pytest.fixture
def engine(settings: Settings) -> Engine:
    engine = open_database(settings)
    CourseRecords(engine).create("Graphs")
    return engine


def finished_turn(engine: Engine, left: TracingRecord, token: str = "t") -> str:
    """A conversation with one turn that left this."""
    records = ConversationRecords(engine)
    conversation = records.create(records.learner(token), "graphs")
    turn = records.add_turn(conversation.id, "Trace it.")
    records.begin(turn.id)
    assert records.finish(
        turn.id, "done", [], TurnRecord(intent="tracing", found=None, tracing=left)
    )
    return conversation.id


def test_the_next_turn_knows_the_problem_and_the_ladder(engine: Engine) -> None:
    conversation = finished_turn(engine, LEFT)
    records = ConversationRecords(engine)
    session = records.session_of(records.add_turn(conversation, "I'm stuck").id)

    assert session.tracing == LEFT
    assert session.ladder.of("k") == (FIRST, STUCK)


def test_another_conversation_of_the_learner_knows_the_ladder_but_not_the_problem(
    engine: Engine,
) -> None:
    finished_turn(engine, LEFT)
    records = ConversationRecords(engine)
    other = records.create(records.learner("t"), "graphs")
    session = records.session_of(records.add_turn(other.id, "Trace it again.").id)

    assert session.ladder.of("k") == (FIRST, STUCK)
    assert session.tracing is None


def test_another_learner_starts_at_the_bottom(engine: Engine) -> None:
    finished_turn(engine, LEFT)
    records = ConversationRecords(engine)
    other = records.create(records.learner("somebody else"), "graphs")

    assert records.session_of(records.add_turn(other.id, "Trace it.").id).ladder.of("k") == ()


def test_deleting_the_conversation_leaves_the_ladder_where_it_is(engine: Engine) -> None:
    conversation = finished_turn(engine, LEFT)
    records = ConversationRecords(engine)
    learner = records.learner("t")
    records.delete(conversation, learner)
    other = records.create(learner, "graphs")

    assert records.session_of(records.add_turn(other.id, "Again.").id).ladder.of("k") == (
        FIRST,
        STUCK,
    )


def test_a_turn_that_broke_moves_nothing(engine: Engine) -> None:
    records = ConversationRecords(engine)
    conversation = records.create(records.learner("t"), "graphs")
    turn = records.add_turn(conversation.id, "Trace it.")
    records.begin(turn.id)
    records.finish(turn.id, "failed", [], None)
    after = records.add_turn(conversation.id, "And now?")

    assert records.session_of(after.id).ladder.of("k") == ()


def begun_turn(records: ConversationRecords) -> str:
    """A turn that is being answered, in a conversation of its own."""
    conversation = records.create(records.learner("t"), "graphs")
    turn = records.add_turn(conversation.id, "I'm stuck")
    records.begin(turn.id)
    return turn.id


MOVED = TurnRecord(intent="tracing", found=None, tracing=replace(LEFT, ladder=(STUCK,)))
KNEW_NOTHING = LadderSeen(problem_key="k", events=0)


def test_a_hint_that_was_given_to_another_turn_first_is_not_stored(engine: Engine) -> None:
    records = ConversationRecords(engine)
    first, late = begun_turn(records), begun_turn(records)
    assert records.finish(first, "done", [], MOVED, seen=KNEW_NOTHING)

    with pytest.raises(LadderMoved):
        records.finish(late, "done", [], MOVED, seen=KNEW_NOTHING)

    assert records.status(late) == "running"
    assert records.session_of(late).ladder.of("k") == (STUCK,)
    assert records.finish(late, "done", [], MOVED, seen=LadderSeen(problem_key="k", events=1))
    assert records.session_of(late).ladder.of("k") == (STUCK, STUCK)


def test_a_turn_that_moved_nothing_is_stored_whatever_happened_meanwhile(engine: Engine) -> None:
    records = ConversationRecords(engine)
    first, late = begun_turn(records), begun_turn(records)
    records.finish(first, "done", [], MOVED, seen=KNEW_NOTHING)

    assert records.finish(late, "done", [], TurnRecord(intent=None, found=None), seen=KNEW_NOTHING)


def test_of_turns_stored_at_once_one_was_first(engine: Engine) -> None:
    records = ConversationRecords(engine)
    turns = [begun_turn(records) for _ in range(4)]
    start = threading.Barrier(len(turns))

    def finish(turn_id: str) -> bool:
        start.wait(timeout=30)
        try:
            return records.finish(turn_id, "done", [], MOVED, seen=KNEW_NOTHING)
        except LadderMoved:
            return False

    with ThreadPoolExecutor(len(turns)) as pool:
        stored = list(pool.map(finish, turns))

    assert sorted(stored) == [False, False, False, True]
    assert records.session_of(turns[0]).ladder.of("k") == (STUCK,)


def test_what_was_asked_quoted_and_said_before_is_known_to_the_next_turn(engine: Engine) -> None:
    records = ConversationRecords(engine)
    conversation = records.create(records.learner("t"), "graphs")
    turn = records.add_turn(conversation.id, "Why a queue?")
    records.begin(turn.id)
    quote = Quote(
        passage_id="p",
        document_id="d",
        document_name="a.pdf",
        kind="slides",
        page=1,
        headings=("Search", "Queues"),
        paragraph="It is fair.",
        crops=(),
        marked=(MarkedSentence(text="It is fair.", boxes=()),),
    )
    work = WorkRecord(kind="program", key="w", text="x = 1", ladder=(STUCK,))
    said = Sentence(text="Your course says this:", role="lead_in")
    record = TurnRecord(intent="conceptual", found=None, work=work)
    assert records.finish(turn.id, "done", [said, quote], record)
    session = records.session_of(records.add_turn(conversation.id, "And a stack?").id)

    assert session.before == (
        Exchange(
            question="Why a queue?",
            intent="conceptual",
            topics=("Queues",),
            quoted=("It is fair.",),
            said=("Your course says this:",),
            shown=(said, quote),
        ),
    )
    assert session.work == work
    assert session.ladder.of("k") == (STUCK,)


def test_the_help_that_a_student_chose_stays_with_the_message(engine: Engine) -> None:
    records = ConversationRecords(engine)
    conversation = records.create(records.learner("t"), "graphs")
    turn = records.add_turn(conversation.id, "x = 1", "debugging")

    assert records.turn(turn.id).wanted == "debugging"
