"""A problem as it was read, and an exact run to step through. The page runs it again, exactly."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import ProblemRead, TraceShown
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.narration.run_sentences import explain_step, name_step
from tutor_app.tracing.pictures.picture import picture_svg, start_svg
from tutor_app.tracing.run_tables import places_seen
from tutor_app.web.components.problem_editor import draw_editor
from tutor_app.web.components.step_slider import Steps, draw_step_slider
from tutor_app.web.components.trace_export import draw_export
from tutor_app.web.components.trace_html import (
    Divergence,
    asked_html,
    conventions_html,
    divergence_of,
    figure_html,
    page_rows,
    table_html,
)
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.traces import Problem

READ_LABEL = phrase("page_traces.problem")
OURS_LABEL = phrase("page_traces.ours")
DIFFERS = phrase("page_traces.differs")
RUNNING = phrase("page_traces.running")
ROWS = phrase("page_traces.rows", "first", "last", "total")
KEPT_RUNS = 24  # a run of a thousand steps takes about a megabyte


def draw_problem(read: ProblemRead, key: str, say: Callable[[str], None] | None) -> None:
    """Draw what was read, with the conventions in force; `say` sends a corrected one."""
    algorithm = algorithm_named(read.problem.algorithm)
    with st.container(key=f"problem-{key}", gap="xsmall"):
        st.html(f'<div class="el-label">{OURS_LABEL() if read.ours else READ_LABEL()}</div>')
        name = "" if read.ours else escape(algorithm.name)
        st.html(f'<p class="el-problem-name">{name}</p>{asked_html(read)}')
        exact = _exact(read.problem)
        svg = start_svg(exact, dark=is_dark()) if exact is not None else None
        if svg is not None:
            st.html(figure_html(svg))
        if conventions := conventions_html(read):
            st.html(conventions)
        if say is not None and not read.ours:
            draw_editor(read, key, say)


def draw_trace(shown: TraceShown, key: str) -> None:
    """Draw the run with its picture, a slider through the steps, the table, and what to take."""

    @st.fragment
    def player() -> None:
        draw_player(shown, key)

    player()


def draw_player(shown: TraceShown, key: str, *, alone: bool = False, whole: bool = True) -> None:
    """Draw what `draw_trace` draws, in the fragment of the caller.

    If a run stands `alone` on the page, the keys B and N go back and on, and it opens at its start;
    in a conversation the problem's own picture already shows the start. If not `whole`, the table
    ends with the step that is shown.
    """
    exact = _exact(shown.problem)
    if exact is None or not (seen := places_seen(exact, shown.upto)):
        return
    divergence = divergence_of(exact, shown)
    with st.container(key=f"trace-{key}", gap="xsmall"):
        with st.container(key=f"scene-{key}", gap="xsmall"):
            place = _draw_slider(exact, seen, key, alone=alone)
            if seen > 1 or _counts(exact, place):
                _draw_scene(exact, shown, place)
        with st.container(key=f"rows-{key}", gap="xsmall"):
            _draw_table(exact, seen if whole else place + 1, place, divergence)
            draw_export(exact, shown, place, key)


def is_dark() -> bool:
    return bool(st.context.theme.type == "dark")


def problem_digest(problem: Problem) -> str:
    """Return a short name for a problem, the same for the same problem only."""
    return hashlib.sha256(repr(problem).encode()).hexdigest()[:16]


@st.cache_resource(max_entries=KEPT_RUNS, show_spinner=False)
def _run_cached(_problem: Problem, digest: str) -> AlgorithmRun:
    return run(_problem)


def exact_run(problem: Problem) -> AlgorithmRun:
    """Run a problem, or take the run from the page's cache.

    Raises:
        ProblemInvalid: it cannot be run as it stands.
    """
    with st.spinner(RUNNING()):
        return _run_cached(problem, problem_digest(problem))


def _exact(problem: Problem) -> AlgorithmRun | None:
    try:
        return exact_run(problem)
    except ProblemInvalid:  # what is missing is being asked
        return None


def _counts(exact: AlgorithmRun, place: int) -> bool:
    """The initial state is in the problem's own picture already."""
    return exact.steps[place].number >= exact.algorithm.first_step


def _draw_scene(exact: AlgorithmRun, shown: TraceShown, place: int) -> None:
    svg = picture_svg(exact.problem, exact, place, wrong=shown.wrong_step, dark=is_dark())
    differs = exact.steps[place].number == shown.wrong_step
    st.html(figure_html(svg, also=DIFFERS() if differs else ""))
    if _counts(exact, place):
        words = explain_step(exact.algorithm.id, exact.steps[place])
        st.html(f'<p class="el-reason">{escape(words)}</p>')


def _draw_table(exact: AlgorithmRun, seen: int, place: int, divergence: Divergence | None) -> None:
    rows = page_rows(exact)
    page = place // rows
    st.html(table_html(exact, seen=seen, place=place, page=page, divergence=divergence))
    if seen > rows:
        last = min(seen, (page + 1) * rows)
        first = f"{page * rows + 1:,}"
        st.caption(ROWS(first=first, last=f"{last:,}", total=f"{seen:,}"))


def _draw_slider(exact: AlgorithmRun, seen: int, key: str, *, alone: bool) -> int:
    """Return the place of the step to show."""
    numbers = [step.number for step in exact.steps[:seen]]
    counts = (number for number in numbers if number >= exact.algorithm.first_step)
    start = numbers[0] if alone else next(counts, numbers[0])
    steps = Steps(
        name=name_step(exact.algorithm, 0).split()[0].capitalize(),
        first=numbers[0],
        last=numbers[-1],
        opens_at=numbers[-1] if seen < len(exact.steps) else start,
    )
    return draw_step_slider(steps, key, alone=alone) - numbers[0]
