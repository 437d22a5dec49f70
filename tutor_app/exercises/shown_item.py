"""An item of an assignment as it stands on its sheet, figure and all."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.values import (
    Event,
    Passage,
    Quote,
    Scores,
    Sentence,
    Session,
    WorkRecord,
)
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.exercise_task import come_back, task_of
from tutor_app.exercises.own_words import unsaid
from tutor_app.wording.catalogue import phrase

SHOWN = phrase("exercises_questions.shown", "task")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownItem:
    """What a student sees of an item, and the work on it that the conversation keeps."""

    shown: tuple[Event, ...]
    work: WorkRecord


def show_item(item: AssignmentItem, session: Session, book: AssignmentBook) -> ShownItem:
    """Return the item's text and the work that is at hand with it."""
    task = come_back(task_of(item, None), session)
    said = [text for before in session.before[-3:] for text in before.said]
    lead = Sentence(text=unsaid(SHOWN.wordings(task=item.name), said), role="lead_in")
    work = task.before or WorkRecord(
        kind="exercise", key=item.id, text=item.statement, item=item.id
    )
    quotes = item_quotes(item, book)
    return ShownItem(shown=(lead, *quotes) if quotes else (), work=work)


def item_quotes(item: AssignmentItem, book: AssignmentBook) -> list[Quote]:
    """Return the item in the sheet's words, with the place that the page cuts out."""
    chunks = [
        chunk
        for chunk in book.index.chunks
        if chunk.document.id == item.document.id
        and (chunk.exercise or "").split("(")[0] == item.number
    ]
    return quote_named([Passage(chunk=chunk, scores=Scores()) for chunk in chunks], book.index)
