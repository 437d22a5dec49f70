"""After an update of Elenchus a course is read again, and nothing is lost meanwhile."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.console import Console

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.sentences import says
from tutor_app.domain.errors import IndexOutdated
from tutor_app.domain.settings import Settings
from tutor_app.domain.values import Quote
from tutor_app.retrieval.index_files import FORMAT, MATERIAL, current_version, is_outdated
from tutor_app.runtime.commands.take_in_files import take_in
from tutor_app.runtime.course_files import file_entries, status_words
from tutor_app.runtime.embedded.doctor import PartCheck, check_installation
from tutor_app.runtime.outdated_indexes import READ_AGAIN, have_read_again

SAID = "A queue hands out the oldest vertex first, so the search goes by levels."
QUESTION = "Why does the search go by levels with a queue?"


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings.model_copy(update={"embedding_model": "words"}))
    desk.add(Sheet().text(SAID).text("Trees have no cycles.").save(tmp_path / "a.pdf"))
    desk.add(Sheet().text("The levels are 1, 2 and 3.").save(tmp_path / "b.pdf"), "solution")
    desk.index()
    return desk


def made_before(desk: CourseDesk, *, readable: bool = True) -> None:
    """Make the index in force one of the format before, with fields that this one knows or not."""
    version = current_version(desk.settings.course_dir(desk.id))
    assert version is not None
    material = json.loads((version / MATERIAL).read_text(encoding="utf-8"))
    material["format"] = FORMAT - 1
    if not readable:
        del material["documents"][0]["chunks"][0]["sentences"]
    written = json.dumps(material, separators=(",", ":"))
    (version / MATERIAL).write_text(written, encoding="utf-8")


def quotes(desk: CourseDesk) -> list[Quote]:
    return [event for event in desk.ask(QUESTION) if isinstance(event, Quote)]


def index_check(desk: CourseDesk) -> PartCheck:
    return next(
        check for check in check_installation(desk.settings) if check.part == f"index {desk.id}"
    )


# --- what is done about it -----------------------------------------------------------------------


def test_every_file_of_an_older_index_waits_to_be_read_again(desk: CourseDesk) -> None:
    made_before(desk)

    concerned = have_read_again(desk.settings, desk.courses)

    assert [course.id for course in concerned] == [desk.id]
    assert desk.statuses() == {"a.pdf": "waiting", "b.pdf": "waiting"}
    assert desk.courses.courses_to_index() == [desk.id]


def test_once_they_are_read_the_index_is_of_this_version_and_holds_what_it_held(
    desk: CourseDesk,
) -> None:
    before = desk.text()
    made_before(desk)
    have_read_again(desk.settings, desk.courses)

    desk.index()

    assert not is_outdated(desk.settings.course_dir(desk.id))
    assert desk.text() == before
    assert desk.statuses() == {"a.pdf": "indexed", "b.pdf": "indexed"}
    assert have_read_again(desk.settings, desk.courses) == []


def test_an_index_of_this_version_is_left_alone(desk: CourseDesk) -> None:
    assert have_read_again(desk.settings, desk.courses) == []
    assert desk.courses.courses_to_index() == []


def test_a_file_that_failed_is_not_begun_again_at_every_start(desk: CourseDesk) -> None:
    made_before(desk)
    have_read_again(desk.settings, desk.courses)
    for row in desk.courses.documents(desk.id):
        desk.courses.set_status(row.id, "failed", "No answer from the embeddings endpoint.")

    assert have_read_again(desk.settings, desk.courses) == []
    assert desk.courses.courses_to_index() == []


def test_demo_and_ingest_read_again_although_no_file_has_changed(desk: CourseDesk) -> None:
    made_before(desk)
    printed = Console(record=True, width=200)

    taken = take_in(desk.settings, desk.courses, desk.courses.get(desk.id), [], printed)

    assert taken.waiting
    assert "another version of Elenchus" in printed.export_text()
    desk.index()
    assert not is_outdated(desk.settings.course_dir(desk.id))


# --- what is told meanwhile ----------------------------------------------------------------------


def test_students_are_answered_from_the_older_index_while_it_can_be_read(desk: CourseDesk) -> None:
    made_before(desk)
    have_read_again(desk.settings, desk.courses)

    assert SAID in [mark.text for quote in quotes(desk) for mark in quote.marked]


def test_where_it_cannot_be_read_they_are_told_what_happens_and_that_nothing_is_lost(
    desk: CourseDesk,
) -> None:
    made_before(desk, readable=False)
    with pytest.raises(IndexOutdated) as told:
        desk.ask(QUESTION)
    assert says(str(told.value), "errors_retrieval.index_of_another_version")

    have_read_again(desk.settings, desk.courses)
    desk.index()

    assert quotes(desk)


def test_staff_see_which_files_wait_and_why(desk: CourseDesk) -> None:
    made_before(desk)
    have_read_again(desk.settings, desk.courses)

    entries = file_entries(desk.courses.documents(desk.id))

    assert [status_words(entry, None) for entry in entries] == [READ_AGAIN(), READ_AGAIN()]


def test_doctor_says_so_and_what_mends_it(desk: CourseDesk) -> None:
    assert index_check(desk).ok
    made_before(desk)

    check = index_check(desk)

    assert not check.ok and not check.needed
    assert "another version of Elenchus" in check.detail
    assert "elenchus up" in check.remedy
