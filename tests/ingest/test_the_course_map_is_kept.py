"""The map is made when indexing and kept beside the index; solutions are not in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.doubles.quiet import Quiet
from tutor_app.answering.course_map.map_file import (
    MAP,
    CourseMaps,
    map_of_version,
    read_map,
    read_starters,
)
from tutor_app.answering.course_map.mended_terms import TermChanges, mend_term
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings
from tutor_app.retrieval.index_files import current_version
from tutor_app.runtime.jobs.course_check_job import index_and_check
from tutor_app.storage.records.course_settings import CourseSettingsRecords
from tutor_app.storage.records.database import open_database

SAID = "A frontier is a collection of nodes that wait to be expanded."
ANSWER = "A fringe is a collection of nodes that the solution of this item expands."


@pytest.fixture
def desk(settings: Settings, tmp_path: Path) -> CourseDesk:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("Frontier").text(SAID).text("Its frontier holds S at first.")
    desk.add(sheet.save(tmp_path / "lecture.pdf"))
    locked = Sheet().heading("Fringe").text(ANSWER).text("The fringe is empty then.")
    desk.add(locked.save(tmp_path / "answers.pdf"), "solution")
    return desk


def index(desk: CourseDesk) -> Path:
    index_and_check(desk.id, desk.settings, desk.courses, desk.embedder, Quiet())
    version = current_version(desk.settings.course_dir(desk.id))
    assert version is not None
    return version


def test_indexing_keeps_the_map_with_the_version(desk: CourseDesk) -> None:
    course_map = read_map(index(desk))
    assert course_map is not None
    assert [term.definition.text for term in course_map.terms] == [SAID]


def test_an_index_without_a_map_gets_one_without_its_files(desk: CourseDesk) -> None:
    version = index(desk)
    known = read_map(version)
    (version / MAP).unlink()
    for file in desk.settings.files_dir.iterdir():
        file.unlink()
    assert map_of_version(version) == known == read_map(version)


def test_what_staff_mended_holds_after_indexing_again(desk: CourseDesk, tmp_path: Path) -> None:
    index(desk)
    course_dir = desk.settings.course_dir(desk.id)
    maps = CourseMaps(desk.settings)
    assert maps(desk.id) is not None
    mend_term(course_dir, "frontier", TermChanges(name="open list"))
    again = Sheet().heading("Queues").text("Here the frontier is kept in a queue of nodes.")
    desk.add(again.save(tmp_path / "more.pdf"))
    index(desk)
    course_map = maps(desk.id)
    assert course_map is not None
    assert [term.name for term in course_map.terms] == ["open list"]


def test_nothing_of_a_solution_is_in_it(desk: CourseDesk) -> None:
    version = index(desk)
    assert "fringe" not in (version / MAP).read_text(encoding="utf-8")


def test_a_course_without_an_index_has_no_map(settings: Settings) -> None:
    assert CourseMaps(settings)("nothing-here") is None


def test_a_starter_question_was_asked_and_answered(settings: Settings, tmp_path: Path) -> None:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading("Frontier").text(SAID).save(tmp_path / "lecture.pdf"))
    assert read_starters(index(desk)) == ("What is a frontier?",)


def test_what_the_tutor_answers_with_another_sentence_is_no_starter(desk: CourseDesk) -> None:
    """The words of the question are nearer to the sentence after the definition here."""
    assert read_starters(index(desk)) == ()


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Tokens are the blocks of which other tokens and programs are made.", "What are tokens?"),
        ("TeXmacs is an editor that draws formulas while one types.", "What is TeXmacs?"),
    ],
)
def test_a_starter_question_speaks_of_one_or_many_as_the_course_does(
    settings: Settings, tmp_path: Path, said: str, asked: str
) -> None:
    desk = CourseDesk(settings)
    desk.add(Sheet().heading(said.split()[0]).text(said).save(tmp_path / "lecture.pdf"))
    assert read_starters(index(desk)) == (asked,)


def test_the_tutor_speaks_the_materials_language_until_staff_choose(
    settings: Settings, tmp_path: Path
) -> None:
    desk = CourseDesk(settings)
    sheet = Sheet().heading("Rand").text("Der Rand ist die Menge der Knoten, die noch warten.")
    desk.add(sheet.save(tmp_path / "skript.pdf"))
    of_course = CourseSettingsRecords(open_database(settings))
    index(desk)
    assert of_course.get(desk.id).language == "de"

    of_course.change(desk.id, CourseSettings(language="en"))
    index(desk)
    assert of_course.get(desk.id).language == "en"
