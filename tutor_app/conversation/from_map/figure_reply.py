"""The figure or table that a message asks for by its number: of the document that is meant."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.answering.course_map.map_values import CourseFigure, CourseMap, FigureKind
from tutor_app.conversation.from_map.shown_places import quote_figure
from tutor_app.conversation.subject.spoken_of import documents_spoken_of
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Quote
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.numbered_references import (
    documents_named,
    numbers_named,
    without_reference,
)
from tutor_app.retrieval.search_terms import tokens

_ASKS_MORE = 2  # content words beside the number: with fewer the figure itself is asked for
_KINDS: tuple[FigureKind, ...] = ("figure", "table")


def figure_asked_for(turn: TurnContext, index: CourseIndex, course_map: CourseMap) -> Quote | None:
    """Return the figure that a message names by number and asks nothing more of.

    None where it names none, or where several documents have the number and none of them was
    named or is on the table.
    """
    text = turn.message.text
    if len(set(tokens(without_reference(text)))) >= _ASKS_MORE:
        return None
    for kind in _KINDS:
        for number in sorted(numbers_named(text, kind)):
            found = [f for f in course_map.figures if (f.kind, f.number) == (kind, number)]
            figure = _meant(found, turn, index)
            if figure is not None:
                return quote_figure(figure, index)
    return None


def _meant(found: list[CourseFigure], turn: TurnContext, index: CourseIndex) -> CourseFigure | None:
    named = documents_named(turn.message.text, index.chunks)
    if named:
        ids = {document.id for document in named}
        return next((figure for figure in found if figure.document_id in ids), None)
    by_document = {figure.document_id: figure for figure in found}
    near = next((by_document[one] for one in _on_table(turn) if one in by_document), None)
    return found[0] if near is None and len(by_document) == 1 else near


def _on_table(turn: TurnContext) -> Iterator[str]:
    """Yield the ids of the documents on the table, the nearest first."""
    work = turn.session.work
    item = turn.book.item(work.item) if turn.book is not None and work is not None else None
    if item is not None and turn.session.work_is_newer:
        yield item.document.id
    yield from documents_spoken_of(turn.session.before)
