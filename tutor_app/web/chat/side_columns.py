"""Two things of the course set beside each other: columns, which a phone puts one below another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.values import Quote, SideBySide
from tutor_app.web.components.dialogs import Dialog, page_of_quote
from tutor_app.web.components.quote_html import source_label
from tutor_app.wording.quote_sentences import QUOTED

if TYPE_CHECKING:
    from tutor_app.web.chat.turn_reading import Part


def quotes_in_columns(parts: Sequence[Part]) -> dict[int, Quote]:
    """Return the quotes that stand in columns, by their place among the parts of a turn."""
    place = next((n for n, part in enumerate(parts) if isinstance(part, SideBySide)), None)
    if place is None:
        return {}
    sides = parts[place]
    assert isinstance(sides, SideBySide)
    behind = enumerate(parts[place + 1 :], place + 1)
    found = [(number, part) for number, part in behind if isinstance(part, Quote)]
    return dict(found[: sum(sides.counts)])


def draw_columns(
    sides: SideBySide,
    quotes: Sequence[Quote],
    key: str,
    draw_chip: Callable[[str, str, Dialog], None],
) -> None:
    """Draw each side under its name: its sentences word for word, and where each one stands."""
    left = list(quotes)
    with st.container(key=f"sides-{key}"):
        columns = st.columns(len(sides.names), gap="medium")
        for number, (name, count) in enumerate(zip(sides.names, sides.counts, strict=True)):
            own, left = left[:count], left[count:]
            with columns[number]:
                st.html(f'<div class="el-label">{escape(name)}</div>')
                for place, quote in enumerate(own):
                    st.html(f'<p class="el-side">{escape(_said(quote))}</p>')
                    at = f"side-{key}-{number}-{place}"
                    draw_chip(source_label(quote), at, page_of_quote(quote))


def _said(quote: Quote) -> str:
    return QUOTED(words=" ".join(mark.text for mark in quote.marked))
