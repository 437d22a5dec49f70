"""The sidebar: the name, the course, the conversations, the way to the materials."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.chat.export_conversation import conversation_markdown, file_name
from tutor_app.web.components.dialogs import Deleting, DeviceAdded, Dialog, Renaming, open_dialog
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.storage.records import ConversationRow
    from tutor_app.web.components.current_conversation import PageLocation
    from tutor_app.web.components.page_services import PageServices

WORDMARK = (
    '<div class="el-wordmark"><span class="el-glyph" aria-hidden="true"><i></i><i></i><i></i>'
    "</span>Elenchus</div>"
)
SHOWN_CONVERSATIONS = 40
NEW_CONVERSATION = phrase("page_chat.new_conversation")
CONVERSATIONS = phrase("page_chat.conversations")
ANOTHER_DEVICE = phrase("page_chat.another_device")
COURSE = phrase("page_chat.course")
CONVERSATION_OPTIONS = phrase("page_chat.conversation_options")
RENAME = phrase("page_chat.rename")
EXPORT = phrase("page_chat.export")
DELETE = phrase("page_chat.delete")
STAFF_DOOR = phrase("page_links.staff_door")


def draw_wordmark() -> None:
    st.html(WORDMARK)


def draw_chat_sidebar(
    place: PageLocation, conversations: Sequence[ConversationRow], services: PageServices
) -> None:
    with st.sidebar:
        draw_wordmark()
        if place.course is not None:
            _draw_course(place)
            st.button(
                NEW_CONVERSATION(),
                key="new-conversation",
                icon=":material/edit_square:",
                width="stretch",
                on_click=go_to_course,
                args=(place.course.id,),
            )
        if conversations:
            st.html(f'<div class="el-section">{CONVERSATIONS()}</div>')
        with st.container(key="conversations", gap=None):
            for conversation in conversations[:SHOWN_CONVERSATIONS]:
                _draw_conversation(conversation, place, services)
        draw_page_links()
        st.button(
            ANOTHER_DEVICE(),
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
        door = st.session_state.get("way-in-for-staff")
        if door is not None:
            st.page_link(door, label=STAFF_DOOR(), width="stretch")


def _draw_course(place: PageLocation) -> None:
    assert place.course is not None
    if len(place.courses) == 1:
        st.html(f'<div class="el-course" data-testid="course">{escape(place.course.name)}</div>')
        return
    names = {course.id: course.name for course in place.courses}
    st.session_state["course-choice"] = place.course.id
    st.selectbox(
        COURSE(),
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


def _draw_conversation(
    conversation: ConversationRow, place: PageLocation, services: PageServices
) -> None:
    title = conversation.title or NEW_CONVERSATION()
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
            CONVERSATION_OPTIONS(),
            icon=":material/more_horiz:",
            type="tertiary",
            key="conversation-menu",
            on_change="rerun",
        ):
            _draw_menu(conversation, title, place, services)


def _open_from_menu(dialog: Dialog) -> None:
    st.session_state["conversation-menu"] = False
    open_dialog(dialog)


def _draw_menu(
    conversation: ConversationRow, title: str, place: PageLocation, services: PageServices
) -> None:
    st.button(
        RENAME(),
        key="menu-rename",
        icon=":material/edit:",
        type="tertiary",
        on_click=_open_from_menu,
        args=(Renaming(conversation_id=conversation.id, title=title),),
    )
    course_name = place.course.name if place.course else ""

    def as_file() -> str:
        return conversation_markdown(
            conversation, course_name, services.conversations.turns(conversation.id)
        )

    st.download_button(
        EXPORT(),
        data=as_file,
        file_name=file_name(conversation),
        mime="text/markdown",
        key="menu-export",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )
    st.button(
        DELETE(),
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
