"""What the next message is meant to be: a question, or an answer to have checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

from tutor_app.wording.catalogue import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor_app.domain.values import Intent

Mode = Literal["ask", "check"]
NAMES: Mapping[Mode, Phrase] = {
    "ask": phrase("page_chat.mode_ask"),
    "check": phrase("page_chat.mode_check"),
}
LABEL = phrase("page_chat.mode_label")
QUIZ_ME = phrase("conversation_quotes.quiz_me")
QUIZ_HELP = phrase("page_chat.quiz_help")
HELP = phrase("page_chat.mode_help")
PROMPT_ASK = phrase("page_chat.prompt_ask", "course")
PROMPT_CHECK = phrase("page_chat.prompt_check")


def draw_mode(thread_id: str, asked: int) -> Mode:
    """Draw the choice above the input; it is kept until one more message than `asked` is there."""
    chosen: dict[str, int] = st.session_state.setdefault("answers-to-check", {})
    key = f"mode-{thread_id}"
    mode: Mode = "check" if chosen.get(thread_id) == asked else "ask"
    st.session_state[key] = mode

    def remember() -> None:
        if st.session_state[key] == "check":
            chosen[thread_id] = asked
        else:
            chosen.pop(thread_id, None)

    st.segmented_control(
        LABEL(),
        list(NAMES),
        key=key,
        format_func=lambda mode: NAMES[mode](),
        required=True,
        help=HELP(),
        label_visibility="collapsed",
        on_change=remember,
    )
    return mode


def draw_quiz_button(say: Callable[[str], None]) -> None:
    """Draw the button that begins a round of practice, as a message of the student's."""
    st.button(
        QUIZ_ME(),
        key="quiz-me",
        type="tertiary",
        icon=":material/quiz:",
        help=QUIZ_HELP(),
        on_click=say,
        args=(QUIZ_ME(),),
    )


def help_of(mode: Mode) -> Intent | None:
    """Return the help chosen for the next message; None lets the tutor find out."""
    return "evaluation" if mode == "check" else None


def prompt(mode: Mode, course_name: str) -> str:
    """Return the placeholder of the empty input."""
    return PROMPT_CHECK() if mode == "check" else PROMPT_ASK(course=course_name)
