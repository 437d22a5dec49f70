"""The Trace lab: who may open it, what runs there, how it is played and foretold."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tutor_app.teaching import CourseSettings
from tutor_app.tracing.checking.verdict import row_at
from tutor_app.tracing.reading.read import read_problem
from tutor_app.tracing.registry import all_algorithms
from tutor_app.tracing.run import Run, run
from tutor_app.tracing.wording.say import cell
from tutor_app.tracing.words import asked_columns
from tutor_app.ui.lab_examples import EXAMPLES
from tutor_app.ui.lab_guess import judge_guess
from tutor_app.ui.lab_reading import read_for
from tutor_app.ui.parts import Parts
from tutor_app.ui.visitor import Visitor

TEXT = "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, B-C 3"


def script(parts, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.ui.trace_lab import draw_trace_lab  # noqa: PLC0415

    draw_trace_lab(parts, visitor)


def open_lab(parts: Parts) -> AppTest:
    visitor = Visitor(learner_id="l", visit="v", address="a")
    return AppTest.from_function(script, kwargs={"parts": parts, "visitor": visitor}).run()


def run_text(parts: Parts, text: str, algorithm: str = "") -> AppTest:
    page = open_lab(parts)
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


def test_where_students_go_first_only_staff_see_whole_runs(parts: Parts) -> None:
    parts.courses.create("Search", "the forum")
    page = open_lab(parts)
    assert "the lab is for staff" in page.markdown[0].value
    assert not page.text_area

    page.text_input[0].set_value(parts.staff._code.ensure() or "")
    press(page, "Open")
    assert page.text_area


def test_it_is_open_to_all_where_every_course_is(parts: Parts) -> None:
    course = parts.courses.create("Search", "the forum")
    parts.course_settings.change(course.id, CourseSettings(reveal_policy="open"))
    assert open_lab(parts).text_area


def test_an_example_is_run_by_one_click(parts: Parts) -> None:
    page = open_lab(parts)
    page.button_group[0].set_value("Kruskal").run()

    assert "Kruskal" in str(page.text_area[0].value)
    assert "accept" in html(page)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_is_read_and_runs(name: str) -> None:
    reading = read_problem(EXAMPLES[name])
    assert reading is not None
    assert reading.question is None
    assert run(reading.problem).steps


def test_the_picked_algorithm_wins_over_the_one_in_the_text(parts: Parts) -> None:
    page = run_text(parts, TEXT, "bfs")
    assert "Breadth-first search" in html(page)
    assert "Uniform-cost" not in html(page)


@pytest.mark.parametrize("picked", all_algorithms())
def test_whatever_is_picked_is_what_is_read(picked: str) -> None:
    for text in (EXAMPLES["A* search"], EXAMPLES["Quicksort"], EXAMPLES["Knapsack"]):
        reading = read_for(text, picked)
        assert reading is not None
        assert reading.problem.algorithm == picked


def test_what_the_picked_algorithm_lacks_is_asked_for(parts: Parts) -> None:
    page = run_text(parts, EXAMPLES["Quicksort"], "binary_search")
    assert "Which value is searched for?" in page.info[0].value


def test_a_text_without_a_problem_says_what_to_type(parts: Parts) -> None:
    page = run_text(parts, "What is a heap good for?")
    assert "I found no problem in this text" in page.info[0].value


def test_another_convention_runs_it_again(parts: Parts) -> None:
    page = run_text(parts, "Quicksort [3, 1, 2], Lomuto partition, the last element is the pivot")
    assert "<td>2</td>" in html(page)

    pivot = next(box for box in page.selectbox if box.label == "Pivot")
    pivot.set_value("first").run()
    assert "<td>3</td>" in html(page)


def test_played_it_goes_on_until_the_last_step_and_stops(parts: Parts) -> None:
    page = run_text(parts, TEXT)
    press(page, "Play")
    for step in (1, 2, 3, 4):
        page.session_state["lab-moved"] = 0.0  # as if the time were up
        page.run()
        assert f'class="el-here" data-step="{step}"' in html(page)
    page.run()

    assert page.session_state["lab-playing"] is False
    assert [button.label for button in page.button if button.key == "lab-play"] == ["Play"]


def test_large_leaves_only_the_run_and_goes_back_to_the_same_text(parts: Parts) -> None:
    page = run_text(parts, TEXT)
    switch(page, "Large, for projecting")
    assert not page.text_area
    assert 'data-step="4"' in html(page)

    switch(page, "Large, for projecting")
    assert page.text_area[0].value == TEXT


def test_foretold_steps_are_hidden_until_they_are_guessed(parts: Parts) -> None:
    page = run_text(parts, TEXT)
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


def exact_of(name: str) -> Run:
    reading = read_problem(EXAMPLES[name])
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
        column = asked_columns(exact, step.number)[0]
        asked = cell(column, row.get(column))
        assert judge_guess(exact, step.number, asked).outcome == "right", (step.number, asked)
        assert judge_guess(exact, step.number, "zz 99").outcome == "wrong"
    assert judge_guess(exact, exact.algorithm.first_step, "…").outcome == "unread"
