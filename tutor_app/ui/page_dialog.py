"""A whole page of the course, with the quoted sentences marked; its neighbours a click away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.errors import NotFound
from tutor_app.ui.dialogs import PageOpened, close_dialog, current_dialog, open_dialog
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.quote_html import page_html

if TYPE_CHECKING:
    from pathlib import Path

    from tutor_app.records import CourseRecords
    from tutor_app.records.rows import DocumentRow

GONE = "This document is not kept here any more. The quoted text still stands in the chat."


def draw_page_dialog(opened: PageOpened, courses: CourseRecords, files_dir: Path) -> None:
    try:
        document = courses.document(opened.document_id)
        newer = courses.newer_version(opened.document_id)
    except NotFound:
        close_dialog()
        st.toast(GONE, icon=":material/info:")
        return

    @st.dialog(escape_markdown(document.name), width="medium", on_dismiss=close_dialog)
    def body() -> None:
        current = current_dialog()
        if isinstance(current, PageOpened):
            _draw_page(current, document, newer, files_dir)

    body()


def _draw_page(
    opened: PageOpened, document: DocumentRow, newer: DocumentRow | None, files_dir: Path
) -> None:
    if note := document_note(document, newer):
        st.info(note, icon=":material/history:")
    _draw_bar(opened, document)
    if document.kind == "solution":
        st.warning("This page is not open to students any more.")
    elif not (files_dir / document.sha256).is_file():
        st.warning(GONE)
    else:
        words = f"Page {opened.page} of {document.name}."
        if opened.text and opened.page == opened.cited_page:
            words += f" Marked: {opened.text}"
        st.html(page_html(document.id, opened.page, opened.marks, words))


def _draw_bar(opened: PageOpened, document: DocumentRow) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="page-bar"):
        st.button(
            "Previous page",
            key="previous-page",
            icon=":material/chevron_left:",
            disabled=opened.page <= 1,
            on_click=_turn_to,
            args=(opened.page - 1,),
        )
        st.button(
            "Next page",
            key="next-page",
            icon=":material/chevron_right:",
            disabled=opened.page >= document.pages,
            on_click=_turn_to,
            args=(opened.page + 1,),
        )
        st.caption(escape_markdown(where_words(opened, document)))
        if opened.page != opened.cited_page:
            st.button(
                f"Back to p. {opened.cited_page}",
                key="cited-page",
                type="tertiary",
                on_click=_turn_to,
                args=(opened.cited_page,),
            )


def _turn_to(page: int) -> None:
    opened = current_dialog()
    if isinstance(opened, PageOpened):
        open_dialog(replace(opened, page=page))


def where_words(opened: PageOpened, document: DocumentRow) -> str:
    """Return "Page 3 of 24 · Graphs › Search"."""
    where = f"Page {opened.page} of {document.pages}" if document.pages else f"Page {opened.page}"
    if opened.page == opened.cited_page and opened.headings:
        where += " · " + " › ".join(opened.headings)
    return where


def document_note(document: DocumentRow, newer: DocumentRow | None) -> str:
    """Return what has become of the document since it was cited, "" where nothing has."""
    if newer is not None and newer.sha256 != document.sha256:
        return (
            f"The answer quotes version {document.version} of this file, shown here. The course "
            f"has version {newer.version} since {newer.uploaded_at:%d %B %Y}, where the page may "
            "read differently."
        )
    if document.status == "removed":
        return "This document was taken out of the course after the answer quoted it."
    return ""
