"""A thumb up or down under an answer, and why it is down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor_app.storage.records import FeedbackRow

LONGEST_REASON = 500
THANKS = phrase("page_chat.thanks")
GOOD_ANSWER = phrase("page_chat.good_answer")
BAD_ANSWER = phrase("page_chat.bad_answer")
YOUR_CHOICE = phrase("page_chat.your_choice", "answer")
WHAT_WAS_WRONG = phrase("page_chat.what_was_wrong")
WRONG_EXAMPLE = phrase("page_chat.wrong_example")
SEND_REASON = phrase("page_chat.send_reason")
_OPEN = "feedback-open"  # the turn whose reason is being written
_TOLD = "feedback-told"  # the turn whose reason was given just now


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What the learner thinks of the conversation's answers, by turn, and how it is kept.

    `give` takes the turn, whether it was good, and the reason.
    """

    given: Mapping[str, FeedbackRow]
    give: Callable[[str, bool, str], None]


def draw_feedback(turn_id: str, feedback: Feedback) -> None:
    """Two thumbs; a thumb down asks for the reason, which may stay empty."""
    row = feedback.given.get(turn_id)
    with st.container(key=f"feedback-{turn_id}", horizontal=True, gap=None):
        for good, label, icon in (
            (True, GOOD_ANSWER(), "thumb_up"),
            (False, BAD_ANSWER(), "thumb_down"),
        ):
            chosen = row is not None and row.good == good
            st.button(
                YOUR_CHOICE(answer=label) if chosen else label,
                key=f"{'chosen' if chosen else 'thumb'}-{'up' if good else 'down'}-{turn_id}",
                icon=f":material/{icon}:",
                type="tertiary",
                help=label,
                on_click=_judge,
                args=(turn_id, good, row, feedback),
            )
    if row is not None and not row.good and st.session_state.get(_OPEN) == turn_id:
        _draw_reason(row, feedback)
    elif st.session_state.get(_TOLD) == turn_id:
        st.caption(THANKS())


def _judge(turn_id: str, good: bool, row: FeedbackRow | None, feedback: Feedback) -> None:
    reason = row.reason if row is not None and not good else ""
    feedback.give(turn_id, good, reason)
    st.session_state[_OPEN] = None if good else turn_id
    st.session_state[_TOLD] = turn_id if good else None


def _draw_reason(row: FeedbackRow, feedback: Feedback) -> None:
    key = f"reason-{row.turn_id}"
    with st.form(f"why-{row.turn_id}", border=False):
        st.text_input(
            WHAT_WAS_WRONG(),
            value=row.reason,
            key=key,
            max_chars=LONGEST_REASON,
            placeholder=WRONG_EXAMPLE(),
        )
        st.form_submit_button(SEND_REASON(), on_click=_tell, args=(row.turn_id, key, feedback))


def _tell(turn_id: str, key: str, feedback: Feedback) -> None:
    feedback.give(turn_id, False, st.session_state[key])
    st.session_state[_OPEN] = None
    st.session_state[_TOLD] = turn_id
