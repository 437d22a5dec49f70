"""What a message asks of the course's map: a figure, a summary, an example, what to read first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.answering.course_map.map_values import CourseMap
from tutor_app.answering.question_features import is_caption
from tutor_app.conversation.asked.example_result import show_example
from tutor_app.conversation.beside.column_meaning import MEANINGS
from tutor_app.conversation.beside.exam_words import exam_named
from tutor_app.conversation.beside.lead_back import lead_back
from tutor_app.conversation.from_map.figure_reply import figure_asked_for
from tutor_app.conversation.from_map.lecture_summary import summarise
from tutor_app.conversation.from_map.named_terms import TOPIC, term_named, term_on_table, wish_of
from tutor_app.conversation.from_map.read_before import what_to_read_before
from tutor_app.conversation.from_map.section_example import example_in_section, home_of
from tutor_app.conversation.from_map.shown_places import quote_place
from tutor_app.conversation.from_map.simpler_words import simpler_quote
from tutor_app.conversation.from_map.term_example import example_of
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.values import AnswerDone, Document, Event, Quote, Sentence, TurnRecord
from tutor_app.retrieval.course_index import CourseIndex, own_terms, read_query
from tutor_app.retrieval.numbered_references import documents_named, without_reference
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.catalogue import Phrase, phrase, unsaid
from tutor_app.wording.quote_sentences import lead_in, name_place

EXAMPLE_OF = phrase("conversation_map.example_of", "term", "place")
SIMPLER = phrase("conversation_map.simpler", "place")
WITH_NUMBERS = phrase("conversation_quotes.shown_with_numbers", "place")
DRAWN = phrase("conversation_map.drawn", "place")
_SIGNS = ".,:;!?()"


def reply_from_map(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to what a message names and asks of the map; None where it asks nothing."""
    index, course_map = turn.index, turn.course_map
    if turn.message.wanted is not None or index is None or course_map is None:
        return None
    figure = figure_asked_for(turn, index, course_map)
    if figure is not None:
        return _done([lead_in([figure]), figure, *lead_back(turn.session)])
    events = _of_column(turn) or _of_lecture(turn, index, course_map)
    events = events or _of_term(turn, index, course_map)
    return _done([*events, *lead_back(turn.session)]) if events else None


def _of_lecture(turn: TurnContext, index: CourseIndex, course_map: CourseMap) -> list[Event]:
    document = _lecture_named(turn, index)
    if document is None or exam_named(turn.message.text):  # "is lecture 3 in the midterm?"
        return []
    text = turn.message.text
    asks_more = turn.settled_act == "ask.more" and not own_terms(without_reference(text), index)
    if not asks_more and wish_of(text, None, turn.services.embedder) != "summary":
        return []
    return summarise(document, turn, index, course_map)


def _of_term(turn: TurnContext, index: CourseIndex, course_map: CourseMap) -> list[Event]:
    text, session = turn.message.text, turn.session
    term = term_named(text, course_map)
    if term is None and turn.act.about_table and turn.settled_act.startswith("ask."):
        table = term_on_table(session.before, course_map) if turn.on_table in ON_COURSE else None
        asks = table is not None and wish_of(text, None, turn.services.embedder) == "before"
        return what_to_read_before(table, session, index, course_map) if table and asks else []
    if term is None:
        return []
    if turn.settled_act == "ask.example" and name_algorithm(text) is None:
        quote = example_of(term, session, index, course_map)
        return [] if quote is None else _example(EXAMPLE_OF, quote, turn, term=term.in_sentence)
    wish = wish_of(text, term, turn.services.embedder)
    if wish == "before":
        return what_to_read_before(term, session, index, course_map)
    defined = quote_place(term.definition, index) if wish == "again" else None
    return [lead_in([defined]), defined] if defined is not None else []


def _of_column(turn: TurnContext) -> list[Event]:
    """Return what a column of a trace holds, where a message in its label asks what it is."""
    words = [word.strip(_SIGNS) for word in turn.message.text.split()]
    labels = [word for word in words if word.isupper() and word.casefold() in MEANINGS]
    masked = " ".join(TOPIC if word in labels else word for word in words)
    if len(labels) != 1 or wish_of(masked, None, turn.services.embedder) != "again":
        return []
    return [Sentence(text=MEANINGS[labels[0].casefold()](), role="lead_in")]


def _lecture_named(turn: TurnContext, index: CourseIndex) -> Document | None:
    named = documents_named(turn.message.text, index.chunks)
    return next((each for each in named if each.kind in ("textbook", "slides")), None)


def example_on_table(turn: TurnContext) -> Iterator[Event] | None:
    """Return the course's example of the term that the message names, or that is on the table.

    Where the course has none of the term, what its section works with numbers, or draws.
    """
    index, course_map = turn.index, turn.course_map
    if index is None or course_map is None:
        return None
    term = term_named(turn.message.text, course_map) or term_on_table(
        turn.session.before, course_map
    )
    quote = example_of(term, turn.session, index, course_map) if term is not None else None
    if term is not None and quote is not None:
        return _done(_example(EXAMPLE_OF, quote, turn, term=term.in_sentence))
    home = home_of(term, turn.session, index)
    if home is None:
        return None
    before = next((one for one in reversed(turn.session.before) if one.quoted), None)
    text = before.question if before is not None else turn.message.text
    asked = read_query(text, turn.services.embedder, index, as_typed=True)
    quote = example_in_section(home, term, asked, turn, course_map)
    return None if quote is None else _done(_example(WITH_NUMBERS, quote, turn))


def simpler_on_table(turn: TurnContext) -> Iterator[Event] | None:
    """Return a definition behind the quote on the table, or its figure; None where all was read."""
    if turn.index is None or turn.course_map is None:
        return None
    quote = simpler_quote(turn.session, turn.index, turn.course_map)
    if quote is None:
        return None
    return _done(_led_in(DRAWN if is_caption(quote.paragraph) else SIMPLER, quote, turn))


def _led_in(said: Phrase, quote: Quote, turn: TurnContext, **values: object) -> list[Event]:
    text = unsaid(said, turn.session, place=name_place(quote), **values)
    return [Sentence(text=text, role="lead_in"), quote]


def _example(said: Phrase, quote: Quote, turn: TurnContext, **values: object) -> list[Event]:
    """Return an example as a whole, with what comes out of it."""
    assert turn.index is not None
    leads, _ = _led_in(said, quote, turn, **values)
    return [leads, *show_example(quote, turn.index)]


def _done(events: Sequence[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))
