"""What was asked comes back by spacing: soon where it was missed, later where it was known."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from fsrs import Card
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tutor_app.domain.practice import PracticeOutcome, QuestionResult
from tutor_app.domain.values import TurnRecord
from tutor_app.storage.records.conversations import ConversationRecords
from tutor_app.storage.records.courses import CourseRecords
from tutor_app.storage.records.recall_cards import put_card

BEGIN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


class Practised:
    """A learner whose turns answer questions, at times that the test sets."""

    def __init__(self, engine: Engine) -> None:
        self.at = BEGIN
        self.records = ConversationRecords(engine, now=lambda: self.at)
        self.course = CourseRecords(engine).create("Graphs", "Ada").id
        self.learner = self.records.learner("token")

    def answer(self, **outcomes: PracticeOutcome) -> None:
        conversation = self.records.create(self.learner, self.course)
        turn = self.records.add_turn(conversation.id, "answer", None)
        self.records.begin(turn.id)
        answered = tuple(
            QuestionResult(item=item, name=item, kind="gap", outcome=outcome)
            for item, outcome in outcomes.items()
        )
        record = TurnRecord(intent="conceptual", found=None, answered=answered)
        assert self.records.finish(turn.id, "done", (), record)

    def due_after(self, pause: timedelta) -> dict[str, bool]:
        self.at += pause
        conversation = self.records.create(self.learner, self.course)
        turn = self.records.add_turn(conversation.id, "quiz me", None)
        known = self.records.session_of(turn.id).recalled
        return {item: chance.due for item, chance in known.items()}


def test_what_was_missed_is_due_at_once_and_what_was_known_later(engine: Engine) -> None:
    practised = Practised(engine)
    practised.answer(cut="missed", tree="right")
    assert practised.due_after(timedelta(minutes=2)) == {"cut": True, "tree": False}


def test_each_right_answer_makes_the_next_pause_longer(engine: Engine) -> None:
    practised = Practised(engine)
    practised.answer(tree="right")
    practised.at += timedelta(minutes=11)
    practised.answer(tree="right")  # learnt: from now on in days
    assert practised.due_after(timedelta(hours=12)) == {"tree": False}
    assert practised.due_after(timedelta(days=10)) == {"tree": True}
    practised.answer(tree="right")
    assert practised.due_after(timedelta(days=5)) == {"tree": False}


def test_what_was_left_for_another_is_not_remembered(engine: Engine) -> None:
    practised = Practised(engine)
    practised.answer(cut="left")
    assert practised.due_after(timedelta(days=1)) == {}


def test_a_card_that_another_turn_has_stored_meanwhile_is_replaced(engine: Engine) -> None:
    practised = Practised(engine)
    key = {"learner_id": practised.learner, "course_id": practised.course, "item_id": "cut"}
    for day in (1, 2):  # neither turn has seen the other's card
        due = BEGIN + timedelta(days=day)
        with Session(engine) as session, session.begin():
            put_card(session, {**key, "card": dict(Card(card_id=0, due=due).to_dict()), "due": due})
    assert practised.due_after(timedelta(days=1, hours=1)) == {"cut": False}
