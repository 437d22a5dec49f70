"""The settings of a course as staff change them; a worker reads what is in force."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.sentences import says
from tests.web.app_test import app_of
from tutor_app.domain.teaching import CourseSettings, Persona
from tutor_app.storage.records import StaffCode, open_database
from tutor_app.web.components.page_services import PageServices
from tutor_app.web.components.visitor import Visitor

COURSE = "proofs"


def script(services, visitor):  # type: ignore[no-untyped-def]  # AppTest sees no imports
    from tutor_app.web.staff.settings_page import draw_settings_page  # noqa: PLC0415

    draw_settings_page(services, visitor)


@pytest.fixture
def page(services: PageServices) -> AppTest:
    """The page as staff see it, of a course where nothing was set."""
    services.courses.create("Proofs", "the forum")
    code = StaffCode(open_database(services.settings)).renew()
    services.staff_auth.sign_in(code, visit="v", address="a")
    return open_page(services, "v")


def open_page(services: PageServices, visit: str) -> AppTest:
    visitor = Visitor(learner_id=None, visit=visit, address="a")
    script_page = app_of(script, services=services, visitor=visitor)
    return script_page.run(timeout=10)


def box(page: AppTest, label: str):  # type: ignore[no-untyped-def]  # of any kind
    every = [*page.selectbox, *page.text_input, *page.radio]
    return next(each for each in every if each.label == label)


def press(page: AppTest, label: str, number: int = 0) -> AppTest:
    return [b for b in page.button if b.label == label][number].click().run(timeout=10)


def texts(page: AppTest) -> str:
    return "\n".join(each.value for each in page.markdown).replace("\\", "")


def test_students_find_a_door(services: PageServices, page: AppTest) -> None:
    page = open_page(services, "somebody else")
    assert page.text_input(key="staff-code").label == "Staff code"
    assert not page.selectbox


def test_what_is_saved_is_in_force_for_the_next_message(
    services: PageServices, page: AppTest
) -> None:
    learner = services.conversations.learner("0" * 32)
    conversation = services.conversations.create(learner, COURSE)
    box(page, "Tables of traces").set_value("hints")
    box(page, "Answers").set_value("high")
    box(page, "Whom the tutor speaks to").set_value("  first-year students ")
    box(page, "Tone").set_value("warm")
    box(page, "Who to ask").set_value("Ada, room 5")
    box(page, "When the goal is tested").set_value(2)
    page = press(page, "Save")

    turn = services.conversations.add_turn(conversation.id, "Why?")
    session = services.conversations.session_of(turn.id)
    assert session.contact == "Ada, room 5"
    assert session.settings == CourseSettings(
        reveal_policy="hints",
        guidance="high",
        persona=Persona(audience="first-year students", tone="warm"),
        trace_conventions={"goal_test": "generation"},
    )
    assert says(page.success[0].value, "page_settings.saved")


def test_two_who_save_at_one_time_lose_nothing(services: PageServices, page: AppTest) -> None:
    other = open_page(services, "v")
    box(other, "Tone").set_value("warm")
    box(other, "Who to ask").set_value("Ada")
    press(other, "Save")

    box(page, "Tables of traces").set_value("hints")
    page = press(page, "Save")

    assert "Saved" in page.success[0].value
    assert services.course_settings.get(COURSE) == CourseSettings(
        reveal_policy="hints", persona=Persona(tone="warm")
    )
    assert services.courses.get(COURSE).contact == "Ada"
    assert box(page, "Tone").value == "warm"


def test_what_somebody_else_saved_is_told_before_one_saves(
    services: PageServices, page: AppTest
) -> None:
    services.course_settings.change(COURSE, CourseSettings(guidance="high"))
    page = page.run(timeout=10)
    assert "Somebody saved other settings" in page.info[0].value
    assert "nothing else" in page.info[0].value
    assert box(page, "Answers").value == "low"
    assert not open_page(services, "v").info


def test_the_level_and_who_to_ask_are_part_of_the_history(
    services: PageServices, page: AppTest
) -> None:
    box(page, "Level").set_value("beginner")
    page = press(page, "Save")
    box(page, "Who to ask").set_value("Ada")
    page = press(page, "Save")
    assert "· in force  \nWho to ask: Ada" in texts(page)
    assert "Level: New to the subject" in texts(page)

    press(page, "Put this one back")
    assert services.courses.get(COURSE).contact == "the forum"
    assert services.course_settings.get(COURSE).persona.level == "beginner"


def test_the_first_version_says_who_to_ask_too(services: PageServices, page: AppTest) -> None:
    box(page, "Tone").set_value("warm")
    box(page, "Who to ask").set_value("Ada")
    assert "Tone: Warm and encouraging  \nWho to ask: Ada" in texts(press(page, "Save"))


def test_saving_what_holds_already_makes_no_version(services: PageServices, page: AppTest) -> None:
    page = press(page, "Save")
    assert "Nothing was changed" in page.success[0].value
    assert services.course_settings.history(COURSE) == ()


def test_a_convention_goes_back_to_each_algorithms_own(
    services: PageServices, page: AppTest
) -> None:
    services.course_settings.change(COURSE, CourseSettings(trace_conventions={"reopen": True}))
    page = open_page(services, "v")
    reopen = box(page, "Closed nodes that a cheaper way reaches")
    assert reopen.options[reopen.index] == (
        "Closed nodes are opened again when a cheaper way is found"
    )
    reopen.set_value(0)
    press(page, "Save")
    assert services.course_settings.get(COURSE).trace_conventions == {}


def test_every_choice_of_every_convention_can_be_saved(
    services: PageServices, page: AppTest
) -> None:
    from tutor_app.runtime.course_yaml import known_conventions  # noqa: PLC0415
    from tutor_app.web.staff.settings_words import title_of  # noqa: PLC0415

    for name, choices in known_conventions().items():
        assert len(box(page, title_of(name)).options) == 1 + len(choices)


def test_the_history_says_what_changed_and_an_old_version_comes_back(
    services: PageServices, page: AppTest
) -> None:
    first = CourseSettings(reveal_policy="open")
    services.course_settings.change(COURSE, first)
    services.course_settings.change(
        COURSE,
        CourseSettings(
            reveal_policy="hints",
            persona=Persona(audience="beginners", tone="brief"),
            trace_conventions={"reopen": False},
        ),
    )
    page = open_page(services, "v")
    assert (
        "· in force  \nTables of traces: Give hints only, never the table  \n"
        "Students: beginners  \nTone: Brief  \n"
        "Closed nodes that a cheaper way reaches: Closed nodes stay closed"
    ) in texts(page)
    assert "**Before**  \nThe defaults" in texts(page)

    page = press(page, "Put this one back")
    assert services.course_settings.get(COURSE) == first
    assert [row.version for row in services.course_settings.history(COURSE)] == [3, 2, 1]
    assert box(page, "Tables of traces").value == "open"


def test_the_defaults_come_back_too(services: PageServices, page: AppTest) -> None:
    services.course_settings.change(COURSE, CourseSettings(guidance="none"))
    press(open_page(services, "v"), "Put this one back")
    assert services.course_settings.get(COURSE) == CourseSettings()


def test_a_file_is_put_in_force(services: PageServices, page: AppTest) -> None:
    page = upload(page, "policy: open\nconventions:\n  tie_break: lifo\n")
    assert says(page.success[0].value, "page_settings.saved")
    settings = services.course_settings.get(COURSE)
    assert (settings.reveal_policy, settings.trace_conventions) == ("open", {"tie_break": "lifo"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("policy: [", "not a YAML file that can be read"),
        ("policy: always", "policy: Input should be 'open', 'predict' or 'hints'"),
        ("conventions:\n  tie_break: dice", "tie_break cannot be 'dice'"),
        ("colour: red", "colour: Extra inputs are not permitted"),
        ("x" * 70_000, "too long for settings"),
    ],
)
def test_a_file_that_cannot_be_used_changes_nothing_and_says_why(
    services: PageServices, page: AppTest, text: str, said: str
) -> None:
    page = upload(page, text)
    assert said in page.error[0].value.replace("\\", "")
    assert "Nothing was changed" in page.error[0].value
    assert services.course_settings.history(COURSE) == ()


def test_another_kind_of_file_is_named_and_changes_nothing(
    services: PageServices, page: AppTest
) -> None:
    page.file_uploader[0].set_value([("notes.docx", b"PK\xff\xfe", "")]).run(timeout=10)
    assert "notes.docx" in page.error[0].value.replace("\\", "")
    assert "Nothing was changed" in page.error[0].value
    assert services.course_settings.history(COURSE) == ()


def test_a_file_says_who_to_ask_and_one_without_it_leaves_that(
    services: PageServices, page: AppTest
) -> None:
    page = upload(page, "contact: Ada, room 5\n")
    assert services.courses.get(COURSE).contact == "Ada, room 5"
    upload(page, "policy: open\n")
    assert services.courses.get(COURSE).contact == "Ada, room 5"


def upload(page: AppTest, text: str) -> AppTest:
    uploader = page.file_uploader[0]
    return uploader.set_value([("course.yaml", text.encode(), "application/yaml")]).run(timeout=10)


def test_of_several_courses_one_is_chosen(services: PageServices, page: AppTest) -> None:
    services.courses.create("Sets")
    page = open_page(services, "v")
    box(page, "Course").set_value("sets").run(timeout=10)
    box(page, "Tables of traces").set_value("open")
    press(page, "Save")
    assert services.course_settings.get("sets").reveal_policy == "open"
    assert services.course_settings.get(COURSE) == CourseSettings()
