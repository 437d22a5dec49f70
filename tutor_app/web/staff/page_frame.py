"""What every page for staff has around it: the sidebar, the sign-in form, the course."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.components.sidebar import draw_page_links, draw_wordmark
from tutor_app.web.staff.sign_in_form import draw_sign_in_form
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

FOR_TEACHERS = phrase("page_staff.for_teachers")
NO_COURSE = phrase("page_staff.no_course")
LOCK = phrase("page_staff.lock")
COURSE = phrase("page_staff.course")
_KEY = "staff-course"


def draw_staff_page(
    title: str, services: PageServices, visitor: Visitor, draw: Callable[[CourseRow], None]
) -> None:
    """Draw a course's page for signed-in staff, the sign-in form for others."""
    with st.container(key="staff-page"):
        if not draw_staff_frame(title, services, visitor):
            return
        course = _choose_course(services)
        if course is None:
            st.markdown(NO_COURSE())
        else:
            draw(course)


def draw_staff_frame(title: str, services: PageServices, visitor: Visitor) -> bool:
    """Draw the sidebar and the title; return whether staff are signed in, else ask for the code."""
    is_signed_in = services.staff_auth.is_signed_in(visitor.visit)
    with st.sidebar:
        draw_wordmark()
        if is_signed_in:
            st.button(
                LOCK(),
                key="lock",
                icon=":material/lock:",
                type="tertiary",
                on_click=services.staff_auth.sign_out,
                args=(visitor.visit,),
            )
        draw_page_links()
    st.title(title, anchor=False)
    if not is_signed_in:
        st.markdown(FOR_TEACHERS())
        draw_sign_in_form(services, visitor)
    return is_signed_in


def _choose_course(services: PageServices) -> CourseRow | None:
    """Return the course that the address names, else the first; of several one can be chosen."""
    courses = {row.id: row for row in services.courses.list()}
    if not courses:
        return None
    named = st.query_params.get("course", "")
    course = courses.get(named) or next(iter(courses.values()))
    if len(courses) == 1:
        return course
    st.session_state[_KEY] = course.id
    st.selectbox(
        COURSE(),
        list(courses),
        key=_KEY,
        format_func=lambda course_id: courses[course_id].name,
        on_change=_go,
        width=320,
    )
    return course


def _go() -> None:
    st.query_params.from_dict({"course": st.session_state[_KEY]})
