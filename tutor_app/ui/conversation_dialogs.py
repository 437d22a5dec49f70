"""Renaming and deleting a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app import asking
from tutor_app.errors import TutorError
from tutor_app.ui.dialogs import Deleting, Renaming, close_dialog
from tutor_app.ui.math_text import escape_markdown

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.memory import TurnStreams
    from tutor_app.records import ConversationRecords

TITLE_LENGTH = 120


def draw_rename_dialog(
    renaming: Renaming, conversations: ConversationRecords, learner_id: str
) -> None:
    @st.dialog("Rename conversation", on_dismiss=close_dialog)
    def body() -> None:
        with st.form("rename", border=False):
            title = st.text_input("Title", value=renaming.title, max_chars=TITLE_LENGTH).strip()
            if st.form_submit_button("Save", type="primary") and title:
                _act(lambda: conversations.rename(renaming.conversation_id, learner_id, title))

    body()


def draw_delete_dialog(
    deleting: Deleting, conversations: ConversationRecords, streams: TurnStreams, learner_id: str
) -> None:
    def delete() -> None:
        asking.delete_conversation(deleting.conversation_id, learner_id, conversations, streams)
        st.query_params.from_dict({"course": deleting.course_id})

    @st.dialog("Delete this conversation?", on_dismiss=close_dialog)
    def body() -> None:
        title = escape_markdown(deleting.title)
        st.markdown(f"“{title}” and all its answers will be gone for good.")
        with st.container(horizontal=True):
            if st.button("Delete", type="primary", key="confirm-delete"):
                _act(delete)
            if st.button("Keep it", key="keep-conversation"):
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
