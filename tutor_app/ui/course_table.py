"""The files of a course as the instructor sees them, live while they are indexed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, cast

import streamlit as st

from tutor_app import asking
from tutor_app.errors import LiveStateLost
from tutor_app.ui.course_files import (
    KIND_NAMES,
    FileEntry,
    change_kind,
    facts_words,
    file_entries,
    index_again,
    remove_file,
    status_words,
    summary_words,
)
from tutor_app.ui.trouble import attempt
from tutor_app.values import MATERIAL_KINDS

if TYPE_CHECKING:
    from tutor_app.memory import ProgressRow
    from tutor_app.records import CourseRow
    from tutor_app.ui.parts import Parts
    from tutor_app.values import MaterialKind

POLL_SECONDS = 1.0
AT_WORK = ("waiting", "indexing")
REMOVE = "remove"
_OPTIONS = {
    kind: (*(other for other in MATERIAL_KINDS if other != kind), REMOVE) for kind in MATERIAL_KINDS
}


def draw_course_table(course: CourseRow, parts: Parts) -> None:
    """Draw the files; while one is waiting or being indexed, again each second."""
    entries = file_entries(parts.courses.documents(course.id))
    busy = any(entry.document.status in AT_WORK for entry in entries)

    @st.fragment(run_every=POLL_SECONDS if busy else None)
    def table() -> None:
        now = file_entries(parts.courses.documents(course.id))
        still_busy = any(entry.document.status in AT_WORK for entry in now)
        _draw_head(course, now, parts, busy=still_busy)
        progress = _read_progress(course, parts) if still_busy else {}
        with st.container(key="files", gap=None):
            for entry in now:
                _draw_file(entry, progress.get(entry.document.id), parts)
        if busy != still_busy:
            st.rerun()

    table()


def _read_progress(course: CourseRow, parts: Parts) -> dict[str, ProgressRow]:
    try:
        return parts.progress.all(course.id)
    except LiveStateLost as exc:
        st.warning(str(exc))
        return {}


def _draw_head(course: CourseRow, entries: list[FileEntry], parts: Parts, *, busy: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="files-head"):
        st.subheader("In this course", anchor=False, width="content")
        st.caption(summary_words(entries) if entries else "No files yet", width="stretch")
        if busy:
            st.button(
                "Cancel indexing",
                key="cancel-indexing",
                icon=":material/close:",
                on_click=attempt,
                args=(lambda: asking.cancel_indexing(course.id, parts.courses, parts.progress),),
            )
        elif entries:
            st.button(
                "Re-index",
                key="reindex",
                icon=":material/refresh:",
                help="Read all files again; only changed text is embedded anew.",
                on_click=attempt,
                args=(lambda: index_again(course.id, parts.courses, parts.queue),),
            )


def _draw_file(entry: FileEntry, progress: ProgressRow | None, parts: Parts) -> None:
    document = entry.document
    with st.container(
        key=f"file-{document.id}", horizontal=True, vertical_alignment="center", wrap=False
    ):
        st.html(_file_html(entry, progress), width="stretch")
        st.menu_button(
            f"Options of {document.name}",
            list(_OPTIONS[document.kind]),
            key=f"options-{document.id}",
            icon=":material/more_horiz:",
            type="tertiary",
            format_func=_option_words,
            on_click=_do_option,
            args=(entry, parts),
        )


def _option_words(option: str) -> str:
    if option == REMOVE:
        return "Remove from course"
    return f"Change to {KIND_NAMES[cast('MaterialKind', option)].lower()}"


def _do_option(entry: FileEntry, parts: Parts) -> None:
    document = entry.document
    option = st.session_state[f"options-{document.id}"]
    if option == REMOVE:
        attempt(lambda: remove_file(document, parts.courses, parts.queue))
    elif option is not None:
        attempt(lambda: change_kind(document, option, parts.courses, parts.queue))


def _file_html(entry: FileEntry, progress: ProgressRow | None) -> str:
    document = entry.document
    state = document.status if document.status != "indexing" else "waiting"
    bar = ""
    if document.status == "indexing":
        share = 100 * progress.done / progress.total if progress and progress.total else 0
        bar = (
            f'<div class="el-bar" role="progressbar" aria-valuemin="0" aria-valuemax="100" '
            f'aria-valuenow="{share:.0f}" aria-label="Indexing {escape(document.name)}">'
            f'<i style="width:{share:.0f}%"></i></div>'
        )
    return (
        f'<div class="el-file"><div class="el-file-name">{escape(document.name)} '
        f'<span class="el-kind el-kind-{document.kind}">{KIND_NAMES[document.kind]}</span></div>'
        f'<div class="el-file-facts">{escape(facts_words(document))}</div>'
        f'<div class="el-file-state el-state-{state}">'
        f"{escape(status_words(entry, progress))}</div>{bar}</div>"
    )
