"""The inbox: what students were not answered, doubted or disliked, until staff dealt with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.storage.records.row_values import INBOX_OUTCOMES
from tutor_app.web.components.error_boundary import try_action
from tutor_app.web.components.math_text import escape_markdown
from tutor_app.web.components.page_titles import INBOX
from tutor_app.web.components.timestamps import when_words
from tutor_app.web.staff.conversation_view import draw_conversation
from tutor_app.web.staff.inbox_choice import (
    InboxChoice,
    InboxState,
    draw_choice,
    first_listed,
    kept_choice,
    list_from,
)
from tutor_app.web.staff.inbox_file import KINDS, OUTCOMES, inbox_csv
from tutor_app.web.staff.inbox_topics import find_topics
from tutor_app.web.staff.page_frame import draw_staff_page
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor_app.storage.records import CourseRow, InboxRow
    from tutor_app.storage.records.row_values import InboxOutcome
    from tutor_app.web.components.page_services import PageServices
    from tutor_app.web.components.visitor import Visitor

ABOUT = phrase("page_inbox.about")
NOTHING_TO_DO = phrase("page_inbox.nothing_to_do")
NOTHING_DONE = phrase("page_inbox.nothing_done")
PICK_ALL = phrase("page_inbox.pick_all", "count")
PICK = phrase("page_inbox.pick", "question")
PICKED = phrase("page_inbox.picked", "count")
PICK_SOME = phrase("page_inbox.pick_some")
PUT_BACK = phrase("page_inbox.put_back")
DOWNLOAD = phrase("page_inbox.download")
NEWER = phrase("page_conversations.newer")
OLDER = phrase("page_conversations.older")
ROWS_SHOWN = phrase("page_inbox.rows_shown", "first", "last", "total")
BACK = phrase("page_inbox.back")
PLACE = phrase("page_inbox.place", "number", "total")
DOUBT = phrase("page_inbox.doubt", "words")
REASON = phrase("page_inbox.reason", "words")
GONE = phrase("page_inbox.gone")
PAGE_LENGTH = 25
_ICONS: Mapping[InboxOutcome, str] = {
    "told": "forum",
    "material": "library_add",
    "fault": "bug_report",
    "nothing": "check",
}


def draw_inbox_page(services: PageServices, visitor: Visitor) -> None:
    """Draw a course's inbox, or the conversation of one message, or the sign-in form.

    Raises:
        TutorError: a part that the page cannot do without is down.
    """
    draw_staff_page(INBOX(), services, visitor, lambda course: _draw_inbox(course, services))


def _draw_inbox(course: CourseRow, services: PageServices) -> None:
    rows = services.inbox.list_rows(course.id)
    topics = find_topics(rows, services.maps(course.id))
    opened = next((row for row in rows if row.turn_id == st.query_params.get("turn", "")), None)
    if opened is not None:
        _draw_opened(opened, kept_choice(rows, topics), course, services)
        return
    st.markdown(ABOUT())
    if "turn" in st.query_params:
        st.info(GONE())
    choice = draw_choice(rows, topics)
    if choice.rows:
        _draw_list(choice, course, services)
    else:
        st.caption(NOTHING_TO_DO() if choice.state == "to_do" else NOTHING_DONE())


# --- the list ---


def _draw_list(choice: InboxChoice, course: CourseRow, services: PageServices) -> None:
    start = min(first_listed(), len(choice.rows) - 1)
    start -= start % PAGE_LENGTH
    page = choice.rows[start : start + PAGE_LENGTH]
    picked = [row.turn_id for row in page if st.session_state.get(_pick_key(row.turn_id))]
    with st.container(key="inbox-bar", gap="xsmall"):
        st.checkbox(
            PICK_ALL(count=len(page)),
            key=f"inbox-all-{choice.state}-{start}",
            on_change=_pick_all,
            args=(f"inbox-all-{choice.state}-{start}", [row.turn_id for row in page]),
        )
        _draw_outcomes(choice.state, picked, services)
        st.caption(PICKED(count=len(picked)) if picked else PICK_SOME())
    with st.container(key="inbox-list", gap=None):
        for row in page:
            _draw_row(row, choice.topics[row.turn_id], course)
    _draw_pager(start, len(choice.rows))
    st.download_button(
        DOWNLOAD(),
        data=lambda: inbox_csv(choice.rows, choice.topics),
        file_name=f"inbox-{course.id}.csv",
        mime="text/csv",
        key="inbox-file",
        icon=":material/download:",
        on_click="ignore",
    )


def _draw_outcomes(state: InboxState, turn_ids: Sequence[str], services: PageServices) -> None:
    with st.container(key="inbox-outcomes", horizontal=True, gap="small"):
        if state == "done":
            st.button(
                PUT_BACK(),
                key="put-back",
                icon=":material/undo:",
                disabled=not turn_ids,
                on_click=_put_back,
                args=(turn_ids, services),
            )
            return
        for outcome in INBOX_OUTCOMES:
            st.button(
                OUTCOMES[outcome](),
                key=f"outcome-{outcome}",
                icon=f":material/{_ICONS[outcome]}:",
                disabled=not turn_ids,
                on_click=_deal_with,
                args=(turn_ids, outcome, services),
            )


def _draw_row(row: InboxRow, topic: str, course: CourseRow) -> None:
    question = " ".join(row.question.split())
    with st.container(key=f"inbox-{row.turn_id}", horizontal=True, gap="small", wrap=False):
        st.checkbox(
            PICK(question=escape_markdown(question)),
            key=_pick_key(row.turn_id),
            label_visibility="collapsed",
        )
        with st.container(gap=None):
            st.button(
                escape_markdown(question),
                key=f"open-{row.turn_id}",
                type="tertiary",
                on_click=_open,
                args=(row.turn_id, course.id),
            )
            facts = (when_words(row.asked_at), topic and escape_markdown(topic), row.student)
            st.caption(" · ".join((_why(row), *filter(None, facts))))
            for words in _said_about(row):
                st.caption(words)


def _why(row: InboxRow) -> str:
    kinds = ", ".join(KINDS[kind]() for kind in row.kinds)
    done = OUTCOMES[row.outcome]() if row.outcome else ""
    return " · ".join(filter(None, (f"**{kinds}**", done)))


def _said_about(row: InboxRow) -> list[str]:
    """Return what the student said of the answer, in the order in which it was said."""
    doubt, reason = (escape_markdown(" ".join(one.split())) for one in (row.doubt, row.reason))
    return [
        *([DOUBT(words=doubt)] if doubt else []),
        *([REASON(words=reason)] if reason else []),
    ]


def _draw_pager(start: int, count: int) -> None:
    if count <= PAGE_LENGTH:
        return
    last = min(count, start + PAGE_LENGTH)
    with st.container(horizontal=True, vertical_alignment="center"):
        if start:
            st.button(NEWER(), key="newer", on_click=list_from, args=(start - PAGE_LENGTH,))
        if last < count:
            st.button(OLDER(), key="older", on_click=list_from, args=(start + PAGE_LENGTH,))
        st.caption(ROWS_SHOWN(first=start + 1, last=last, total=count), width="content")


# --- one message ---


def _draw_opened(
    row: InboxRow, choice: InboxChoice, course: CourseRow, services: PageServices
) -> None:
    """Draw its conversation; once it is dealt with, the next of those listed is opened."""
    turn_ids = [one.turn_id for one in choice.rows]
    place = turn_ids.index(row.turn_id) if row.turn_id in turn_ids else None
    others = [one for one in turn_ids if one != row.turn_id]
    following = others[min(place or 0, len(others) - 1)] if others else ""

    def deal(outcome: InboxOutcome) -> None:
        _deal_with([row.turn_id], outcome, services)
        _open(following, course.id)

    def draw_bar() -> None:
        with st.container(key="inbox-opened", gap="xsmall"):
            st.markdown(_why(row))
            for words in _said_about(row):
                st.caption(words)
            with st.container(key="inbox-opened-outcomes", horizontal=True, gap="small"):
                for outcome in INBOX_OUTCOMES:
                    st.button(
                        OUTCOMES[outcome](),
                        key=f"outcome-{outcome}",
                        icon=f":material/{_ICONS[outcome]}:",
                        on_click=deal,
                        args=(outcome,),
                    )
            if place is not None:
                st.caption(PLACE(number=place + 1, total=len(turn_ids)))

    st.button(
        BACK(),
        key="back-to-inbox",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=_open,
        args=("", course.id),
    )
    draw_conversation(row.conversation_id, course, services, at=row.turn_id, below=draw_bar)


# --- what the buttons do ---


def _pick_key(turn_id: str) -> str:
    return f"pick-{turn_id}"


def _pick_all(key: str, turn_ids: Sequence[str]) -> None:
    for turn_id in turn_ids:
        st.session_state[_pick_key(turn_id)] = st.session_state[key]


def _deal_with(turn_ids: Sequence[str], outcome: InboxOutcome, services: PageServices) -> None:
    try_action(lambda: services.inbox.deal_with(turn_ids, outcome))
    _unpick(turn_ids)


def _put_back(turn_ids: Sequence[str], services: PageServices) -> None:
    try_action(lambda: services.inbox.put_back(turn_ids))
    _unpick(turn_ids)


def _unpick(turn_ids: Sequence[str]) -> None:
    for key in list(st.session_state):
        if str(key).startswith("inbox-all-"):
            st.session_state[key] = False
    for turn_id in turn_ids:
        st.session_state[_pick_key(turn_id)] = False


def _open(turn_id: str, course_id: str) -> None:
    turn = {"turn": turn_id} if turn_id else {}
    st.query_params.from_dict({"course": course_id, **turn})
