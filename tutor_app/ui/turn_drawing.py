"""One turn on the page: what was asked, the quotes, the tutor's few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.ui.dialogs import Dialog, open_dialog, page_of_quote, page_of_source
from tutor_app.ui.feedback import Feedback, draw_feedback
from tutor_app.ui.intent_chip import draw_intent
from tutor_app.ui.ladder_view import draw_ladder, without_next_hint
from tutor_app.ui.math_text import to_markdown
from tutor_app.ui.practice_card import Practice, draw_cloze
from tutor_app.ui.quote_html import message_html, paragraph_html, quote_html, source_label
from tutor_app.ui.trace_card import draw_problem, draw_trace
from tutor_app.values import Intent, ProblemRead, Quote, Sentence, TraceShown

if TYPE_CHECKING:
    from tutor_app.records.rows import TurnRow
    from tutor_app.ui.turn_reading import Shown

MORE_SOURCES = 3
LABELS = {
    "explanation": "In other words",
    "exercise": "Try it yourself",
    "question": "Over to you",
    "hint": "Hint",
}
WAITING = "Waiting behind the answer above"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnActions:
    """What the buttons of a turn do; one without its action is not drawn.

    `say` sends a message of the student's; `ask_as` one that they want to be taken so.
    """

    stop: Callable[[str], None]
    retry: Callable[[str], None] | None
    practice: Practice | None = None
    say: Callable[[str], None] | None = None
    ask_as: Callable[[str, Intent], None] | None = None
    feedback: Feedback | None = None


def draw_turn(turn: TurnRow, shown: Shown, actions: TurnActions, *, waiting: bool) -> None:
    with st.container(key=f"turn-{turn.id}", gap="small"):
        st.html(message_html(turn.question))
        if shown.understood is not None:
            draw_intent(turn, shown.understood, actions.ask_as if shown.finished else None)
        for number, part in enumerate(shown.said):
            key = f"{turn.id}-{number}"
            match part:
                case Quote():
                    _draw_quote(part, key)
                case ProblemRead():
                    draw_problem(part, key, actions.say if shown.finished else None)
                case TraceShown():
                    draw_trace(part, key)
                case Sentence():
                    _draw_sentence(part, shown, key)
        if shown.finished:
            _draw_end(turn, shown, actions)
        else:
            _draw_progress(turn, shown, actions, waiting=waiting)


def _draw_quote(quote: Quote, key: str) -> None:
    with st.container(key=f"quote-{key}", gap="xsmall"):
        st.html(quote_html(quote))
        with st.container(key=f"quote-row-{key}", horizontal=True, gap="small"):
            _draw_chip(source_label(quote), f"source-{key}", page_of_quote(quote))
            st.html(paragraph_html(quote), width="content")


def _draw_chip(label: str, key: str, dialog: Dialog) -> None:
    clicked = st.button(
        label,
        key=key,
        type="tertiary",
        icon=":material/auto_stories:",
        help="Open the whole page",
        on_click=open_dialog,
        args=(dialog,),
    )
    if clicked:  # in a fragment, the dialog is drawn by the whole page
        st.rerun()


def _draw_sentence(sentence: Sentence, shown: Shown, key: str) -> None:
    text = to_markdown(sentence.text, code=True)
    if sentence.role not in LABELS:
        with st.container(key=f"said-{sentence.role}-{key}"):
            st.markdown(text)
        return
    with st.container(key=f"task-{key}", gap="xsmall"):
        st.html(f'<div class="el-label">{escape(LABELS[sentence.role])}</div>')
        st.markdown(text)
        quoted = next((q for q in shown.quotes if q.passage_id == sentence.passage_id), None)
        if quoted is not None and sentence.role == "explanation":
            _draw_chip(source_label(quoted), f"task-source-{key}", page_of_quote(quoted))
        elif source := shown.source_of(sentence):
            _draw_chip(source_label(source), f"task-source-{key}", page_of_source(source))


def _draw_progress(turn: TurnRow, shown: Shown, actions: TurnActions, *, waiting: bool) -> None:
    words = WAITING if waiting else shown.status_line
    with st.container(
        key=f"progress-{turn.id}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        state = "waiting" if waiting else "running"
        st.html(f'<div class="el-status el-{state}">{escape(words)}</div>', width="content")
        st.button(
            "Stop" if not waiting else "Cancel",
            key=f"stop-{turn.id}",
            icon=":material/stop_circle:" if not waiting else ":material/close:",
            type="tertiary",
            on_click=actions.stop,
            args=(turn.id,),
        )
    if shown.restarted:
        st.caption("A part of the tutor was restarted, so the answer begins again.")


def _draw_end(turn: TurnRow, shown: Shown, actions: TurnActions) -> None:
    if shown.cloze is not None and actions.practice is not None:
        draw_cloze(shown.cloze, turn.id, actions.practice)
    _draw_ways_on(turn, shown, actions.say)
    if shown.status == "stopped":
        st.html('<div class="el-status el-stopped">Stopped</div>')
    if shown.trouble:
        st.error(shown.trouble, icon=":material/error:")
    if shown.may_retry and actions.retry is not None:
        st.button(
            "Retry",
            key=f"retry-{turn.id}",
            icon=":material/refresh:",
            on_click=actions.retry,
            args=(turn.id,),
        )
    others = shown.other_sources[:MORE_SOURCES] if shown.quotes else ()
    if others:
        with st.container(key=f"more-{turn.id}", horizontal=True, gap="xsmall"):
            st.html('<span class="el-more">Also in the course</span>', width="content")
            for number, source in enumerate(others):
                _draw_chip(source_label(source), f"more-{turn.id}-{number}", page_of_source(source))
    if shown.status == "done" and actions.feedback is not None:
        draw_feedback(turn.id, actions.feedback)


def _draw_ways_on(turn: TurnRow, shown: Shown, say: Callable[[str], None] | None) -> None:
    """The hint ladder, and what the student may say next by one click."""
    if shown.hint_level is not None:
        draw_ladder(shown.hint_level, turn.id, say)
    offers = without_next_hint(shown.offers, shown.hint_level)
    if offers and say is not None:
        with st.container(key=f"offers-{turn.id}", horizontal=True, gap="small"):
            for number, message in enumerate(offers):
                st.button(
                    message,
                    key=f"offer-{turn.id}-{number}",
                    on_click=say,
                    args=(message,),
                )
