"""What an instructor should look at before a course opens: the values, and where they lie.

`tutor_app/runtime/jobs/course_check_job.py` makes them at the end of indexing; the materials page
and the terminal show them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from tutor_app.retrieval.index_files import current_version
from tutor_app.storage.records.row_values import DocumentRow
from tutor_app.wording.catalogue import phrase

PAGES = phrase("ingest_check.pages", "count")
READ_HOW = phrase("ingest_check.read_how", "pages", "without_text", "by_ocr")
READ_HOW_AND_DAMAGED = phrase(
    "ingest_check.read_how_and_damaged", "pages", "without_text", "by_ocr", "damaged"
)
HELD_BACK = phrase("ingest_check.held_back", "why")

CHECK = "check.json"  # beside the index version that it speaks of


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNote:
    """How much of one file could be read; `said` is empty if all of it could."""

    name: str
    pages: int
    without_text: int
    by_ocr: int
    confidence: float | None
    damaged: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SuspectedSolution:
    """A file that looks like solutions, kept from students until staff say otherwise."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedQuestion:
    """A question made from the material, and the first sentences that the tutor answers it with.

    `said` is empty if the tutor would say that the course does not answer it.
    """

    question: str
    said: str
    document_name: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseCheck:
    """The whole report. Files without anything to say are counted in `files` too."""

    files: tuple[FileNote, ...]
    suspects: tuple[SuspectedSolution, ...]
    probes: tuple[TriedQuestion, ...]

    @property
    def pages(self) -> int:
        return sum(note.pages for note in self.files)

    @property
    def without_text(self) -> int:
        return sum(note.without_text for note in self.files)

    @property
    def by_ocr(self) -> int:
        return sum(note.by_ocr for note in self.files)

    def counts(self) -> str:
        """Return "390 pages: 2 without text, 12 read by OCR"."""
        counts = {
            "pages": PAGES(count=self.pages),
            "without_text": self.without_text,
            "by_ocr": self.by_ocr,
        }
        damaged = sum(note.damaged for note in self.files)
        if damaged:
            return READ_HOW_AND_DAMAGED(**counts, damaged=damaged)
        return READ_HOW(**counts)


_BEFORE, _AFTER = HELD_BACK(why="\n").split("\n")  # a row tells by it that its file is held back


def is_held_back(row: DocumentRow) -> bool:
    """Whether the file counts as a solution because it looks like one, and nobody chose so."""
    return row.kind == "solution" and row.detail.startswith(_BEFORE)


def list_held_back(rows: Iterable[DocumentRow]) -> tuple[SuspectedSolution, ...]:
    """Return the files that are held back, each with the sign by which it looks like solutions."""
    return tuple(
        SuspectedSolution(name=row.name, why=row.detail.removeprefix(_BEFORE).removesuffix(_AFTER))
        for row in rows
        if is_held_back(row)
    )


_ADAPTER: TypeAdapter[CourseCheck] = TypeAdapter(CourseCheck)


def read_check(course_dir: Path) -> CourseCheck | None:
    """Return the report of the index in force; None if there is none yet."""
    version = current_version(course_dir)
    if version is None:
        return None
    try:
        return _ADAPTER.validate_json((version / CHECK).read_bytes())
    except (OSError, ValueError):
        return None


def write_check(version: Path, check: CourseCheck) -> None:
    """Keep the report with its index version."""
    partial = version / f"{CHECK}.new"
    partial.write_bytes(_ADAPTER.dump_json(check))
    partial.replace(version / CHECK)
