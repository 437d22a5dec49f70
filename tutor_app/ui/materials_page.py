"""The materials page: courses, their files, and how far these are indexed. Staff only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.errors import FileUnreadable
from tutor_app.ui.course_check import draw_course_check
from tutor_app.ui.course_dialogs import draw_course_bar, draw_first_course, draw_open_course_dialog
from tutor_app.ui.course_files import (
    KIND_NAMES,
    PendingFile,
    add_files,
    size_words,
    take_in,
)
from tutor_app.ui.course_table import draw_course_table
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.sidebar import draw_page_links, draw_wordmark
from tutor_app.ui.staff_entry import draw_staff_entry
from tutor_app.ui.trouble import attempt, recovering
from tutor_app.ui.visitor import Visitor, get_visitor

if TYPE_CHECKING:
    from tutor_app.records import CourseRow
    from tutor_app.values import MaterialKind

SOLUTIONS = "Solutions are indexed for no student: they are never quoted, cited or shown."


def materials() -> None:
    """The page as the navigation runs it."""
    with recovering():
        parts = get_parts()
        draw_materials_page(parts, get_visitor(parts.conversations))


def draw_materials_page(parts: Parts, visitor: Visitor) -> None:
    """Draw the courses for those who have given the staff code, the door for everybody else.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    with st.container(key="materials"):
        if parts.staff.is_open(visitor.visit):
            _draw_materials(parts, visitor)
        else:
            _draw_door(parts, visitor)


def _draw_door(parts: Parts, visitor: Visitor) -> None:
    with st.sidebar:
        draw_wordmark()
        draw_page_links()
    st.title("Materials", anchor=False)
    st.markdown(
        "For the people who teach. Enter the staff code: the first start of Elenchus printed it."
    )
    draw_staff_entry(parts, visitor)


def _draw_materials(parts: Parts, visitor: Visitor) -> None:
    courses = parts.courses.list()
    course = _chosen_course(courses)
    with st.sidebar:
        draw_wordmark()
        st.button(
            "Lock this page",
            key="lock",
            icon=":material/lock:",
            type="tertiary",
            on_click=parts.staff.close,
            args=(visitor.visit,),
        )
        draw_page_links()
    st.title("Materials", anchor=False)
    if course is None:
        draw_first_course(parts)
        return
    draw_course_bar(course, courses)
    _draw_upload(course, parts)
    draw_course_table(course, parts)
    draw_course_check(course, parts)
    draw_open_course_dialog(parts)


def _chosen_course(courses: list[CourseRow]) -> CourseRow | None:
    wanted = st.query_params.get("course", "")
    return next((c for c in courses if c.id == wanted), courses[0] if courses else None)


def _draw_upload(course: CourseRow, parts: Parts) -> None:
    generation = st.session_state.setdefault("upload-generation", 0)
    st.subheader("Add files", anchor=False)
    st.file_uploader(
        "Drop PDFs here, as many at once as you like",
        type=["pdf"],
        accept_multiple_files=True,
        key=f"upload-{generation}",
        on_change=_take_in_uploads,
        args=(parts,),
    )
    for problem in st.session_state.get("not-saved", []):
        st.error(escape_markdown(problem), icon=":material/error:")
    pending: list[PendingFile] = st.session_state.get("pending", [])
    if pending:
        _draw_pending(pending, course, parts)
    if report := st.session_state.pop("add-report", None):
        st.success(report, icon=":material/check:")


def _take_in_uploads(parts: Parts) -> None:
    """Write what was dropped to disk and empty the uploader, which keeps files in memory."""
    generation = st.session_state["upload-generation"]
    pending: dict[str, PendingFile] = {
        file.name: file for file in st.session_state.get("pending", [])
    }
    not_saved: list[str] = []
    for uploaded in st.session_state.get(f"upload-{generation}") or []:
        try:
            pending[uploaded.name] = take_in(uploaded.name, uploaded, parts.settings)
        except FileUnreadable as exc:
            not_saved.append(f"{uploaded.name}: {exc}")
    st.session_state["pending"] = list(pending.values())
    st.session_state["not-saved"] = not_saved
    st.session_state["upload-generation"] = generation + 1


def _draw_pending(pending: list[PendingFile], course: CourseRow, parts: Parts) -> None:
    with st.container(key="pending", border=True, gap="small"):
        st.markdown(f"**Ready to add to {escape_markdown(course.name)}.** Check the kinds.")
        for file in pending:
            _draw_pending_file(file)
        st.caption(SOLUTIONS)
        with st.container(horizontal=True):
            st.button(
                "Add to course",
                key="add-files",
                type="primary",
                on_click=_add_pending,
                args=(pending, course, parts),
            )
            st.button("Discard", key="discard-files", on_click=_forget_pending)


def _draw_pending_file(file: PendingFile) -> None:
    with st.container(key=f"pending-{_key(file)}", horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"{escape_markdown(file.name)} :gray[:small[{escape_markdown(size_words(file.size))}]]",
            width="stretch",
        )
        st.selectbox(
            f"Kind of {file.name}",
            list(KIND_NAMES),
            index=list(KIND_NAMES).index(file.kind),
            key=_kind_key(file),
            format_func=_kind_name,
            label_visibility="collapsed",
            width=180,
        )


def _kind_name(kind: MaterialKind) -> str:
    return KIND_NAMES[kind]


def _kind_key(file: PendingFile) -> str:
    return f"kind-{_key(file)}"


def _key(file: PendingFile) -> str:
    """Two names may have the same bytes, and a name may come again with others."""
    return f"{file.sha256[:16]}-{file.name}"


def _forget_pending() -> None:
    st.session_state.pop("pending", None)


def _add_pending(pending: list[PendingFile], course: CourseRow, parts: Parts) -> None:
    chosen = [
        PendingFile(
            name=file.name,
            sha256=file.sha256,
            size=file.size,
            kind=st.session_state.get(_kind_key(file), file.kind),
        )
        for file in pending
    ]

    def add() -> None:
        report = add_files(chosen, course.id, parts.courses, parts.queue)
        st.session_state["add-report"] = report.words()

    attempt(add)
    _forget_pending()
    st.session_state.pop("not-saved", None)
