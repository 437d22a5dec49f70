"""What an index version holds on disk, and where."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from tutor_app.domain.values import Box, Chunk, Document

FORMAT = 7  # raised when chunks are cut or stored otherwise: older versions are read anew
LOCKED_FORMAT = 8  # likewise of the solutions, whose tables are kept row by row since then
MATERIAL = "material.json"
LOCKED_MATERIAL = "locked.json"  # solution documents: only exercises/ and the indexer read it
DENSE = "dense.faiss"
SENTENCES = "sentences.npy"
CURRENT = "CURRENT"
_HEAD = 2000  # bytes: format and embedder stand before the documents
_FORMAT = re.compile(rb'"format":(\d+)')
_EMBEDDER = re.compile(rb'"embedder":("(?:[^"\\\\]|\\\\.)*")')


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedParagraph:
    """A paragraph as it is shown. `number` is unique within the document.

    `small` is true for footnotes and captions: print that is smaller than the text.
    """

    number: int
    text: str
    box: Box
    small: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How far a document could be read: page numbers. Blank pages are in none of them.

    `confidence` is the mean share of letters in known words, over the pages read by OCR.
    `doubtful` pages have text, but some may be missing; `repaired` says so of the whole file.
    `tried_ocr` is false where Tesseract's data was missing. `left_out` is the share of the letters
    that stand in no paragraph or heading: tables, labels of figures, long listings.
    """

    by_ocr: tuple[int, ...] = ()
    without_text: tuple[int, ...] = ()
    damaged: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()
    repaired: bool = False
    tried_ocr: bool = False
    confidence: float | None = None
    left_out: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDocument:
    """One document, cut up: chunks in reading order, and the paragraphs they stand in."""

    document: Document
    chunks: tuple[Chunk, ...]
    paragraphs: tuple[PlacedParagraph, ...]
    coverage: Coverage = Coverage()


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """All that a student may be shown of a course. Row i of the vectors is chunk i."""

    format: int
    embedder: str
    documents: tuple[StoredDocument, ...]

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        return tuple(chunk for stored in self.documents for chunk in stored.chunks)


MATERIAL_ADAPTER: TypeAdapter[Material] = TypeAdapter(Material)


def indexed_with(course_dir: Path) -> str | None:
    """Return the embedder that made the version in force, without reading all of it."""
    version = current_version(course_dir)
    found = None if version is None else _EMBEDDER.search(_head(version))
    return str(json.loads(found[1])) if found else None


def format_of(version: Path) -> int | None:
    """Return the format in which a version is stored; None if it cannot be told."""
    found = _FORMAT.search(_head(version))
    return int(found[1]) if found else None


def is_outdated(course_dir: Path) -> bool:
    """Return whether another version of Elenchus made the index in force, in another format."""
    version = current_version(course_dir)
    return version is not None and format_of(version) not in (None, FORMAT)


def _head(version: Path) -> bytes:
    try:
        with (version / MATERIAL).open("rb") as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def index_dir(course_dir: Path) -> Path:
    return course_dir / "index"


def current_version(course_dir: Path) -> Path | None:
    """Return the folder of the version in force, if there is one."""
    pointer = index_dir(course_dir) / CURRENT
    try:
        name = pointer.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    return index_dir(course_dir) / name


def locked_chunks(version: Path | None) -> tuple[Chunk, ...]:
    """Return the solutions that a version keeps; older versions kept none."""
    if version is None or not (version / LOCKED_MATERIAL).exists():
        return ()
    return MATERIAL_ADAPTER.validate_json((version / LOCKED_MATERIAL).read_bytes()).chunks
