"""Each file of an upload answers as soon as it is done, and not after the last one."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ingest.course_check_report import read_check
from ingest.embedded_documents import VersionTimetable
from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tests.ingest.small_files import HEAPS, QUEUES, STACKS, pdf, versions
from tutor_app.domain.settings import Settings
from tutor_app.retrieval import course_index
from tutor_app.retrieval.index_files import FORMAT, MATERIAL, current_version
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.live.indexing_progress import ALL_FILES


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def when(text: str, then: Callable[[], None]) -> BagOfWords:
    """An embedder that has something done just before it embeds this text."""

    def before(texts: Sequence[str]) -> None:
        if text in texts:
            then()

    return BagOfWords(before=before)


def long(path: Path, text: str, pages: int) -> Path:
    sheet = Sheet().heading("Search").text(text)
    for _ in range(pages - 1):
        sheet.new_page().heading("Search")
    return sheet.save(path)


def test_the_first_file_answers_while_the_next_is_being_indexed(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    seen: list[object] = []

    def look() -> None:
        reader = CourseDesk(desk.settings)
        seen.extend((reader.text(), reader.statuses()))

    desk.embedder = when(STACKS, look)
    desk.index()

    assert seen == [QUEUES, {"a.pdf": "indexed", "b.pdf": "indexing"}]
    assert desk.text() == f"{QUEUES}\n{STACKS}"


def test_short_files_come_first_and_assignments_before_all(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(long(tmp_path / "a.pdf", QUEUES, 3))
    desk.add(long(tmp_path / "b.pdf", STACKS, 1))
    desk.add(long(tmp_path / "c.pdf", HEAPS, 2), "assignment")

    desk.index()

    said = [text for text in desk.embedder.texts if text in (QUEUES, STACKS, HEAPS)]
    assert list(dict.fromkeys(said)) == [HEAPS, STACKS, QUEUES]


def test_a_broken_file_keeps_nobody_waiting(desk: CourseDesk, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    desk.add(tmp_path / "a.pdf")
    desk.add(pdf(tmp_path / "b.pdf", STACKS))

    report = desk.index()

    assert ([name for name, _ in report.failed], report.indexed) == (["a.pdf"], ("b.pdf",))


def test_the_warning_of_solutions_is_there_with_the_file_and_not_after_the_last(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(Sheet().heading("Assignment 1: Solutions").text(QUEUES).save(tmp_path / "a.pdf"))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    seen: list[str] = []

    def look() -> None:
        check = read_check(desk.settings.course_dir(desk.id))
        assert check is not None
        seen.extend(suspect.name for suspect in check.suspects)

    desk.embedder = when(STACKS, look)
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())

    assert seen == ["a.pdf"]


def test_the_first_file_that_answers_does_not_wait_behind_one_that_is_held_back(
    desk: CourseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.add(Sheet().heading("Assignment 1: Solutions").text(QUEUES).save(tmp_path / "a.pdf"))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.add(pdf(tmp_path / "c.pdf", HEAPS))
    clock = Clock()  # it stands still
    monkeypatch.setattr("ingest.ingest.VersionTimetable", lambda: VersionTimetable(clock))
    seen: list[str] = []

    desk.embedder = when(HEAPS, lambda: seen.append(CourseDesk(desk.settings).text()))
    desk.index()

    assert seen == [STACKS]


def test_an_older_index_that_still_answers_is_not_replaced_by_a_part_of_it(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.index()
    version = current_version(desk.settings.course_dir(desk.id))
    assert version is not None
    material = json.loads((version / MATERIAL).read_text())
    (version / MATERIAL).write_text(json.dumps(material | {"format": FORMAT - 1}))
    (desk.settings.elenchus_home / "embeddings.sqlite").unlink()
    desk.add(pdf(tmp_path / "c.pdf", HEAPS))
    seen: list[str] = []

    desk.embedder = when(STACKS, lambda: seen.append(CourseDesk(desk.settings).text()))
    desk.index()

    assert seen == [f"{QUEUES}\n{STACKS}"]
    assert desk.text() == f"{QUEUES}\n{STACKS}\n{HEAPS}"


def test_files_of_a_lost_index_wait_until_they_are_read(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.index()
    (desk.settings.course_dir(desk.id) / "index" / "CURRENT").unlink()
    (desk.settings.elenchus_home / "embeddings.sqlite").unlink()
    seen: list[object] = []

    desk.embedder = when(STACKS, lambda: seen.append(desk.statuses()))
    desk.index()

    assert seen == [{"a.pdf": "indexed", "b.pdf": "indexing"}]
    assert versions(desk) == [(1, "indexed"), (1, "indexed")]


def test_a_version_that_is_replaced_while_it_is_read_disturbs_nobody(
    desk: CourseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for text in (QUEUES, STACKS, HEAPS):
        desk.add(pdf(tmp_path / "a.pdf", text))
        desk.index()
        seen.append(current_version(desk.settings.course_dir(desk.id)))
    assert seen[0] is not None
    assert not seen[0].exists()
    pointers = iter([seen[0], seen[2]])
    monkeypatch.setattr(course_index, "current_version", lambda _: next(pointers))

    assert desk.text() == HEAPS


# --- what it costs ---


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize("cost", [0.01, 1.0, 30.0])
def test_writing_versions_never_takes_more_than_a_small_share_of_the_time(cost: float) -> None:
    clock = Clock()
    timetable = VersionTimetable(clock)
    writing = 0.0
    assert timetable.is_due
    for _ in range(10_000):
        if timetable.is_due:
            timetable.begin()
            clock.seconds += cost
            writing += cost
            timetable.end()
        clock.seconds += 1

    assert cost < writing < 0.1 * clock.seconds


def test_files_that_are_done_within_a_moment_share_a_version(
    desk: CourseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(12):
        desk.add(pdf(tmp_path / f"{n:02}.pdf", f"The search number {n} goes its own way."))
    clock = Clock()  # it stands still
    monkeypatch.setattr("ingest.ingest.VersionTimetable", lambda: VersionTimetable(clock))
    progress = Quiet()

    desk.index(progress)

    folder = desk.settings.course_dir(desk.id) / "index"
    assert len([path for path in folder.iterdir() if path.is_dir()]) == 2
    assert len(desk.loaded().chunks) == 12


def test_one_line_tells_how_far_all_files_are_together(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(long(tmp_path / "a.pdf", QUEUES, 3))
    desk.add(long(tmp_path / "b.pdf", STACKS, 1))
    progress = Quiet()

    desk.index(progress)

    told = [(done, total) for name, done, total, _ in progress.told if name == ALL_FILES]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {total for _, total in told} == {4}
    assert told[0][0] == 0
    assert told[-1][0] == 4
    assert (1, 4) in told
