"""The chat page: finds the place, draws finished turns, and leaves the rest to the live part."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import uuid4

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.web.chat.chat_live import LiveConversation, count_settled, draw_live, draw_settled
from tutor_app.web.chat.conversation_dialogs import draw_delete_dialog, draw_rename_dialog
from tutor_app.web.chat.device_dialog import draw_device_dialog
from tutor_app.web.chat.send_message import Thread
from tutor_app.web.components.current_conversation import Address, PageLocation, find_place
from tutor_app.web.components.dialogs import (
    Deleting,
    DeviceAdded,
    PageOpened,
    Renaming,
    drawn_dialog,
)
from tutor_app.web.components.page_dialog import draw_page_dialog
from tutor_app.web.components.page_titles import MATERIALS
from tutor_app.web.components.preview import draw_preview_bar
from tutor_app.web.components.sidebar import draw_chat_sidebar, go_to_conversation
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

NO_COOKIES = phrase("page_chat.no_cookies")
NO_CONVERSATION = phrase("page_chat.no_conversation")
NO_COURSE_YET = phrase("page_chat.no_course_yet")
HOW_TO_BEGIN = phrase("page_chat.how_to_begin")
OPEN_MATERIALS = phrase("page_chat.open_materials")


def draw_chat_page(services: PageServices, visitor: Visitor) -> None:
    """Draw what the address names for this visitor.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    learner_id = visitor.learner_id
    if learner_id is None:
        st.info(NO_COOKIES())
        return
    draw_preview_bar()
    place = _find_place(learner_id, services)
    mine = services.conversations.list(learner_id, place.course.id) if place.course else []
    draw_chat_sidebar(place, mine, services)
    if place.course is None:
        _draw_no_course()
        return
    if place.lost:
        st.info(NO_CONVERSATION())
    turns = services.conversations.turns(place.conversation.id) if place.conversation else []
    settled = count_settled(turns)
    conversation = LiveConversation(
        services=services,
        learner_id=learner_id,
        course=place.course,
        thread=_thread(place, place.course),
        asked_before=tuple(turn.question for turn in turns[:settled]),
        since=turns[settled].position if turns else 1,
    )
    with st.container(key="turns"):
        # One place however many they are, so that the live part and what listens keep their own.
        with st.container(key="settled"):
            draw_settled(turns[:settled], conversation)
        draw_live(conversation)
    _draw_open_dialog(services, learner_id)


def _find_place(learner_id: str, services: PageServices) -> PageLocation:
    """Find the place of the address, or a conversation that was begun here in the meantime."""
    address = Address(
        conversation=st.query_params.get("c", ""), course=st.query_params.get("course", "")
    )
    place = find_place(address, learner_id, services.courses, services.conversations)
    if place.conversation is not None or place.course is None:
        return place
    begun = _drafts().get(place.course.id, "")
    try:
        services.conversations.get(begun, learner_id)
    except NotFound:
        return place
    del _drafts()[place.course.id]
    go_to_conversation(begun)
    return find_place(
        Address(conversation=begun), learner_id, services.courses, services.conversations
    )


def _thread(place: PageLocation, course: CourseRow) -> Thread:
    """Return where the next message goes; a new conversation has its id before it is begun."""
    if place.conversation is not None:
        return Thread(conversation_id=place.conversation.id, course_id=course.id, begins=False)
    draft = _drafts().setdefault(course.id, uuid4().hex)
    return Thread(conversation_id=draft, course_id=course.id, begins=True)


def _drafts() -> dict[str, str]:
    """The ids of conversations that are not begun yet, by course."""
    drafts: dict[str, str] = st.session_state.setdefault("drafts", {})
    return drafts


def _draw_no_course() -> None:
    with st.container(key="welcome"):
        st.title(NO_COURSE_YET(), anchor=False)
        st.markdown(HOW_TO_BEGIN())
        for page in (*st.session_state.get("pages", ()), st.session_state.get("way-in-for-staff")):
            if page is not None and page.title == MATERIALS():
                st.page_link(page, label=OPEN_MATERIALS())


def _draw_open_dialog(services: PageServices, learner_id: str) -> None:
    match drawn_dialog():
        case DeviceAdded():
            draw_device_dialog(services.devices)
        case PageOpened() as opened:
            draw_page_dialog(opened, services.courses, services.settings.files_dir)
        case Renaming() as renaming:
            draw_rename_dialog(renaming, services.conversations, learner_id)
        case Deleting() as deleting:
            draw_delete_dialog(deleting, services.conversations, services.streams, learner_id)
