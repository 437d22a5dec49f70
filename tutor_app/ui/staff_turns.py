"""What students asked and were told, for staff: without names, and with what lies behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.errors import NotFound
from tutor_app.ui.dialogs import PageOpened, current_dialog
from tutor_app.ui.math_text import escape_markdown
from tutor_app.ui.page_dialog import draw_page_dialog
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.staff_page import draw_staff_page
from tutor_app.ui.trouble import recovering
from tutor_app.ui.turn_drawing import TurnActions, draw_turn
from tutor_app.ui.turn_reading import read_turn
from tutor_app.ui.turn_unfolded import draw_unfolded
from tutor_app.ui.visitor import Visitor, get_visitor
from tutor_app.ui.when import when_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor_app.records import CourseRow, FeedbackRow, ReviewRow
    from tutor_app.records.review import Wanted

PAGE_LENGTH = 25
LISTS: Mapping[str, Wanted] = {
    "All": "all",
    "With a thumb down": "bad",
    "Not answered": "unanswered",
}
ABOUT = (
    "What students asked, and what lies behind each answer. Students are known by a random cookie; "
    "the names here are made from it and say nothing about a person."
)
NOTHING: Mapping[Wanted, str] = {
    "all": "Nothing was asked yet.",
    "bad": "No answer has a thumb down.",
    "unanswered": "No message was left without an answer.",
}
NOTHING_FOUND = "No student's message here has these words."
_FILTER, _WORDS = "review-filter", "review-words"


def conversations() -> None:
    """The page as the navigation runs it."""
    with recovering():
        parts = get_parts()
        draw_review_page(parts, get_visitor(parts.conversations))


def draw_review_page(parts: Parts, visitor: Visitor) -> None:
    """Draw a course's conversations, or one of them, or the door.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    draw_staff_page("Conversations", parts, visitor, lambda course: _draw_review(course, parts))


def _draw_review(course: CourseRow, parts: Parts) -> None:
    conversation_id = st.query_params.get("conversation", "")
    if conversation_id:
        _draw_conversation(conversation_id, course, parts)
    else:
        _draw_list(course, parts)


# --- the list ---


def _draw_list(course: CourseRow, parts: Parts) -> None:
    st.markdown(ABOUT)
    wanted, words = _draw_choice()
    start = int(st.session_state.get("review-start", 0))
    rows = parts.review.conversations(
        course.id, wanted=wanted, words=words, start=start, count=PAGE_LENGTH + 1
    )
    if not rows:
        st.caption(NOTHING_FOUND if words else NOTHING[wanted])
    with st.container(key="review-list", gap=None):
        for row in rows[:PAGE_LENGTH]:
            _draw_row(row)
    _draw_pager(start, len(rows))


def _draw_choice() -> tuple[Wanted, str]:
    """Ask which conversations; both choices outlast a look into one of them."""
    st.session_state.setdefault(_FILTER, next(iter(LISTS)))
    with st.container(horizontal=True, vertical_alignment="center"):
        chosen = st.segmented_control(
            "Show",
            list(LISTS),
            key=_FILTER,
            required=True,
            persist_state="session",
            on_change=_first_page,
            label_visibility="collapsed",
        )
        words = st.text_input(
            "Find in the students' messages",
            key=_WORDS,
            placeholder="Find in the messages",
            persist_state="session",
            on_change=_first_page,
            label_visibility="collapsed",
            width=260,
        )
    return LISTS[chosen or next(iter(LISTS))], words.strip()


def _draw_row(row: ReviewRow) -> None:
    with st.container(key=f"review-{row.conversation_id}", gap=None):
        st.button(
            escape_markdown(row.title or "Conversation"),
            key=f"open-{row.conversation_id}",
            type="tertiary",
            on_click=_open,
            args=(row.conversation_id, row.course_id),
        )
        st.caption(f"{row.student} · {when_words(row.last_at)} · {_counts(row)}")


def _counts(row: ReviewRow) -> str:
    said = ["1 message" if row.turns == 1 else f"{row.turns} messages"]
    if row.unanswered:
        said.append(f"{row.unanswered} not answered")
    if row.good:
        said.append(f"{row.good} :material/thumb_up:")
    if row.bad:
        said.append(f":red[{row.bad} :material/thumb_down:]")
    return " · ".join(said)


def _draw_pager(start: int, found: int) -> None:
    """`found` counts the conversations from `start` on, one more than a page where there are."""
    more = found > PAGE_LENGTH
    if not (start or more):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        if start:
            st.button("Newer", key="newer", on_click=_turn_page, args=(start - PAGE_LENGTH,))
        if more:
            st.button("Older", key="older", on_click=_turn_page, args=(start + PAGE_LENGTH,))
        st.caption(f"{start + 1} to {start + min(found, PAGE_LENGTH)}", width="content")


def _turn_page(start: int) -> None:
    st.session_state["review-start"] = max(0, start)


def _first_page() -> None:
    _turn_page(0)


def _open(conversation_id: str, course_id: str) -> None:
    st.query_params.from_dict({"course": course_id, "conversation": conversation_id})


def _close(course_id: str) -> None:
    st.query_params.from_dict({"course": course_id})


# --- one conversation ---


def _draw_conversation(conversation_id: str, course: CourseRow, parts: Parts) -> None:
    st.button(
        "All conversations",
        key="back-to-list",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=_close,
        args=(course.id,),
    )
    try:
        student = parts.review.student_of(conversation_id, course.id)
    except NotFound as exc:
        st.info(str(exc))
        return
    turns = parts.conversations.turns(conversation_id)
    given = parts.feedback.of([turn.id for turn in turns])
    st.caption(f"{student} · {when_words(turns[0].created_at)}" if turns else student)
    for turn in turns:
        if not turn.is_finished:
            st.caption("The next answer is being written.")
            break
        shown = read_turn(turn.events, turn.status)
        draw_turn(turn, shown, TurnActions(stop=_nothing, retry=None), waiting=False)
        _draw_judgement(given.get(turn.id))
        draw_unfolded(turn, shown)
    opened = current_dialog()
    if isinstance(opened, PageOpened):
        draw_page_dialog(opened, parts.courses, parts.settings.files_dir)


def _draw_judgement(row: FeedbackRow | None) -> None:
    if row is None:
        return
    thumb = ":material/thumb_up: Found good" if row.good else ":material/thumb_down: Found bad"
    reason = f": “{escape_markdown(row.reason)}”" if row.reason else ""
    st.markdown(
        f"{thumb} by the student{reason}" if row.good else f":red[{thumb} by the student]{reason}"
    )


def _nothing(turn_id: str) -> None:
    """A finished turn is not stopped."""
