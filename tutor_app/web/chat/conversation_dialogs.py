"""Renaming and deleting a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import TutorError
from tutor_app.runtime import turn_actions as asking
from tutor_app.web.components.dialogs import Deleting, Renaming, close_dialog
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.storage.live import TurnStreams
    from tutor_app.storage.records import ConversationRecords

TITLE_LENGTH = 120
RENAME_TITLE = phrase("page_chat.rename_title")
TITLE = phrase("page_chat.title")
SAVE = phrase("page_chat.save")
DELETE_TITLE = phrase("page_chat.delete_title")
DELETE_WARNING = phrase("page_chat.delete_warning", "title")
DELETE = phrase("page_chat.delete")
KEEP = phrase("page_chat.keep")


def draw_rename_dialog(
    renaming: Renaming, conversations: ConversationRecords, learner_id: str
) -> None:
    @st.dialog(RENAME_TITLE(), on_dismiss=close_dialog)
    def body() -> None:
        with st.form("rename", border=False):
            title = st.text_input(TITLE(), value=renaming.title, max_chars=TITLE_LENGTH).strip()
            if st.form_submit_button(SAVE(), type="primary") and title:
                _act(lambda: conversations.rename(renaming.conversation_id, learner_id, title))

    body()


def draw_delete_dialog(
    deleting: Deleting, conversations: ConversationRecords, streams: TurnStreams, learner_id: str
) -> None:
    def delete() -> None:
        asking.delete_conversation(deleting.conversation_id, learner_id, conversations, streams)
        st.query_params.from_dict({"course": deleting.course_id})

    @st.dialog(DELETE_TITLE(), on_dismiss=close_dialog)
    def body() -> None:
        title = escape_markdown(deleting.title)
        st.markdown(DELETE_WARNING(title=title))
        with st.container(horizontal=True):
            if st.button(DELETE(), type="primary", key="confirm-delete"):
                _act(delete)
            if st.button(KEEP(), key="keep-conversation"):
                close_dialog()
                st.rerun()

    body()


def _act(change: Callable[[], object]) -> None:
    try:
        change()
    except TutorError as exc:
        st.error(str(exc))
        return
    close_dialog()
    st.rerun()
