"""Indexing brings a course up to date, costs only what changed, and never harms what is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.embedding_cache import CHECK
from ingest.upload_store import stored_path
from tests.doubles.course import CourseDesk
from tests.doubles.embedder import BagOfWords
from tests.doubles.pdf import Sheet
from tests.ingest.small_files import HEAPS, QUEUES, STACKS, current, pdf, versions
from tutor_app.domain.errors import IndexMissing, NotFound
from tutor_app.domain.settings import Settings
from tutor_app.retrieval.index_files import LOCKED_MATERIAL


@pytest.fixture
def desk(settings: Settings) -> CourseDesk:
    return CourseDesk(settings)


# --- what an index holds -----------------------------------------------------------------------


def test_a_file_is_indexed_and_its_row_says_so(desk: CourseDesk, tmp_path: Path) -> None:
    row = desk.add(pdf(tmp_path / "a.pdf", QUEUES))

    report = desk.index()

    assert (report.indexed, report.failed, report.pages, report.chunks) == (("a.pdf",), (), 1, 1)
    done = desk.courses.document(row.id)
    assert (done.status, done.pages, done.chunks) == ("indexed", 1, 1)
    assert desk.text() == QUEUES


def test_a_solution_is_never_in_the_index(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.add(pdf(tmp_path / "a-solutions.pdf", STACKS), "solution")

    desk.index()

    assert desk.statuses() == {"a.pdf": "indexed", "a-solutions.pdf": "indexed"}
    assert desk.text() == QUEUES
    assert STACKS not in " ".join(desk.embedder.texts)
    for file in (desk.settings.course_dir(desk.id) / "index").rglob("*"):
        apart = file.is_dir() or file.name == LOCKED_MATERIAL  # no search reads that
        assert apart or STACKS.encode() not in file.read_bytes()


def test_a_file_that_becomes_a_solution_leaves_the_index(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    secret = pdf(tmp_path / "b.pdf", STACKS)
    desk.add(secret)
    desk.index()

    desk.add(secret, "solution")
    desk.index()

    assert desk.text() == QUEUES


def test_a_removed_document_leaves_the_index_and_its_file_stays(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    removed = desk.add(pdf(tmp_path / "b.pdf", STACKS))
    desk.index()

    desk.courses.remove_document(removed.id)
    desk.index()

    assert desk.text() == QUEUES
    assert stored_path(desk.settings, removed.sha256).exists()


def test_an_emptied_course_has_an_empty_index(desk: CourseDesk, tmp_path: Path) -> None:
    row = desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.courses.remove_document(row.id)

    desk.index()

    assert desk.text() == ""


def test_a_course_that_was_deleted_is_not_indexed(desk: CourseDesk) -> None:
    desk.courses.delete(desk.id)

    with pytest.raises(NotFound):
        desk.index()

    assert not desk.settings.course_dir(desk.id).exists()


# --- what it costs -----------------------------------------------------------------------------


def test_the_same_bytes_twice_change_nothing(desk: CourseDesk, tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", QUEUES)
    first = desk.add(file)
    desk.index()
    before = [chunk.id for chunk in desk.loaded().chunks]
    desk.embedder.texts.clear()

    second = desk.add(file)
    desk.index()

    assert second.id == first.id
    assert desk.embedder.texts == [CHECK]
    assert [chunk.id for chunk in desk.loaded().chunks] == before
    assert versions(desk) == [(1, "indexed")]


def test_only_changed_text_is_embedded_again(desk: CourseDesk, tmp_path: Path) -> None:
    sheet = Sheet().heading("Queues").text(QUEUES).heading("Stacks").text(STACKS)
    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()
    desk.embedder.texts.clear()
    sheet = Sheet().heading("Queues").text(QUEUES).heading("Heaps").text(HEAPS)

    desk.add(sheet.save(tmp_path / "a.pdf"))
    desk.index()

    assert set(desk.embedder.texts) == {HEAPS, CHECK}
    assert desk.text() == f"{QUEUES}\n{HEAPS}"


def test_vectors_from_the_cache_are_those_of_the_embedder(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES, STACKS))
    desk.index()
    desk.add(pdf(tmp_path / "b.pdf", HEAPS))
    desk.index()

    index = desk.loaded()

    fresh = BagOfWords().embed([f"{chunk.lead} {chunk.text}".strip() for chunk in index.chunks])
    assert index.vectors(range(len(index.chunks))) == pytest.approx(fresh)


def test_another_embedder_embeds_everything_anew(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.embedder = BagOfWords(name="other")

    desk.index()

    assert set(desk.embedder.texts) == {QUEUES, CHECK}
    assert desk.loaded().embedder_name == "other"


# --- new versions ------------------------------------------------------------------------------


def test_a_new_version_replaces_the_old_only_when_it_is_indexed(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()

    desk.add(pdf(tmp_path / "a.pdf", STACKS))

    assert versions(desk) == [(1, "indexed"), (2, "waiting")]
    assert desk.text() == QUEUES
    desk.index()
    assert versions(desk) == [(1, "replaced"), (2, "indexed")]
    assert desk.text() == STACKS


def test_a_newer_version_that_cannot_be_read_leaves_the_old_one(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 and then nothing")

    desk.add(tmp_path / "a.pdf")
    report = desk.index()

    assert [name for name, _ in report.failed] == ["a.pdf"]
    assert versions(desk) == [(1, "indexed"), (2, "failed")]
    assert desk.text() == QUEUES


# --- loading -----------------------------------------------------------------------------------


def test_a_process_that_answers_sees_the_new_version_without_a_restart(
    desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    courses = desk.services().courses
    first = courses(desk.id)
    assert courses(desk.id) is first

    desk.add(pdf(tmp_path / "a.pdf", STACKS))
    desk.index()

    assert [chunk.text for chunk in courses(desk.id).chunks] == [STACKS]
    assert [chunk.text for chunk in first.chunks] == [QUEUES]


def test_a_course_without_an_index_says_what_to_do(desk: CourseDesk) -> None:
    with pytest.raises(IndexMissing, match="materials page"):
        desk.loaded()


def test_an_index_of_another_embedder_says_what_to_do(desk: CourseDesk, tmp_path: Path) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    desk.embedder = BagOfWords(name="text-embedding-3-large")

    with pytest.raises(IndexMissing, match=r"words.*text-embedding-3-large.*Re-index"):
        desk.loaded()


@pytest.mark.parametrize("name", ["material.json", "dense.faiss", "sentences.npy"])
@pytest.mark.parametrize("damage", ["emptied", "cut", "removed"])
def test_a_damaged_index_says_what_to_do_and_indexing_mends_it(
    name: str, damage: str, desk: CourseDesk, tmp_path: Path
) -> None:
    desk.add(pdf(tmp_path / "a.pdf", QUEUES))
    desk.index()
    file = desk.settings.course_dir(desk.id) / "index" / current(desk) / name
    content = file.read_bytes()
    file.unlink()
    if damage != "removed":
        file.write_bytes(content[: len(content) // 2] if damage == "cut" else b"")

    with pytest.raises(IndexMissing, match="Re-index"):
        desk.loaded()
    desk.index()

    assert desk.text() == QUEUES
