"""The items of assignments on the materials page: what decides each, and what is attached."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.exercises.item_decision import Decision, decisions_of, items_in_force
from tutor_app.exercises.item_facts import (
    NOTHING,
    ItemFacts,
    attach_facts,
    read_wrong_answers,
    write_wrong_answers,
)
from tutor_app.exercises.task_problems import problem_of_item
from tutor_app.retrieval.index_files import current_version
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import Phrase, phrase

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tutor_app.domain.values import Chunk
    from tutor_app.exercises.assignment_items import AssignmentItem
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices

TITLE = phrase("page_items.title")
HELP = phrase("page_items.help")
DAMAGED = phrase("page_items.damaged", "reason")
READING = phrase("page_items.reading")
NO_ITEMS = phrase("page_items.no_items")
ITEM = phrase("page_items.item")
ATTACHED = phrase("page_items.attached")
UNDECIDED = phrase("page_items.undecided")
DECIDED_BY = phrase("page_items.decided_by", "ways")
NOTHING_DECIDES = phrase("page_items.nothing_decides")
RUN_OF = phrase("page_items.run_of", "algorithm", "data")
DATA_UNREAD = phrase("page_items.data_unread")
DATA = phrase("page_items.data")
DATA_HELP = phrase("page_items.data_help")
TESTS = phrase("page_items.tests")
TESTS_HELP = phrase("page_items.tests_help")
ACCEPTED = phrase("page_items.accepted")
ACCEPTED_HELP = phrase("page_items.accepted_help")
WRONG = phrase("page_items.wrong")
WRONG_HELP = phrase("page_items.wrong_help")
WRONG_LINES_LEFT_OUT = phrase("page_items.wrong_lines_left_out", "count")
SAVE = phrase("page_items.save")
SAVED = phrase("page_items.saved", "item")
_WAYS: Mapping[Decision, Phrase] = {
    "run": phrase("page_items.by_run"),
    "calculation": phrase("page_items.by_calculation"),
    "numbers": phrase("page_items.by_numbers"),
    "tests": phrase("page_items.by_tests"),
    "accepted": phrase("page_items.by_accepted"),
    "points": phrase("page_items.by_points"),
}
_LONGEST = 8_000  # characters of a field


def draw_items(course: CourseRow, services: PageServices) -> None:
    """Draw a choice of item with what decides it and a form; nothing where no assignment is.

    What decides the items takes seconds to find out, so that is done once it is unfolded.
    """
    course_dir = services.settings.course_dir(course.id)
    files = services.courses.documents(course.id)
    if current_version(course_dir) is None or all(file.kind != "assignment" for file in files):
        return
    with st.expander(
        TITLE(), icon=":material/checklist:", key=f"items-{course.id}", on_change="rerun"
    ) as fold:
        if fold.open:
            with st.spinner(READING()):
                _draw_choice(course.id, course_dir)


def _draw_choice(course_id: str, course_dir: Path) -> None:
    try:
        items, chunks = items_in_force(course_dir)
    except (OSError, ValueError) as exc:
        st.warning(DAMAGED(reason=str(exc)), icon=":material/error:")
        return
    st.caption(HELP())
    if not items:
        st.caption(NO_ITEMS())
        return
    by_id = {item.id: item for item in items}
    key = f"item-of-{course_id}"
    if st.session_state.get(key) in by_id:  # the browser knows it by its words, which may change
        st.session_state[key] = st.session_state[key]
    chosen = st.selectbox(
        ITEM(),
        list(by_id),
        key=key,
        format_func=lambda item_id: _label(by_id[item_id], chunks),
    )
    _draw_item(by_id[chosen], chunks, course_dir)


def _label(item: AssignmentItem, chunks: tuple[Chunk, ...]) -> str:
    marks = [ATTACHED()] if item.attached != NOTHING else []
    if not decisions_of(item, chunks):
        marks.append(UNDECIDED())
    return " · ".join((item.name, *marks))


def _draw_item(item: AssignmentItem, chunks: tuple[Chunk, ...], course_dir: Path) -> None:
    st.markdown(f"> {escape_markdown(' '.join(item.statement.split()))}")
    ways = decisions_of(item, chunks)
    if ways:
        st.caption(DECIDED_BY(ways=", ".join(_WAYS[way]() for way in ways)))
    else:
        st.warning(NOTHING_DECIDES(), icon=":material/help:")
    _draw_data(item, chunks)
    _draw_form(item, course_dir)
    if saved := st.session_state.pop("item-saved", None):
        st.success(saved, icon=":material/check:")


def _draw_data(item: AssignmentItem, chunks: tuple[Chunk, ...]) -> None:
    """Say how the item's data are read: a graph is looked at best as its edges."""
    problem = problem_of_item(item, chunks)
    if problem is not None:
        graph, array = problem.graph, problem.array
        edges = graph.edges if graph is not None else ()
        data = ", ".join(f"{e.source}–{e.target} {e.weight or ''}".strip() for e in edges)
        data = data or ", ".join(map(str, array or ()))
        name = algorithm_named(problem.algorithm).name
        st.caption(escape_markdown(RUN_OF(algorithm=name, data=data)))
    elif item.attached.data:
        st.warning(DATA_UNREAD(), icon=":material/help:")


def _draw_form(item: AssignmentItem, course_dir: Path) -> None:
    given = item.attached
    with st.form(f"attach-{item.id}", border=False):
        data = st.text_area(DATA(), given.data, help=DATA_HELP(), max_chars=_LONGEST, height=80)
        accepted = st.text_area(
            ACCEPTED(),
            "\n".join(given.accepted),
            help=ACCEPTED_HELP(),
            max_chars=_LONGEST,
            height=80,
        )
        wrong = st.text_area(
            WRONG(),
            write_wrong_answers(given.wrong),
            help=WRONG_HELP(),
            max_chars=_LONGEST,
            height=80,
        )
        tests = st.text_area(
            TESTS(), given.tests, help=TESTS_HELP(), max_chars=_LONGEST, height=100
        )
        pressed = st.form_submit_button(SAVE())
    if pressed:
        facts = ItemFacts(
            data=data.strip(),
            tests=tests.strip(),
            accepted=tuple(filter(None, map(str.strip, accepted.splitlines()))),
            wrong=read_wrong_answers(wrong),
        )
        lost = sum(bool(line.strip()) for line in wrong.splitlines()) - len(facts.wrong)
        if lost:
            st.warning(WRONG_LINES_LEFT_OUT(count=lost), icon=":material/error:")
            return

        def save() -> None:
            attach_facts(course_dir, item.id, facts)
            st.session_state["item-saved"] = SAVED(item=item.name)

        try_action(save)
        if "item-saved" in st.session_state:
            st.rerun()
