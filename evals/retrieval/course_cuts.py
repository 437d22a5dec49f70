"""An evaluated course cut to another chunk size, in memory: the index in force stays."""

from __future__ import annotations

import faiss
from rich.progress import Progress

from ingest.embedding_cache import EmbeddingCache
from ingest.index_writer import embed_material, read_material
from ingest.ingest import EMBEDDINGS, OCR_PAGES
from ingest.ocr_cache import OcrCache
from ingest.read_document import ReadingRequest, read_document
from ingest.readers.ocr import Ocr
from ingest.upload_store import stored_path
from tutor_app.domain.errors import IndexMissing
from tutor_app.domain.values import Document
from tutor_app.models.model_files import tessdata_path
from tutor_app.retrieval.course_index import CourseIndex
from tutor_app.retrieval.index_files import FORMAT, Material, StoredDocument
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder


class CourseCuts:
    """Indexes of one course by chunk size, made by the code that indexes; the last one is kept."""

    def __init__(self, course: IndexedFolder) -> None:
        self._course = course
        material = read_material(course.settings.course_dir(COURSE))
        if material is None:
            raise IndexMissing("The course to evaluate has no index; its folder was not read.")
        self._documents = [stored.document for stored in material.documents]
        self._last: tuple[int, CourseIndex] | None = None

    def files(self) -> list[str]:
        """Return what the course consists of: a hash and a kind for each file."""
        return [f"{document.sha256} {document.kind}" for document in self._documents]

    def index(self, chunk: int, bars: Progress) -> CourseIndex:
        """Return the course in chunks of about so many characters.

        Raises:
            FileUnreadable: a file that was indexed before cannot be read now.
        """
        if self._last is None or self._last[0] != chunk:
            self._last = (chunk, self._cut(chunk, bars))
        return self._last[1]

    def _cut(self, chunk: int, bars: Progress) -> CourseIndex:
        task = bars.add_task(f"Reading for chunks of {chunk}", total=len(self._documents))
        stored = []
        for document in self._documents:
            stored.append(self._read(document, chunk))
            bars.advance(task)
        bars.update(task, description=f"Embedding chunks of {chunk}")
        home, embedder = self._course.settings.elenchus_home, self._course.embedder
        dense, sentences = embed_material(
            stored,
            EmbeddingCache(home / EMBEDDINGS, embedder),
            lambda done, total: bars.update(task, completed=done, total=total),
        )
        bars.remove_task(task)
        flat = faiss.IndexFlatIP(dense.shape[1])
        flat.add(dense)
        material = Material(format=FORMAT, embedder=embedder.name, documents=tuple(stored))
        return CourseIndex(material, flat, sentences)

    def _read(self, document: Document, chunk: int) -> StoredDocument:
        settings = self._course.settings
        tessdata = tessdata_path(settings)
        reading = ReadingRequest(
            path=stored_path(settings, document.sha256),
            document=document,
            ocr=Ocr(tessdata=tessdata.absolute()) if tessdata else None,
            cache=OcrCache(path=settings.elenchus_home / OCR_PAGES),
            target=chunk,
        )
        return read_document(reading, lambda at: None)
