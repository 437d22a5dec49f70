"""What every page for staff has around it: the door, the sidebar, the course."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.ui.sidebar import draw_page_links, draw_wordmark
from tutor_app.ui.staff_entry import draw_staff_entry

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.records import CourseRow
    from tutor_app.ui.parts import Parts
    from tutor_app.ui.visitor import Visitor

DOOR = "For the people who teach. Enter the staff code: the first start of Elenchus printed it."
NO_COURSE = "There is no course yet. Make the first one under **Materials**."
_KEY = "staff-course"


def draw_staff_page(
    title: str, parts: Parts, visitor: Visitor, draw: Callable[[CourseRow], None]
) -> None:
    """Draw a course's page for those who have given the staff code, the door for others."""
    is_open = parts.staff.is_open(visitor.visit)
    with st.container(key="staff-page"):
        with st.sidebar:
            draw_wordmark()
            if is_open:
                _draw_lock(parts, visitor)
            draw_page_links()
        st.title(title, anchor=False)
        if not is_open:
            st.markdown(DOOR)
            draw_staff_entry(parts, visitor)
            return
        course = _choose_course(parts)
        if course is None:
            st.markdown(NO_COURSE)
        else:
            draw(course)


def _draw_lock(parts: Parts, visitor: Visitor) -> None:
    st.button(
        "Lock this page",
        key="lock",
        icon=":material/lock:",
        type="tertiary",
        on_click=parts.staff.close,
        args=(visitor.visit,),
    )


def _choose_course(parts: Parts) -> CourseRow | None:
    """Return the course that the address names, else the first; several can be chosen from."""
    courses = {row.id: row for row in parts.courses.list()}
    if not courses:
        return None
    wanted = st.query_params.get("course", "")
    course = courses.get(wanted) or next(iter(courses.values()))
    if len(courses) == 1:
        return course
    st.session_state[_KEY] = course.id
    st.selectbox(
        "Course",
        list(courses),
        key=_KEY,
        format_func=lambda course_id: courses[course_id].name,
        on_change=_go,
        width=320,
    )
    return course


def _go() -> None:
    st.query_params.from_dict({"course": st.session_state[_KEY]})
