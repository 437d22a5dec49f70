"""`elenchus ingest`: the files that wait are read and indexed, with bars; what was read is told.

Apart from take_in_files.py, since it loads the embedder.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from ingest.course_check_report import read_check
from tutor_app.domain.settings import Settings
from tutor_app.runtime.commands.take_in_files import TakenIn
from tutor_app.runtime.composition import build_embedder
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.wording.catalogue import phrase

ALL_FILES_BY_PAGES = phrase("commands_courses.all_files")
NOT_READ = phrase("commands_courses.not_read")
INDEXED = phrase("commands_courses.indexed", "course", "files", "pages", "chunks", "seconds")
SUSPECT = phrase("commands_courses.suspect", "file", "why")
CHECK_FIRST = phrase("commands_courses.check_first", "course")


class IndexingBars:
    """Indexing's progress on the terminal; only Ctrl+C cancels it.

    Each file has a line; the first line is for all files and says how long they will still take.
    """

    def __init__(self, bars: Progress, names: dict[str, str]) -> None:
        self._bars = bars
        self._names = names | {ALL_FILES: ALL_FILES_BY_PAGES()}
        self._tasks: dict[str, TaskID] = {}
        self.set("", ALL_FILES, 0, 1, "")

    def set(self, course_id: str, document_id: str, done: int, total: int, text: str) -> None:
        label = ": ".join(filter(None, (self._names.get(document_id, document_id), text)))
        if document_id not in self._tasks:
            self._tasks[document_id] = self._bars.add_task(label, total=total)
        self._bars.update(self._tasks[document_id], completed=done, total=total, description=label)

    def finish(self, failed: Collection[str]) -> None:
        """Fill every bar, since a solution is kept without being embedded.

        `failed` are the names of files that could not be read.
        """
        for document_id, task in zip(self._tasks, self._bars.tasks, strict=True):
            name = self._names.get(document_id, document_id)
            mark = NOT_READ() if name in failed else "✓"
            self._bars.update(task.id, completed=task.total, description=f"{name} {mark}")

    def clear(self, course_id: str) -> None:
        return None

    def cancel_requested(self, course_id: str) -> bool:
        return False


def index_waiting(settings: Settings, taken: TakenIn, console: Console) -> int:
    """Index the course; the exit status is 1 where a file could not be read."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=console) as bars:
        rows = taken.courses.documents(taken.course.id)
        shown = IndexingBars(bars, {row.id: row.name for row in rows})
        embedder = build_embedder(settings, threads=0)
        report = index_and_check(taken.course.id, settings, taken.courses, embedder, shown)
        shown.finish({name for name, _ in report.failed})
    for name, reason in report.failed:
        console.print(f"{name}: {reason}", style="red", markup=False)
    for name, note in report.notes:
        console.print(f"{name}: {note}", style="yellow", markup=False)
    words = INDEXED(
        course=taken.course.name,
        files=len(report.indexed),
        pages=report.pages,
        chunks=report.chunks,
        seconds=f"{report.seconds:.1f}",
    )
    console.print(words, markup=False)
    _print_check(settings, taken.course.id, console)
    return 1 if report.failed else 0


def _print_check(settings: Settings, course_id: str, console: Console) -> None:
    check = read_check(settings.course_dir(course_id))
    if check is None:
        return
    for suspect in check.suspects:
        words = SUSPECT(file=suspect.name, why=suspect.why)
        console.print(words, style="yellow", markup=False)
    console.print(CHECK_FIRST(course=course_id), markup=False)
