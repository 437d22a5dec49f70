"""One conversation as staff read it: without a name, with what lies behind each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.web.chat.follower import draw_follower
from tutor_app.web.chat.turn_drawing import TurnActions, draw_turn
from tutor_app.web.chat.turn_reading import read_turn
from tutor_app.web.components.dialogs import PageOpened, current_dialog
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_dialog import draw_page_dialog
from tutor_app.web.components.timestamps import when_words
from tutor_app.web.staff.turn_details import draw_turn_details
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from tutor_app.storage.records import CourseRow, FeedbackRow
    from tutor_app.web.components.page_services import PageServices

NEXT_IS_WRITTEN = phrase("page_conversations.next_is_written")
RATED_GOOD = phrase("page_conversations.rated_good")
RATED_BAD = phrase("page_conversations.rated_bad")
WITH_REASON = phrase("page_conversations.with_reason", "rating", "reason")


def _nothing() -> None:
    """Nothing belongs under it."""


def draw_conversation(
    conversation_id: str,
    course: CourseRow,
    services: PageServices,
    at: str = "",
    below: Callable[[], None] = _nothing,
) -> None:
    """Draw all its turns, or say that it is gone.

    The page opens `at` the turn with this id, and `below` draws what belongs under that one.
    """
    try:
        student = services.review.student_of(conversation_id, course.id)
    except NotFound as exc:
        st.info(str(exc))
        return
    turns = services.conversations.turns(conversation_id)
    ratings = services.feedback.of([turn.id for turn in turns])
    if at:
        draw_follower(spoken="", newest_turn=at, follow="", mark="")
    st.caption(f"{student} · {when_words(turns[0].created_at)}" if turns else student)
    for turn in turns:
        if not turn.is_finished:
            st.caption(NEXT_IS_WRITTEN())
            break
        shown = read_turn(turn.events, turn.status)
        with st.container(key=f"{'opened' if turn.id == at else 'read'}-{turn.id}"):
            draw_turn(turn, shown, TurnActions(stop=_ignore, retry=None), waiting=False)
            _draw_feedback(ratings.get(turn.id))
            if turn.id == at:
                below()
            draw_turn_details(turn, shown)
    opened = current_dialog()
    if isinstance(opened, PageOpened):
        draw_page_dialog(opened, services.courses, services.settings.files_dir)


def _draw_feedback(row: FeedbackRow | None) -> None:
    if row is None:
        return
    rating = RATED_GOOD() if row.good else f":red[{RATED_BAD()}]"
    if row.reason:
        rating = WITH_REASON(rating=rating, reason=escape_markdown(row.reason))
    st.markdown(rating)


def _ignore(turn_id: str) -> None:
    """Nothing stops a finished turn."""
