"""The slider through the steps of a run, with the buttons beside it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from tutor_app.wording.catalogue import phrase

BACK = phrase("page_traces.back")
NEXT = phrase("page_traces.next")


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The numbers of a run's steps, from `first` to `last`; `name` is what one is called."""

    name: str
    first: int
    last: int
    opens_at: int


def step_field(key: str) -> str:
    """Return where the page keeps the number of the step that a run is shown at."""
    return f"step-{key}"


def draw_step_slider(steps: Steps, key: str, *, alone: bool = False) -> int:
    """Return the number of the step to show; a run of one step has no slider.

    If a run stands `alone` on the page, the keys B and N go back and on.
    """
    if steps.first == steps.last:
        return steps.first
    field = step_field(key)
    now = int(st.session_state.get(field, steps.opens_at))
    st.session_state[field] = min(max(now, steps.first), steps.last)
    with st.container(
        key=f"player-{key}", horizontal=True, vertical_alignment="bottom", gap="small"
    ):
        _draw_mover(BACK(), -1, field, steps, shortcut="B" if alone else None)
        st.slider(steps.name, steps.first, steps.last, key=field, width="stretch")
        _draw_mover(NEXT(), 1, field, steps, shortcut="N" if alone else None)
    return int(st.session_state[field])


def _draw_mover(label: str, by: int, field: str, steps: Steps, shortcut: str | None) -> None:
    st.button(
        label,
        key=f"{'back' if by < 0 else 'next'}-{field}",  # clicker.js presses them
        icon=":material/chevron_left:" if by < 0 else ":material/chevron_right:",
        icon_position="left" if by < 0 else "right",
        on_click=_move,
        args=(field, by, steps.first, steps.last),
        shortcut=shortcut,
    )


def _move(field: str, by: int, first: int, last: int) -> None:
    st.session_state[field] = min(max(int(st.session_state[field]) + by, first), last)
