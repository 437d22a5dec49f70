"""The files of one course that are ready to answer, and the index versions made of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from ingest.embedding_cache import EmbeddingCache
from ingest.index_writer import embed_material, write_version
from tutor_app.retrieval.embedder import Embedder, Vectors
from tutor_app.retrieval.index_files import FORMAT, Material, StoredDocument
from tutor_app.storage.records.row_values import DocumentRow

_AT_LEAST_SECONDS = 5.0  # between two versions
_SHARE = 20  # writing versions takes at most a twentieth of the time


class VersionTimetable:
    """When a version is worth writing: after the first file, then no more often than it pays.

    `now` is a clock in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._next = float("-inf")
        self._begun = 0.0

    @property
    def is_due(self) -> bool:
        return self._now() >= self._next

    def begin(self) -> None:
        self._begun = self._now()

    def end(self) -> None:
        """The version is written; the longer that took, the longer the next one waits."""
        now = self._now()
        self._next = now + max(_AT_LEAST_SECONDS, _SHARE * (now - self._begun))


class EmbeddedDocuments:
    """Documents read and embedded. What is put here can be searched from the next version on."""

    def __init__(self, course_dir: Path, embedder: Embedder, cache: EmbeddingCache) -> None:
        self._course_dir = course_dir
        self._embedder = embedder
        self._cache = cache
        self._stored: dict[str, StoredDocument] = {}
        self._vectors: dict[str, tuple[Vectors, Vectors]] = {}

    def __contains__(self, document_id: str) -> bool:
        return document_id in self._stored

    def __getitem__(self, document_id: str) -> StoredDocument:
        return self._stored[document_id]

    def put(self, stored: StoredDocument, report: Callable[[int, int], None]) -> None:
        """Embed what is not known yet.

        Solutions are kept without vectors, since nothing searches them. Whatever `report(done,
        total)` raises ends the work.
        """
        document = stored.document
        if document.kind != "solution":
            self._vectors[document.id] = embed_material([stored], self._cache, report)
        self._stored[document.id] = stored

    def lock(self, document_id: str) -> None:
        """Turn it into a solution: from the next version on it is neither searched nor shown."""
        stored = self._stored[document_id]
        document = replace(stored.document, kind="solution")
        chunks = tuple(replace(chunk, document=document) for chunk in stored.chunks)
        self._stored[document_id] = replace(stored, document=document, chunks=chunks)

    def newest(self, rows: Sequence[DocumentRow]) -> list[DocumentRow]:
        """Return one row for each file name: its newest version here that was not removed."""
        newest: dict[str, DocumentRow] = {}
        for row in rows:
            if row.id in self and (
                row.name not in newest or row.version > newest[row.name].version
            ):
                newest[row.name] = row
        return sorted(newest.values(), key=lambda row: row.name)

    def write(self, rows: Sequence[DocumentRow]) -> Path:
        """Write a version of these rows' documents and put it in force; return its folder."""
        stored = [self._stored[row.id] for row in rows]
        searched = tuple(one for one in stored if one.document.kind != "solution")
        vectors = [self._vectors[one.document.id] for one in searched]
        if not vectors:
            none = np.zeros((0, self._embedder.embed(["width"]).shape[1]), np.float32)
            vectors = [(none, none)]
        return write_version(
            self._course_dir,
            Material(format=FORMAT, embedder=self._embedder.name, documents=searched),
            np.concatenate([dense for dense, _ in vectors]),
            np.concatenate([sentences for _, sentences in vectors]),
            [one for one in stored if one.document.kind == "solution"],
        )
