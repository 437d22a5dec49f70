"""Follows an answer in the browser: speaks to screen readers and makes the page look again.

Streamlit has no live region of its own, and would scroll to the end of an answer while its
beginning is being read.
"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from tutor_app.web.follow_route import FOLLOW_ROUTE

# The same node stays across runs, so that a change of its text is announced.
_HTML = '<div role="status" aria-live="polite" aria-atomic="true" data-testid="announcer"></div>'
_CSS = """
div[role="status"] {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0;
}
"""
_mount = st.components.v2.component(
    "elenchus.follower",
    html=_HTML,
    css=_CSS,
    js=Path(__file__).with_name("follower.js").read_text(encoding="utf-8"),
)


def follow_address(**of: str) -> str:
    """Return the address that reports changes of a `conversation` or a `course`."""
    return f"{FOLLOW_ROUTE}?{urlencode(of)}"


def draw_follower(*, spoken: str, newest_turn: str, follow: str, mark: str) -> None:
    """Draw the live region; call it at the same place of the page in each run.

    `spoken` is read to whoever cannot see the page. A turn that is newest for the first time is
    brought to the top of the window. `follow` is the address that tells of changes, "" where none
    are expected; the fragment that this stands in runs again when it tells another `mark`.
    """
    with st.container(key="announcer"):
        _mount(
            key="announcer-region",
            data={"spoken": spoken, "turn": newest_turn, "follow": follow, "mark": mark},
            on_look_change=lambda: None,
        )
