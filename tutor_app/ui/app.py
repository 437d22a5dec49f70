"""The script that Streamlit runs for every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tutor_app.ui.chat_page import chat
from tutor_app.ui.materials_page import materials
from tutor_app.ui.trace_lab import trace_lab

STYLE = Path(__file__).with_name("page.css")
ICON = Path(__file__).with_name("icon.png")


def main() -> None:
    st.set_page_config(page_title="Elenchus", page_icon=str(ICON), layout="centered")
    st.html(STYLE)
    pages = [
        st.Page(chat, title="Chat", icon=":material/forum:", default=True),
        st.Page(trace_lab, title="Trace lab", icon=":material/route:", url_path="trace-lab"),
        st.Page(
            materials, title="Materials", icon=":material/library_books:", url_path="materials"
        ),
    ]
    st.session_state["pages"] = pages
    st.navigation(pages, position="hidden").run()


main()
