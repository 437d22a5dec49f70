"""What an instructor should look at before students come, on the materials page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ingest.course_check import CourseCheck, Probe, read_check
from tutor_app.retrieval.stored import indexed_with
from tutor_app.ui.math_text import escape_markdown

if TYPE_CHECKING:
    from tutor_app.records import CourseRow
    from tutor_app.ui.parts import Parts

TITLE = "Check before you open the course"


def draw_course_check(course: CourseRow, parts: Parts) -> None:
    """Draw the report of the index in force; nothing before there is one."""
    _draw_outdated(course, parts)
    check = read_check(parts.settings.course_dir(course.id))
    if check is None or not check.files:
        return
    with st.expander(TITLE, expanded=bool(check.suspects), key=f"check-{course.id}"):
        _draw(check)


def _draw_outdated(course: CourseRow, parts: Parts) -> None:
    """Say that no question can be answered, where another embedding model is set now."""
    now = parts.settings.embedding_model
    made_by = indexed_with(parts.settings.course_dir(course.id))
    if made_by is not None and made_by != now:
        st.warning(
            f"**Students' questions are not answered now.** The course was indexed with the "
            f"embedding model `{made_by}`, but `{now}` is set, and the two cannot be compared. "
            "Files and conversations are safe. Press Re-index below the files, or set "
            f"`EMBEDDING_MODEL={made_by}` and restart.",
            icon=":material/sync_problem:",
        )


def _draw(check: CourseCheck) -> None:
    st.markdown(f"**Reading.** {check.counts()}.")
    for note in check.files:
        if note.said:
            st.markdown(f"- {escape_markdown(note.name)}: {escape_markdown(note.said)}")
    if check.suspects:
        st.warning(
            "**These look like solutions, but students can read them.** Where they are, change "
            "their kind to Solution.\n"
            + "".join(
                f"\n- {escape_markdown(suspect.name)}: {escape_markdown(suspect.why)}"
                for suspect in check.suspects
            ),
            icon=":material/visibility:",
        )
    else:
        st.markdown("**Solutions.** No file that students can read looks like one.")
    if check.probes:
        st.markdown("**Three questions tried.** What students would read first:")
    for probe in check.probes:
        st.markdown(_probe_words(probe))


def _probe_words(probe: Probe) -> str:
    asked = f"*{escape_markdown(probe.question)}*"
    if not probe.said:
        return f"{asked}  \nThe tutor would say that the course does not tell."
    where = escape_markdown(f"{probe.document_name}, page {probe.page}")
    return f"{asked}  \n{escape_markdown(probe.said)} :gray[:small[{where}]]"
