"""The Trace lab: paste a problem, pick an algorithm, play it step by step, project it in class."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.tracing.errors import ProblemInvalid
from tutor_app.tracing.registry import algorithm_named, all_algorithms
from tutor_app.tracing.run import with_defaults
from tutor_app.tracing.words import clarification_question
from tutor_app.ui.lab_examples import EXAMPLES
from tutor_app.ui.lab_reading import read_for
from tutor_app.ui.lab_stage import PROJECTED, draw_stage
from tutor_app.ui.parts import Parts, get_parts
from tutor_app.ui.sidebar import draw_page_links, draw_wordmark
from tutor_app.ui.staff_entry import draw_staff_entry
from tutor_app.ui.trace_card import exact_run, problem_digest
from tutor_app.ui.trace_editor import draw_conventions
from tutor_app.ui.trace_html import asked_html, conventions_html
from tutor_app.ui.trouble import recovering
from tutor_app.ui.visitor import Visitor, get_visitor
from tutor_app.values import ProblemRead

if TYPE_CHECKING:
    from tutor_app.tracing.reading.values import Reading
    from tutor_app.tracing.values import Problem

AS_WRITTEN = "as the text says"
TEXT = "lab-text"
EXAMPLE = "lab-example"
HINT = "Dijkstra from A on the undirected graph A-B 4, A-C 2, C-B 1, B-D 5, C-D 8"
ABOUT = (
    "Type a problem as you would write it on the board, or take an example. It is run exactly, "
    "step by step."
)
NOTHING_FOUND = (
    "I found no problem in this text. Give the graph (“A-B 4, A-C 2, …”), the array or the tree, "
    "name the algorithm or pick one, and say where it starts."
)
CLOSED = (
    "The lab shows whole runs at once. In at least one course here students work traces out row by "
    "row in the chat, so the lab is for staff: enter the staff code to open it in this browser. "
    "It is open to everybody once every course has the policy `open` "
    "(`elenchus course set COURSE --policy open`)."
)
STUDENTS = (
    "Are you a student? Paste your problem into the chat: there you go first, and each row of "
    "yours is checked exactly."
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
        if not (parts.staff.is_open(visitor.visit) or _open_to_all(parts)):
            st.title("Trace lab", anchor=False)
            st.markdown(CLOSED)
            st.caption(STUDENTS)
            draw_staff_entry(parts, visitor)
            return
        _draw_lab()


def _open_to_all(parts: Parts) -> bool:
    """A problem typed here belongs to no course, so the strictest course decides."""
    settings = [parts.course_settings.get(course.id) for course in parts.courses.list()]
    return all(one.reveal_policy == "open" for one in settings)


def _draw_lab() -> None:
    if st.session_state.get(PROJECTED):  # only the stage; what runs there was kept
        reading: Reading | None = st.session_state.get("lab-reading")
    else:
        st.title("Trace lab", anchor=False)
        reading = _draw_entry()
        st.session_state["lab-reading"] = reading
    if reading is not None:
        _draw_run(reading)


def _draw_entry() -> Reading | None:
    names = {"": AS_WRITTEN, **{a.id: a.name for a in all_algorithms().values()}}
    st.caption(ABOUT)
    st.pills("Examples", list(EXAMPLES), key=EXAMPLE, on_change=_take_example)
    # Kept apart from the widgets' own keys, which are dropped while only the stage is drawn.
    st.session_state.setdefault(TEXT, st.session_state.get("lab-kept-text", ""))
    st.session_state.setdefault("lab-algorithm", st.session_state.get("lab-kept-algorithm", ""))
    with st.form("trace-lab-form", border=False):
        text = st.text_area(
            "The problem", key=TEXT, height=110, placeholder=HINT, max_chars=100_000
        )
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            chosen = st.selectbox(
                "Algorithm", list(names), format_func=names.__getitem__, key="lab-algorithm"
            )
            st.form_submit_button("Run it", type="primary")
    st.session_state["lab-kept-text"] = text
    st.session_state["lab-kept-algorithm"] = chosen
    if not text.strip():
        return None
    reading = _read(text, chosen)
    if reading is None:
        st.info(NOTHING_FOUND)
    return reading


def _take_example() -> None:
    name = st.session_state.get(EXAMPLE)
    if name is not None:
        st.session_state[TEXT] = EXAMPLES[name]
        st.session_state["lab-algorithm"] = ""


@st.cache_data(max_entries=32, show_spinner="Reading it…")
def _read(text: str, chosen: str) -> Reading | None:
    return read_for(text, chosen)


def _draw_run(reading: Reading) -> None:
    algorithm = algorithm_named(reading.problem.algorithm)
    if reading.question is not None:
        question = reading.question
        st.info(clarification_question(question.reason, question.detail, algorithm.name))
        return
    read = with_defaults(reading.problem, algorithm)
    kept = f"lab-choices-{problem_digest(read)}"
    chosen = st.session_state.get(kept, read.conventions)
    stage = st.container()
    if not st.session_state.get(PROJECTED):
        with st.expander("As I read it, and its conventions", icon=":material/tune:"):
            assumed = tuple(name for name in read.conventions if name not in reading.stated)
            as_read = ProblemRead(problem=read, assumed=assumed)
            name = f'<p class="el-problem-name">{escape(algorithm.name)}</p>'
            st.html(name + asked_html(as_read) + conventions_html(as_read))
            chosen = draw_conventions(replace(read, conventions=chosen), kept)
        st.session_state[kept] = chosen
    with stage:
        _draw_exact(replace(read, conventions=chosen), algorithm.name)


def _draw_exact(problem: Problem, name: str) -> None:
    try:
        exact = exact_run(problem)
    except ProblemInvalid as exc:
        st.info(clarification_question(exc.lack, exc.detail, name))
        return
    draw_stage(exact)
