"""What the next message is meant to be: a question, or an answer to have checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

import streamlit as st

from tutor_app.wording.catalogue import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor_app.domain.values import Intent
    from tutor_app.storage.records import TurnRow

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


def works_on_answer(newest: TurnRow | None) -> bool:
    """Return whether the newest turn is an answer to be checked that is not found right yet."""
    if newest is None or newest.wanted != "evaluation":
        return False
    moves = newest.record.moves if newest.record is not None else ()
    return not any(move.cause == "right" for move in moves)


def draw_mode(thread_id: str, asked: int, *, works: bool) -> Mode:
    """Draw the choice above the input; it holds until one more message than `asked` is there.

    Without one the next message is an answer to check as long as the student `works` on one.
    """
    chosen: dict[str, tuple[int, Mode]] = st.session_state.setdefault("asking-modes", {})
    key = f"mode-{thread_id}"
    otherwise: Mode = "check" if works else "ask"
    at, mode = chosen.get(thread_id, (asked, otherwise))
    st.session_state[key] = mode if at == asked else otherwise

    def remember() -> None:
        chosen[thread_id] = asked, st.session_state[key]

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
    return cast(Mode, st.session_state[key])


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
