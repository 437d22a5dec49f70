"""Problems saved as a set: by staff, opened by whoever has the link, row by row."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tutor_app.domain.teaching import CourseSettings
from tutor_app.storage.records.row_values import SetProblem
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor
from tutor_app.web.lab.class_sets import EMPTY
from tutor_app.web.lab.trace_lab import STAFF_ONLY

FIRST = SetProblem(text="Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1")
SECOND = SetProblem(text="A-B, A-C, B-D, start A, undirected", algorithm="dfs")


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.lab.trace_lab import draw_trace_lab  # noqa: PLC0415

    draw_trace_lab(services, visitor)


def open_lab(services: PageServices, visit: str = "student", **address: str) -> AppTest:
    visitor = Visitor(learner_id="l", visit=visit, address="a")
    page = app_of(script, services=services, visitor=visitor)
    for key, value in address.items():
        page.query_params[key] = value
    return page.run()


def press(page: AppTest, key: str) -> AppTest:
    return page.button(key=key).click().run()


def html(page: AppTest) -> str:
    assert not page.exception
    return "\n".join(part.proto.body for part in page.html)


@pytest.fixture
def staffed(services: PageServices) -> PageServices:
    """A course where students go first, and staff who are signed in at the visit "staff"."""
    services.courses.create("Search", "the forum")
    services.staff_auth.sign_in(services.staff_auth._code.renew(), visit="staff", address="a")
    return services


@pytest.fixture
def set_id(staffed: PageServices) -> str:
    made = staffed.problem_sets.create("Week 3")
    staffed.problem_sets.change(made.id, (FIRST, SECOND))
    return made.id


def test_staff_save_what_runs_in_a_new_set_and_add_to_it(staffed: PageServices) -> None:
    page = open_lab(staffed, "staff")
    page.text_area[0].set_value(FIRST.text)
    page.button[0].click()
    page = next(one for one in page.button if one.label == "Run it").click().run()

    press(page, "set-save")
    assert says(page.toast[0].value, "page_sets.needs_name")
    assert staffed.problem_sets.list() == ()

    page.text_input(key="set-name").set_value("Week 3")
    press(page, "set-save")
    assert says(page.success[0].value, "page_sets.saved")
    (made,) = staffed.problem_sets.list()
    assert (made.name, made.problems) == ("Week 3", (FIRST,))

    page.selectbox(key="lab-algorithm").set_value("bfs")
    page = next(one for one in page.button if one.label == "Run it").click().run()
    press(page, "set-save")  # the set is still chosen
    (made,) = staffed.problem_sets.list()
    assert [problem.algorithm for problem in made.problems] == ["", "bfs"]


def test_a_set_is_gone_through_problem_by_problem(staffed: PageServices, set_id: str) -> None:
    page = open_lab(staffed, "staff", set=set_id)
    assert page.title[0].value == "Week 3"
    assert not page.text_area
    assert page.button(key="set-back").disabled
    assert "Dijkstra" in html(page)

    press(page, "set-next")
    assert page.query_params["problem"] == "2"
    assert says(html(page), "page_sets.place", number=2, total=2)
    assert "Depth-first" in html(page)
    assert page.button(key="set-next").disabled


def test_the_name_of_a_set_is_no_markdown(staffed: PageServices) -> None:
    made = staffed.problem_sets.create("A* or *another* at $5")
    title = open_lab(staffed, "staff", set=made.id).title[0].value
    assert title == r"A\* or \*another\* at \$5"


def test_students_with_the_link_foretell_each_row(staffed: PageServices, set_id: str) -> None:
    assert open_lab(staffed).markdown[0].value == STAFF_ONLY()

    page = open_lab(staffed, set=set_id)
    assert [toggle.key for toggle in page.toggle] == ["lab-projected"]
    assert 'data-step="1"' not in html(page)
    page.text_input[0].set_value("A")
    next(button for button in page.button if button.label == "Check").click().run()
    assert 'data-step="1"' in html(page)
    assert 'data-step="2"' not in html(page)
    assert not [one for one in page.button if str(one.key).startswith(("take-out", "delete"))]


def test_where_whole_runs_are_shown_they_may_see_all_rows(
    staffed: PageServices, set_id: str
) -> None:
    course = staffed.courses.list()[0]
    staffed.course_settings.change(course.id, CourseSettings(reveal_policy="open"))
    page = open_lab(staffed, set=set_id)
    assert "lab-all-rows" in [toggle.key for toggle in page.toggle]


def test_staff_mend_a_set_where_it_is_open(staffed: PageServices, set_id: str) -> None:
    page = open_lab(staffed, "staff", set=set_id)
    assert f"set={set_id}" in page.code[0].value
    press(page, "earlier-1")
    assert staffed.problem_sets.get(set_id).problems == (SECOND, FIRST)
    press(page, "take-out-0")
    press(page, "take-out-0")
    assert staffed.problem_sets.get(set_id).problems == ()
    assert page.info[0].value == EMPTY()

    press(page, "delete-set")
    assert staffed.problem_sets.list() == ()
    assert "set" not in page.query_params
    gone = open_lab(staffed, set=set_id)
    assert len(gone.info) == 1
    assert not gone.text_area
