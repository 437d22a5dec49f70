"""A tour for a class: one message for each kind of help, in type that is read from the last row.

`?tour` in the address opens it, and so does a button on the welcome page; it stays open in this
window until it is closed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.strategies.asides import NEXT_HINT
from tutor_app.ui.math_text import escape_markdown

if TYPE_CHECKING:
    from tutor_app.values import Intent

ON = "tour-on"
DEMO_COURSE = "Search and Graph Algorithms"
LARGE_TYPE = """<style>
@media (min-width: 60rem) { html { font-size: 23px; } }
.stMainBlockContainer, [data-testid="stBottomBlockContainer"] { max-width: 54rem; }
</style>"""

_GRAPH = "undirected graph with the edges S-A 1, S-B 4, A-B 2, A-C 6, B-C 3, B-G 9, C-G 2"
_TRACE = f"Run uniform-cost search from S to G on the {_GRAPH}."
_WRONG = (
    f"Uniform-cost search from S to G on the {_GRAPH}, ties alphabetically. I got this:\n"
    "1 | S\n2 | A\n3 | C\n4 | G\nPath: S -> A -> C -> G, cost 9\nIs it right?"
)
_PROGRAM = (
    "My program gives 0 for [-4, -2, -9], but it should give -2. Why?\n\n"
    "def largest(numbers):\n    best = 0\n    for n in numbers:\n"
    "        if n > best:\n            best = n\n    return best"
)
_ANSWER = (
    "Assignment 3 item 5: merge sort always splits in the middle, so there are about log n levels, "
    "whatever the list looks like."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One message of the tour, with what the class sees by it."""

    name: str
    says: str
    shows: str
    wanted: Intent | None = None


def tour_stops(course_name: str, starters: Sequence[str]) -> tuple[Stop, ...]:
    """Return the stops for a course: with questions of its own, where it is not the demo course."""
    demo = course_name == DEMO_COURSE
    first, second = (*starters, "", "")[:2]
    fact = "What is the frontier?" if demo else first
    why = (
        "Why does breadth-first search find a path with the fewest edges?"
        if demo
        else f"Explain why: {second or first}"
    )
    on = "And if the edges have different costs?" if demo else "Why?"
    stops = (
        Stop(name="A fact", says=fact, shows="The course’s own sentence, on its page."),
        Stop(name="A reason", says=why, shows="Why it is so, then something to try."),
        Stop(name="A follow-up", says=on, shows="A short question, read with the one before."),
        Stop(name="A run", says=_TRACE, shows="The exact run of the student’s own problem."),
        Stop(name="A wrong trace", says=_WRONG, shows="What is right first, then one hint."),
        Stop(name="One more hint", says=NEXT_HINT, shows="The ladder: one step up, never a jump."),
        Stop(
            name="A program", says=_PROGRAM, shows="A place to look at; never the corrected code."
        ),
        Stop(
            name="My answer, judged",
            says=_ANSWER,
            shows="Which points it has, and a question about one that is missing.",
            wanted="evaluation",
        ),
    )
    if demo:
        return stops
    return stops[:-1] if first else stops[3:-1]


def tour_is_on() -> bool:
    """Return whether this window shows the tour; `?tour` opens it."""
    if "tour" in st.query_params:
        st.session_state[ON] = True
    return bool(st.session_state.get(ON))


def draw_tour_door() -> None:
    """Draw the button that opens the tour."""
    st.button(
        "Show this to a class: a tour in large type",
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
                f"{stops.index(left[0]) + 1} of {len(stops)}: {left[0].name}",
                key="tour-next",
                type="primary",
                on_click=send,
                args=(left[0].says, left[0].wanted),
            )
        with st.popover("All stops"):
            for number, stop in enumerate(stops, start=1):
                st.button(
                    f"{number}. {stop.name}",
                    key=f"tour-{number}",
                    help=stop.shows,
                    width="stretch",
                    on_click=send,
                    args=(stop.says, stop.wanted),
                )
        st.button("Close the tour", key="close-tour", type="tertiary", on_click=_close)
    if left:
        st.caption(escape_markdown(left[0].shows))


def _open() -> None:
    st.session_state[ON] = True


def _close() -> None:
    st.session_state.pop(ON, None)
    st.query_params.pop("tour", None)
