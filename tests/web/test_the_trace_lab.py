"""The Trace lab: who may open it, what runs there, how it is played and predicted."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.doubles.course import CourseDesk
from tests.doubles.pdf import Sheet
from tests.web.app_test import app_of
from tutor_app.domain.settings import Settings
from tutor_app.domain.teaching import CourseSettings
from tutor_app.tracing.algorithm import all_algorithms
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.narration.convention_texts import name_what_runs
from tutor_app.tracing.narration.run_sentences import find_asked_columns
from tutor_app.tracing.narration.values_in_words import write_cell
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.page_titles import SETTINGS
from tutor_app.web.components.visitor import Visitor
from tutor_app.web.lab.algorithm_choice import read_problem_for
from tutor_app.web.lab.example_problems import EXAMPLES
from tutor_app.web.lab.prediction_form import judge_prediction
from tutor_app.web.lab.trace_lab import (
    ASSIGNMENT_PROBLEM,
    FOR_STUDENTS,
    NO_PROBLEM,
    STAFF_ONLY,
)
from tutor_app.web.staff.settings_words import TRACE_TABLES

TEXT = "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, B-C 3"


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.lab.trace_lab import draw_trace_lab  # noqa: PLC0415

    draw_trace_lab(services, visitor)


def open_lab(services: PageServices) -> AppTest:
    visitor = Visitor(learner_id="l", visit="v", address="a")
    return app_of(script, services=services, visitor=visitor).run()


def run_text(services: PageServices, text: str, algorithm: str = "") -> AppTest:
    page = open_lab(services)
    page.text_area[0].set_value(text)
    page.selectbox[0].set_value(algorithm)
    return press(page, "Run it")


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


def switch(page: AppTest, label: str) -> AppTest:
    toggle = next(toggle for toggle in page.toggle if toggle.label == label)
    return toggle.set_value(not toggle.value).run()


def html(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(part.proto.body for part in page.html)


def test_where_students_go_first_only_staff_see_whole_runs(services: PageServices) -> None:
    services.courses.create("Search", "the forum")
    page = open_lab(services)
    assert page.markdown[0].value == STAFF_ONLY()
    assert not page.text_area

    page.text_input[0].set_value(services.staff_auth._code.ensure() or "")
    press(page, "Open")
    assert page.text_area


def test_who_may_not_open_it_reads_words_and_no_commands(services: PageServices) -> None:
    services.courses.create("Search", "the forum")
    page = open_lab(services)
    students, staff = (one.value for one in page.caption)
    assert students == FOR_STUDENTS()
    assert SETTINGS() in staff
    assert TRACE_TABLES() in staff
    shown = " ".join([one.value for one in page.markdown] + [students, staff])
    assert "`" not in shown
    assert "--" not in shown
    assert "elenchus" not in shown


def test_it_is_open_to_all_where_every_course_is(services: PageServices) -> None:
    course = services.courses.create("Search", "the forum")
    services.course_settings.change(course.id, CourseSettings(reveal_policy="open"))
    assert open_lab(services).text_area


ASSIGNED = "P-Q 2, P-R 5, Q-R 1, Q-T 7, R-T 3, R-U 2, T-G 2, U-G 6"
ROWS = (
    "{'P': {'Q': 2, 'R': 5}, 'Q': {'R': 1, 'T': 7}, 'R': {'T': 3, 'U': 2}, 'T': {'G': 2}, "
    "'U': {'G': 6}}"
)


@pytest.fixture
def homework(services: PageServices, settings: Settings, tmp_path: Path) -> PageServices:
    """A course that shows whole runs, with an assignment on one graph and a lecture on another."""
    desk = CourseDesk(settings)
    sheet = Sheet().heading("Assignment 1")
    sheet.text(
        f"1. (8 points) Run uniform-cost search from P to G on the undirected graph {ASSIGNED}."
    )
    sheet.text("2. (4 points) Sort the array 14, 3, 9, 21, 6, 11 with insertion sort.")
    desk.add(sheet.save(tmp_path / "a1.pdf"), "assignment")
    desk.add(Sheet().text(f"Example: {TEXT}.").save(tmp_path / "lecture.pdf"), "slides")
    desk.index()
    services.course_settings.change(desk.id, CourseSettings(reveal_policy="open"))
    return services


@pytest.mark.parametrize(
    ("text", "picked"),
    [
        (f"Run uniform-cost search from P to G on the undirected graph {ASSIGNED}", ""),
        (f"Run Dijkstra from T on the undirected graph {ASSIGNED}", ""),
        (f"Dijkstra from P on {ROWS}", ""),
        (
            "edges (P,Q,2) (P,R,5) (Q,R,1) (Q,T,7) (R,T,3) (R,U,2) (T,G,2) (U,G,6), BFS from P",
            "ucs",
        ),
        (
            f"undirected graph {ASSIGNED}, U-Z 9, BFS from P",
            "",
        ),  # an edge of one's own changes little
        ("quicksort [14, 3, 9, 21, 6, 11]", ""),
    ],
)
def test_what_an_assignment_sets_is_run_for_staff_only(
    homework: PageServices, text: str, picked: str
) -> None:
    page = run_text(homework, text, picked)
    assert page.info[0].value == ASSIGNMENT_PROBLEM()
    assert "<table" not in html(page)
    assert not [button for button in page.button if button.label == "Play"]

    homework.staff_auth.sign_in(homework.staff_auth._code.renew(), visit="v", address="a")
    page = run_text(homework, text, picked)
    assert ASSIGNMENT_PROBLEM() not in [box.value for box in page.info]


@pytest.mark.parametrize("text", [TEXT, EXAMPLES["dijkstra"][1](), "quicksort [3, 1, 2]"])
def test_what_no_assignment_sets_is_run_for_everybody(homework: PageServices, text: str) -> None:
    assert "<table" in html(run_text(homework, text))


def test_an_example_is_run_by_one_click(services: PageServices) -> None:
    page = open_lab(services)
    page.button_group[0].set_value("kruskal").run()

    assert "Kruskal" in str(page.text_area[0].value)
    assert "accept" in html(page)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_read_and_runs(name: str) -> None:
    reading = read_problem(EXAMPLES[name][1]())
    assert reading is not None
    assert reading.question is None
    assert run(reading.problem).steps


def test_the_picked_algorithm_wins_over_the_one_in_the_text(services: PageServices) -> None:
    page = run_text(services, TEXT, "bfs")
    assert "Breadth-first search" in html(page)
    assert "Uniform-cost" not in html(page)


@pytest.mark.parametrize("picked", all_algorithms())
def test_whatever_is_picked_is_what_is_read(picked: str) -> None:
    for text in (EXAMPLES[name][1]() for name in ("astar", "quicksort", "knapsack")):
        reading = read_problem_for(text, picked)
        assert reading is not None
        assert reading.problem.algorithm == picked


def test_what_the_picked_algorithm_lacks_is_asked_for(services: PageServices) -> None:
    page = run_text(services, EXAMPLES["quicksort"][1](), "binary_search")
    assert "Which value is searched for?" in page.info[0].value


def test_a_text_without_a_problem_says_what_to_type(services: PageServices) -> None:
    page = run_text(services, "What is a heap good for?")
    assert page.info[0].value == NO_PROBLEM()


def test_an_algorithm_that_cannot_be_run_is_named_with_those_that_can(
    services: PageServices,
) -> None:
    page = run_text(
        services, "Edmonds-Karp using BFS from s to t on s->a 4, a->t 3, s->b 2, b->t 5"
    )
    assert page.info[0].value == name_what_runs("maximum flow")


def test_another_convention_runs_it_again(services: PageServices) -> None:
    page = run_text(
        services, "Quicksort [3, 1, 2], Lomuto partition, the last element is the pivot"
    )
    switch(page, "All rows")
    assert "<td>2</td>" in html(page)

    pivot = next(box for box in page.selectbox if box.label == "Pivot")
    pivot.set_value("first").run()
    assert "<td>3</td>" in html(page)


def test_played_it_goes_on_until_the_last_step_and_stops(services: PageServices) -> None:
    page = run_text(services, TEXT)
    press(page, "Play")
    for step in (1, 2, 3, 4):
        page.session_state["lab-moved"] = 0.0  # as if the time were up
        page.run()
        assert f'class="el-here" data-step="{step}"' in html(page)
    page.run()

    assert page.session_state["lab-playing"] is False
    assert [button.label for button in page.button if button.key == "lab-play"] == ["Play"]


def test_large_leaves_only_the_run_and_goes_back_to_the_same_text(services: PageServices) -> None:
    page = run_text(services, TEXT)
    switch(page, "Large, for projecting")
    assert not page.text_area
    assert 'data-step="0"' in html(page)

    switch(page, "Large, for projecting")
    assert page.text_area[0].value == TEXT


def test_later_rows_are_hidden_unless_asked_for(services: PageServices) -> None:
    page = run_text(services, TEXT)
    assert 'data-step="1"' not in html(page)
    press(page, "Next")
    assert 'data-step="1"' in html(page)
    assert 'data-step="2"' not in html(page)

    switch(page, "All rows")
    assert 'data-step="4"' in html(page)


def test_predicted_steps_are_hidden_until_they_are_guessed(services: PageServices) -> None:
    page = run_text(services, TEXT)
    switch(page, "Foretell the next step")
    assert 'data-step="1"' not in html(page)

    guess(page, "A")
    assert "Not that." in html(page)
    assert 'data-step="1"' not in html(page)

    guess(page, "S")
    assert "Right: that is step 1." in html(page)
    assert 'data-step="1"' in html(page)
    assert 'data-step="2"' not in html(page)

    press(page, "Show this step")
    assert 'data-step="2"' in html(page)
    guess(page, "B")
    guess(page, "C")
    assert "That was the last step." in html(page)


def guess(page: AppTest, text: str) -> None:
    page.text_input[0].set_value(text)
    press(page, "Check")


def exact_of(name: str) -> AlgorithmRun:
    reading = read_problem(EXAMPLES[name][1]())
    assert reading is not None
    return run(reading.problem)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_guess_is_right_only_where_the_run_says_so(name: str) -> None:
    exact = exact_of(name)
    for step in exact.steps:
        if step.number < exact.algorithm.first_step:
            continue
        row = row_at(exact, step.number)
        assert row is not None
        column = find_asked_columns(exact, step.number)[0]
        asked = write_cell(column, row.get(column))
        assert judge_prediction(exact, step.number, asked).outcome == "right", (step.number, asked)
        for unread in ("zz", "dunno", "no idea", "…"):
            assert judge_prediction(exact, step.number, unread).outcome == "unread", unread


@pytest.mark.parametrize(
    ("guess", "outcome"),
    [
        ("B, A=0, B=3, C=2, D=8", "right"),  # the whole row
        ("B | A=0, B=3, C=2, D=8", "right"),
        ("i think B", "right"),
        ("B, A=0, B=4, C=2, D=8", "wrong"),
        ("D, A=0, B=3, C=2, D=8", "wrong"),
        ("D", "wrong"),
        ("dunno", "unread"),
        ("", "unread"),
    ],
)
def test_a_guess_may_be_the_whole_row_and_is_asked_for_where_it_is_not_read(
    guess: str, outcome: str
) -> None:
    reading = read_problem(
        "Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5, C-D 8"
    )
    assert reading is not None
    said = judge_prediction(run(reading.problem), 3, guess)
    assert said.outcome == outcome, said
