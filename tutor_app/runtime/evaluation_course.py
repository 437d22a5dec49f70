"""A folder of files as an indexed course, kept between evaluations."""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from ingest.index_writer import read_material
from ingest.ingest import IndexReport, index_course
from ingest.intake import OfferedFile, file_at, open_offered
from ingest.readers.file_formats import format_of_file
from ingest.upload_store import store_upload
from tutor_app.domain.errors import NotFound
from tutor_app.domain.settings import Settings, load_settings
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.kind_of_file import surely_kind
from tutor_app.runtime.material_language import speak_as_material
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.storage.records import CourseRecords, open_database
from tutor_app.wording.catalogue import phrase

NO_FILES = phrase("commands_courses.no_file_in_folder", "folder")
_DATA = frozenset((".jsonl", ".webp"))  # questions and screenshots that lie beside the material
COURSE = "evaluated"
console = Console(file=sys.stderr)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedFolder:
    """An indexed course in a home of its own."""

    settings: Settings
    embedder: Embedder
    report: IndexReport


def index_folder(folder: Path, *, threads: int = 0) -> IndexedFolder:
    """Index every file of a folder; a second time only what changed is embedded.

    Raises:
        NotFound: the folder holds no file that can be read.
    """
    offered = [
        file_at(path, path.relative_to(folder).as_posix())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and _may_be_read(path)
    ]
    if not offered:
        raise NotFound(NO_FILES(folder=folder))
    base = load_settings()
    key = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:12]
    settings = base.model_copy(
        update={"elenchus_home": base.elenchus_cache / "evals" / key, "database_url": ""}
    )
    settings.elenchus_home.mkdir(parents=True, exist_ok=True)
    courses = CourseRecords(open_database(settings))
    if COURSE not in {row.id for row in courses.list()}:
        courses.create(COURSE)
    names = set()
    for one in open_offered(offered):
        if isinstance(one, OfferedFile):
            with one.open() as stream:
                sha256, size = store_upload(settings, stream)
            courses.add_document(COURSE, one.name, surely_kind(one.name), sha256, size)
            names.add(one.name)
    for row in courses.documents(COURSE):
        if row.name not in names:
            courses.remove_document(row.id)
    embedder = build_embedder(settings, threads=threads)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True) as bars:
        report = index_course(COURSE, settings, courses, embedder, IndexingBar(bars))
    if (material := read_material(settings.course_dir(COURSE))) is not None:
        speak_as_material(COURSE, settings, (one.document for one in material.documents))
    for name, reason in report.failed:
        console.print(f"{name}: {reason}", style="red", markup=False)
    return IndexedFolder(settings=settings, embedder=embedder, report=report)


def _may_be_read(path: Path) -> bool:
    by_name = format_of_file(path.name) is not None and path.suffix.lower() not in _DATA
    return by_name and not path.name.startswith((".", "README"))


class IndexingBar:
    """Indexing's progress as one bar."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task = bars.add_task("Indexing", total=None)

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        if document_id == ALL_FILES:
            label = f"Indexing, {text}" if text else "Indexing"
            self._bars.update(self._task, completed=done, total=total, description=label)

    def clear(self, course_id: str) -> None:
        return None

    def cancel_requested(self, course_id: str) -> bool:
        return False
