"""A message that asks what a term is: the sentence that defines the term comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import term_words
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.asked.defining_sentence import defining_sentence
from tutor_app.conversation.asked.term_asked import asks_plainly, term_asked
from tutor_app.conversation.beside.column_meaning import MEANINGS
from tutor_app.conversation.explanation import explain
from tutor_app.conversation.from_map.shown_places import chunk_of, quote_place
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import AnswerDone, Event, Quote, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, own_terms, read_query
from tutor_app.wording.quote_sentences import lead_in


def definition_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the definition of the term that a message asks for; None where it asks for none."""
    index, course_map = turn.index, turn.course_map
    if index is None or turn.message.wanted is not None or turn.shape.code is not None:
        return None
    name = term_asked(turn.message.text, index)
    if not name:
        return None
    if name.casefold() in MEANINGS and name.upper() in turn.message.text:
        return None  # the column of a trace
    term = term_called(name, course_map) if course_map is not None else None
    quote = _labelled(term, index) if term is not None else None
    if asks_plainly(turn.message.text, name):
        # "what is a cut?": the search has it, with what more there is.
        return explain(turn, "direct", defining=quote) if quote is not None else None
    if quote is not None:
        return _done([lead_in([quote]), quote])
    asked = f"What is {name}?"
    told = defining_sentence(name, read_query(asked, turn.services.embedder, index), index)
    if told is not None:
        quote = replace(show_sentences([told], index)[0], quiet=False)
        return _done([lead_in([quote]), quote])
    terms = own_terms(name, index)
    if not terms or own_terms(turn.message.text, index) - terms:
        return explain(turn, "direct")  # what else it says tells of what the word is asked
    alone = replace(turn.message, text=asked)
    return explain(replace(turn, message=alone, typed=turn.own_words[0]), "direct")


def term_called(name: str, course_map: CourseMap) -> Term | None:
    """Return the term of the map that has this name, and no other that only holds it."""
    words = term_words(name)
    keys = (" ".join(words), " ".join(words[:-1]) if words[-1:] == ["again"] else "")
    terms = course_map.shown_terms
    return next((t for t in terms if t.key in keys or term_words(t.name) == words), None)


def _labelled(term: Term, index: CourseIndex) -> Quote | None:
    """Return the quote of a definition that the course sets apart with a label."""
    chunk = chunk_of(term.definition.chunk_id, index)
    if chunk is None:
        return None
    texts = [sentence.text for sentence in chunk.sentences]
    at = texts.index(term.definition.text) if term.definition.text in texts else 0
    label = texts[at - 1].casefold() if at else ""
    is_label = label.startswith(("definition", "concept", "term")) and "(" in label
    return quote_place(term.definition, index) if is_label or term.mended else None


def _done(events: Sequence[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="direct", found=None))
