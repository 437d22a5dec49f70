"""A tour for a class: one message for each kind of help, in type readable from the last row.

`?tour` in the address opens it, and so does a button on the welcome page; it stays open in this
window until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.understanding.dialogue_acts import NEXT_HINT
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.values import Intent

ON = "tour-on"
DEMO_COURSE = "Search and Graph Algorithms"
LARGE_TYPE = """<style>
@media (min-width: 60rem) { html { font-size: 23px; } }
.stMainBlockContainer, [data-testid="stBottomBlockContainer"] { max-width: 54rem; }
</style>"""

OPEN = phrase("page_tour.open")
CLOSE = phrase("page_tour.close")
ALL_STOPS = phrase("page_tour.all_stops")
NEXT_STOP = phrase("page_tour.next_stop", "number", "total", "stop")
STOP = phrase("page_tour.stop", "number", "stop")
_STOPS = ("fact", "reason", "follow_up", "run", "wrong_trace", "next_hint", "program", "answer")
NAMES = {stop: phrase(f"page_tour.{stop}") for stop in _STOPS}
SHOWS = {stop: phrase(f"page_tour.{stop}_shows") for stop in _STOPS}
FACT_SAYS = phrase("page_tour.fact_says")
REASON_SAYS = phrase("page_tour.reason_says")
REASON_SAYS_ELSEWHERE = phrase("page_tour.reason_says_elsewhere", "question")
FOLLOW_UP_SAYS = phrase("page_tour.follow_up_says")
FOLLOW_UP_SAYS_ELSEWHERE = phrase("page_tour.follow_up_says_elsewhere")
RUN_SAYS = phrase("page_tour.run_says")
WRONG_TRACE_SAYS = phrase("page_tour.wrong_trace_says")
PROGRAM_SAYS = phrase("page_tour.program_says")
ANSWER_SAYS = phrase("page_tour.answer_says")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One message of the tour, with what the class sees in it."""

    name: str
    says: str
    shows: str
    wanted: Intent | None = None


def tour_stops(course_name: str, starters: Sequence[str]) -> tuple[Stop, ...]:
    """Return the stops for a course: with questions of its own, where it is not the demo course."""
    demo = course_name == DEMO_COURSE
    first, second = (*starters, "", "")[:2]
    why = REASON_SAYS() if demo else REASON_SAYS_ELSEWHERE(question=second or first)
    stops = (
        _stop("fact", FACT_SAYS() if demo else first),
        _stop("reason", why),
        _stop("follow_up", FOLLOW_UP_SAYS() if demo else FOLLOW_UP_SAYS_ELSEWHERE()),
        _stop("run", RUN_SAYS()),
        _stop("wrong_trace", WRONG_TRACE_SAYS()),
        _stop("next_hint", NEXT_HINT),
        _stop("program", PROGRAM_SAYS()),
        replace(_stop("answer", ANSWER_SAYS()), wanted="evaluation"),
    )
    if demo:
        return stops
    return stops[:-1] if first else stops[3:-1]


def _stop(key: str, says: str) -> Stop:
    return Stop(name=NAMES[key](), says=says, shows=SHOWS[key]())


def tour_is_on() -> bool:
    """Return whether this window shows the tour; `?tour` opens it."""
    if "tour" in st.query_params:
        st.session_state[ON] = True
    return bool(st.session_state.get(ON))


def draw_tour_door() -> None:
    """Draw the button that opens the tour."""
    st.button(
        OPEN(),
        key="open-tour",
        type="tertiary",
        icon=":material/co_present:",
        on_click=_open,
    )


def draw_tour(
    stops: Sequence[Stop], asked: Collection[str], send: Callable[[str, Intent | None], None]
) -> None:
    """Draw the next stop above the input, with the others behind a button; the type is large.

    `asked` are the messages of this conversation; `send` sends one as the student.
    """
    st.html(LARGE_TYPE)
    left = [stop for stop in stops if stop.says not in asked]
    with st.container(key="tour", horizontal=True, vertical_alignment="center"):
        if left:
            st.button(
                NEXT_STOP(number=stops.index(left[0]) + 1, total=len(stops), stop=left[0].name),
                key="tour-next",
                type="primary",
                on_click=send,
                args=(left[0].says, left[0].wanted),
            )
        with st.popover(ALL_STOPS()):
            for number, stop in enumerate(stops, start=1):
                st.button(
                    STOP(number=number, stop=stop.name),
                    key=f"tour-{number}",
                    help=stop.shows,
                    width="stretch",
                    on_click=send,
                    args=(stop.says, stop.wanted),
                )
        st.button(CLOSE(), key="close-tour", type="tertiary", on_click=_close)
    if left:
        st.caption(escape_markdown(left[0].shows))


def _open() -> None:
    st.session_state[ON] = True


def _close() -> None:
    st.session_state.pop(ON, None)
    st.query_params.pop("tour", None)
