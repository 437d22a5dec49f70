"""A whole page of the course, with the quoted sentences marked; its neighbours a click away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.web.components.dialogs import PageOpened, close_dialog, current_dialog, open_dialog
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.quote_html import page_html
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.dates_in_words import write_short_day

if TYPE_CHECKING:
    from pathlib import Path

    from tutor_app.storage.records import CourseRecords, DocumentRow

GONE = phrase("page_quotes.gone")
NOT_OPEN = phrase("page_quotes.not_open")
PICTURE = phrase("page_quotes.picture", "page", "file")
PICTURE_MARKED = phrase("page_quotes.picture_marked", "page", "file", "words")
PREVIOUS_PAGE = phrase("page_quotes.previous_page")
NEXT_PAGE = phrase("page_quotes.next_page")
BACK_TO = phrase("page_quotes.back_to", "page")
PAGE_OF = phrase("page_quotes.page_of", "page", "pages")
PAGE_ALONE = phrase("page_quotes.page_alone", "page")
OLDER_VERSION = phrase("page_quotes.older_version", "version", "newer", "date")
TAKEN_OUT = phrase("page_quotes.taken_out")


def draw_page_dialog(opened: PageOpened, courses: CourseRecords, files_dir: Path) -> None:
    try:
        document = courses.document(opened.document_id)
        newer = courses.newer_version(opened.document_id)
    except NotFound:
        close_dialog()
        st.toast(GONE(), icon=":material/info:")
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
    if document.is_closed:
        st.warning(NOT_OPEN())
    elif not (files_dir / document.sha256).is_file():
        st.warning(GONE())
    else:
        words = PICTURE(page=opened.page, file=document.name)
        if opened.text and opened.page == opened.cited_page:
            words = PICTURE_MARKED(page=opened.page, file=document.name, words=opened.text)
        stored = files_dir / document.sha256
        st.html(page_html(document.id, opened.page, opened.marks, words, stored))


def _draw_bar(opened: PageOpened, document: DocumentRow) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="page-bar"):
        st.button(
            PREVIOUS_PAGE(),
            key="previous-page",
            icon=":material/chevron_left:",
            disabled=opened.page <= 1,
            on_click=_turn_to,
            args=(opened.page - 1,),
        )
        st.button(
            NEXT_PAGE(),
            key="next-page",
            icon=":material/chevron_right:",
            disabled=opened.page >= document.pages,
            on_click=_turn_to,
            args=(opened.page + 1,),
        )
        st.caption(escape_markdown(where_words(opened, document)))
        if opened.page != opened.cited_page:
            st.button(
                BACK_TO(page=opened.cited_page),
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
    where = PAGE_ALONE(page=opened.page)
    if document.pages:
        where = PAGE_OF(page=opened.page, pages=document.pages)
    if opened.page == opened.cited_page and opened.headings:
        where += " · " + " › ".join(opened.headings)
    return where


def document_note(document: DocumentRow, newer: DocumentRow | None) -> str:
    """Return what has become of the document since it was cited, "" where nothing has."""
    if newer is not None and newer.sha256 != document.sha256:
        since = write_short_day(newer.uploaded_at)
        return OLDER_VERSION(version=document.version, newer=newer.version, date=since)
    if document.status == "removed":
        return TAKEN_OUT()
    return ""
