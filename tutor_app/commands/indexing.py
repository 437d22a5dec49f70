"""Indexing the files that wait, with bars. Apart from materials.py because it loads torch."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from ingest.check import index_and_check
from ingest.course_check import read_check
from tutor_app.commands.materials import TakenIn
from tutor_app.settings import Settings
from tutor_app.wiring import build_embedder


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

    def finish(self) -> None:
        """Fill every bar: a solution is kept, and has nothing to be embedded."""
        for task in self._bars.tasks:
            self._bars.update(task.id, completed=task.total, description=f"{task.description} ✓")

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
        report = index_and_check(
            taken.course.id, settings, taken.courses, build_embedder(settings), shown
        )
        shown.finish()
    for name, reason in report.failed:
        console.print(f"{name}: {reason}", style="red", markup=False)
    for name, note in report.notes:
        console.print(f"{name}: {note}", style="yellow", markup=False)
    console.print(
        f'"{taken.course.name}": {len(report.indexed)} files, {report.pages} pages, '
        f"{report.chunks} chunks in {report.seconds:.1f} s.",
        markup=False,
    )
    _print_check(settings, taken.course.id, console)
    return 1 if report.failed else 0


def _print_check(settings: Settings, course_id: str, console: Console) -> None:
    check = read_check(settings.course_dir(course_id))
    if check is None:
        return
    for suspect in check.suspects:
        said = f"{suspect.name} looks like solutions ({suspect.why}) and is open to students."
        console.print(said, style="yellow", markup=False)
    console.print(f"Before it opens: elenchus course check {course_id}", markup=False)
