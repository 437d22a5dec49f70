"""Shows what a message names by number, as it stands: from its beginning, in reading order."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.answering.choose_quotes import MAX_PARAGRAPHS, MAX_SENTENCES
from tutor_app.answering.quote_display import MAX_PARAGRAPH
from tutor_app.domain.values import MarkedSentence, Passage, Quote, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex


def quote_named(passages: Sequence[Passage], index: CourseIndex) -> list[Quote]:
    """Return the first paragraphs of what was named, their first sentences marked."""
    places: dict[tuple[str, int], tuple[Passage, list[SourceSentence]]] = {}
    marked = 0
    for passage in passages:
        for sentence in passage.chunk.sentences:
            place = passage.chunk.document.id, sentence.paragraph
            if marked == MAX_SENTENCES or (place not in places and len(places) == MAX_PARAGRAPHS):
                return [_quote(*found, index) for found in places.values()]
            places.setdefault(place, (passage, []))[1].append(sentence)
            marked += 1
    return [_quote(*found, index) for found in places.values()]


def _quote(passage: Passage, sentences: Sequence[SourceSentence], index: CourseIndex) -> Quote:
    chunk = passage.chunk
    paragraph = index.paragraph(chunk.document.id, sentences[0].paragraph)
    return Quote(
        passage_id=chunk.id,
        document_id=chunk.document.id,
        document_name=chunk.document.name,
        kind=chunk.document.kind,
        page=paragraph.box.page,
        headings=chunk.headings,
        paragraph=paragraph.text[:MAX_PARAGRAPH],
        crops=(paragraph.box,),
        marked=tuple(MarkedSentence(text=s.text, boxes=s.boxes) for s in sentences),
        by_ocr=chunk.by_ocr,
        origin=chunk.origin,
    )
