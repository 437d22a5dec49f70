"""A lecture or chapter in short: its headings, each with the sentence that says most of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_map.map_values import CourseMap, Role
from tutor_app.answering.course_map.term_words import term_words
from tutor_app.answering.question_features import is_caption
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.from_map.shown_places import source_of
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.values import (
    Chunk,
    Document,
    Event,
    Quote,
    Sentence,
    Sources,
    SourceSentence,
)
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.search_terms import tokens, without_number
from tutor_app.wording.catalogue import phrase, unsaid

SECTION_BY_SECTION = phrase("conversation_map.section_by_section", "file")
ONE_SECTION = phrase("conversation_map.one_section", "heading", "sentence", "page")
_MOST_SECTIONS = 12
_SAYS_LITTLE: frozenset[Role] = frozenset({"example", "exercise", "administration", "proof"})
_LENGTHS = range(40, 260)  # characters
_HEADING = 0.3  # what a sentence gains with all words of its heading
_DEFINES = 0.3  # what a definition gains where a part of a section is summed up
_OPENS_PART = 0.08
_OPENS = 0.1  # what the first sentence of a section gains


def summarise(
    document: Document, turn: TurnContext, index: CourseIndex, course_map: CourseMap
) -> list[Event]:
    """Return the sections of a document with a sentence each; nothing where it has no sections."""
    roles = {(each.document_id, each.paragraph): each.role for each in course_map.passages}
    told = [
        (heading, chunk, sentence)
        for heading, chunks in _sections(document, index).items()
        if (best := says_most(heading, chunks, roles, index)) is not None
        for chunk, sentence in [best]
    ][:_MOST_SECTIONS]
    if len(told) < 2:  # a sentence of one section summarises nothing
        return []
    quotes = [
        replace(show_sentences([(chunk, sentence)], index)[0], quiet=True)
        for _, chunk, sentence in told
    ]
    lead_in = unsaid(SECTION_BY_SECTION, turn.session, file=document.title)
    return [
        Sentence(text=lead_in, role="lead_in"),
        *map(_line, told, quotes),
        *quotes,
        Sources(sources=tuple({quote.page: source_of(quote) for quote in quotes}.values())),
    ]


def _line(told: tuple[str, Chunk, SourceSentence], quote: Quote) -> Sentence:
    heading, chunk, sentence = told
    text = ONE_SECTION(heading=heading, sentence=sentence.text, page=quote.page)
    return Sentence(text=text, role="result", passage_id=chunk.id)


def _sections(document: Document, index: CourseIndex) -> Mapping[str, Sequence[Chunk]]:
    """Return the chunks of each section, by the highest heading that the document has several of.

    A chapter's own title stands above all its sections.
    """
    chunks = [c for c in index.chunks if c.document == document and teaches(c) and c.headings]
    for level in range(3):
        found: dict[str, list[Chunk]] = {}
        for chunk in chunks:
            if len(chunk.headings) > level:
                found.setdefault(chunk.headings[level], []).append(chunk)
        if len(found) > 1:
            return found
    return {}


def says_most(
    heading: str,
    chunks: Sequence[Chunk],
    roles: Mapping[tuple[str, int], Role],
    index: CourseIndex,
    paragraphs: Collection[int] | None = None,
) -> tuple[Chunk, SourceSentence] | None:
    """Return the sentence nearest to the middle of its section (a centroid summary).

    With `paragraphs` only those of these numbers are read.

    Radev, Jing, Styś, Tam: Centroid-based summarization of multiple documents, 2004; here with
    sentence vectors, and with weight on the heading's words as their title feature.
    """
    rows = [
        (chunk, sentence, vector)
        for chunk in chunks
        for sentence, vector in zip(chunk.sentences, index.sentence_vectors(chunk), strict=True)
        if _may_stand(sentence)
        and (paragraphs is None or sentence.paragraph in paragraphs)
        and roles.get((chunk.document.id, sentence.paragraph)) not in _SAYS_LITTLE
    ]
    if not rows:
        return None
    middle = np.mean([vector for _, _, vector in rows], axis=0)
    middle /= max(float(np.linalg.norm(middle)), 1e-9)
    named = set(tokens(" ".join(term_words(without_number(heading)))))

    def weight(at: int) -> float:
        _, sentence, vector = rows[at]
        shared = len(named & set(tokens(" ".join(term_words(sentence.text))))) / max(1, len(named))
        role = roles.get((rows[at][0].document.id, sentence.paragraph))
        defines = _DEFINES * (paragraphs is not None and role == "definition")
        opens = (_OPENS if paragraphs is None else _OPENS_PART) * (at == 0)
        headed = (_HEADING if paragraphs is None else 2 * _HEADING) * shared
        return float(vector @ middle) + headed + opens + defines

    chunk, sentence, _ = rows[max(range(len(rows)), key=weight)]
    return chunk, sentence


def _may_stand(sentence: SourceSentence) -> bool:
    text = sentence.text
    is_step = text[:1].isdecimal() or text[-1] == ":"
    return is_prose(text) and len(text) in _LENGTHS and not is_caption(text) and not is_step
