"""What questions are made from: the course's map with its index, as far as it may be asked about.

Only what the course teaches is asked about: no exercise, no example, no assignment, no rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from tutor_app.answering.course_map.map_values import CourseMap, Role, Term
from tutor_app.domain.values import Chunk, MaterialKind, SourceSentence
from tutor_app.retrieval.course_index import CourseIndex

_TAUGHT: frozenset[MaterialKind] = frozenset({"textbook", "slides"})
_ASKABLE: frozenset[Role] = frozenset({"definition", "rule", "warning", "summary", "explanation"})


@dataclass(frozen=True, kw_only=True)  # no slots: what is looked up twice is kept
class CourseForPractice:
    """A course's map and index, and the document that a round is on, "" for all of them."""

    course_map: CourseMap
    index: CourseIndex
    document_id: str = ""

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms that the round is on, the surest first."""
        return tuple(term for term in self.course_map.shown_terms if self._is_in_scope(term))

    @cached_property
    def whole(self) -> CourseForPractice:
        """The same for all documents: what is wrong of a choice may stand in another one."""
        return replace(self, document_id="")

    def sentences(self, chunk_ids: tuple[str, ...] = ()) -> Iterator[tuple[Chunk, SourceSentence]]:
        """Yield the sentences of these passages, or of all, that may be asked about."""
        chunks = map(self.chunk, chunk_ids) if chunk_ids else iter(self.index.chunks)
        for chunk in chunks:
            if chunk is None or chunk.document.kind not in _TAUGHT or chunk.exercise is not None:
                continue
            if self.document_id and chunk.document.id != self.document_id:
                continue
            for sentence in chunk.sentences:
                role = self._roles.get((chunk.document.id, sentence.paragraph), "explanation")
                if role in _ASKABLE:
                    yield chunk, sentence

    def chunk(self, chunk_id: str) -> Chunk | None:
        """Return a passage by its id; None where the index has been replaced since."""
        try:
            return self.index.chunk(chunk_id)
        except KeyError:
            return None

    def _is_in_scope(self, term: Term) -> bool:
        chunk = self.chunk(term.definition.chunk_id)
        if chunk is None:
            return False
        return not self.document_id or chunk.document.id == self.document_id

    @cached_property
    def _roles(self) -> Mapping[tuple[str, int], Role]:
        return {(p.document_id, p.paragraph): p.role for p in self.course_map.passages}
