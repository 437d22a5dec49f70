"""A sentence with a gap, filled in on the page and checked by code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.answering.practice.cloze_check import is_right
from tutor_app.web.components.dialogs import PageOpened, open_dialog
from tutor_app.web.components.quote_html import OPEN_PAGE, source_label
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from tutor_app.domain.values import Cloze
    from tutor_app.storage.records.row_values import RecallRow

PRACTISE = phrase("page_chat.practise")
LABEL = phrase("page_chat.gap_label")
FIELD = phrase("page_chat.gap_field")
BLANK = phrase("page_chat.gap_blank")
AGAIN = phrase("page_chat.gap_again")
RIGHT = phrase("page_chat.gap_right", "word")
SHOWN = phrase("page_chat.gap_shown", "word")
CHECK = phrase("page_chat.gap_check")
SHOW = phrase("page_chat.gap_show")


@dataclass(frozen=True, slots=True, kw_only=True)
class Practice:
    """What the learner was given in this course, and where answers go.

    `answer` counts an answer, right or wrong; `show` ends the exercise.
    """

    rows: Mapping[str, RecallRow]
    answer: Callable[[str, bool], None]
    show: Callable[[str], None]


def draw_cloze(cloze: Cloze, key: str, practice: Practice) -> None:
    """Draw the card; a quiet one is only a button until it is opened or has been answered."""
    row = practice.rows.get(cloze.id)
    if row is None:  # its turn ended while the page was being drawn: the next run has it
        return
    wanted = f"practise-{key}"
    if cloze.quiet and not row.tries and not row.is_over and wanted not in st.session_state:
        st.button(
            PRACTISE(),
            key=f"open-{wanted}",
            type="tertiary",
            icon=":material/edit_note:",
            on_click=_open,
            args=(wanted,),
        )
        return
    with st.container(key=f"cloze-{key}", gap="xsmall"):
        st.html(f'<div class="el-label">{LABEL()}</div>')
        st.html(gap_html(cloze, filled=row.is_over))
        if row.is_over:
            _draw_outcome(cloze, row, key)
        else:
            _draw_field(cloze, row, key, practice)


def gap_html(cloze: Cloze, *, filled: bool) -> str:
    """The sentence with its gap, or with the term marked in it."""
    middle = (
        f"<mark>{escape(cloze.answer)}</mark>"
        if filled
        else f'<span class="el-blank"><span>{BLANK()}</span></span>'
    )
    return f'<p class="el-gap">{escape(cloze.before)}{middle}{escape(cloze.after)}</p>'


def outcome_words(cloze: Cloze, row: RecallRow) -> str:
    """Say plainly what the outcome is."""
    if row.outcome == "right":
        return RIGHT(word=cloze.answer)
    return SHOWN(word=cloze.answer)


def _open(wanted: str) -> None:
    st.session_state[wanted] = True


def _draw_field(cloze: Cloze, row: RecallRow, key: str, practice: Practice) -> None:
    field = f"gap-field-{key}"
    with st.form(f"gap-form-{key}", border=False, enter_to_submit=True):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
            st.text_input(FIELD(), key=field, autocomplete="off", max_chars=60)
            st.form_submit_button(
                CHECK(),
                key=f"gap-check-{key}",
                on_click=_check,
                args=(cloze, field, practice),
            )
    with st.container(key=f"gap-row-{key}", horizontal=True, vertical_alignment="center"):
        words = AGAIN() if row.tries else ""
        st.html(f'<div class="el-gap-said" role="status">{words}</div>', width="content")
        st.button(
            SHOW(),
            key=f"gap-show-{key}",
            type="tertiary",
            on_click=practice.show,
            args=(cloze.id,),
        )


def _check(cloze: Cloze, field: str, practice: Practice) -> None:
    given = str(st.session_state.get(field, ""))
    if given.strip():
        right = is_right(given, (cloze.answer, *cloze.also), cloze.others)
        practice.answer(cloze.id, right)


def _draw_outcome(cloze: Cloze, row: RecallRow, key: str) -> None:
    state = "right" if row.outcome == "right" else "shown"
    st.html(f'<div class="el-gap-said el-{state}" role="status">{outcome_words(cloze, row)}</div>')
    st.button(
        source_label(cloze),
        key=f"task-source-gap-{key}",
        type="tertiary",
        icon=":material/auto_stories:",
        help=OPEN_PAGE(),
        on_click=open_dialog,
        args=(page_of_cloze(cloze),),
    )


def page_of_cloze(cloze: Cloze) -> PageOpened:
    return PageOpened(
        document_id=cloze.document_id,
        page=cloze.page,
        cited_page=cloze.page,
        headings=cloze.headings,
        marks=cloze.boxes,
        text=cloze.sentence,
    )
