"""Making, renaming and deleting a course."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.errors import TutorError
from tutor_app.ui.course_files import delete_course
from tutor_app.ui.math_text import escape_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.records import CourseRow
    from tutor_app.ui.parts import Parts

CONTACT_HELP = "Shown where the course has no answer, for example: forum, or name@school.edu"
_OPEN = "course-dialog"


def draw_first_course(parts: Parts) -> None:
    st.markdown("There is no course yet. Name the first one; its files come next.")
    _draw_course_form(parts)


def draw_course_bar(course: CourseRow, courses: Sequence[CourseRow]) -> None:
    names = {row.id: row.name for row in courses}
    st.session_state["materials-course"] = course.id
    with st.container(horizontal=True, vertical_alignment="bottom", key="course-bar"):
        st.selectbox(
            "Course",
            list(names),
            key="materials-course",
            format_func=lambda course_id: names[course_id],
            on_change=_choose,
            width=320,
        )
        for label, icon, dialog in (
            ("New course", ":material/add:", "new"),
            ("Name and contact", ":material/edit:", "settings"),
            ("Delete", ":material/delete:", "delete"),
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


def draw_open_course_dialog(parts: Parts) -> None:
    match st.session_state.get(_OPEN):
        case ("new", _):
            st.dialog("New course", on_dismiss=_close)(_draw_course_form)(parts)
        case ("settings", course):
            st.dialog("Name and contact", on_dismiss=_close)(_draw_settings)(course, parts)
        case ("delete", course):
            st.dialog("Delete this course?", on_dismiss=_close)(_draw_deletion)(course, parts)


def _draw_course_form(parts: Parts) -> None:
    with st.form("new-course", border=False):
        name = st.text_input("Name", max_chars=120, placeholder="Algorithms, autumn 2026").strip()
        contact = st.text_input("Who to ask", max_chars=200, help=CONTACT_HELP).strip()
        pressed = st.form_submit_button("Create course", type="primary")
    if pressed and not name:
        st.error("A course needs a name.")
    elif pressed:
        try:
            course = parts.courses.create(name, contact)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.query_params["course"] = course.id
        st.rerun()


def _draw_settings(course: CourseRow, parts: Parts) -> None:
    with st.form("course-settings", border=False):
        name = st.text_input("Name", value=course.name, max_chars=120).strip()
        contact = st.text_input(
            "Who to ask", value=course.contact, max_chars=200, help=CONTACT_HELP
        ).strip()
        pressed = st.form_submit_button("Save", type="primary")
    if pressed and name:
        try:
            parts.courses.rename(course.id, name, contact)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.rerun()


def _draw_deletion(course: CourseRow, parts: Parts) -> None:
    st.markdown(
        f"“{escape_markdown(course.name)}” goes with its files, its index and all its "
        "conversations. This cannot be undone."
    )
    typed = st.text_input("Type the course’s name to delete it", key="delete-name")
    right = typed.strip() == course.name
    if st.button("Delete course", type="primary", key="confirm-course", disabled=not right):
        try:
            delete_course(course.id, parts.courses, parts.progress, parts.settings)
        except TutorError as exc:
            st.error(str(exc))
            return
        _close()
        st.query_params.clear()
        st.rerun()
