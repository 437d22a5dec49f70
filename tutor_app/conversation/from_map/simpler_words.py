"""Simpler than the quote on the table: the shortest definition behind it, else its figure."""

from __future__ import annotations

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.conversation.from_map.named_terms import term_on_table, terms_in
from tutor_app.conversation.from_map.shown_places import quote_figure, quote_place, read_lately
from tutor_app.domain.values import Quote, Session
from tutor_app.retrieval.course_index import CourseIndex

_LONGEST = 240  # characters: a longer sentence is no simpler one


def simpler_quote(session: Session, index: CourseIndex, course_map: CourseMap) -> Quote | None:
    """Return a definition that the quote on the table rests on, else a figure of its term.

    The term that was asked for comes first, then those that its definition uses, the one with the
    shortest definition first. What was read lately is no simpler.
    """
    asked = term_on_table(session.before, course_map)
    text = asked.definition.text if asked is not None else _marked_first(session)
    used = terms_in(text, course_map, but=(asked.key,) if asked else ())
    by_length = sorted(used, key=lambda term: len(term.definition.text))
    read = read_lately(session)
    for term in [*([asked] if asked else []), *by_length]:
        quote = _definition(term, index)
        if quote is not None and quote.marked[0].text not in read:
            return quote
    drawn = (course_map.figures[n] for n in asked.drawn) if asked is not None else iter(())
    shown = (quote_figure(figure, index) for figure in drawn)
    return next((one for one in shown if one is not None and one.paragraph not in read), None)


def _definition(term: Term, index: CourseIndex) -> Quote | None:
    short = len(term.definition.text) <= _LONGEST
    return quote_place(term.definition, index) if short else None


def _marked_first(session: Session) -> str:
    """Return the first sentence that was marked for the student."""
    quoted = next((one.quoted for one in reversed(session.before) if one.quoted), ("",))
    return quoted[0]
