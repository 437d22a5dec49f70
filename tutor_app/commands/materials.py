"""`elenchus course …`, `elenchus ingest` and `elenchus demo`: courses and what they teach from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml  # type: ignore[import-untyped]
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.table import Table

import demo_course
from demo_course.build import build
from ingest.files import store_upload
from ingest.ingest import index_course
from tutor_app.errors import NotFound
from tutor_app.records import CourseRecords, CourseRow, open_database
from tutor_app.settings import Settings
from tutor_app.values import MaterialKind
from tutor_app.wiring import build_tools


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file on its way into a course."""

    path: Path
    kind: MaterialKind


class IndexingBars:
    """Indexing's progress on the terminal; it cannot be cancelled but by Ctrl+C."""

    def __init__(self, bars: Progress, names: dict[str, str]) -> None:
        self._bars = bars
        self._names = names
        self._tasks: dict[str, TaskID] = {}

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        label = f"{self._names.get(document_id, document_id)}: {text}"
        if document_id not in self._tasks:
            self._tasks[document_id] = self._bars.add_task(label, total=total)
        self._bars.update(self._tasks[document_id], completed=done, total=total, description=label)

    def clear(self, course_id: str) -> None:
        return None

    def cancel_requested(self, course_id: str) -> bool:
        return False


def find_course(courses: CourseRecords, name: str) -> CourseRow:
    """The course of this id or name.

    Raises:
        NotFound: there is none; names those that there are.
    """
    rows = courses.list()
    for row in rows:
        if name == row.id or name.casefold() == row.name.casefold():
            return row
    known = ", ".join(row.id for row in rows) or "none yet"
    raise NotFound(
        f'There is no course "{name}" (courses: {known}). '
        f'`elenchus course create "{name}"` makes it.'
    )


def list_courses(settings: Settings, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    rows = courses.list()
    if not rows:
        console.print('No course yet. `elenchus course create "NAME"` makes one.')
        return
    table = Table("id", "name", "contact", "files")
    for row in rows:
        table.add_row(row.id, row.name, row.contact, str(len(courses.documents(row.id))))
    console.print(table)


def create_course(settings: Settings, name: str, contact: str, console: Console) -> None:
    row = CourseRecords(open_database(settings)).create(name, contact)
    console.print(f'Made the course "{row.name}". Next: elenchus ingest {row.id} FILE.pdf …')


def rename_course(
    settings: Settings, course: str, name: str, contact: str | None, console: Console
) -> None:
    courses = CourseRecords(open_database(settings))
    row = courses.rename(find_course(courses, course).id, name, contact)
    console.print(f'The course {row.id} is now called "{row.name}".')


def delete_course(settings: Settings, course: str, console: Console) -> None:
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    courses.delete(row.id)
    console.print(f'Deleted the course "{row.name}" with its conversations.')


def ingest_files(
    settings: Settings, course: str, files: Sequence[Path], kind: MaterialKind, console: Console
) -> int:
    """Take in files (every PDF of a folder) and index them; the exit status is 1 if one failed."""
    courses = CourseRecords(open_database(settings))
    row = find_course(courses, course)
    uploads = [Upload(path=path, kind=kind) for path in _pdfs(files)]
    return _take_in(settings, courses, row, uploads, console)


def ingest_demo(settings: Settings, console: Console) -> int:
    """Build the demo course's PDFs and index what changed in them."""
    about = yaml.safe_load(
        (Path(demo_course.__path__[0]) / "course.yaml").read_text(encoding="utf-8")
    )
    uploads = [
        Upload(path=material.path, kind=material.kind)
        for material in build(settings.elenchus_home / "demo")
    ]
    courses = CourseRecords(open_database(settings))
    try:
        row = find_course(courses, about["name"])
    except NotFound:
        row = courses.create(about["name"], about["contact"])
    return _take_in(settings, courses, row, uploads, console)


def _pdfs(files: Sequence[Path]) -> list[Path]:
    found: list[Path] = []
    for path in files:
        found += sorted(path.glob("*.pdf")) if path.is_dir() else [path]
    missing = [path for path in found if not path.is_file()]
    if missing or not found:
        what = f"no file {missing[0]}" if missing else "no PDF in what was named"
        raise NotFound(f"There is {what}. Nothing was changed.")
    return found


def _take_in(
    settings: Settings,
    courses: CourseRecords,
    course: CourseRow,
    uploads: Sequence[Upload],
    console: Console,
) -> int:
    for upload in uploads:
        sha256, size = store_upload(settings, upload.path)
        document, how = courses.add_document(course.id, upload.path.name, upload.kind, sha256, size)
        console.print(f"{document.name}: {how} ({document.kind})", highlight=False)
    waiting = [d for d in courses.documents(course.id) if d.status != "indexed"]
    if not waiting:
        console.print(f'Nothing changed: "{course.name}" is indexed.')
        return 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console) as bars:
        progress = IndexingBars(bars, {row.id: row.name for row in waiting})
        index_course(course.id, settings, courses, build_tools(settings, None).embedder, progress)
    return _report(courses, course, console)


def _report(courses: CourseRecords, course: CourseRow, console: Console) -> int:
    rows = courses.documents(course.id)
    for row in rows:
        if row.status != "indexed":
            console.print(f"{row.name}: {row.status}. {row.detail}", style="red", markup=False)
    done = [row for row in rows if row.status == "indexed"]
    pages, chunks = sum(row.pages for row in done), sum(row.chunks for row in done)
    console.print(f'"{course.name}": {len(done)} files, {pages} pages, {chunks} chunks indexed.')
    return 0 if len(done) == len(rows) else 1
