"""The hint ladder of the problem at hand, drawn small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.hint_ladder import TOP_LEVEL
from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.wording.buttons import as_label
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RUNGS = tuple(phrase(f"page_chat.rung_{level}") for level in range(1, TOP_LEVEL + 1))
LADDER_ALL = phrase("page_chat.ladder_all")
LADDER_LEVEL = phrase("page_chat.ladder_level", "level", "top", "rung")
NEXT_HINT_HELP = phrase("page_chat.next_hint_help")


def draw_ladder(
    level: int, turn_id: str, offers: Sequence[str], say: Callable[[str], None] | None
) -> None:
    """Draw where the learner stands; with `say` also the button that asks for the next hint.

    Beside it stands what else the learner may say with one click.
    """
    with st.container(
        key=f"ladder-{turn_id}", horizontal=True, vertical_alignment="center", gap="small"
    ):
        st.html(ladder_html(level), width="content")
        if say is not None and level <= TOP_LEVEL:
            st.button(
                as_label(NEXT_HINT),
                key=f"stuck-{turn_id}",
                icon=":material/support:",
                help=NEXT_HINT_HELP(),
                on_click=say,
                args=(as_label(NEXT_HINT),),
            )
        draw_offers(without_next_hint(offers, level), turn_id, say)


def draw_offers(offers: Sequence[str], turn_id: str, say: Callable[[str], None] | None) -> None:
    """Draw a button for each message that the learner may send with one click."""
    for number, message in enumerate(offers if say is not None else ()):
        key = f"offer-{turn_id}-{number}"
        st.button(message, key=key, on_click=say, args=(message,))


def ladder_html(level: int) -> str:
    """Four rungs, the lowest first; words beside them say the same."""
    rungs = "".join(
        f'<i class="{_rung(number, level)}"></i>' for number in range(1, len(RUNGS) + 1)
    )
    picture = f'<span class="el-rungs" aria-hidden="true">{rungs}</span>'
    return f'<div class="el-ladder">{picture}<span>{ladder_words(level)}</span></div>'


def ladder_words(level: int) -> str:
    """Return the level in words."""
    if level > TOP_LEVEL:
        return LADDER_ALL()
    return LADDER_LEVEL(level=level, top=TOP_LEVEL, rung=RUNGS[level - 1]())


def without_next_hint(offers: Sequence[str], level: int) -> tuple[str, ...]:
    """Leave out the offer that the button beside the ladder makes already."""
    drawn = level <= TOP_LEVEL
    return tuple(
        offer for offer in offers if not (drawn and offer in (NEXT_HINT, as_label(NEXT_HINT)))
    )


def _rung(number: int, level: int) -> str:
    if number == level:
        return "el-rung-here"
    return "el-rung-below" if number < level else "el-rung"
