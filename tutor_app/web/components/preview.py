"""The preview: staff see what students see, and what they try there counts for nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

PREVIEWED = phrase("page_links.previewed")
END_PREVIEW = phrase("page_links.end_preview")
PREVIEW_PARAMETER = "preview"
_ON = "preview-on"


def preview_is_on() -> bool:
    """Return whether staff look at this window as students."""
    return bool(st.session_state.get(_ON))


def keep_preview(services: PageServices, visitor: Visitor) -> None:
    """Begin the preview if the address says so and staff are signed in."""
    if PREVIEW_PARAMETER not in st.query_params or visitor.learner_id is None:
        return
    if services.staff_auth.is_signed_in(visitor.visit) and not preview_is_on():
        services.inbox.leave_out(visitor.learner_id)
        st.session_state[_ON] = True


def draw_preview_bar() -> None:
    """Say that this is the preview, with the way out of it."""
    if not preview_is_on():
        return
    with st.container(key="preview-bar", horizontal=True, vertical_alignment="center"):
        st.markdown(PREVIEWED())
        st.button(END_PREVIEW(), key="end-preview", icon=":material/close:", on_click=_end)


def _end() -> None:
    st.session_state.pop(_ON, None)
    st.query_params.pop(PREVIEW_PARAMETER, None)
