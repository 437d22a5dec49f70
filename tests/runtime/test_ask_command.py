"""`elenchus ask`: what is printed, by the settings of the course."""

from __future__ import annotations

import io

from rich.console import Console

from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings, Persona
from tutor_app.domain.values import TraceShown
from tutor_app.runtime.commands.ask_command import ask_once, show
from tutor_app.storage.records import CourseRecords, CourseSettingsRecords, open_database
from tutor_app.tracing.reading.problem_reader import read_problem

SORT = "Sort 3 1 2 by insertion sort"


def shown(upto: int | None) -> str:
    reading = read_problem(SORT)
    assert reading is not None
    out = Console(file=io.StringIO(), width=120, record=True)
    show(TraceShown(problem=reading.problem, upto=upto), out)
    return out.export_text()


def test_the_rows_of_a_run_are_printed_as_far_as_a_student_may_see_them() -> None:
    assert "1, 2, 3" in shown(None)
    assert "1, 2, 3" not in shown(1)


def test_it_answers_by_the_settings_of_the_course(settings: Settings) -> None:
    settings = settings.model_copy(update={"embedding_base_url": "http://127.0.0.1:9/v1"})
    engine = open_database(settings)
    course = CourseRecords(engine).create("Graphs")
    chosen = CourseSettings(persona=Persona(audience="nurses"))
    CourseSettingsRecords(engine).change(course.id, chosen)
    out = Console(file=io.StringIO(), width=120, record=True)

    assert ask_once(settings, "graphs", "who are you?", out) == 0
    assert "for nurses" in out.export_text()
