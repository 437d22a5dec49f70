"""Cancelled, failed or killed half way: indexing leaves what was there before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.upload_store import stored_path
from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.quiet import Quiet
from tests.ingest.small_files import HEAPS, QUEUES, STACKS, current, pdf
from tutor_app.domain.errors import IndexingCancelled, ModelUnreachable
from tutor_app.domain.settings import Settings


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


def after(calls: int) -> Quiet:
    """Progress whose cancel button is pressed before the look number `calls`."""
    looks = iter(range(1000))
    return Quiet(cancelled=lambda: next(looks) >= calls)


@pytest.mark.parametrize("looks", [0, 1, 2])
def test_cancelling_before_a_file_is_done_leaves_the_old_version_whole(
    looks: int, desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    before = current(desk)
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.add(pdf(tmp_path / "c.pdf", HEAPS))
    progress = after(looks)

    with pytest.raises(IndexingCancelled, match="Re-index"):
        desk.index(progress)

    assert progress.cleared == 1
    assert current(desk) == before
    assert desk.text() == QUEUES
    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "cancelled", "c.pdf": "cancelled"}


def test_cancelling_keeps_the_files_that_are_done(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.add(pdf(tmp_path / "c.pdf", HEAPS))
    pressed: list[str] = []
    desk.embedder = BagOfWords(before=lambda texts: pressed.extend(t for t in texts if t == STACKS))

    with pytest.raises(IndexingCancelled):
        desk.index(Quiet(cancelled=lambda: bool(pressed)))

    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "cancelled", "c.pdf": "cancelled"}
    assert desk.text() == QUEUES


def test_cancelled_files_are_indexed_when_they_are_uploaded_again(
    desk: CourseDesk, tmp_path: Path
) -> None:
    file = pdf(tmp_path / "a.pdf", QUEUES)
    desk.add(file)
    with pytest.raises(IndexingCancelled):
        desk.index(after(0))

    desk.add(file)
    desk.index()

    assert desk.text() == QUEUES


def test_cancelling_a_re_index_takes_nothing_out_of_the_course(
    desk: CourseDesk, tmp_path: Path
) -> None:
    row = desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.courses.set_status(row.id, "waiting")  # what the button Re-index does
    with pytest.raises(IndexingCancelled):
        desk.index(after(1))

    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.index()

    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "indexed"}
    assert desk.text() == f"{QUEUES}\n{STACKS}"


def test_a_re_index_that_was_cancelled_while_it_waited_takes_nothing_out_either(
    desk: CourseDesk, tmp_path: Path
) -> None:
    row = desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.courses.set_status(row.id, "cancelled")

    desk.index()

    assert desk.statuses() == {"a.pdf": "indexed"}
    assert desk.text() == QUEUES


def test_a_re_index_that_fails_keeps_what_was_indexed_before(
    desk: CourseDesk, tmp_path: Path
) -> None:
    row = desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    stored_path(desk.settings, row.sha256).unlink()
    desk.courses.set_status(row.id, "waiting")

    report = desk.index()

    assert (report.indexed, [name for name, _ in report.failed]) == ((), ["a.pdf"])
    assert desk.statuses() == {"a.pdf": "failed"}
    assert desk.text() == QUEUES


def refuses(word: str) -> BagOfWords:
    """An embedder that loses its endpoint when it meets a word."""

    def before(texts: Sequence[str]) -> None:
        if any(word in text for text in texts):
            raise ModelUnreachable("No answer from the embeddings endpoint.")

    return BagOfWords(before=before)


def test_a_crash_half_way_keeps_what_was_done_before(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.add(pdf(tmp_path / "c.pdf", HEAPS))
    desk.embedder = refuses("heap")

    with pytest.raises(ModelUnreachable):
        desk.index()

    assert desk.text() == f"{QUEUES}\n{STACKS}"
    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "indexed", "c.pdf": "indexing"}
    desk.embedder = BagOfWords()
    desk.index()
    assert desk.text() == f"{QUEUES}\n{STACKS}\n{HEAPS}"
    assert STACKS not in desk.embedder.texts  # embedded before the crash, and kept


def test_a_version_that_cannot_be_written_leaves_nothing_behind(
    desk: CourseDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    before = current(desk)
    desk.add(pdf(tmp_path / "b.pdf", STACKS))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numpy.save", full)
    with pytest.raises(OSError, match="No space"):
        desk.index()

    folder = desk.settings.course_dir(desk.id) / "index"
    assert {path.name for path in folder.iterdir()} == {"CURRENT", before}
    assert desk.text() == QUEUES


def test_two_versions_are_kept_and_older_ones_go(desk: CourseDesk, tmp_path: Path) -> None:
    seen = []
    for text in (QUEUES, STACKS, HEAPS):
        desk.add(pdf(tmp_path / "a.pdf", text))
        desk.index()
        seen.append(current(desk))

    folder = desk.settings.course_dir(desk.id) / "index"

    assert {path.name for path in folder.iterdir() if path.is_dir()} == set(seen[1:])
