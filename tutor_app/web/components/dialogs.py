"""Which dialog is open. The session remembers it, so that a page that redraws keeps it open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from tutor_app.domain.values import Box, Quote, Source

_OPEN = "open_dialog"
_DRAWN = "dialog_is_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOpened:
    """A source is open, at the page cited or at another one of its document."""

    document_id: str
    page: int
    cited_page: int
    headings: tuple[str, ...]
    marks: tuple[Box, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Renaming:
    conversation_id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deleting:
    course_id: str
    conversation_id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceAdded:
    """The learner takes their conversations to another device."""


Dialog = PageOpened | Renaming | Deleting | DeviceAdded


def open_dialog(dialog: Dialog) -> None:
    st.session_state[_OPEN] = dialog


def close_dialog() -> None:
    st.session_state.pop(_OPEN, None)


def current_dialog() -> Dialog | None:
    dialog: Dialog | None = st.session_state.get(_OPEN)
    return dialog


def drawn_dialog() -> Dialog | None:
    """Return the dialog to draw now, and remember whether there was one."""
    dialog = current_dialog()
    st.session_state[_DRAWN] = dialog is not None
    return dialog


def dialog_waits() -> bool:
    """Return whether a dialog was opened that the page has not drawn.

    A click inside a fragment opens one without redrawing the page around it.
    """
    return current_dialog() is not None and not st.session_state.get(_DRAWN, False)


def page_of_quote(quote: Quote) -> PageOpened:
    return PageOpened(
        document_id=quote.document_id,
        page=quote.page,
        cited_page=quote.page,
        headings=quote.headings,
        marks=tuple(box for marked in quote.marked for box in marked.boxes),
        text=" ".join(marked.text for marked in quote.marked),
    )


def page_of_source(source: Source) -> PageOpened:
    return PageOpened(
        document_id=source.document_id,
        page=source.page,
        cited_page=source.page,
        headings=source.headings,
    )
