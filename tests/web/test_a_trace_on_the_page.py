"""A problem as it was read, and a run to step through, as the page draws them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.domain.values import ProblemRead, TraceShown
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.pictures.picture import picture_svg, start_svg
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.web.components.trace_export import export_rows, svg_to_png
from tutor_app.web.components.trace_html import LONGEST_CELL, page_rows, table_html

TEXT = "Run uniform cost search from S to C on this undirected graph: S-A 1, S-B 4, A-B 2, B-C 3"


def problem_of(text: str) -> Problem:
    reading = read_problem(text)
    assert reading is not None
    assert reading.question is None
    return with_defaults(reading.problem, algorithm_named(reading.problem.algorithm))


PROBLEM = problem_of(TEXT)


def card(read, said):  # type: ignore[no-untyped-def]  # AppTest takes the body alone
    from tutor_app.web.components.trace_player import draw_problem  # noqa: PLC0415

    draw_problem(read, "k", said.append)


def player(shown):  # type: ignore[no-untyped-def]
    from tutor_app.web.components.trace_player import draw_trace  # noqa: PLC0415

    draw_trace(shown, "k")


def open_card(read: ProblemRead) -> tuple[AppTest, list[str]]:
    said: list[str] = []
    return app_of(card, read=read, said=said).run(), said


def open_trace(shown: TraceShown) -> AppTest:
    return app_of(player, shown=shown).run()


def html(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(part.proto.body for part in page.html)


def press(page: AppTest, label: str) -> AppTest:
    return next(button for button in page.button if button.label == label).click().run()


# --- the problem -----------------------------------------------------------------------------


def test_the_card_draws_the_graph_names_the_ends_and_marks_what_was_assumed() -> None:
    page, _ = open_card(ProblemRead(problem=PROBLEM, assumed=("tie_break",)))
    said = html(page)

    assert "Uniform-cost search" in said
    assert "from <b>S</b>, to <b>C</b>, undirected" in said
    assert 'src="data:image/svg+xml;base64,' in said
    assert 'alt="Uniform-cost search: the start. OPEN: S"' in said
    assert 'broken alphabetically <span class="el-assumed">assumed</span>' in said
    assert 'expanded <span class="el-assumed">' not in said


def test_the_corrected_problem_is_sent_as_a_message_that_is_read_as_just_that() -> None:
    page, said = open_card(ProblemRead(problem=PROBLEM, assumed=tuple(PROBLEM.conventions)))
    page.text_area[0].set_value(str(page.text_area[0].value).replace("B - C (3)", "B - C (9)"))
    goal_test = next(box for box in page.selectbox if box.label == "Goal test")
    goal_test.set_value("generation")
    press(page, "Use this")

    (message,) = said
    reading = read_problem(message)
    assert reading is not None
    assert reading.problem.graph is not None
    assert reading.problem.graph.edges[-1].weight == 9
    assert reading.problem.conventions == {"goal_test": "generation"}


def test_what_the_student_stated_is_stated_again() -> None:
    stated = replace(PROBLEM, conventions={**PROBLEM.conventions, "goal_test": "generation"})
    page, said = open_card(ProblemRead(problem=stated, assumed=("tie_break", "neighbor_order")))
    press(page, "Use this")

    assert says(said[0], "trace_choices.goal_test=generation")
    assert "ties" not in said[0]


@pytest.mark.parametrize(
    "text",
    [
        "Kruskal on the undirected graph A-B 7, A-D 5, B-D 9",
        "Alpha-beta on [[3, 12], [2, 4]], MAX moves first",
    ],
)
def test_the_problems_picture_does_not_give_the_first_step_away(text: str) -> None:
    exact = run(problem_of(text))
    svg = start_svg(exact)

    assert svg is not None
    assert "step 1" not in svg
    assert 'data-state="tree"' not in svg


# --- the run ---------------------------------------------------------------------------------


def test_next_and_back_move_the_marked_row_the_picture_and_the_reason() -> None:
    page = open_trace(TraceShown(problem=PROBLEM))
    assert 'class="el-here" data-step="1" aria-current="step"' in html(page)

    press(page, "Next")
    assert 'class="el-here" data-step="2" aria-current="step"' in html(page)
    assert "Uniform-cost search, step 2 of 4: A" in html(page)
    assert "A has the smallest g" in html(page)

    press(page, "Back")
    assert 'class="el-here" data-step="1"' in html(page)


def test_a_run_opens_at_its_first_step_since_the_start_is_the_problems_picture() -> None:
    page = open_trace(TraceShown(problem=PROBLEM))

    assert "Uniform-cost search, step 1 of 4" in html(page)
    assert "the start" not in html(page)


def test_the_slider_goes_to_any_step_and_stops_at_the_ends() -> None:
    page = open_trace(TraceShown(problem=PROBLEM))
    page.slider[0].set_value(4).run()
    press(page, "Next")

    assert 'class="el-here" data-step="4"' in html(page)


def test_rows_that_may_not_be_seen_are_nowhere_on_the_page() -> None:
    page = open_trace(TraceShown(problem=PROBLEM, upto=2))

    assert 'data-step="2"' in html(page)
    assert 'data-step="3"' not in html(page)
    assert page.slider[0].max == 2


def test_before_the_first_step_the_table_stands_alone() -> None:
    page = open_trace(TraceShown(problem=PROBLEM, upto=0))

    assert 'data-step="0"' in html(page)
    assert "el-picture" not in html(page)
    assert not page.slider


ATTEMPT = StudentTrace(rows=({"step": 1, "node": "S"}, {"step": 2, "node": "B"}))


def test_a_wrong_row_stands_below_the_exact_one_with_what_differs_marked() -> None:
    page = open_trace(TraceShown(problem=PROBLEM, upto=2, wrong_step=2, attempt=ATTEMPT))
    said = html(page)

    assert "✗ your step 2" in said
    assert "<mark>B</mark>" in said
    assert said.index('data-step="2"') < said.index('data-yours="2"')
    assert says(said, "page_traces.differs")


def test_a_wrong_row_whose_exact_one_is_hidden_is_shown_without_saying_what_differs() -> None:
    page = open_trace(TraceShown(problem=PROBLEM, upto=1, wrong_step=2, attempt=ATTEMPT))
    said = html(page)

    assert 'data-yours="2"' in said
    assert "<mark>" not in said
    assert 'data-step="2"' not in said


def test_cells_in_another_order_are_not_marked() -> None:
    attempt = StudentTrace(rows=({"step": 2, "node": "B", "closed": ("A", "S")},))
    page = open_trace(TraceShown(problem=PROBLEM, upto=2, wrong_step=2, attempt=attempt))

    assert html(page).count("<mark>") == 1


# --- long runs -------------------------------------------------------------------------------


def test_of_a_sort_of_thousands_the_page_holds_a_few_rows_and_says_so() -> None:
    numbers = tuple(random.Random(5).sample(range(20_000), 3_000))
    page = open_trace(TraceShown(problem=Problem(algorithm="selection_sort", array=numbers)))
    page.slider[0].set_value(2_400).run()

    assert html(page).count("data-step=") == 5
    assert 'class="el-here" data-step="2400"' in html(page)
    assert "more</span>" in html(page)
    assert len(html(page)) < 120_000
    assert "Rows 2,401 to 2,405 of 3,000" in page.caption[-1].value


def test_a_long_cell_is_cut_between_entries_and_tells_how_many_are_left() -> None:
    exact = run(Problem(algorithm="insertion_sort", array=tuple(range(500))))
    said = table_html(exact, seen=len(exact.steps), place=0, page=0)

    assert page_rows(exact) < 50
    assert "[0, 1, 2, 3" in said
    assert f"{500 - 1 - said[said.index('[0') : said.index(', …')].count(',')} more" in said
    assert said.index(", …") - said.index("[0") <= LONGEST_CELL


def test_a_file_of_a_long_run_has_a_limit() -> None:
    short = run(PROBLEM)
    long = run(Problem(algorithm="insertion_sort", array=tuple(range(5_000))))

    assert export_rows(short) >= 1_000
    assert export_rows(long) * 5_000 <= 5_000_000


def test_a_png_shows_the_weights() -> None:
    def png(text: str) -> bytes:
        exact = run(problem_of(text))
        return svg_to_png(picture_svg(exact.problem, exact, 0))

    assert png(TEXT)[:4] == b"\x89PNG"
    assert png(TEXT) != png(TEXT.replace("B-C 3", "B-C 8"))
