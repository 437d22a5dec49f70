"""What an instructor should look at before students come, on the materials page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from ingest.course_check_report import CourseCheck, TriedQuestion, read_check
from tutor_app.retrieval.index_files import indexed_with
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.storage.records import CourseRow
    from tutor_app.web.components.page_services import PageServices

CHECK_TITLE = phrase("page_materials.check_title")
OTHER_EMBEDDING = phrase("page_materials.other_embedding", "indexed", "current")
READING = phrase("page_materials.reading", "counts")
SUSPECTS = phrase("page_materials.suspects")
NO_SUSPECTS = phrase("page_materials.no_suspects")
PROBES = phrase("page_materials.probes")
NO_ANSWER = phrase("page_materials.no_answer")
PROBE_SOURCE = phrase("page_materials.probe_source", "document", "page")


def draw_course_check(course: CourseRow, services: PageServices) -> None:
    """Draw the report on the current index; nothing before there is one."""
    _draw_outdated(course, services)
    check = read_check(services.settings.course_dir(course.id))
    if check is None or not (check.files or check.suspects):
        return
    with st.expander(CHECK_TITLE(), expanded=bool(check.suspects), key=f"check-{course.id}"):
        _draw(check)


def _draw_outdated(course: CourseRow, services: PageServices) -> None:
    """Say that no question can be answered if another embedding model is set now."""
    now = services.settings.embedding_model
    made_by = indexed_with(services.settings.course_dir(course.id))
    if made_by is not None and made_by != now:
        st.warning(
            OTHER_EMBEDDING(indexed=made_by, current=now),
            icon=":material/sync_problem:",
        )


def _draw(check: CourseCheck) -> None:
    st.markdown(READING(counts=check.counts()))
    for note in check.files:
        if note.said:
            st.markdown(f"- {escape_markdown(note.name)}: {escape_markdown(note.said)}")
    if check.suspects:
        st.warning(
            SUSPECTS()
            + "\n"
            + "".join(
                f"\n- {escape_markdown(suspect.name)}: {escape_markdown(suspect.why)}"
                for suspect in check.suspects
            ),
            icon=":material/visibility_off:",
        )
    else:
        st.markdown(NO_SUSPECTS())
    if check.probes:
        st.markdown(PROBES())
    for probe in check.probes:
        st.markdown(_probe_words(probe))


def _probe_words(probe: TriedQuestion) -> str:
    asked = f"*{escape_markdown(probe.question)}*"
    if not probe.said:
        return f"{asked}  \n{NO_ANSWER()}"
    where = escape_markdown(PROBE_SOURCE(document=probe.document_name, page=probe.page))
    return f"{asked}  \n{escape_markdown(probe.said)} :gray[:small[{where}]]"
