"""The language of a page: that of the course which its address names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tutor_app.web.components.current_conversation import Address, find_place
from tutor_app.wording.catalogue import speak_as

if TYPE_CHECKING:
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

_KEY = "page-language"


def keep_language(services: PageServices, visitor: Visitor) -> None:
    """Find the language that this window's pages are drawn in, also when a part is drawn again.

    Raises:
        TutorError: the database cannot be read.
    """
    address = Address(
        conversation=st.query_params.get("c", ""), course=st.query_params.get("course", "")
    )
    learner = visitor.learner_id or ""
    place = find_place(address, learner, services.courses, services.conversations)
    course = place.course
    st.session_state[_KEY] = services.course_settings.get(course.id).language if course else None


def _of_this_page() -> str | None:
    context = get_script_run_ctx(suppress_warning=True)
    if context is None or _KEY not in context.session_state:
        return None
    language: str | None = context.session_state[_KEY]
    return language


speak_as(_of_this_page)
