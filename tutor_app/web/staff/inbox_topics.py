"""Which term of the course's map each message of the inbox is about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.answering.course_map.map_file import map_of_version
from tutor_app.answering.course_map.mended_terms import read_mended, with_mended
from tutor_app.conversation.from_map.named_terms import term_named
from tutor_app.domain.errors import IndexMissing
from tutor_app.retrieval.index_files import current_version

if TYPE_CHECKING:
    from tutor_app.answering.course_map.map_values import CourseMap
    from tutor_app.storage.records import InboxRow

NO_TOPIC = ""


def find_topics(rows: Sequence[InboxRow], course_dir: Path) -> dict[str, str]:
    """Return the name of each message's topic by turn, NO_TOPIC where the map has none.

    It is the longest term that the message names, else the surest one of the passage found for it.
    """
    version = current_version(course_dir)
    if version is None:
        return {row.turn_id: NO_TOPIC for row in rows}
    try:
        course_map = with_mended(_read(version), read_mended(course_dir))
    except (IndexMissing, OSError, ValueError):  # the materials page says what is wrong with it
        return {row.turn_id: NO_TOPIC for row in rows}
    of_terms = repr([(term.key, term.name) for term in course_map.shown_terms])
    return {
        row.turn_id: _topic(row.question, row.chunk_id, f"{version} {of_terms}", course_map)
        for row in rows
    }


@st.cache_data(show_spinner=False, max_entries=8)
def _read(version: Path) -> CourseMap:
    return map_of_version(version)


@st.cache_data(show_spinner=False, max_entries=4000)
def _topic(question: str, chunk_id: str, of: str, _course_map: CourseMap) -> str:
    """`of` names the map, which is too large to be compared."""
    named = term_named(question, _course_map)
    if named is not None:
        return named.name
    near = [term for term in _course_map.shown_terms if chunk_id in term.explained]
    defined = [term for term in near if term.definition.chunk_id == chunk_id]
    return next((term.name for term in (*defined, *near)), NO_TOPIC)
