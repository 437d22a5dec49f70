"""The course's map on the materials page: its terms, and what staff may mend of each."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.answering.course_map.map_file import map_of_version
from tutor_app.answering.course_map.mended_terms import (
    TermChanges,
    mend_term,
    read_mended,
    with_mended,
)
from tutor_app.domain.errors import IndexMissing
from tutor_app.retrieval.index_files import current_version
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from tutor_app.answering.course_map.map_values import CourseMap, Term
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices

TITLE = phrase("page_course_map.title")
COUNTS = phrase("page_course_map.counts", "terms", "figures", "passages")
ROLE_COUNT = phrase("page_course_map.role_count", "role", "count")
NO_TERMS = phrase("page_course_map.no_terms")
DAMAGED = phrase("page_course_map.damaged", "reason")
TERM = phrase("page_course_map.term")
MENDED = phrase("page_course_map.mended")
HIDDEN = phrase("page_course_map.hidden")
NAME = phrase("page_course_map.name")
DEFINED_BY = phrase("page_course_map.defined_by")
HIDE = phrase("page_course_map.hide")
HIDE_HELP = phrase("page_course_map.hide_help")
SAVE = phrase("page_course_map.save")
AS_FOUND = phrase("page_course_map.as_found")
PLACES = phrase("page_course_map.places", "explained", "exemplified", "drawn", "exercised")


def draw_course_map(course: CourseRow, services: PageServices) -> None:
    """Draw the map of the index in force; nothing before there is one."""
    course_dir = services.settings.course_dir(course.id)
    version = current_version(course_dir)
    if version is None:
        return
    with st.expander(TITLE(), key=f"map-{course.id}"):
        try:
            found = _map(version)
            mended = with_mended(found, read_mended(course_dir))
        except (IndexMissing, OSError, ValueError) as exc:
            st.warning(DAMAGED(reason=str(exc)), icon=":material/error:")
            return
        _draw_counts(mended)
        if mended.terms:
            _draw_terms(mended, course_dir)
        else:
            st.markdown(NO_TERMS())


@st.cache_data(show_spinner=False, max_entries=8)
def _map(version: Path) -> CourseMap:
    return map_of_version(version)


def _draw_counts(course_map: CourseMap) -> None:
    roles = Counter(passage.role for passage in course_map.passages)
    counts = ", ".join(ROLE_COUNT(role=role, count=n) for role, n in roles.most_common())
    st.markdown(
        COUNTS(terms=len(course_map.terms), figures=len(course_map.figures), passages=counts)
    )


def _draw_terms(course_map: CourseMap, course_dir: Path) -> None:
    terms = {term.key: term for term in course_map.terms}
    chosen = st.selectbox(
        TERM(), list(terms), key="map-term", format_func=lambda key: _label(terms[key])
    )
    _draw_term(terms[chosen], course_dir)


def _label(term: Term) -> str:
    marks = [*([HIDDEN()] if term.hidden else []), *([MENDED()] if term.mended else [])]
    return " · ".join((term.name, *marks))


def _draw_term(term: Term, course_dir: Path) -> None:
    st.markdown(f"> {escape_markdown(term.definition.text)}")
    st.caption(
        PLACES(
            explained=len(term.explained),
            exemplified=len(term.exemplified),
            drawn=len(term.drawn),
            exercised=len(term.exercised),
        )
    )
    with st.form(f"mend-{term.key}", border=False):
        name = st.text_input(NAME(), value=term.name, max_chars=80)
        sentences = [place.text for place in term.candidates]
        definition = st.selectbox(DEFINED_BY(), sentences)
        hidden = st.checkbox(HIDE(), value=term.hidden, help=HIDE_HELP())
        if st.form_submit_button(SAVE()):
            mended = TermChanges(name=name.strip(), definition=definition, hidden=hidden)
            _keep(course_dir, term.key, mended)
    if term.mended:
        st.button(
            AS_FOUND(),
            key=f"as-found-{term.key}",
            type="tertiary",
            on_click=_keep_quietly,
            args=(course_dir, term.key),
        )


def _keep(course_dir: Path, key: str, mended: TermChanges) -> None:
    try_action(lambda: mend_term(course_dir, key, mended))
    st.rerun()


def _keep_quietly(course_dir: Path, key: str) -> None:
    try_action(lambda: mend_term(course_dir, key, TermChanges()))
