"""The materials page: courses, their files, and how far these are indexed. Staff only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.runtime.course_files import (
    KIND_NAMES,
    PendingFile,
    add_files,
    size_words,
    sort_uploads,
)
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_titles import MATERIALS
from tutor_app.web.staff.course_dialogs import (
    draw_course_bar,
    draw_first_course,
    draw_open_course_dialog,
)
from tutor_app.web.staff.course_link import draw_course_link
from tutor_app.web.staff.course_map_view import draw_course_map
from tutor_app.web.staff.file_dates import draw_dates
from tutor_app.web.staff.file_table import draw_course_table
from tutor_app.web.staff.item_facts_view import draw_items
from tutor_app.web.staff.page_frame import draw_staff_frame
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from tutor_app.domain.values import MaterialKind
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

ADD_FILES = phrase("page_materials.add_files")
DROP_FILES = phrase("page_materials.drop_files")
REFUSED_FILES = phrase("page_materials.refused_files", "count")
CHECK_KINDS = phrase("page_materials.check_kinds", "course")
SOLUTIONS = phrase("page_materials.solutions")
ADD_TO_COURSE = phrase("page_materials.add_to_course")
DISCARD = phrase("page_materials.discard")
KIND_OF_FILE = phrase("page_materials.kind_of_file", "file")
LEFT_OUT = phrase("page_materials.left_out")
MANY_FILES = phrase("page_materials.many_files", "count", "kind")
_REFUSED, _SEEN, _NOTES = "refused", "seen-uploads", "intake-notes"
_MOST_BOXES = 30  # files with a box each for their kind; of more the page says what was guessed


def draw_materials_page(services: PageServices, visitor: Visitor) -> None:
    """Draw the courses for signed-in staff, the sign-in form for everybody else.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    with st.container(key="materials"):
        if draw_staff_frame(MATERIALS(), services, visitor):
            _draw_materials(services)


def _draw_materials(services: PageServices) -> None:
    courses = services.courses.list()
    course = _choose_course(courses)
    if course is None:
        draw_first_course(services)
        return
    draw_course_bar(course, courses)
    draw_course_link(course)
    _draw_upload(course, services)
    draw_course_table(course, services)
    draw_dates(course, services)
    draw_course_map(course, services)
    draw_items(course, services)
    draw_open_course_dialog(services)


def _choose_course(courses: list[CourseRow]) -> CourseRow | None:
    named = st.query_params.get("course", "")
    return next((c for c in courses if c.id == named), courses[0] if courses else None)


def _draw_upload(course: CourseRow, services: PageServices) -> None:
    st.subheader(ADD_FILES(), anchor=False)
    # Any type is let in: what the uploader itself refuses vanishes without a word.
    st.file_uploader(
        DROP_FILES(),
        accept_multiple_files=True,
        key=_uploader_key(),
        on_change=_take_in_uploads,
        args=(services,),
    )
    _draw_refused(st.session_state.get(_REFUSED, []))
    if notes := st.session_state.get(_NOTES):
        lines = "".join(f"\n- {escape_markdown(line)}" for line in notes)
        st.info(f"**{LEFT_OUT()}**\n{lines}", icon=":material/info:")
    pending: list[PendingFile] = st.session_state.get("pending", [])
    if pending:
        _draw_pending(pending, course, services)
    if report := st.session_state.pop("add-report", None):
        st.success(report, icon=":material/check:")


def _draw_refused(refused: Sequence[str]) -> None:
    if refused:
        lines = "".join(f"\n- {escape_markdown(line)}" for line in refused)
        title = REFUSED_FILES(count=len(refused))
        st.error(f"**{title}**\n{lines}", icon=":material/error:")


def _uploader_key() -> str:
    return f"upload-{st.session_state.setdefault('upload-generation', 0)}"


def _empty_uploader() -> None:
    """Replace the uploader: the old one keeps all files in memory, and on its list."""
    st.session_state["upload-generation"] += 1
    st.session_state.pop(_SEEN, None)


def _take_in_uploads(services: PageServices) -> None:
    """Write the dropped files to disk.

    The uploader stays as it is until they are added, since it names those that it found too large.
    """
    uploads: list[UploadedFile] = st.session_state.get(_uploader_key()) or []
    seen: set[str] = st.session_state.setdefault(_SEEN, set())
    new = [uploaded for uploaded in uploads if uploaded.file_id not in seen]
    seen.update(uploaded.file_id for uploaded in new)
    new_files = sort_uploads(new, services.settings)
    pending = {file.name: file for file in (*st.session_state.get("pending", []), *new_files.taken)}
    st.session_state["pending"] = list(pending.values())
    st.session_state[_REFUSED] = new_files.refused
    st.session_state[_NOTES] = new_files.notes


def _draw_pending(pending: list[PendingFile], course: CourseRow, services: PageServices) -> None:
    with st.container(key="pending", border=True, gap="small"):
        st.markdown(CHECK_KINDS(course=escape_markdown(course.name)))
        if len(pending) > _MOST_BOXES:
            _draw_counts(pending)
        else:
            for file in pending:
                _draw_pending_file(file)
        st.caption(SOLUTIONS())
        with st.container(horizontal=True):
            st.button(
                ADD_TO_COURSE(),
                key="add-files",
                type="primary",
                on_click=_add_pending,
                args=(pending, course, services),
            )
            st.button(DISCARD(), key="discard-files", on_click=_discard)


def _draw_counts(pending: list[PendingFile]) -> None:
    """Say how many files are of each kind, with their names behind each line."""
    for kind, name in KIND_NAMES.items():
        files = [file for file in pending if file.kind == kind]
        if files:
            with st.expander(MANY_FILES(count=len(files), kind=name())):
                st.caption(escape_markdown(", ".join(file.name for file in files)))


def _draw_pending_file(file: PendingFile) -> None:
    with st.container(key=f"pending-{_key(file)}", horizontal=True, vertical_alignment="center"):
        st.markdown(
            f"{escape_markdown(file.name)} :gray[:small[{escape_markdown(size_words(file.size))}]]",
            width="stretch",
        )
        st.selectbox(
            KIND_OF_FILE(file=file.name),
            list(KIND_NAMES),
            index=list(KIND_NAMES).index(file.kind),
            key=_kind_key(file),
            format_func=_kind_name,
            label_visibility="collapsed",
            width=180,
        )


def _kind_name(kind: MaterialKind) -> str:
    return KIND_NAMES[kind]()


def _kind_key(file: PendingFile) -> str:
    return f"kind-{_key(file)}"


def _key(file: PendingFile) -> str:
    """Identify a file: two names may have the same bytes, and a name may return with others."""
    return f"{file.sha256[:16]}-{file.name}"


def _forget_pending() -> None:
    st.session_state.pop("pending", None)
    _empty_uploader()


def _discard() -> None:
    _forget_pending()
    st.session_state.pop(_REFUSED, None)
    st.session_state.pop(_NOTES, None)


def _add_pending(pending: list[PendingFile], course: CourseRow, services: PageServices) -> None:
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
        report = add_files(chosen, course.id, services.courses, services.queue)
        st.session_state["add-report"] = report.words()

    try_action(add)
    _forget_pending()  # what was refused stays to be read until the next drop
