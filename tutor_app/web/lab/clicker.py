"""The keys of a clicker and of the keyboard, for a run that is shown to a class."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_mount = st.components.v2.component(
    "elenchus.clicker",
    html="<span hidden></span>",
    js=Path(__file__).with_name("clicker.js").read_text(encoding="utf-8"),
)


def draw_clicker() -> None:
    """Let the keys work that clicker.js names, as long as the lab is on the page."""
    with st.container(key="lab-clicker"):
        _mount(key="lab-clicker-keys")
