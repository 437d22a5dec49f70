"""Making, renaming and deleting a course."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import TutorError
from tutor_app.runtime.course_files import delete_course
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices

FIRST_COURSE = phrase("page_materials.first_course")
COURSE = phrase("page_materials.course")
NEW_COURSE = phrase("page_materials.new_course")
NAME_AND_CONTACT = phrase("page_materials.name_and_contact")
DELETE = phrase("page_materials.delete")
DELETE_QUESTION = phrase("page_materials.delete_question")
NAME = phrase("page_materials.name")
NAME_EXAMPLE = phrase("page_materials.name_example")
CONTACT = phrase("page_materials.contact")
CONTACT_HELP = phrase("page_materials.contact_help")
CREATE_COURSE = phrase("page_materials.create_course")
NEEDS_NAME = phrase("page_materials.needs_name")
SAVE = phrase("page_materials.save")
DELETE_WARNING = phrase("page_materials.delete_warning", "course")
TYPE_NAME = phrase("page_materials.type_name")
DELETE_COURSE = phrase("page_materials.delete_course")
_OPEN = "course-dialog"


def draw_first_course(services: PageServices) -> None:
    st.markdown(FIRST_COURSE())
    _draw_course_form(services)


def draw_course_bar(course: CourseRow, courses: Sequence[CourseRow]) -> None:
    names = {row.id: row.name for row in courses}
    st.session_state["materials-course"] = course.id
    with st.container(horizontal=True, vertical_alignment="bottom", key="course-bar"):
        st.selectbox(
            COURSE(),
            list(names),
            key="materials-course",
            format_func=lambda course_id: names[course_id],
            on_change=_choose,
            width=320,
        )
        for label, icon, dialog in (
            (NEW_COURSE(), ":material/add:", "new"),
            (NAME_AND_CONTACT(), ":material/edit:", "settings"),
            (DELETE(), ":material/delete:", "delete"),
        ):
            st.button(
                label, key=f"course-{dialog}", icon=icon, on_click=_open, args=(dialog, course)
            )


def _choose() -> None:
    st.query_params["course"] = st.session_state["materials-course"]


def _open(dialog: str, course: CourseRow) -> None:
    st.session_state[_OPEN] = (dialog, course)


def _close() -> None:
    st.session_state.pop(_OPEN, None)


def draw_open_course_dialog(services: PageServices) -> None:
    match st.session_state.get(_OPEN):
        case ("new", _):
            st.dialog(NEW_COURSE(), on_dismiss=_close)(_draw_course_form)(services)
        case ("settings", course):
            st.dialog(NAME_AND_CONTACT(), on_dismiss=_close)(_draw_settings)(course, services)
        case ("delete", course):
            st.dialog(DELETE_QUESTION(), on_dismiss=_close)(_draw_deletion)(course, services)


def _draw_course_form(services: PageServices) -> None:
    with st.form("new-course", border=False):
        name = st.text_input(NAME(), max_chars=120, placeholder=NAME_EXAMPLE()).strip()
        contact = st.text_input(CONTACT(), max_chars=200, help=CONTACT_HELP()).strip()
        pressed = st.form_submit_button(CREATE_COURSE(), type="primary")
    if pressed and not name:
        st.error(NEEDS_NAME())
    elif pressed:
        try:
            course = services.courses.create(name, contact)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.query_params["course"] = course.id
        st.rerun()


def _draw_settings(course: CourseRow, services: PageServices) -> None:
    with st.form("course-settings", border=False):
        name = st.text_input(NAME(), value=course.name, max_chars=120).strip()
        contact = st.text_input(
            CONTACT(), value=course.contact, max_chars=200, help=CONTACT_HELP()
        ).strip()
        pressed = st.form_submit_button(SAVE(), type="primary")
    if pressed and name:
        try:
            services.courses.rename(course.id, name, contact)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.rerun()


def _draw_deletion(course: CourseRow, services: PageServices) -> None:
    st.markdown(DELETE_WARNING(course=escape_markdown(course.name)))
    typed = st.text_input(TYPE_NAME(), key="delete-name")
    right = typed.strip() == course.name
    if st.button(DELETE_COURSE(), type="primary", key="confirm-course", disabled=not right):
        try:
            delete_course(course.id, services.courses, services.progress, services.settings)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.query_params.clear()
        st.rerun()
