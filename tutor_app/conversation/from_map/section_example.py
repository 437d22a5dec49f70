"""An example from the section that is spoken of: a worked paragraph, a figure, what has numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_map.map_values import CourseMap, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.key_terms import SHOWS_EXAMPLE
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.from_map.shown_places import chunk_of, quote_figure, read_lately
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import Chunk, Quote, Session, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex, Query

_DEPTH = 2  # headings: a section with its subsections
_NUMBERS = 2  # in a paragraph that works with numbers
_NEAR = 1.5
_SAYS, _NAMES, _WORKED, _COUNTS = 2.0, 1.0, 1.5, 1.0


def example_in_section(
    home: Chunk, term: Term | None, asked: Query, turn: TurnContext, course_map: CourseMap
) -> Quote | None:
    """Return what shows the section of a chunk at work, and was not read lately; None if nothing.

    What says that it is an example comes first, then what works with numbers, then the figure; of
    those alike, what is nearest to what was `asked` before.
    """
    index, session = turn.index, turn.session
    assert index is not None
    read = read_lately(session)
    here = [c for c in index.chunks if _is_near(c, home)]
    roles = {(one.document_id, one.paragraph): one.role for one in course_map.passages}
    rated: list[tuple[float, float, Chunk, SourceSentence]] = []
    for chunk in here:
        vectors = list(zip(chunk.sentences, index.sentence_vectors(chunk), strict=True))
        for paragraph in dict.fromkeys(one.paragraph for one in chunk.sentences):
            said = [one for one in chunk.sentences if one.paragraph == paragraph]
            prose = [one for one in said if is_prose(one.text) and one.text not in read]
            if not prose:
                continue
            text = " ".join(one.text for one in said)
            worked = roles.get((chunk.document.id, paragraph)) == "example"
            rating = _rating(text, term) + _WORKED * worked
            if rating >= _COUNTS:
                near = max(float(vector @ asked.vector) for one, vector in vectors if one in prose)
                rated.append((rating + _NEAR * near, rating, chunk, _shows(prose)))
    figure = _figure(here, read, index, course_map)
    best = max(rated, key=lambda each: each[0], default=None)
    if best is None or (figure is not None and best[1] < _SAYS):
        return figure
    _, _, chunk, sentence = best
    return replace(show_sentences([(chunk, sentence)], index)[0], quiet=False)


def home_of(term: Term | None, session: Session, index: CourseIndex) -> Chunk | None:
    """Return the chunk that defines a term, else the one that was quoted last."""
    if term is not None:
        return chunk_of(term.definition.chunk_id, index)
    shown = (event for one in reversed(session.before) for event in one.shown)
    quote = next((each for each in shown if isinstance(each, Quote) and not each.quiet), None)
    return chunk_of(quote.passage_id, index) if quote is not None else None


def _is_near(chunk: Chunk, home: Chunk) -> bool:
    same = chunk.document == home.document and chunk.exercise is None
    return same and bool(home.headings) and chunk.headings[:_DEPTH] == home.headings[:_DEPTH]


def _rating(text: str, term: Term | None) -> float:
    words = text.casefold().replace(".", " ").replace(",", " ").split()
    numbers = sum(word.isdecimal() for word in words)
    says = not SHOWS_EXAMPLE.isdisjoint(words)
    names = term is not None and has_term(pad_words(text), term.key)
    return _SAYS * says + _COUNTS * (numbers >= _NUMBERS) + _NAMES * (names and numbers > 0)


def _shows(prose: Sequence[SourceSentence]) -> SourceSentence:
    """Return the sentence of a paragraph that has most figures, else its first."""
    return max(prose, key=lambda one: sum(map(str.isdigit, one.text)))


def _figure(
    here: Sequence[Chunk], read: str, index: CourseIndex, course_map: CourseMap
) -> Quote | None:
    paragraphs = {(c.document.id, one.paragraph) for c in here for one in c.sentences}
    drawn = [f for f in course_map.figures if (f.document_id, f.paragraph) in paragraphs]
    shown = (quote_figure(figure, index) for figure in drawn)
    return next((one for one in shown if one is not None and one.paragraph not in read), None)
