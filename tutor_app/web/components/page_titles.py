"""What the pages are called, in the navigation and above each."""

from __future__ import annotations

from tutor_app.wording.catalogue import phrase

CHAT = phrase("page_titles.chat")
TRACE_LAB = phrase("page_titles.trace_lab")
MATERIALS = phrase("page_titles.materials")
SETTINGS = phrase("page_titles.settings")
INBOX = phrase("page_titles.inbox")
CONVERSATIONS = phrase("page_titles.conversations")
