"""What is said while the server does not answer, which only the browser can know."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tutor_app.wording.catalogue import phrase

CONNECTION_LOST = phrase("page_chat.connection_lost")

_HTML = '<div role="alert"><p class="away" hidden></p></div>'
_CSS = """
.away {
  position: fixed; z-index: 1000001; top: .75rem; left: 50%; transform: translateX(-50%);
  width: max-content; max-width: calc(100vw - 2rem); box-sizing: border-box; margin: 0;
  padding: .7rem 1.1rem; border-radius: .9rem; font: 1rem/1.45 var(--st-font);
  color: light-dark(#22201c, #ebe8e1); background: light-dark(#fff3c9, #4a3f12);
  box-shadow: 0 4px 24px rgb(0 0 0 / .2);
}
.away[hidden] { display: none; }
"""
_mount = st.components.v2.component(
    "elenchus.connection",
    html=_HTML,
    css=_CSS,
    js=Path(__file__).with_name("connection_notice.js").read_text(encoding="utf-8"),
)


def draw_connection_notice() -> None:
    """Draw what is seen only while the connection is lost; call it on every page."""
    with st.container(key="connection"):
        _mount(key="connection-notice", data={"words": CONNECTION_LOST()})
