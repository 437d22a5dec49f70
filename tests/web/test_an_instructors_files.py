"""Adding, changing, removing files and courses; complaint 2: ingestion that lies about status."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest

from tests.doubles.redis_server import redis_server
from tutor_app.domain.settings import Settings
from tutor_app.runtime.course_files import (
    FileEntry,
    add_files,
    change_kind,
    delete_course,
    facts_words,
    file_entries,
    index_again,
    remove_file,
    status_words,
    summary_words,
    take_in,
)
from tutor_app.runtime.kind_of_file import guess_kind
from tutor_app.storage.live import Progress, ProgressRow, connect, open_queue
from tutor_app.storage.live.job_queue import JobQueue
from tutor_app.storage.records import CourseRecords, DocumentRow, DocumentStatus, open_database


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("06-dfs.pdf", "textbook"),
        ("Lecture 3.pdf", "slides"),
        ("lecture-1-uninformed-search.pdf", "slides"),
        ("hw3.pdf", "assignment"),
        ("hw3_solutions.pdf", "solution"),
        ("assignment-1-solutions.pdf", "solution"),
        ("ProblemSet2.pdf", "assignment"),
        ("Sol4.pdf", "solution"),
        ("syllabus.pdf", "logistics"),
        ("Course Schedule 2026.pdf", "logistics"),
        ("solving-equations.pdf", "textbook"),
        ("labyrinths.pdf", "textbook"),
        ("Übungsblatt_1_Lösung.pdf", "solution"),
        ("Organisatorisches.pdf", "logistics"),
        ("Skript Kapitel 3.pdf", "textbook"),
    ],
)
def test_the_kind_is_guessed_from_the_name(name: str, kind: str) -> None:
    assert guess_kind(name) == kind


@dataclass
class Office:
    settings: Settings
    courses: CourseRecords
    queue: JobQueue
    progress: Progress
    course_id: str

    def add(self, name: str, content: bytes) -> str:
        file = take_in(name, io.BytesIO(content), self.settings)
        return add_files([file], self.course_id, self.courses, self.queue).words()

    def live(self) -> list[tuple[str, str, str]]:
        return [(d.name, d.kind, d.status) for d in self.courses.documents(self.course_id)]

    def mark_all_indexed(self) -> None:
        """As the indexer does: the newest version of each file."""
        newest = file_entries(self.courses.documents(self.course_id))
        ids = {entry.document.id: (1, 1) for entry in newest}
        self.courses.mark_indexed(self.course_id, ids)


@pytest.fixture
def office(settings: Settings):  # type: ignore[no-untyped-def]
    with redis_server() as server:
        there = settings.model_copy(update={"redis_url": server.url})
        courses = CourseRecords(open_database(there))
        yield Office(
            settings=there,
            courses=courses,
            queue=open_queue(there),
            progress=Progress(connect(there)),
            course_id=courses.create("Proofs").id,
        )


def test_bytes_are_on_disk_before_the_file_is_added(office: Office) -> None:
    file = take_in("a.pdf", io.BytesIO(b"%PDF a"), office.settings)
    assert (office.settings.files_dir / file.sha256).read_bytes() == b"%PDF a"
    assert office.live() == []


def test_it_says_what_became_of_each_file(office: Office) -> None:
    assert office.add("a.pdf", b"one") == "1 file added."
    office.mark_all_indexed()
    assert office.add("a.pdf", b"one") == "1 file here already, unchanged (a.pdf)."
    assert office.add("a.pdf", b"two") == "1 file in a new version."


def test_the_old_version_answers_until_the_new_one_is_indexed(office: Office) -> None:
    office.add("a.pdf", b"one")
    office.mark_all_indexed()
    office.add("a.pdf", b"two")
    (entry,) = file_entries(office.courses.documents(office.course_id))
    assert entry.document.version == 2
    assert entry.in_force is not None
    assert status_words(entry, None) == "Waiting to be indexed · version 1 answers until then"


def test_another_kind_is_a_new_version_of_the_same_bytes(office: Office) -> None:
    office.add("a.pdf", b"one")
    office.mark_all_indexed()
    (document,) = office.courses.documents(office.course_id)
    change_kind(document, "solution", office.courses, office.queue)
    office.mark_all_indexed()
    assert office.live() == [("a.pdf", "solution", "indexed")]


def test_a_removed_file_is_gone_with_all_its_versions(office: Office) -> None:
    office.add("a.pdf", b"one")
    office.mark_all_indexed()
    office.add("a.pdf", b"two")
    document = office.courses.documents(office.course_id)[-1]
    remove_file(document, office.courses, office.queue)
    assert office.live() == []


def test_what_failed_or_was_cancelled_is_tried_again(office: Office) -> None:
    office.add("a.pdf", b"one")
    (document,) = office.courses.documents(office.course_id)
    office.courses.set_status(document.id, "failed", "No text.")
    index_again(office.course_id, office.courses, office.queue)
    assert office.live() == [("a.pdf", "textbook", "waiting")]


def test_a_deleted_course_takes_its_files_along_but_not_those_of_others(office: Office) -> None:
    office.add("mine.pdf", b"mine")
    office.add("shared.pdf", b"shared")
    other = office.courses.create("Sets").id
    file = take_in("shared.pdf", io.BytesIO(b"shared"), office.settings)
    add_files([file], other, office.courses, office.queue)
    index = office.settings.course_dir(office.course_id) / "index"
    index.mkdir(parents=True)

    delete_course(office.course_id, office.courses, office.progress, office.settings)
    assert [c.id for c in office.courses.list()] == [other]
    assert [f.name for f in office.settings.files_dir.iterdir()] == [file.sha256]
    assert not index.exists()


def document(status: DocumentStatus, detail: str = "") -> FileEntry:
    return FileEntry(
        in_force=None,
        document=DocumentRow(
            id="d",
            course_id="c",
            name="a.pdf",
            kind="textbook",
            sha256="0",
            size=1_234_567,
            pages=24,
            chunks=1,
            status=status,
            detail=detail,
            version=2,
            uploaded_at=datetime(2026, 11, 3, tzinfo=UTC),
        ),
    )


def test_the_table_speaks_plainly() -> None:
    reading = ProgressRow(done=3, total=24, text="Reading page 3")
    assert status_words(document("indexing"), reading) == "Reading page 3"
    assert status_words(document("indexing"), None) == "Indexing"
    assert status_words(document("failed", "It has a password."), None) == "It has a password."
    assert status_words(document("cancelled"), None) == "Cancelled: not in the index"
    assert facts_words(document("indexed").document) == (
        "24 pages · 1 chunk · 1.2 MB · version 2 · 3 Nov 2026"
    )


def test_what_a_course_holds_is_counted_in_words() -> None:
    long = document("indexed")
    short = replace(long, document=replace(long.document, pages=1))
    assert summary_words([short]) == "1 file, 1 indexed, 1 page"
    assert summary_words([short, long]) == "2 files, 2 indexed, 25 pages"
