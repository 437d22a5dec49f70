"""What the model at hand may do, on the page for a course's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.models.duties.model_in_words import model_in_words
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.settings import Settings

TITLE = phrase("page_settings.model")


def draw_model(settings: Settings) -> None:
    """Say in words what a model may do in all courses of this installation."""
    st.subheader(TITLE(), anchor=False)
    for told in model_in_words(settings):
        st.markdown(escape_markdown(told))
