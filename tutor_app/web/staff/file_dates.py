"""When the files of a course open and are due, set by staff on the materials page."""

from __future__ import annotations

import zlib
from datetime import date, datetime, time
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.runtime.course_files import file_entries, set_dates
from tutor_app.web.components.error_boundary import try_action
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records import CourseRow, DocumentRow
    from tutor_app.web.components.page_services import PageServices

DATES = phrase("page_materials.dates")
DATES_OF = phrase("page_materials.dates_of")
OPENS_ON = phrase("page_materials.opens_on")
DUE_ON = phrase("page_materials.due_on")
SAVE_DATES = phrase("page_materials.save_dates")
DATES_HELP = phrase("page_materials.dates_help")


def draw_dates(course: CourseRow, services: PageServices) -> None:
    """Draw a choice of file with its two days; a file opens as its day begins, and is due at the
    day's end, in the time of this machine.
    """
    files = {
        entry.document.id: entry.document
        for entry in file_entries(services.courses.documents(course.id))
    }
    if not files:
        return
    with st.expander(DATES(), icon=":material/calendar_month:"):
        st.caption(DATES_HELP())
        chosen = files[
            st.selectbox(
                DATES_OF(),
                list(files),
                key=f"dates-{course.id}-{zlib.crc32(repr(list(files)).encode())}",
                format_func=lambda file_id: files[file_id].name,
            )
        ]
        _draw_form(chosen, services)


def _draw_form(document: DocumentRow, services: PageServices) -> None:
    with st.form(f"dates-of-{document.id}", border=False):
        left, right = st.columns(2)
        with left:
            opens = st.date_input(
                OPENS_ON(), value=_day(document.opens_at), key=f"opens-{document.id}"
            )
        with right:
            due = st.date_input(DUE_ON(), value=_day(document.due_at), key=f"due-{document.id}")
        pressed = st.form_submit_button(SAVE_DATES())
    if pressed:
        opens_at, due_at = _moment(opens, time(0, 0)), _moment(due, time(23, 59))
        try_action(lambda: set_dates(document, opens_at, due_at, services.courses, services.queue))
        st.rerun()


def _day(when: datetime | None) -> date | None:
    return None if when is None else when.astimezone().date()


def _moment(day: object, at: time) -> datetime | None:
    return datetime.combine(day, at).astimezone() if isinstance(day, date) else None
