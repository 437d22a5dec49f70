"""What the next message is meant as: a question, or an answer to have checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tutor_app.ui.place import Place
    from tutor_app.values import Intent

Mode = Literal["ask", "check"]
NAMES: Mapping[Mode, str] = {"ask": "Ask", "check": "Check my answer"}
HELP = (
    "“Check my answer”: name the exercise, then write your answer. The tutor says which points of "
    "it you have, and asks about one that is missing."
)


def draw_mode(place: Place) -> Mode:
    """Draw the choice above the input; it holds for one message, and is kept until that is sent."""
    modes: dict[str, Mode] = st.session_state.setdefault("modes", {})
    of = _of(place)
    key = f"mode-{of}"
    st.session_state[key] = modes.get(of, "ask")

    def remember() -> None:
        modes[of] = st.session_state[key]

    st.segmented_control(
        "What the next message is",
        list(NAMES),
        key=key,
        format_func=lambda mode: NAMES[mode],
        required=True,
        help=HELP,
        label_visibility="collapsed",
        on_change=remember,
    )
    return modes.get(of, "ask")


def take_mode(place: Place) -> Intent | None:
    """Return the help that was chosen for this message; the next one is a question again."""
    modes: dict[str, Mode] = st.session_state.get("modes", {})
    return "evaluation" if modes.pop(_of(place), "ask") == "check" else None


def prompt(mode: Mode, course_name: str) -> str:
    """Return what stands in the empty input."""
    return "The exercise, and your answer to it" if mode == "check" else f"Ask about {course_name}"


def _of(place: Place) -> str:
    if place.conversation is not None:
        return place.conversation.id
    return "" if place.course is None else place.course.id
