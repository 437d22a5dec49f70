"""The Trace lab: paste a problem, pick an algorithm, play it step by step, project it in class."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.domain.traces import ProblemInvalid
from tutor_app.domain.values import ProblemRead
from tutor_app.exercises.assigned_problems import assigned_problems
from tutor_app.storage.records.row_values import SetProblem
from tutor_app.tracing.algorithm import algorithm_named, all_algorithms
from tutor_app.tracing.exact_run import with_defaults
from tutor_app.tracing.narration.convention_texts import ask_for_lack, name_what_runs
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Span
from tutor_app.tracing.reading.untraced_algorithms import name_untraced
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_titles import SETTINGS, TRACE_LAB
from tutor_app.web.components.preview import preview_is_on
from tutor_app.web.components.problem_editor import draw_conventions
from tutor_app.web.components.sidebar import draw_page_links, draw_wordmark
from tutor_app.web.components.trace_html import asked_html, conventions_html
from tutor_app.web.components.trace_player import exact_run, problem_digest
from tutor_app.web.lab.algorithm_choice import read_problem_for
from tutor_app.web.lab.class_sets import (
    OpenedSet,
    draw_lost_set,
    draw_set_bar,
    draw_set_editor,
    draw_sets,
    find_opened_set,
)
from tutor_app.web.lab.clicker import draw_clicker
from tutor_app.web.lab.example_problems import EXAMPLES
from tutor_app.web.lab.lab_stage import PROJECTOR_KEY, draw_stage
from tutor_app.web.staff.settings_words import POLICIES, TRACE_TABLES
from tutor_app.web.staff.sign_in_form import draw_sign_in_form
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.traces import Problem
    from tutor_app.tracing.reading.reading_results import Reading
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

AS_WRITTEN = phrase("page_lab.as_written")
PROBLEM_EXAMPLE = phrase("page_lab.problem_example")
ABOUT = phrase("page_lab.about")
NO_PROBLEM = phrase("page_lab.no_problem")
STAFF_ONLY = phrase("page_lab.staff_only")
FOR_STAFF = phrase("page_lab.for_staff", "choice", "page", "setting")
ASSIGNMENT_PROBLEM = phrase("page_lab.assignment_problem")
FOR_STUDENTS = phrase("page_lab.for_students")
EXAMPLES_LABEL = phrase("page_lab.examples")
PROBLEM = phrase("page_lab.problem")
ALGORITHM = phrase("page_lab.algorithm")
RUN_IT = phrase("page_lab.run_it")
READING_PROBLEM = phrase("page_lab.reading_problem")
AS_I_READ_IT = phrase("page_lab.as_i_read_it")
TEXT_KEY = "lab-text"
EXAMPLE_KEY = "lab-example"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rights:
    """What the visitor may do: staff may run anything, `sees_all` at once."""

    is_staff: bool
    sees_all: bool


def draw_trace_lab(services: PageServices, visitor: Visitor) -> None:
    """Draw the lab for staff, and for everybody where every course shows whole runs.

    A set of problems is open to whoever has its link, row by row. Problems of assignments are run
    for staff only.
    """
    with st.sidebar:
        draw_wordmark()
        draw_page_links()
    with st.container(key="trace-lab"):
        is_staff = services.staff_auth.is_signed_in(visitor.visit) and not preview_is_on()
        rights = _Rights(is_staff=is_staff, sees_all=is_staff or lab_is_open(services))
        try:
            opened = find_opened_set(services.problem_sets)
        except NotFound as exc:
            draw_lost_set(exc)
            return
        if opened is not None:
            _draw_set(opened, rights, services)
        elif rights.sees_all:
            _draw_lab(rights, services)
        else:
            st.title(TRACE_LAB(), anchor=False)
            st.markdown(STAFF_ONLY())
            st.caption(FOR_STUDENTS())
            opens = POLICIES["open"]()
            st.caption(FOR_STAFF(choice=opens, page=SETTINGS(), setting=TRACE_TABLES()))
            draw_sign_in_form(services, visitor)
            return
        draw_clicker()


def lab_is_open(services: PageServices) -> bool:
    """Return whether students may see whole runs; the strictest course decides for all."""
    settings = (services.course_settings.get(course.id) for course in services.courses.list())
    return all(one.reveal_policy == "open" for one in settings)


def _draw_lab(rights: _Rights, services: PageServices) -> None:
    if st.session_state.get(PROJECTOR_KEY):  # only the stage; what runs there was kept
        reading: Reading | None = st.session_state.get("lab-reading")
    else:
        st.title(TRACE_LAB(), anchor=False)
        reading = _draw_entry()
        st.session_state["lab-reading"] = reading
    if reading is not None:
        _draw_allowed(reading, st.session_state.get("lab-kept-text", ""), rights, services)
    if rights.is_staff and not st.session_state.get(PROJECTOR_KEY):
        draw_sets(services.problem_sets, None if reading is None else _problem_shown())


def _problem_shown() -> SetProblem:
    return SetProblem(
        text=st.session_state["lab-kept-text"], algorithm=st.session_state["lab-kept-algorithm"]
    )


def _draw_set(opened: OpenedSet, rights: _Rights, services: PageServices) -> None:
    is_large = st.session_state.get(PROJECTOR_KEY)
    if not is_large:
        st.title(escape_markdown(opened.row.name), anchor=False)
    draw_set_bar(opened)
    problem = opened.problem
    if problem is not None:
        reading = _read(problem.text, problem.algorithm)
        if reading is None:
            _say_unread(problem.text)
        else:
            _draw_allowed(reading, problem.text, rights, services)
    if rights.is_staff and not is_large:
        draw_set_editor(opened, services.problem_sets)


def _draw_allowed(reading: Reading, text: str, rights: _Rights, services: PageServices) -> None:
    if not rights.is_staff and _is_assigned(reading, text, services):
        st.info(ASSIGNMENT_PROBLEM())
        return
    _draw_run(reading, row_by_row=not rights.sees_all)


def _is_assigned(reading: Reading, text: str, services: PageServices) -> bool:
    """Return whether any course sets the problem in an assignment, as the lab belongs to none."""
    alone = read_problem(text)  # where its data stand, whatever algorithm was picked beside it
    used = alone.used if alone is not None else (Span(start=0, end=len(text)),)
    return any(
        assigned_problems(services.settings.course_dir(course.id)).include(
            reading.problem, text, used
        )
        for course in services.courses.list()
    )


def _draw_entry() -> Reading | None:
    """Draw the form; it is folded away while its problem runs, to leave the screen to the run."""
    # Kept apart from the widgets' own keys, which are dropped while only the stage is drawn.
    st.session_state.setdefault(TEXT_KEY, st.session_state.get("lab-kept-text", ""))
    st.session_state.setdefault("lab-algorithm", st.session_state.get("lab-kept-algorithm", ""))
    text, chosen = st.session_state[TEXT_KEY], st.session_state["lab-algorithm"]
    st.session_state["lab-kept-text"] = text
    st.session_state["lab-kept-algorithm"] = chosen
    reading = None
    if text.strip():
        with st.spinner(READING_PROBLEM()):
            reading = _read(text, chosen)
    runs = reading is not None and reading.question is None
    with st.expander(PROBLEM(), expanded=not runs, icon=":material/edit:"):
        _draw_form()
    if text.strip() and reading is None:
        _say_unread(text)
    return reading


def _draw_form() -> None:
    names = {"": AS_WRITTEN(), **{a.id: a.name for a in all_algorithms().values()}}
    st.caption(ABOUT())
    st.pills(
        EXAMPLES_LABEL(),
        list(EXAMPLES),
        key=EXAMPLE_KEY,
        format_func=lambda key: EXAMPLES[key][0](),
        on_change=_take_example,
    )
    with st.form("trace-lab-form", border=False):
        st.text_area(
            PROBLEM(), key=TEXT_KEY, height=110, placeholder=PROBLEM_EXAMPLE(), max_chars=100_000
        )
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.selectbox(
                ALGORITHM(), list(names), format_func=names.__getitem__, key="lab-algorithm"
            )
            st.form_submit_button(RUN_IT(), type="primary")


def _say_unread(text: str) -> None:
    untraced = name_untraced(text)
    st.info(NO_PROBLEM() if untraced is None else name_what_runs(untraced))


def _take_example() -> None:
    name = st.session_state.get(EXAMPLE_KEY)
    if name is not None:
        st.session_state[TEXT_KEY] = EXAMPLES[name][1]()
        st.session_state["lab-algorithm"] = ""


@st.cache_data(max_entries=32, show_spinner=False)
def _read(text: str, chosen: str) -> Reading | None:
    return read_problem_for(text, chosen)


def _draw_run(reading: Reading, *, row_by_row: bool) -> None:
    algorithm = algorithm_named(reading.problem.algorithm)
    if reading.question is not None:
        question = reading.question
        st.info(ask_for_lack(question.reason, question.detail, algorithm.name))
        return
    read = with_defaults(reading.problem, algorithm)
    kept = f"lab-choices-{problem_digest(read)}"
    chosen = st.session_state.get(kept, read.conventions)
    stage = st.container()
    if not st.session_state.get(PROJECTOR_KEY):
        with st.expander(AS_I_READ_IT(), icon=":material/tune:"):
            assumed = tuple(name for name in read.conventions if name not in reading.stated)
            as_read = ProblemRead(problem=read, assumed=assumed)
            name = f'<p class="el-problem-name">{escape(algorithm.name)}</p>'
            st.html(name + asked_html(as_read) + conventions_html(as_read))
            chosen = draw_conventions(replace(read, conventions=chosen), kept)
        st.session_state[kept] = chosen
    with stage:
        _draw_exact(replace(read, conventions=chosen), algorithm.name, row_by_row=row_by_row)


def _draw_exact(problem: Problem, name: str, *, row_by_row: bool) -> None:
    try:
        exact = exact_run(problem)
    except ProblemInvalid as exc:
        st.info(ask_for_lack(exc.lack, exc.detail, name))
        return
    draw_stage(exact, row_by_row=row_by_row)
