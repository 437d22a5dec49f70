"""Section-aware chunks of about 500 characters (K3)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.headings_and_exercises import Paragraph
from ingest.sentence_splitter import merge_paragraphs, place_sentences
from tutor_app.domain.values import Chunk, Document, Origin, SourceSentence
from tutor_app.retrieval.index_files import Coverage, PlacedParagraph, StoredDocument
from tutor_app.retrieval.profiles import CHUNK
from tutor_app.retrieval.text_language import tell_language

TARGET = CHUNK
_LEAD_SENTENCES = 2  # K3: overlap is the last two sentences of the chunk before
_MAX_LEAD = 300  # characters
_TOKEN = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class _Unit:
    """The sentences of one flow of paragraphs, under one heading."""

    sentences: tuple[SourceSentence, ...]
    headings: tuple[str, ...]
    exercise: str | None
    origin: Origin | None

    @property
    def section(self) -> tuple[tuple[str, ...], str | None, Origin | None]:
        """What the units of one chunk share."""
        return self.headings, self.exercise, self.origin


def split_into_chunks(
    document: Document,
    parts: Sequence[Paragraph],
    *,
    coverage: Coverage | None = None,
    target: int = TARGET,
) -> StoredDocument:
    """Return the chunks of a document. `target` is their size in characters."""
    coverage = coverage or Coverage()
    language = tell_language(" ".join(part.text for part in parts))
    document = replace(document, language=language)
    vocabulary = frozenset(
        token
        for part in parts
        for word in part.words
        for token in _TOKEN.findall(word.text)
        if token.islower() and not token.endswith("-")
    )
    # A solution may be a table: what keeps it in must know all of its rows.
    figures = document.kind == "solution"
    units = [
        _Unit(
            tuple(place_sentences(flow, vocabulary, figures=figures, language=language)),
            flow[0].headings,
            flow[0].exercise,
            flow[0].origin,
        )
        for flow in merge_paragraphs(parts)
    ]
    chunks: list[Chunk] = []
    for group in _groups(units, target):
        chunk = _chunk(document, group, chunks[-1] if chunks else None, len(chunks))
        by_ocr = any(page in coverage.by_ocr for page in chunk.pages)
        chunks.append(replace(chunk, by_ocr=by_ocr))
    placed = tuple(
        PlacedParagraph(
            number=part.number, text=_text(part, vocabulary), box=part.box, small=part.small
        )
        for part in parts
    )
    return StoredDocument(
        document=document, chunks=tuple(chunks), paragraphs=placed, coverage=coverage
    )


def _groups(units: Sequence[_Unit], target: int) -> Iterator[list[_Unit]]:
    """Gather short paragraphs of one section, and cut long ones between sentences."""
    group: list[_Unit] = []
    size = 0
    for unit in (piece for whole in units for piece in _pieces(whole, target)):
        length = sum(len(s.text) + 1 for s in unit.sentences)
        same = group and group[-1].section == unit.section
        if group and (not same or size + length > 1.2 * target):
            yield group
            group, size = [], 0
        group.append(unit)
        size += length
    if group:
        yield group


def _pieces(unit: _Unit, target: int) -> Iterator[_Unit]:
    piece: list[SourceSentence] = []
    size = 0
    for sentence in unit.sentences:
        if piece and size + len(sentence.text) > 1.2 * target:
            yield replace(unit, sentences=tuple(piece))
            piece, size = [], 0
        piece.append(sentence)
        size += len(sentence.text) + 1
    if piece:
        yield replace(unit, sentences=tuple(piece))


def _chunk(document: Document, group: Sequence[_Unit], before: Chunk | None, number: int) -> Chunk:
    inside = tuple(sentence for unit in group for sentence in unit.sentences)
    headings = group[0].headings
    lead = group[0].origin.asked if group[0].origin else ""
    if before is not None and before.headings == headings:
        lead = _lead(before)
    text = " ".join(s.text for s in inside)
    digest = hashlib.sha256(f"{document.id}\n{number}\n{text}".encode()).hexdigest()[:16]
    return Chunk(
        id=digest,
        document=document,
        sentences=inside,
        headings=headings,
        lead=lead,
        exercise=group[0].exercise,
        origin=group[0].origin,
    )


def _lead(before: Chunk) -> str:
    last = [sentence.text for sentence in before.sentences[-_LEAD_SENTENCES:]]
    while last and sum(map(len, last)) > _MAX_LEAD:
        last.pop(0)
    return " ".join(last)


def _text(part: Paragraph, vocabulary: frozenset[str]) -> str:
    return " ".join(sentence.text for sentence in place_sentences([part], vocabulary))
