"""The script that Streamlit runs for every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tutor_app.cookies import VISIT_COOKIE
from tutor_app.ui.chat_page import chat
from tutor_app.ui.materials_page import materials
from tutor_app.ui.parts import get_parts
from tutor_app.ui.setup_page import setup
from tutor_app.ui.staff_turns import conversations
from tutor_app.ui.trace_lab import trace_lab
from tutor_app.ui.trouble import Trouble

STYLES = (Path(__file__).with_name("page.css"), Path(__file__).with_name("teaching.css"))
ICON = Path(__file__).with_name("icon.png")


def main() -> None:
    st.set_page_config(page_title="Elenchus", page_icon=str(ICON), layout="centered")
    for style in STYLES:
        st.html(style)
    pages = [
        st.Page(chat, title="Chat", icon=":material/forum:", default=True),
        st.Page(trace_lab, title="Trace lab", icon=":material/route:", url_path="trace-lab"),
        st.Page(
            materials, title="Materials", icon=":material/library_books:", url_path="materials"
        ),
    ]
    for_staff = [
        st.Page(setup, title="Settings", icon=":material/tune:", url_path="settings"),
        st.Page(
            conversations,
            title="Conversations",
            icon=":material/rate_review:",
            url_path="conversations",
        ),
    ]
    st.session_state["pages"] = pages + (for_staff if _is_staff() else [])
    st.navigation(pages + for_staff, position="hidden").run()


def _is_staff() -> bool:
    """Links to the pages of staff are drawn for staff; the pages themselves ask for the code."""
    try:
        return get_parts().staff.is_open(st.context.cookies.get(VISIT_COOKIE, ""))
    except Trouble:  # the page that runs now says what is wrong
        return False


main()
