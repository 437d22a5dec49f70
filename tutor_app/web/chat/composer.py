"""The message input: it keeps what was typed until the server says that it is stored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.chat.picture_words import MOST_PICTURES, picture_words
from tutor_app.web.picture_text_route import LARGEST_PICTURE, PICTURE_TEXT_ROUTE
from tutor_app.web.request_language import in_this_language
from tutor_app.web.send_route import SEND_ROUTE
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.domain.values import Intent
    from tutor_app.web.chat.send_message import Thread

ON_THEIR_WAY = phrase("page_chat.on_their_way")
SEND = phrase("page_chat.send")
SENDING = phrase("page_chat.sending")
SENT = phrase("page_chat.sent")
NOT_SENT = phrase("page_chat.not_sent", "reason")
KEPT_UNSENT = phrase("page_chat.kept_unsent")
AWAY_UNSENT = phrase("page_chat.away_unsent")

_HTML = """
<div class="composer" data-testid="composer">
  <ul class="waiting" aria-live="polite" ></ul>
  <ul class="tray"></ul>
  <p class="notice" role="status"></p>
  <div class="box">
    <input class="files" type="file" multiple hidden accept="image/png,image/jpeg,image/webp">
    <input class="camera" type="file" hidden accept="image/jpeg,image/*" capture="environment">
    <button type="button" class="tool add">
      <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor"
       stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4"/><circle cx="15.5" cy="9" r="1.2"/></svg>
    </button>
    <button type="button" class="tool photograph">
      <svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor"
       stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d="M3 8h4l2-3h6l2 3h4v11H3z"/><circle cx="12" cy="13" r="3.5"/></svg>
    </button>
    <textarea class="field" rows="1" enterkeyhint="send"></textarea>
    <button type="button" class="send" disabled>
      <svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor"
       stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d="M12 19V5M5 12l7-7 7 7"/></svg>
    </button>
  </div>
</div>
"""


def _beside(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_mount = st.components.v2.component(
    "elenchus.composer",
    html=_HTML,
    css=_beside("composer.css") + _beside("picture_tray.css"),
    js=_beside("picture_tray.js") + _beside("composer.js"),
)


def draw_composer(prompt: str, thread: Thread, wanted: Intent | None, drawn: Sequence[str]) -> str:
    """Draw the input; return the conversation in which a message was stored just now, else "".

    `wanted` is the help that the student has chosen for the next message; `drawn` are the newest
    turns of the page, which are not shown as still on their way. The fragment that this stands in
    runs again as soon as a message is stored.
    """
    told = _mount(
        key="composer",
        data={
            "route": in_this_language(SEND_ROUTE),
            "prompt": prompt,
            "pictures": {
                "route": in_this_language(PICTURE_TEXT_ROUTE),
                "most": MOST_PICTURES,
                "largest": LARGEST_PICTURE,
                "words": picture_words(),
            },
            "words": {
                "onTheirWay": ON_THEIR_WAY(),
                "send": SEND(),
                "sending": SENDING(),
                "sent": SENT(),
                "notSent": NOT_SENT(reason="{reason}"),
                "kept": KEPT_UNSENT(),
                "away": AWAY_UNSENT(),
            },
            "thread": {
                "conversation": thread.conversation_id,
                "course": thread.course_id,
                "begins": thread.begins,
            },
            "wanted": wanted,
            "drawn": [*drawn],
        },
        on_sent_change=lambda: None,
    )
    return told.sent or ""
