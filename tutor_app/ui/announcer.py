"""What screen readers are told. Streamlit draws no live region of its own."""

from __future__ import annotations

import streamlit as st

# The same node stays across runs, so that a change of its text is announced.
_HTML = '<div role="status" aria-live="polite" aria-atomic="true" data-testid="announcer"></div>'
_CSS = """
div[role="status"] {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0;
}
"""
_JS = """
export default function (component) {
  const region = component.parentElement.querySelector('[role="status"]');
  const text = component.data?.text ?? '';
  if (region && region.textContent !== text) region.textContent = text;
}
"""

_mount = st.components.v2.component("elenchus.announcer", html=_HTML, css=_CSS, js=_JS)


def announce(text: str) -> None:
    """Draw the live region; call it at the same place of the page in each run."""
    with st.container(key="announcer"):
        _mount(key="announcer-region", data={"text": text})
