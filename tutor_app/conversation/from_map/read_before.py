"""What to read before a term: the earlier places that define the terms its definition uses."""

from __future__ import annotations

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.conversation.from_map.named_terms import terms_in
from tutor_app.conversation.from_map.shown_places import chunk_of, quote_place
from tutor_app.domain.values import Event, Quote, Sentence, Session
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

READ_FIRST = phrase("conversation_map.read_first", "term")
ONE_PLACE = phrase("conversation_map.one_place", "term", "place")
NEEDS_NOTHING = phrase("conversation_map.needs_nothing", "term")
_MOST = 5


def what_to_read_before(
    term: Term, session: Session, index: CourseIndex, course_map: CourseMap
) -> list[Event]:
    """Return the earlier sections in the course's order, each with the term that it defines."""
    order = {chunk.id: place for place, chunk in enumerate(index.chunks)}
    needed = _needed(term, index, course_map)
    needed.sort(key=lambda one: order.get(one.definition.chunk_id, 0))
    places = [(one, quote_place(one.definition, index)) for one in needed]
    shown = [(one, quote) for one, quote in places if quote is not None]
    if not shown:
        own = quote_place(term.definition, index)
        nothing = unsaid(NEEDS_NOTHING, session, term=term.in_sentence)
        return [] if own is None else [Sentence(text=nothing, role="lead_in"), own]
    lead_in = unsaid(READ_FIRST, session, term=term.in_sentence)
    return [
        Sentence(text=lead_in, role="lead_in"),
        *(_line(one, quote) for one, quote in shown),
        *(quote for _, quote in shown),
    ]


def _line(term: Term, quote: Quote) -> Sentence:
    text = ONE_PLACE(term=term.name, place=name_place(quote))
    return Sentence(text=text, role="result", passage_id=quote.passage_id)


def _needed(term: Term, index: CourseIndex, course_map: CourseMap) -> list[Term]:
    """Return the terms that a definition rests on, and those that these rest on, nearest first."""
    order = {chunk.id: place for place, chunk in enumerate(index.chunks)}
    here = order.get(term.definition.chunk_id, 0)
    found: dict[str, Term] = {}
    open_ones = [term]
    while open_ones and len(found) < _MOST:
        one = open_ones.pop(0)
        chunk = chunk_of(one.definition.chunk_id, index)
        if chunk is None:
            continue
        for used in terms_in(one.definition.text, course_map, but=(term.key, one.key, *found)):
            is_earlier = order.get(used.definition.chunk_id, here) < here
            if is_earlier and len(found) < _MOST:
                found[used.key] = used
                open_ones.append(used)
    return list(found.values())
