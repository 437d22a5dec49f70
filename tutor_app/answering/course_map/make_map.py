"""Makes a course's map of its stored documents: terms, roles, figures, and what belongs to what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.answering.course_map.find_figures import find_figures
from tutor_app.answering.course_map.find_terms import find_terms
from tutor_app.answering.course_map.map_values import CourseFigure, CourseMap, PassageRole, Term
from tutor_app.answering.course_map.passage_roles import tell_roles
from tutor_app.answering.course_map.term_words import has_term, pad_words
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.index_files import StoredDocument
from tutor_app.retrieval.search_terms import without_number

_MOST_PLACES = 12  # of each kind: a term of every page needs no list of all of them


def make_map(documents: Sequence[StoredDocument]) -> CourseMap:
    """Return the map of what a course's index holds; no file is read and nothing is embedded."""
    chunks = [chunk for stored in documents for chunk in stored.chunks]
    terms = find_terms(chunks)
    passages = tell_roles(chunks, {term.definition.text for term in terms})
    figures = tuple(figure for stored in documents for figure in find_figures(stored))
    course = _PlacesOfTerms(chunks, passages, figures, documents)
    return CourseMap(
        terms=tuple(course.place_term(term) for term in terms), passages=passages, figures=figures
    )


@dataclass(frozen=True, slots=True)
class _WordsOfChunk:
    """A text as terms are looked for in it, with the id of the chunk that it stands in."""

    chunk_id: str
    words: str


class _PlacesOfTerms:
    """The texts in which a term may be explained, exemplified, exercised or drawn."""

    def __init__(
        self,
        chunks: Sequence[Chunk],
        passages: Sequence[PassageRole],
        figures: Sequence[CourseFigure],
        documents: Sequence[StoredDocument],
    ) -> None:
        headings = {chunk.id: _heading(chunk) for chunk in chunks}
        texts = {
            (stored.document.id, part.number): part.text
            for stored in documents
            for part in stored.paragraphs
        }
        self._headed = [_WordsOfChunk(chunk_id, words) for chunk_id, words in headings.items()]
        self._examples = _texts_of("example", passages, texts)
        self._exercises = _texts_of("exercise", passages, texts)
        self._captions = [pad_words(figure.caption) for figure in figures]

    def place_term(self, term: Term) -> Term:
        """Return the term with the places that the course has for it, the defining one first."""
        headed = [text.chunk_id for text in self._headed if has_term(text.words, term.key)]
        explained = dict.fromkeys((term.definition.chunk_id, *headed))
        return replace(
            term,
            explained=tuple(explained)[:_MOST_PLACES],
            exemplified=_with_term(self._examples, term.key),
            exercised=_with_term(self._exercises, term.key),
            drawn=tuple(n for n, text in enumerate(self._captions) if has_term(text, term.key)),
        )


def _heading(chunk: Chunk) -> str:
    return pad_words(without_number(chunk.headings[-1])) if chunk.headings else ""


def _texts_of(
    role: str, passages: Sequence[PassageRole], texts: Mapping[tuple[str, int], str]
) -> list[_WordsOfChunk]:
    return [
        _WordsOfChunk(each.chunk_id, pad_words(texts.get((each.document_id, each.paragraph), "")))
        for each in passages
        if each.role == role
    ]


def _with_term(texts: Sequence[_WordsOfChunk], key: str) -> tuple[str, ...]:
    found = dict.fromkeys(text.chunk_id for text in texts if has_term(text.words, key))
    return tuple(found)[:_MOST_PLACES]
