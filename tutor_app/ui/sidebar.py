"""The sidebar: the name, the course, the conversations, the way to the materials."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.ui.dialogs import Deleting, DeviceAdded, Dialog, Renaming, open_dialog
from tutor_app.ui.export import conversation_markdown, file_name
from tutor_app.ui.math_text import escape_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.records import ConversationRow
    from tutor_app.ui.parts import Parts
    from tutor_app.ui.place import Place

WORDMARK = (
    '<div class="el-wordmark"><span class="el-glyph" aria-hidden="true"><i></i><i></i><i></i>'
    "</span>Elenchus</div>"
)
SHOWN_CONVERSATIONS = 40
UNTITLED = "New conversation"


def draw_wordmark() -> None:
    st.html(WORDMARK)


def draw_chat_sidebar(place: Place, conversations: Sequence[ConversationRow], parts: Parts) -> None:
    with st.sidebar:
        draw_wordmark()
        if place.course is not None:
            _draw_course(place)
            st.button(
                "New conversation",
                key="new-conversation",
                icon=":material/edit_square:",
                width="stretch",
                on_click=go_to_course,
                args=(place.course.id,),
            )
        if conversations:
            st.html('<div class="el-section">Conversations</div>')
        with st.container(key="conversations", gap=None):
            for conversation in conversations[:SHOWN_CONVERSATIONS]:
                _draw_conversation(conversation, place, parts)
        draw_page_links()
        st.button(
            "Another device",
            key="another-device",
            icon=":material/devices:",
            type="tertiary",
            on_click=open_dialog,
            args=(DeviceAdded(),),
        )


def draw_page_links() -> None:
    """Links to the other pages, at the sidebar's end."""
    with st.container(key="page-links", gap=None):
        for page in st.session_state.get("pages", ()):
            st.page_link(page, width="stretch")


def _draw_course(place: Place) -> None:
    assert place.course is not None
    if len(place.courses) == 1:
        st.html(f'<div class="el-course" data-testid="course">{escape(place.course.name)}</div>')
        return
    names = {course.id: course.name for course in place.courses}
    st.session_state["course-choice"] = place.course.id
    st.selectbox(
        "Course",
        list(names),
        key="course-choice",
        format_func=lambda course_id: names[course_id],
        on_change=_choose_course,
    )


def _choose_course() -> None:
    go_to_course(st.session_state["course-choice"])


def go_to_course(course_id: str) -> None:
    """Begin a new conversation in this course."""
    st.query_params.from_dict({"course": course_id})


def go_to_conversation(conversation_id: str) -> None:
    st.query_params.from_dict({"c": conversation_id})


def _draw_conversation(conversation: ConversationRow, place: Place, parts: Parts) -> None:
    title = conversation.title or UNTITLED
    current = place.conversation is not None and place.conversation.id == conversation.id
    if not current:
        st.button(
            escape_markdown(title),
            key=f"conversation-{conversation.id}",
            type="tertiary",
            width="stretch",
            wrap=False,
            on_click=go_to_conversation,
            args=(conversation.id,),
        )
        return
    with st.container(
        key="current-conversation",
        horizontal=True,
        wrap=False,
        vertical_alignment="center",
        gap=None,
    ):
        st.html(f'<div class="el-current" aria-current="page">{escape(title)}</div>')
        with st.popover(
            "Options of this conversation",
            icon=":material/more_horiz:",
            type="tertiary",
            key="conversation-menu",
            on_change="rerun",
        ):
            _draw_menu(conversation, title, place, parts)


def _open_from_menu(dialog: Dialog) -> None:
    st.session_state["conversation-menu"] = False
    open_dialog(dialog)


def _draw_menu(conversation: ConversationRow, title: str, place: Place, parts: Parts) -> None:
    st.button(
        "Rename",
        key="menu-rename",
        icon=":material/edit:",
        type="tertiary",
        on_click=_open_from_menu,
        args=(Renaming(conversation_id=conversation.id, title=title),),
    )
    course_name = place.course.name if place.course else ""

    def as_file() -> str:
        return conversation_markdown(
            conversation, course_name, parts.conversations.turns(conversation.id)
        )

    st.download_button(
        "Export to Markdown",
        data=as_file,
        file_name=file_name(conversation),
        mime="text/markdown",
        key="menu-export",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )
    st.button(
        "Delete",
        key="menu-delete",
        icon=":material/delete:",
        type="tertiary",
        on_click=_open_from_menu,
        args=(
            Deleting(
                course_id=conversation.course_id, conversation_id=conversation.id, title=title
            ),
        ),
    )
