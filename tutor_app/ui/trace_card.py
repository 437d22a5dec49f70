"""A problem as it was read, and an exact run to step through. The page runs it again, exactly."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.tracing.errors import ProblemInvalid
from tutor_app.tracing.pictures.picture import picture_svg
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.run import Run, run
from tutor_app.tracing.statement import statement
from tutor_app.tracing.tables import places_seen
from tutor_app.tracing.words import convention_words, reason_words
from tutor_app.ui.trace_export import draw_export
from tutor_app.ui.trace_html import PAGE_ROWS, figure_html, page_of, table_html
from tutor_app.values import ProblemRead, TraceShown

if TYPE_CHECKING:
    from tutor_app.tracing.values import Problem

READ_LABEL = "The problem as I read it"
EDIT = "Correct it"
USE = "Use this"


def draw_problem(read: ProblemRead, key: str, say: Callable[[str], None] | None) -> None:
    """Draw what was read, with the conventions in force; `say` sends a corrected one."""
    algorithm = algorithm_named(read.problem.algorithm)
    with st.container(key=f"problem-{key}", gap="xsmall"):
        st.html(f'<div class="el-label">{READ_LABEL}</div>')
        st.html(f'<p class="el-problem-name">{escape(algorithm.name)}</p>')
        exact = _exact(read.problem)
        if exact is not None:
            st.html(figure_html(picture_svg(exact.problem, exact, 0, dark=is_dark())))
        st.html(_conventions_html(read))
        if say is not None:
            _draw_editor(read.problem, key, say)


def draw_trace(shown: TraceShown, key: str) -> None:
    """Draw the run with its picture, a slider through the steps, the table, and what to take."""

    @st.fragment
    def player() -> None:
        exact = _exact(shown.problem)
        if exact is None or not (seen := places_seen(exact, shown.upto)):
            return
        with st.container(key=f"trace-{key}", gap="xsmall"):
            place = _draw_slider(exact, seen, key)
            wrong = shown.wrong_step
            st.html(
                figure_html(picture_svg(exact.problem, exact, place, wrong=wrong, dark=is_dark()))
            )
            if place or exact.steps[0].number >= exact.algorithm.first_step:
                st.caption(reason_words(exact.algorithm.id, exact.steps[place]))
            page = page_of(place)
            st.html(table_html(exact, seen=seen, place=place, page=page, wrong=wrong))
            if seen > PAGE_ROWS:
                last = min(seen, (page + 1) * PAGE_ROWS)
                st.caption(
                    f"Rows {page * PAGE_ROWS + 1} to {last} of {seen}; the slider turns them."
                )
            draw_export(exact, shown, place, key)

    player()


def is_dark() -> bool:
    return bool(st.context.theme.type == "dark")


@st.cache_resource(max_entries=64, show_spinner="Running it exactly…")
def _run_cached(_problem: Problem, key: str) -> Run:
    return run(_problem)


def exact_run(problem: Problem) -> Run:
    """Run a problem, or take the run from the page's cache.

    Raises:
        ProblemInvalid: it cannot be run as it stands.
    """
    return _run_cached(problem, repr(problem))


def _exact(problem: Problem) -> Run | None:
    try:
        return exact_run(problem)
    except ProblemInvalid:  # what is missing is being asked
        return None


def _draw_slider(exact: Run, seen: int, key: str) -> int:
    """Return the place of the step to show."""
    if seen == 1:
        return 0
    field = f"step-{key}"
    numbers = [step.number for step in exact.steps[:seen]]
    st.session_state.setdefault(field, numbers[-1] if seen < len(exact.steps) else numbers[0])
    with st.container(
        key=f"player-{key}", horizontal=True, vertical_alignment="bottom", gap="small"
    ):
        st.button(
            "Back",
            key=f"back-{key}",
            icon=":material/chevron_left:",
            on_click=_move,
            args=(field, -1, numbers),
        )
        st.slider("Step", numbers[0], numbers[-1], key=field, width="stretch")
        st.button(
            "Next",
            key=f"next-{key}",
            icon=":material/chevron_right:",
            on_click=_move,
            args=(field, 1, numbers),
        )
    return numbers.index(st.session_state[field])


def _move(field: str, by: int, numbers: list[int]) -> None:
    now = int(st.session_state[field])
    st.session_state[field] = min(max(now + by, numbers[0]), numbers[-1])


def _conventions_html(read: ProblemRead) -> str:
    said = []
    for name, value in read.problem.conventions.items():
        if value is None:
            continue
        words = escape(convention_words(name, value))
        assumed = ' <span class="el-assumed">assumed</span>' if name in read.assumed else ""
        said.append(f"<li>{words}{assumed}</li>")
    return f'<ul class="el-conventions">{"".join(said)}</ul>' if said else ""


def _draw_editor(problem: Problem, key: str, say: Callable[[str], None]) -> None:
    with st.expander(EDIT, icon=":material/edit:"):
        field = f"problem-text-{key}"
        st.text_area("The problem, to correct", value=statement(problem), key=field, height=180)
        st.button(USE, key=f"use-{key}", on_click=lambda: say(str(st.session_state[field])))
