"""Places of the course's map as quotes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tutor_app.answering.course_map.map_values import CourseFigure, CourseSentence, Term
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.answering.quote_display import show_sentences
from tutor_app.domain.values import (
    Chunk,
    MarkedSentence,
    Quote,
    Session,
    Source,
    SourceSentence,
)
from tutor_app.retrieval.course_index import CourseIndex

_LATELY = 4  # replies: what was shown in them was read


def quote_place(place: CourseSentence, index: CourseIndex) -> Quote | None:
    """Return the paragraph of a sentence with the sentence marked; None if it is gone."""
    chunk = chunk_of(place.chunk_id, index)
    found = (s for s in chunk.sentences if s.text == place.text) if chunk is not None else ()
    sentence = next(iter(found), None)
    return _shown(chunk, sentence, index) if chunk is not None and sentence is not None else None


def quote_example(
    chunk_id: str, paragraphs: Iterable[int], term: Term, index: CourseIndex
) -> Quote | None:
    """Return a paragraph of a chunk with the first sentence that names the term marked."""
    chunk = chunk_of(chunk_id, index)
    wanted = set(paragraphs)
    inside = [s for s in chunk.sentences if s.paragraph in wanted] if chunk is not None else []
    said = [sentence for sentence in inside if len(sentence.text.split()) > 3] or inside
    named = [sentence for sentence in said if has_term(pad_words(sentence.text), term.key)] or said
    return _shown(chunk, named[0], index) if chunk is not None and named else None


def quote_figure(figure: CourseFigure, index: CourseIndex) -> Quote | None:
    """Return the picture of a figure or table with its caption."""
    caption = index.find_paragraph(figure.document_id, figure.paragraph)
    near = (
        index.chunk_at(figure.document_id, number) for number in range(figure.paragraph, -1, -1)
    )
    chunk = next((each for each in near if each is not None), None)
    if caption is None or chunk is None:
        return None
    return Quote(
        passage_id=chunk.id,
        document_id=figure.document_id,
        document_name=chunk.document.name,
        kind=chunk.document.kind,
        page=figure.box.page,
        headings=chunk.headings,
        paragraph=figure.caption,
        crops=(figure.box,),
        marked=(MarkedSentence(text=figure.caption, boxes=(caption.box,)),),
        by_ocr=chunk.by_ocr,
    )


def source_of(quote: Quote) -> Source:
    """Return a quote's place as a chip under the answer."""
    return Source(
        passage_id=quote.passage_id,
        document_id=quote.document_id,
        document_name=quote.document_name,
        kind=quote.kind,
        page=quote.page,
        headings=quote.headings,
        by_ocr=quote.by_ocr,
    )


def read_lately(session: Session) -> str:
    """Return the paragraphs that were shown open in the last replies."""
    shown = (event for one in session.before[-_LATELY:] for event in one.shown)
    quotes = (event for event in shown if isinstance(event, Quote) and not event.quiet)
    return "\n".join(
        f"{quote.paragraph}\n{quote.onward if quote.onward_open else ''}" for quote in quotes
    )


def chunk_of(chunk_id: str, index: CourseIndex) -> Chunk | None:
    """Return a chunk by its id; None where the index has been replaced since the map was read."""
    try:
        return index.chunk(chunk_id)
    except KeyError:
        return None


def _shown(chunk: Chunk, sentence: SourceSentence, index: CourseIndex) -> Quote:
    return replace(show_sentences([(chunk, sentence)], index)[0], quiet=False)
