"""The Trace lab: paste a problem, pick an algorithm, play it step by step, project it in class."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.errors import TutorError
from tutor_app.tracing.reading.read import read_problem
from tutor_app.tracing.registry import algorithm_named, all_algorithms
from tutor_app.tracing.run import with_defaults
from tutor_app.tracing.words import clarification_question, convention_words, result_words
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.sidebar import draw_page_links, draw_wordmark
from tutor_app.ui.staff_entry import draw_staff_entry
from tutor_app.ui.trace_card import draw_problem, draw_trace, exact_run
from tutor_app.ui.trouble import recovering
from tutor_app.ui.visitor import Visitor, get_visitor
from tutor_app.values import ProblemRead, TraceShown

if TYPE_CHECKING:
    from tutor_app.tracing.reading.values import Reading
    from tutor_app.tracing.values import Problem, Value

AS_WRITTEN = "as the text says"
EXAMPLE = "Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5, C-D 8"
NOTHING_FOUND = (
    "I found no problem in this text. Give the graph (“A-B 4, A-C 2, …”), the array or the tree, "
    "name the algorithm or pick one above, and say where it starts."
)
CLOSED = (
    "In this course students work out traces row by row in the chat, so the lab, which shows whole "
    "runs, is for staff. Enter the staff code to open it."
)


def trace_lab() -> None:
    """The page as the navigation runs it."""
    with recovering():
        parts = get_parts()
        draw_trace_lab(parts, get_visitor(parts.conversations))


def draw_trace_lab(parts: Parts, visitor: Visitor) -> None:
    """Draw the lab for staff, and for everybody where every course shows whole runs."""
    with st.sidebar:
        draw_wordmark()
        draw_page_links()
    with st.container(key="trace-lab"):
        st.title("Trace lab", anchor=False)
        if not (parts.staff.is_open(visitor.visit) or _open_to_all(parts)):
            st.markdown(CLOSED)
            draw_staff_entry(parts, visitor)
            return
        _draw_lab(parts)


def _open_to_all(parts: Parts) -> bool:
    """A problem typed here belongs to no course, so the strictest course decides."""
    settings = [parts.course_settings.get(course.id) for course in parts.courses.list()]
    return all(one.reveal_policy == "open" for one in settings)


def _draw_lab(parts: Parts) -> None:
    names = {"": AS_WRITTEN, **{a.id: a.name for a in all_algorithms().values()}}
    with st.form("trace-lab-form", border=False):
        text = st.text_area(
            "The problem", key="lab-text", height=140, placeholder=EXAMPLE, max_chars=20_000
        )
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            chosen = st.selectbox(
                "Algorithm", list(names), format_func=names.__getitem__, key="lab-algorithm"
            )
            st.form_submit_button("Run it", type="primary")
    if not text.strip():
        return
    written = f"{text}\nRun {names[chosen]} on it." if chosen else text
    reading = read_problem(written)
    if reading is not None and chosen and reading.problem.algorithm != chosen:
        reading = read_problem(f"Run {names[chosen]}.\n{text}")
    if reading is None:
        st.info(NOTHING_FOUND)
        return
    _draw_run(reading)


def _draw_run(reading: Reading) -> None:
    algorithm = algorithm_named(reading.problem.algorithm)
    if reading.question is not None:
        question = reading.question
        st.info(clarification_question(question.reason, question.detail, algorithm.name))
        return
    problem = _with_choices(with_defaults(reading.problem, algorithm))
    assumed = tuple(name for name in problem.conventions if name not in reading.stated)
    try:
        exact = exact_run(problem)
    except TutorError as exc:
        st.info(str(exc))
        return
    draw_trace(TraceShown(problem=problem), "lab")
    st.markdown(f"**{result_words(exact)}**")
    draw_problem(ProblemRead(problem=problem, assumed=assumed), "lab", None)


def _with_choices(problem: Problem) -> Problem:
    """Let whoever looks on choose each convention; what the text says is chosen at first."""
    conventions = algorithm_named(problem.algorithm).conventions
    chosen: dict[str, Value] = dict(problem.conventions)
    with st.expander("Conventions", icon=":material/tune:"):
        for name, convention in conventions.items():
            if len(convention.choices) < 2:
                continue
            options: list[Value] = [*convention.choices]
            now = problem.conventions.get(name, convention.default)
            chosen[name] = st.selectbox(
                name.replace("_", " ").capitalize(),
                options,
                index=options.index(now) if now in options else 0,
                format_func=partial(convention_words, name),
                key=f"lab-{problem.algorithm}-{name}",
            )
    return replace(problem, conventions=chosen)
