"""Which help a message was taken to ask for, and the click that changes it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.understanding.dialogue_acts import BUTTONS
from tutor_app.wording.catalogue import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tutor_app.domain.values import Intent, IntentRecognised
    from tutor_app.storage.records.row_values import TurnRow

    AskAs = Callable[[str, Intent], None]

INTENTS: tuple[Intent, ...] = (
    "direct",
    "conceptual",
    "validation",
    "debugging",
    "tracing",
    "evaluation",
)
NAMES: Mapping[Intent, Phrase] = {one: phrase(f"page_chat.help_{one}") for one in INTENTS}
ASKED_BACK: Mapping[Intent, Phrase] = {one: phrase(f"page_chat.asked_{one}") for one in INTENTS}
TAKEN_AS = phrase("page_chat.taken_as", "help")
TAKEN_AS_CHOSEN = phrase("page_chat.taken_as_chosen", "help")
OR_DID_YOU_MEAN = phrase("page_chat.or_did_you_mean", "taken_as")
I_WANTED = phrase("page_chat.i_wanted")
CORRECTIONS: tuple[Intent, ...] = ("conceptual", "validation", "debugging", "tracing")


def draw_intent(turn: TurnRow, understood: IntentRecognised, ask_as: AskAs | None) -> None:
    """Draw the label; with `ask_as` also what else the same message may be taken as."""
    if not understood.sure:
        _draw_question(turn, understood, ask_as)
        return
    if turn.wanted is None and turn.question.strip() in BUTTONS:
        return  # a button beside the problem at hand: no other help is meant
    with st.container(
        key=f"intent-{turn.id}", horizontal=True, horizontal_alignment="right", gap="xsmall"
    ):
        taken_as = TAKEN_AS_CHOSEN if turn.wanted == understood.intent else TAKEN_AS
        label = taken_as(help=f"<b>{escape(NAMES[understood.intent]())}</b>")
        st.html(f'<span class="el-intent">{label}</span>', width="content")
        if ask_as is None:
            return
        st.html(f'<span class="el-intent">{I_WANTED()}</span>', width="content")
        for intent in CORRECTIONS:
            if intent != understood.intent:
                _draw_choice(NAMES[intent](), turn, intent, ask_as, help_=ASKED_BACK[intent]())


def _draw_question(turn: TurnRow, understood: IntentRecognised, ask_as: AskAs | None) -> None:
    """The tutor is not sure: it says what it assumed, and a button asks for the other help.

    Once the conversation has moved on, it no longer asks.
    """
    with st.container(
        key=f"intent-{turn.id}", horizontal=True, horizontal_alignment="right", gap="xsmall"
    ):
        label = TAKEN_AS(help=f"<b>{escape(NAMES[understood.intent]())}</b>")
        if ask_as is None:
            st.html(f'<span class="el-intent">{label}</span>', width="content")
            return
        label = OR_DID_YOU_MEAN(taken_as=label)
        st.html(f'<span class="el-intent">{label}</span>', width="content")
        for intent in understood.others[:1]:
            _draw_choice(ASKED_BACK[intent](), turn, intent, ask_as)


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
