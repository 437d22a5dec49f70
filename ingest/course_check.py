"""What an instructor should look at before a course opens: the values, and where they lie.

`check.py` makes them at the end of indexing; the materials page and the command line read them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from tutor_app.retrieval.stored import current_version

CHECK = "check.json"  # beside the index version that it speaks of


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNote:
    """How far one file could be read; `said` is empty where all of it was."""

    name: str
    pages: int
    without_text: int
    by_ocr: int
    confidence: float | None
    damaged: int
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A file that looks like solutions, but is open to students."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A question made from the material, and the first sentences that the tutor answers it with.

    `said` is empty where it would say that the course does not tell.
    """

    question: str
    said: str
    document_name: str = ""
    page: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseCheck:
    """The whole report. Files without anything to say are counted in `files` too."""

    files: tuple[FileNote, ...]
    suspects: tuple[Suspect, ...]
    probes: tuple[Probe, ...]

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
        counted = [f"{self.pages} page" + ("" if self.pages == 1 else "s")]
        counted[0] += f": {self.without_text} without text"
        counted.append(f"{self.by_ocr} read by OCR")
        damaged = sum(note.damaged for note in self.files)
        if damaged:
            counted.append(f"{damaged} damaged")
        return ", ".join(counted)


_ADAPTER: TypeAdapter[CourseCheck] = TypeAdapter(CourseCheck)


def read_check(course_dir: Path) -> CourseCheck | None:
    """Return the report of the index in force; None where there is none yet."""
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
