"""Which help a message was taken to ask for, and the click that changes it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.strategies.asides import aside

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor_app.records.rows import TurnRow
    from tutor_app.values import Intent, Understood

    AskAs = Callable[[str, Intent], None]

NAMES: Mapping[Intent, str] = {
    "direct": "answer",
    "conceptual": "explain",
    "validation": "check",
    "debugging": "debug",
    "tracing": "trace",
    "evaluation": "check my answer",
}
ASKED_BACK: Mapping[Intent, str] = {
    "direct": "Answer my question",
    "conceptual": "Explain it",
    "validation": "Check my work",
    "debugging": "Help me debug it",
    "tracing": "Trace it",
    "evaluation": "Check my answer",
}
CORRECTIONS: tuple[Intent, ...] = ("conceptual", "validation", "debugging", "tracing")


def draw_intent(turn: TurnRow, understood: Understood, ask_as: AskAs | None) -> None:
    """Draw the label; with `ask_as` also what else the same message may be taken as."""
    if not understood.sure:
        _draw_question(turn, understood, ask_as)
        return
    if turn.wanted is None and aside(turn.question) is not None:
        return  # "I'm stuck", "why?": said to the problem at hand, and no other help is meant
    with st.container(
        key=f"intent-{turn.id}", horizontal=True, horizontal_alignment="right", gap="xsmall"
    ):
        chosen = " (your choice)" if turn.wanted == understood.intent else ""
        label = f"Taken as: <b>{escape(NAMES[understood.intent])}</b>{chosen}"
        st.html(f'<span class="el-intent">{label}</span>', width="content")
        if ask_as is None:
            return
        st.html('<span class="el-intent">I wanted:</span>', width="content")
        for intent in CORRECTIONS:
            if intent != understood.intent:
                _draw_choice(NAMES[intent], turn, intent, ask_as, help_=ASKED_BACK[intent])


def _draw_question(turn: TurnRow, understood: Understood, ask_as: AskAs | None) -> None:
    """The tutor is not sure: it says what it went by, and a button asks for the other help.

    Once the conversation has gone on, it is not asked any more.
    """
    with st.container(
        key=f"intent-{turn.id}", horizontal=True, horizontal_alignment="right", gap="xsmall"
    ):
        label = f"Taken as: <b>{escape(NAMES[understood.intent])}</b>"
        if ask_as is None:
            st.html(f'<span class="el-intent">{label}</span>', width="content")
            return
        st.html(f'<span class="el-intent">{label}. Or did you mean:</span>', width="content")
        for intent in understood.others[:1]:
            _draw_choice(ASKED_BACK[intent], turn, intent, ask_as)


def _draw_choice(
    label: str, turn: TurnRow, intent: Intent, ask_as: AskAs, help_: str | None = None
) -> None:
    st.button(
        label,
        key=f"wanted-{intent}-{turn.id}",
        type="secondary" if help_ is None else "tertiary",
        help=help_,
        on_click=ask_as,
        args=(turn.question, intent),
    )
