"""A stored document of a few paragraphs under headings, without files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import Box, Chunk, Document, MaterialKind, SourceSentence
from tutor_app.retrieval.index_files import PlacedParagraph, StoredDocument


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A paragraph of one page, as it stands in a document; `y0`, `y1` in points."""

    text: str
    heading: str = "1 Graphs"
    page: int = 1
    y0: float = 100.0
    y1: float = 120.0
    exercise: str | None = None


def stored_document(
    *paragraphs: str | Written, name: str = "lecture-1.pdf", kind: MaterialKind = "textbook"
) -> StoredDocument:
    """Each paragraph is a chunk; a bare text stands on a page of its own."""
    document = Document(id=name, course_id="c", name=name, kind=kind, sha256="0", pages=9)
    written = [
        one if isinstance(one, Written) else Written(text=one, page=number + 1)
        for number, one in enumerate(paragraphs)
    ]
    return StoredDocument(
        document=document,
        chunks=tuple(_chunk(number, one, document) for number, one in enumerate(written)),
        paragraphs=tuple(
            PlacedParagraph(number=number, text=one.text, box=_box(one))
            for number, one in enumerate(written)
        ),
    )


def _chunk(number: int, one: Written, document: Document) -> Chunk:
    return Chunk(
        id=f"{document.id}-{number}",
        document=document,
        sentences=tuple(
            SourceSentence(text=text, boxes=(_box(one),), paragraph=number)
            for text in _sentences(one.text)
        ),
        headings=(document.title, one.heading),
        exercise=one.exercise,
    )


def _sentences(text: str) -> Sequence[str]:
    return split_sentences(text) or [text]


def _box(one: Written) -> Box:
    return Box(page=one.page, x0=72, y0=one.y0, x1=500, y1=one.y1)
