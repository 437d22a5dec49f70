"""The files of a course and their check as the instructor sees them, live during indexing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, cast

import streamlit as st

from tutor_app.domain.errors import LiveStateLost
from tutor_app.domain.values import MATERIAL_KINDS
from tutor_app.runtime import turn_actions as asking
from tutor_app.runtime.course_files import (
    KIND_NAMES,
    FileEntry,
    change_kind,
    facts_words,
    file_entries,
    index_again,
    name_kind,
    remove_file,
    status_words,
    summary_words,
    whole_words,
)
from tutor_app.storage.live.indexing_progress import ALL_FILES
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.staff.course_check_view import draw_course_check
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor_app.domain.values import MaterialKind
    from tutor_app.storage.live import ProgressRow
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices

ALL_FILES_PROGRESS = phrase("page_materials.all_files_progress", "progress")
ALL_FILES_LABEL = phrase("page_materials.all_files_label")
IN_THIS_COURSE = phrase("page_materials.in_this_course")
NO_FILES = phrase("page_materials.no_files")
CANCEL_INDEXING = phrase("page_materials.cancel_indexing")
REINDEX = phrase("page_materials.reindex")
REINDEX_HELP = phrase("page_materials.reindex_help")
FILE_OPTIONS = phrase("page_materials.file_options", "file")
REMOVE_FILE = phrase("page_materials.remove_file")
CHANGE_KIND = phrase("page_materials.change_kind", "kind")
INDEXING_FILE = phrase("page_materials.indexing_file", "file")
POLL_SECONDS = 1.0
PENDING_STATUSES = ("waiting", "indexing")
REMOVE = "remove"
_OPTIONS = {
    kind: (*(other for other in MATERIAL_KINDS if other != kind), REMOVE) for kind in MATERIAL_KINDS
}


def draw_course_table(course: CourseRow, services: PageServices) -> None:
    """Draw the files and the check, once a second while files wait, are indexed or checked."""
    busy = _is_at_work(_entries(course, services), _read_progress(course, services))

    @st.fragment(run_every=POLL_SECONDS if busy else None)
    def table() -> None:
        # Read before the check is: progress outlasts the writing of the check.
        progress = _read_progress(course, services)
        entries = _entries(course, services)
        still_busy = _is_at_work(entries, progress)
        _draw_head(course, entries, services)
        if still_busy:
            _draw_overall_progress(progress.get(ALL_FILES))
        with st.container(key="files", gap=None):
            for entry in entries:
                _draw_file(entry, progress.get(entry.document.id), services)
        draw_course_check(course, services)
        if busy != still_busy:
            st.rerun()

    table()


def _entries(course: CourseRow, services: PageServices) -> list[FileEntry]:
    return file_entries(services.courses.documents(course.id))


def _is_at_work(entries: Sequence[FileEntry], progress: Mapping[str, ProgressRow]) -> bool:
    """Return whether work is going on; only progress shows the check, which comes last."""
    return bool(progress) or _is_indexing(entries)


def _is_indexing(entries: Sequence[FileEntry]) -> bool:
    return any(entry.document.status in PENDING_STATUSES for entry in entries)


def _read_progress(course: CourseRow, services: PageServices) -> dict[str, ProgressRow]:
    try:
        return services.progress.read_all(course.id)
    except LiveStateLost as exc:
        st.warning(str(exc))
        return {}


def _draw_overall_progress(progress: ProgressRow | None) -> None:
    """Draw one line and bar for all files, with the time that is left."""
    if progress is None:
        return
    st.html(
        f'<div class="el-file" role="status"><div class="el-file-state el-state-waiting">'
        f"{escape(ALL_FILES_PROGRESS(progress=whole_words(progress)))}</div>"
        f"{_bar_html(ALL_FILES_LABEL(), progress)}</div>"
    )


def _draw_head(course: CourseRow, entries: list[FileEntry], services: PageServices) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="files-head"):
        st.subheader(IN_THIS_COURSE(), anchor=False, width="content")
        st.caption(summary_words(entries) if entries else NO_FILES(), width="stretch")
        if _is_indexing(entries):
            st.button(
                CANCEL_INDEXING(),
                key="cancel-indexing",
                icon=":material/close:",
                on_click=try_action,
                args=(
                    lambda: asking.cancel_indexing(course.id, services.courses, services.progress),
                ),
            )
        elif entries:
            st.button(
                REINDEX(),
                key="reindex",
                icon=":material/refresh:",
                help=REINDEX_HELP(),
                on_click=try_action,
                args=(lambda: index_again(course.id, services.courses, services.queue),),
            )


def _draw_file(entry: FileEntry, progress: ProgressRow | None, services: PageServices) -> None:
    document = entry.document
    with st.container(
        key=f"file-{document.id}", horizontal=True, vertical_alignment="center", wrap=False
    ):
        st.html(_file_html(entry, progress), width="stretch")
        st.menu_button(
            FILE_OPTIONS(file=document.name),
            list(_OPTIONS[document.kind]),
            key=f"options-{document.id}",
            icon=":material/more_horiz:",
            type="tertiary",
            format_func=_option_words,
            on_click=_do_option,
            args=(entry, services),
        )


def _option_words(option: str) -> str:
    if option == REMOVE:
        return REMOVE_FILE()
    return CHANGE_KIND(kind=name_kind(cast("MaterialKind", option)))


def _do_option(entry: FileEntry, services: PageServices) -> None:
    document = entry.document
    option = st.session_state[f"options-{document.id}"]
    if option == REMOVE:
        try_action(lambda: remove_file(document, services.courses, services.queue))
    elif option is not None:
        try_action(lambda: change_kind(document, option, services.courses, services.queue))


def _file_html(entry: FileEntry, progress: ProgressRow | None) -> str:
    document = entry.document
    state = document.status if document.status != "indexing" else "waiting"
    bar = _bar_html(document.name, progress) if document.status == "indexing" else ""
    return (
        f'<div class="el-file"><div class="el-file-name">{escape(document.name)} '
        f'<span class="el-kind el-kind-{document.kind}">{KIND_NAMES[document.kind]()}</span></div>'
        f'<div class="el-file-facts">{escape(facts_words(document))}</div>'
        f'<div class="el-file-state el-state-{state}">'
        f"{escape(status_words(entry, progress))}</div>{bar}</div>"
    )


def _bar_html(name: str, progress: ProgressRow | None) -> str:
    share = 100 * progress.done / progress.total if progress and progress.total else 0
    return (
        f'<div class="el-bar" role="progressbar" aria-valuemin="0" aria-valuemax="100" '
        f'aria-valuenow="{share:.0f}" aria-label="{escape(INDEXING_FILE(file=name))}">'
        f'<i style="width:{share:.0f}%"></i></div>'
    )
