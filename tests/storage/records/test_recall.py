"""What a learner was given to practise, and what they recalled, lasts."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Cloze, Sentence
from tutor_app.storage.records import (
    ConversationRecords,
    CourseRecords,
    RecallRecords,
    open_database,
)

GAP = Cloze(
    id="gap",
    before="It keeps them in a ",
    answer="queue",
    after=".",
    passage_id="p",
    document_id="d",
    document_name="a.pdf",
    page=1,
    headings=(),
)
EXERCISE = Sentence(text="Try 3.", role="exercise", passage_id="q", practice_id="three")


@pytest.fixture
def engine(settings: Settings) -> Engine:
    return open_database(settings)


def told(engine: Engine, token: str = "t") -> tuple[str, str]:
    """One finished turn of a learner, which offered a gap and an exercise."""
    courses, records = CourseRecords(engine), ConversationRecords(engine)
    course = courses.list()[0] if courses.list() else courses.create("Graphs")
    learner = records.learner(token)
    turn = records.add_turn(records.create(learner, course.id).id, "Why?")
    records.begin(turn.id)
    assert records.finish(turn.id, "done", [EXERCISE, GAP])
    return learner, course.id


def test_what_a_turn_offered_is_known_to_the_next_turn_of_this_learner_only(
    engine: Engine,
) -> None:
    learner, course = told(engine)
    records = ConversationRecords(engine)
    mine = records.add_turn(records.create(learner, course).id, "And why?")
    theirs = records.add_turn(records.create(records.learner("other"), course).id, "Why?")

    assert records.session_of(mine.id).offered == {"gap", "three"}
    assert records.session_of(theirs.id).offered == frozenset()


def test_the_same_offer_in_two_turns_at_once_is_kept_once(engine: Engine) -> None:
    learner, course = told(engine)
    RecallRecords(engine).answer(learner, course, "gap", right=True)
    told(engine)

    kept = RecallRecords(engine).list_items(learner, course)
    assert set(kept) == {"gap", "three"}
    assert kept["gap"].outcome == "right"


def test_a_right_answer_is_kept_and_survives_a_restart(settings: Settings, engine: Engine) -> None:
    learner, course = told(engine)
    recall = RecallRecords(engine)
    recall.answer(learner, course, "gap", right=False)
    recall.answer(learner, course, "gap", right=True)
    engine.dispose()

    row = RecallRecords(open_database(settings)).list_items(learner, course)["gap"]
    assert (row.tries, row.outcome, row.term, row.passage_id) == (2, "right", "queue", "p")
    assert row.answered_at is not None and row.answered_at >= row.offered_at


def test_the_second_wrong_answer_ends_it(engine: Engine) -> None:
    learner, course = told(engine)
    recall = RecallRecords(engine)

    assert recall.answer(learner, course, "gap", right=False).outcome == "offered"
    assert recall.answer(learner, course, "gap", right=False).outcome == "shown"
    assert recall.answer(learner, course, "gap", right=True).outcome == "shown"


def test_who_asks_to_see_the_word_has_not_recalled_it(engine: Engine) -> None:
    learner, course = told(engine)
    recall = RecallRecords(engine)

    assert recall.show(learner, course, "gap").outcome == "shown"
    assert recall.answer(learner, course, "gap", right=True).outcome == "shown"


def test_what_was_recalled_outlives_the_conversation(engine: Engine) -> None:
    learner, course = told(engine)
    records = ConversationRecords(engine)
    for conversation in records.list(learner, course):
        records.delete(conversation.id, learner)

    assert set(RecallRecords(engine).list_items(learner, course)) == {"gap", "three"}


def test_an_answer_to_what_was_never_given_is_refused(engine: Engine) -> None:
    learner, course = told(engine)

    with pytest.raises(NotFound):
        RecallRecords(engine).answer("someone else", course, "gap", right=True)
