"""How students come to a course, and what they will see there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.components.page_titles import CHAT
from tutor_app.web.components.preview import PREVIEW_PARAMETER
from tutor_app.web.components.shared_link import draw_shared_link, page_address
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records import CourseRow

FOR_STUDENTS = phrase("page_links.for_students")
LINK_ABOUT = phrase("page_links.link_about")
PREVIEW = phrase("page_links.preview")
PREVIEW_HELP = phrase("page_links.preview_help")


def draw_course_link(course: CourseRow) -> None:
    """Draw the link of a course with its QR code, and the way to the preview."""
    with st.expander(FOR_STUDENTS(), icon=":material/qr_code_2:", key=f"link-of-{course.id}"):
        for page in st.session_state.get("pages", ()):
            if page.title == CHAT():
                st.page_link(
                    page,
                    label=PREVIEW(),
                    icon=":material/visibility:",
                    help=PREVIEW_HELP(),
                    query_params={"course": course.id, PREVIEW_PARAMETER: "1"},
                )
        st.markdown(LINK_ABOUT())
        draw_shared_link(page_address("", course=course.id), f"course-{course.id}")
