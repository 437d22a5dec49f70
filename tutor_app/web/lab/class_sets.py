"""Problems for a class: opened by a link, one after the other; made and mended by staff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.domain.errors import NotFound
from tutor_app.storage.records.row_values import SetProblem
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.shared_link import draw_shared_link, page_address
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.storage.records import ProblemSetRecords, ProblemSetRow

PLACE = phrase("page_sets.place", "number", "total")
BACK = phrase("page_sets.back")
NEXT = phrase("page_sets.next")
EMPTY = phrase("page_sets.empty")
SETS = phrase("page_sets.sets")
ABOUT = phrase("page_sets.about")
SET_LABEL = phrase("page_sets.set_label", "name", "count")
SAVE_IN = phrase("page_sets.save_in")
NEW_SET = phrase("page_sets.new_set")
NAME = phrase("page_sets.name")
NAME_EXAMPLE = phrase("page_sets.name_example")
SAVE = phrase("page_sets.save")
SAVED = phrase("page_sets.saved", "name", "count")
NEEDS_NAME = phrase("page_sets.needs_name")
EDIT = phrase("page_sets.edit")
LINK_ABOUT = phrase("page_sets.link_about")
TAKE_OUT = phrase("page_sets.take_out", "problem")
EARLIER = phrase("page_sets.earlier", "problem")
DELETE = phrase("page_sets.delete")
DELETE_SURE = phrase("page_sets.delete_sure", "name")
CLOSE = phrase("page_sets.close")
LONGEST_NAME = 80
LAB_PATH = "trace-lab"
_SHOWN = 90  # characters of a problem in a list
_SET, _PROBLEM = "set", "problem"
_NEW = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedSet:
    """A set, and the place of the problem that is shown, from 0; an empty set shows none."""

    row: ProblemSetRow
    place: int

    @property
    def problem(self) -> SetProblem | None:
        return self.row.problems[self.place] if self.row.problems else None


def find_opened_set(sets: ProblemSetRecords) -> OpenedSet | None:
    """Return the set and the problem that the address names, None where it names no set.

    Raises:
        NotFound: the set was deleted.
    """
    set_id = st.query_params.get(_SET, "")
    if not set_id:
        return None
    row = sets.get(set_id)
    number = st.query_params.get(_PROBLEM, "1")
    place = int(number) - 1 if number.isdecimal() else 0
    return OpenedSet(row=row, place=max(0, min(place, len(row.problems) - 1)))


def draw_set_bar(opened: OpenedSet) -> None:
    """Draw the way through the problems of a set."""
    total = len(opened.row.problems)
    if not total:
        st.info(EMPTY())
        return
    with st.container(
        key="set-bar", horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        _draw_way(BACK(), "set-back", opened, -1)
        words = PLACE(number=opened.place + 1, total=total)
        st.html(f'<span class="el-more">{words}</span>', width="content")
        _draw_way(NEXT(), "set-next", opened, 1)


def _draw_way(label: str, key: str, opened: OpenedSet, by: int) -> None:
    place = opened.place + by
    st.button(
        label,
        key=key,
        icon=":material/skip_previous:" if by < 0 else ":material/skip_next:",
        type="tertiary",
        disabled=not 0 <= place < len(opened.row.problems),
        on_click=_go,
        args=(opened.row.id, place),
    )


def _go(set_id: str, place: int = 0) -> None:
    st.query_params.from_dict({_SET: set_id, _PROBLEM: str(place + 1)})


# --- for staff ---


def draw_sets(sets: ProblemSetRecords, shown: SetProblem | None) -> None:
    """Draw all sets to open, and where the problem that is shown may be saved."""
    rows = sets.list()
    with st.expander(SETS(), icon=":material/playlist_play:", key="sets"):
        st.markdown(ABOUT())
        for row in rows:
            st.button(
                SET_LABEL(name=escape_markdown(row.name), count=len(row.problems)),
                key=f"open-set-{row.id}",
                type="tertiary",
                icon=":material/play_circle:",
                on_click=_go,
                args=(row.id,),
            )
        if shown is not None:
            _draw_save(rows, shown, sets)
        if said := st.session_state.pop("set-said", None):
            st.success(said, icon=":material/check:")


def _draw_save(rows: Sequence[ProblemSetRow], shown: SetProblem, sets: ProblemSetRecords) -> None:
    names = {_NEW: NEW_SET(), **{row.id: row.name for row in rows}}
    with st.container(key="save-in-set", horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            SAVE_IN(), list(names), key="set-chosen", format_func=names.__getitem__
        )
        if chosen == _NEW:
            st.text_input(
                NAME(), key="set-name", max_chars=LONGEST_NAME, placeholder=NAME_EXAMPLE()
            )
        st.button(SAVE(), key="set-save", on_click=_save, args=(chosen, shown, sets))


def _save(set_id: str, shown: SetProblem, sets: ProblemSetRecords) -> None:
    name = str(st.session_state.get("set-name", "")).strip()
    if set_id == _NEW and not name:
        st.toast(NEEDS_NAME(), icon=":material/edit:")
        return

    def save() -> None:
        row = sets.create(name) if set_id == _NEW else sets.get(set_id)
        kept = sets.change(row.id, (*row.problems, shown))
        st.session_state["set-said"] = SAVED(
            name=escape_markdown(kept.name), count=len(kept.problems)
        )
        st.session_state["set-chosen"] = kept.id

    try_action(save)


def draw_set_editor(opened: OpenedSet, sets: ProblemSetRecords) -> None:
    """Draw the link of a set with its QR code, and what staff may change of it."""
    row = opened.row
    with st.expander(EDIT(), icon=":material/qr_code_2:", key=f"edit-set-{row.id}"):
        st.markdown(LINK_ABOUT())
        draw_shared_link(page_address(LAB_PATH, **{_SET: row.id}), f"set-{row.id}")
        for place, problem in enumerate(row.problems):
            _draw_problem(row, place, problem, sets)
        with st.container(horizontal=True):
            st.button(CLOSE(), key="close-set", icon=":material/close:", on_click=_close)
            with st.popover(DELETE(), icon=":material/delete:"):
                st.button(
                    DELETE_SURE(name=escape_markdown(row.name)),
                    key="delete-set",
                    on_click=_delete,
                    args=(row.id, sets),
                )


def _draw_problem(
    row: ProblemSetRow, place: int, problem: SetProblem, sets: ProblemSetRecords
) -> None:
    words = " ".join(problem.text.split())
    short = words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()}…"
    others = [*row.problems[:place], *row.problems[place + 1 :]]
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
        st.markdown(f"{place + 1}. {escape_markdown(short)}")
        st.button(
            EARLIER(problem=place + 1),
            key=f"earlier-{place}",
            icon=":material/arrow_upward:",
            type="tertiary",
            disabled=not place,
            on_click=_keep,
            args=(row.id, [*others[: place - 1], problem, *others[place - 1 :]], sets),
        )
        st.button(
            TAKE_OUT(problem=place + 1),
            key=f"take-out-{place}",
            icon=":material/close:",
            type="tertiary",
            on_click=_keep,
            args=(row.id, others, sets),
        )


def _keep(set_id: str, problems: Sequence[SetProblem], sets: ProblemSetRecords) -> None:
    try_action(lambda: sets.change(set_id, problems))


def _delete(set_id: str, sets: ProblemSetRecords) -> None:
    try_action(lambda: sets.delete(set_id))
    _close()


def _close() -> None:
    for name in (_SET, _PROBLEM):
        st.query_params.pop(name, None)


def draw_lost_set(error: NotFound) -> None:
    """Say that the set of the address is gone."""
    st.info(str(error))
    st.button(CLOSE(), key="close-set", on_click=_close)
