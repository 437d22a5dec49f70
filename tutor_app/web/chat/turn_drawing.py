"""One turn on the page: what was asked, the quotes, the tutor's few words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.values import (
    Intent,
    ProblemRead,
    Quote,
    Sentence,
    SideBySide,
    TraceShown,
    VariablesShown,
)
from tutor_app.web.chat.feedback_buttons import Feedback, draw_feedback
from tutor_app.web.chat.intent_chip import draw_intent
from tutor_app.web.chat.ladder_view import draw_ladder, draw_offers
from tutor_app.web.chat.practice_card import Practice, draw_cloze
from tutor_app.web.chat.side_columns import draw_columns, quotes_in_columns
from tutor_app.web.components.dialogs import Dialog, open_dialog, page_of_quote, page_of_source
from tutor_app.web.components.math_text import to_markdown
from tutor_app.web.components.quote_html import (
    OPEN_PAGE,
    message_html,
    origin_html,
    paragraph_html,
    quote_html,
    source_label,
)
from tutor_app.web.components.trace_player import draw_problem, draw_trace
from tutor_app.web.components.variables_player import draw_variables
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records.row_values import TurnRow
    from tutor_app.web.chat.turn_reading import TurnOnPage

MORE_SOURCES = 3
LABELS = {
    role: phrase(f"page_chat.{role}") for role in ("explanation", "exercise", "question", "hint")
}
WAITING = phrase("page_chat.waiting")
STOP = phrase("page_chat.stop")
CANCEL = phrase("page_chat.cancel")
STOPPED = phrase("page_chat.stopped")
RETRY = phrase("page_chat.retry")
RESTARTED = phrase("page_chat.restarted")
ALSO_IN_COURSE = phrase("page_chat.also_in_course")
MORE_IN_COURSE = phrase("page_chat.more_in_course")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnActions:
    """What the buttons of a turn do; one without its action is not drawn.

    `say` sends a message of the student's; `ask_as` sends one that asks for a certain help.
    """

    stop: Callable[[str], None]
    retry: Callable[[str], None] | None
    practice: Practice | None = None
    say: Callable[[str], None] | None = None
    ask_as: Callable[[str, Intent], None] | None = None
    feedback: Feedback | None = None


def draw_turn(turn: TurnRow, shown: TurnOnPage, actions: TurnActions, *, waiting: bool) -> None:
    with st.container(key=f"turn-{turn.id}", gap="small"):
        st.html(message_html(turn.question))
        if shown.understood is not None:
            draw_intent(turn, shown.understood, actions.ask_as if shown.is_finished else None)
        in_columns = quotes_in_columns(shown.said)
        for number, part in enumerate(shown.said):
            if isinstance(part, SideBySide):
                quotes = list(in_columns.values())
                draw_columns(part, quotes, f"{turn.id}-{number}", _draw_chip)
            elif number not in in_columns:
                _draw_part(number, shown, f"{turn.id}-{number}", actions)
        _draw_more(turn, shown)
        if shown.is_finished:
            _draw_end(turn, shown, actions)
        else:
            _draw_progress(turn, shown, actions, waiting=waiting)


def _draw_part(number: int, shown: TurnOnPage, key: str, actions: TurnActions) -> None:
    match part := shown.said[number]:
        case Quote(quiet=False):
            _draw_quote(part, key)
        case Quote():
            pass  # it waits below, behind a button
        case ProblemRead():
            draw_problem(part, key, actions.say if shown.is_finished else None)
        case TraceShown():
            draw_trace(part, key)
        case VariablesShown():
            draw_variables(part.table, key)
        case Sentence():
            _draw_sentence(part, shown, number, key)


def _draw_quote(quote: Quote, key: str) -> None:
    with st.container(key=f"quote-{key}", gap="xsmall"):
        st.html(quote_html(quote))
        with st.container(key=f"quote-row-{key}", horizontal=True, gap="small"):
            _draw_chip(source_label(quote), f"source-{key}", page_of_quote(quote))
            if link := origin_html(quote):
                st.html(link, width="content")
            st.html(paragraph_html(quote), width="content")


def _draw_more(turn: TurnRow, shown: TurnOnPage) -> None:
    """Draw the quotes that say more than was asked, behind one button."""
    more = [quote for quote in shown.quotes if quote.quiet]
    if more:
        with st.expander(MORE_IN_COURSE()):
            for number, quote in enumerate(more):
                _draw_quote(quote, f"{turn.id}-quiet-{number}")


def _draw_chip(label: str, key: str, dialog: Dialog) -> None:
    clicked = st.button(
        label,
        key=key,
        type="tertiary",
        icon=":material/auto_stories:",
        help=OPEN_PAGE(),
        on_click=open_dialog,
        args=(dialog,),
    )
    if clicked:  # in a fragment, the dialog is drawn by the whole page
        st.rerun()


def _draw_sentence(sentence: Sentence, shown: TurnOnPage, number: int, key: str) -> None:
    text = to_markdown(sentence.text, code=True)
    if sentence.role not in LABELS:
        with st.container(key=f"said-{sentence.role}-{key}"):
            st.markdown(text)
        return
    with st.container(key=f"task-{key}", gap="xsmall"):
        if not shown.goes_on(number):
            st.html(f'<div class="el-label">{escape(LABELS[sentence.role]())}</div>')
        st.markdown(text)
        if shown.goes_on(number + 1, same_passage=True):
            return
        quoted = next((q for q in shown.quotes if q.passage_id == sentence.passage_id), None)
        if quoted is not None and sentence.role == "explanation":
            _draw_chip(source_label(quoted), f"task-source-{key}", page_of_quote(quoted))
        elif source := shown.source_of(sentence):
            _draw_chip(source_label(source), f"task-source-{key}", page_of_source(source))


def _draw_progress(
    turn: TurnRow, shown: TurnOnPage, actions: TurnActions, *, waiting: bool
) -> None:
    words = WAITING() if waiting else shown.status_line
    with st.container(
        key=f"progress-{turn.id}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        state = "waiting" if waiting else "running"
        st.html(f'<div class="el-status el-{state}">{escape(words)}</div>', width="content")
        st.button(
            STOP() if not waiting else CANCEL(),
            key=f"stop-{turn.id}",
            icon=":material/stop_circle:" if not waiting else ":material/close:",
            type="tertiary",
            on_click=actions.stop,
            args=(turn.id,),
        )
    if shown.restarted:
        st.caption(RESTARTED())


def _draw_end(turn: TurnRow, shown: TurnOnPage, actions: TurnActions) -> None:
    if shown.cloze is not None and actions.practice is not None:
        draw_cloze(shown.cloze, turn.id, actions.practice)
    _draw_ways_on(turn, shown, actions.say)
    if shown.status == "stopped":
        st.html(f'<div class="el-status el-stopped">{STOPPED()}</div>')
    if shown.trouble:
        st.error(shown.trouble, icon=":material/error:")
    if shown.may_retry and actions.retry is not None:
        st.button(
            RETRY(),
            key=f"retry-{turn.id}",
            icon=":material/refresh:",
            on_click=actions.retry,
            args=(turn.id,),
        )
    others = shown.other_sources[:MORE_SOURCES] if shown.quotes else ()
    if others:
        with st.container(key=f"more-{turn.id}", horizontal=True, gap="xsmall"):
            st.html(f'<span class="el-more">{ALSO_IN_COURSE()}</span>', width="content")
            for number, source in enumerate(others):
                _draw_chip(source_label(source), f"more-{turn.id}-{number}", page_of_source(source))
    if shown.status == "done" and actions.feedback is not None:
        draw_feedback(turn.id, actions.feedback)


def _draw_ways_on(turn: TurnRow, shown: TurnOnPage, say: Callable[[str], None] | None) -> None:
    """Draw the hint ladder, and what the student may say next with one click."""
    if shown.hint_level is not None and shown.hint_level >= 1:
        draw_ladder(shown.hint_level, turn.id, shown.offers, say)
    elif shown.offers and say is not None:
        with st.container(key=f"offers-{turn.id}", horizontal=True, gap="small"):
            draw_offers(shown.offers, turn.id, say)
