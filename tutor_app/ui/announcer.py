"""What screen readers are told, and which question stands at the top of the window.

Streamlit draws no live region of its own, and would scroll to the end of an answer while its
beginning is being read.
"""

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
  if (!region) return;
  const { text, turn } = component.data ?? {};
  if (region.textContent !== (text ?? '')) region.textContent = text ?? '';
  if (!turn || region.dataset.turn === turn) return;
  const behavior = region.dataset.turn === undefined ? 'auto' : 'smooth';
  region.dataset.turn = turn;
  let tries = 40;
  const bring = () => {
    const asked = document.querySelector('.st-key-turn-' + CSS.escape(turn));
    if (asked) asked.scrollIntoView({ block: 'start', behavior });
    else if (tries-- > 0) setTimeout(bring, 50);
  };
  bring();
}
"""

_mount = st.components.v2.component("elenchus.announcer", html=_HTML, css=_CSS, js=_JS)


def announce(text: str, newest_turn: str = "") -> None:
    """Draw the live region; call it at the same place of the page in each run.

    A turn that is newest for the first time is brought to the top of the window.
    """
    with st.container(key="announcer"):
        _mount(key="announcer-region", data={"text": text, "turn": newest_turn})
