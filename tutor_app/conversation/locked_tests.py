"""What a course keeps locked of the item that a student's program is for."""

from __future__ import annotations

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.programs.locked_tests.locked_cases import LockedTexts
from tutor_app.programs.program_structure import read_program
from tutor_app.understanding.message_features import MessageFeatures


def locked_texts_of(turn: TurnContext, shape: MessageFeatures) -> LockedTexts | None:
    """Return the locked texts of the item that the program is for; None where it is for none.

    The input of a test that fails may be shown where the course reveals everything, if it is not
    longer than what may be repeated of a solution.
    """
    item = _item_of(turn, shape)
    if turn.book is None or item is None or not (item.locked or item.attached.tests):
        return None
    guard = turn.book.guard

    def may_show(call: str) -> bool:
        is_open = turn.session.settings.reveal_policy == "open"
        return is_open and not guard.leaks(call, turn.own_words)

    return LockedTexts(item=item.id, texts=(item.locked, item.attached.tests), may_show=may_show)


def _item_of(turn: TurnContext, shape: MessageFeatures) -> AssignmentItem | None:
    """Return the item that the message names, the one before, or the one that asks for its code."""
    book, work = turn.book, turn.session.work
    if book is None:
        return None
    record = work.program if work is not None and work.kind == "program" else None
    kept = record.item if record is not None else None
    match = book.match(shape.prose, kept) if shape.prose else None
    if match is not None and (match.by == "number" or kept is None):
        return match.item
    if kept is not None:
        return book.item(kept)
    return _asking_for(shape.code or "", book.items)


def _asking_for(code: str, items: tuple[AssignmentItem, ...]) -> AssignmentItem | None:
    """Return the only item whose statement calls a function that a program defines."""
    calls = [f"{function.name}(" for function in read_program(code).functions]
    asking = [item for item in items if any(call in item.statement for call in calls)]
    return asking[0] if len(asking) == 1 else None
