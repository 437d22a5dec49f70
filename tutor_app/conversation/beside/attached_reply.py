"""An answer to an item that staff have accepted before, or have said something to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event, Sentence, TurnRecord
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.attached_answers import common_wrong, is_accepted
from tutor_app.exercises.exercise_task import item_named
from tutor_app.exercises.item_facts import NOTHING
from tutor_app.exercises.item_matching import without_name
from tutor_app.exercises.shown_item import show_item
from tutor_app.wording.catalogue import phrase

IS_RIGHT = phrase("exercises_attached.is_right", "task")
IS_WRONG = phrase("exercises_attached.is_wrong", "task")
_MOST_WORDS = 40


def attached_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to an answer that staff attached to an item, right or wrong; else None."""
    book, text = turn.book, turn.message.text
    if book is None or turn.shape.code is not None or len(text.split()) > _MOST_WORDS:
        return None
    named = item_named(text, turn.session, book)
    work = turn.session.work
    at_hand = book.item(work.item) if work is not None and work.kind != "program" else None
    item = named or at_hand
    if item is None or item.attached == NOTHING:
        return None
    said = without_name(text).lstrip(" :,-") if named is not None else text
    if is_accepted(said, item.attached):
        return _reply(turn, item, right=True)
    wrong = common_wrong(said, item.attached)
    return None if wrong is None else _reply(turn, item, right=False, told=wrong.told)


def _reply(
    turn: TurnContext, item: AssignmentItem, *, right: bool, told: str = ""
) -> Iterator[Event]:
    assert turn.book is not None
    left = show_item(item, turn.session, turn.book).work
    if right:
        left = replace(left, covered=tuple(range(len(item.solution))))
    yield Sentence(text=(IS_RIGHT if right else IS_WRONG)(task=item.name), role="verdict")
    if told:
        yield Sentence(text=told, role="hint")
    yield AnswerDone(record=TurnRecord(intent="evaluation", found=None, work=left))
