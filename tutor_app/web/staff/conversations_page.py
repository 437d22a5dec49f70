"""What students asked and what the tutor answered, for staff: without names, with the details."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_titles import CONVERSATIONS
from tutor_app.web.components.timestamps import when_words
from tutor_app.web.staff.conversation_view import draw_conversation
from tutor_app.web.staff.page_frame import draw_staff_page
from tutor_app.wording.catalogue import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor_app.storage.records import CourseRow, ReviewRow
    from tutor_app.storage.records.conversation_review import ReviewFilter
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

ABOUT = phrase("page_conversations.about")
_LISTS: Mapping[ReviewFilter, Phrase] = {
    "all": phrase("page_conversations.list_all"),
    "bad": phrase("page_conversations.list_bad"),
    "unanswered": phrase("page_conversations.list_unanswered"),
}
_EMPTY_LISTS: Mapping[ReviewFilter, Phrase] = {
    "all": phrase("page_conversations.none_asked"),
    "bad": phrase("page_conversations.none_bad"),
    "unanswered": phrase("page_conversations.none_unanswered"),
}
NO_MATCH = phrase("page_conversations.no_match")
SHOW = phrase("page_conversations.show")
FIND_LABEL = phrase("page_conversations.find_label")
FIND_PLACEHOLDER = phrase("page_conversations.find_placeholder")
UNTITLED_CONVERSATION = phrase("page_conversations.untitled")
MESSAGES = phrase("page_conversations.messages", "count")
NOT_ANSWERED = phrase("page_conversations.not_answered", "count")
NEWER = phrase("page_conversations.newer")
OLDER = phrase("page_conversations.older")
ROWS_SHOWN = phrase("page_conversations.rows_shown", "first", "last")
ALL_CONVERSATIONS = phrase("page_conversations.back")
PAGE_LENGTH = 25
_FILTER, _WORDS = "review-filter", "review-words"


def draw_conversations_page(services: PageServices, visitor: Visitor) -> None:
    """Draw a course's conversations, or one of them, or the sign-in form.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    draw_staff_page(
        CONVERSATIONS(),
        services,
        visitor,
        lambda course: _draw_course_conversations(course, services),
    )


def _draw_course_conversations(course: CourseRow, services: PageServices) -> None:
    conversation_id = st.query_params.get("conversation", "")
    if conversation_id:
        _draw_conversation(conversation_id, course, services)
    else:
        _draw_list(course, services)


# --- the list ---


def _draw_list(course: CourseRow, services: PageServices) -> None:
    st.markdown(ABOUT())
    wanted, words = _draw_choice()
    start = int(st.session_state.get("review-start", 0))
    rows = services.review.conversations(
        course.id, wanted=wanted, words=words, start=start, count=PAGE_LENGTH + 1
    )
    if not rows:
        st.caption(NO_MATCH() if words else _EMPTY_LISTS[wanted]())
    with st.container(key="review-list", gap=None):
        for row in rows[:PAGE_LENGTH]:
            _draw_row(row)
    _draw_pager(start, len(rows))


def _draw_choice() -> tuple[ReviewFilter, str]:
    """Ask which conversations to list; both choices are kept while one of them is open."""
    st.session_state.setdefault(_FILTER, "all")
    with st.container(horizontal=True, vertical_alignment="center"):
        chosen = st.segmented_control(
            SHOW(),
            list(_LISTS),
            key=_FILTER,
            required=True,
            format_func=lambda one: _LISTS[one](),
            persist_state="session",
            on_change=_first_page,
            label_visibility="collapsed",
        )
        words = st.text_input(
            FIND_LABEL(),
            key=_WORDS,
            placeholder=FIND_PLACEHOLDER(),
            persist_state="session",
            on_change=_first_page,
            label_visibility="collapsed",
            width=260,
        )
    return chosen or "all", words.strip()


def _draw_row(row: ReviewRow) -> None:
    with st.container(key=f"review-{row.conversation_id}", gap=None):
        st.button(
            escape_markdown(row.title or UNTITLED_CONVERSATION()),
            key=f"open-{row.conversation_id}",
            type="tertiary",
            on_click=_open,
            args=(row.conversation_id, row.course_id),
        )
        st.caption(f"{row.student} · {when_words(row.last_at)} · {_counts(row)}")


def _counts(row: ReviewRow) -> str:
    counts = [MESSAGES(count=row.turns)]
    if row.unanswered:
        counts.append(NOT_ANSWERED(count=row.unanswered))
    if row.good:
        counts.append(f"{row.good} :material/thumb_up:")
    if row.bad:
        counts.append(f":red[{row.bad} :material/thumb_down:]")
    return " · ".join(counts)


def _draw_pager(start: int, count: int) -> None:
    """`count` counts the conversations from `start` on, at most one more than a page."""
    more = count > PAGE_LENGTH
    if not (start or more):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if start:
            st.button(NEWER(), key="newer", on_click=_turn_page, args=(start - PAGE_LENGTH,))
        if more:
            st.button(OLDER(), key="older", on_click=_turn_page, args=(start + PAGE_LENGTH,))
        st.caption(
            ROWS_SHOWN(first=start + 1, last=start + min(count, PAGE_LENGTH)), width="content"
        )


def _turn_page(start: int) -> None:
    st.session_state["review-start"] = max(0, start)


def _first_page() -> None:
    _turn_page(0)


def _open(conversation_id: str, course_id: str) -> None:
    st.query_params.from_dict({"course": course_id, "conversation": conversation_id})


def _close(course_id: str) -> None:
    st.query_params.from_dict({"course": course_id})


# --- one conversation ---


def _draw_conversation(conversation_id: str, course: CourseRow, services: PageServices) -> None:
    st.button(
        ALL_CONVERSATIONS(),
        key="back-to-list",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=_close,
        args=(course.id,),
    )
    draw_conversation(conversation_id, course, services)
