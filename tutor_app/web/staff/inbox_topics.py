"""Which term of the course's map each message of the inbox is about."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.conversation.from_map.named_terms import term_named

if TYPE_CHECKING:
    from tutor_app.answering.course_map.map_values import CourseMap
    from tutor_app.storage.records import InboxRow

NO_TOPIC = ""


def find_topics(rows: Sequence[InboxRow], course_map: CourseMap | None) -> dict[str, str]:
    """Return the name of each message's topic by turn, NO_TOPIC where the map has none.

    It is the longest term that the message names, else the surest one of the passage found for it.
    """
    if course_map is None:
        return {row.turn_id: NO_TOPIC for row in rows}
    of = _digest(course_map)
    return {row.turn_id: _topic(row.question, row.chunk_id, of, course_map) for row in rows}


def _digest(course_map: CourseMap) -> str:
    """Return what stands for the map in a cache's key: all of it that decides a topic."""
    terms = [
        (term.key, term.name, term.explained, term.definition.chunk_id)
        for term in course_map.shown_terms
    ]
    return hashlib.sha256(repr(terms).encode()).hexdigest()


@st.cache_data(show_spinner=False, max_entries=4000)
def _topic(question: str, chunk_id: str, of: str, _course_map: CourseMap) -> str:
    """`of` stands for the map, which is too large to be compared."""
    named = term_named(question, _course_map)
    if named is not None:
        return named.name
    near = [term for term in _course_map.shown_terms if chunk_id in term.explained]
    defined = [term for term in near if term.definition.chunk_id == chunk_id]
    return next((term.name for term in (*defined, *near)), NO_TOPIC)
