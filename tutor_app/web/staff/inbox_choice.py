"""Which messages of the inbox are listed: by what is to be done, by reason, by topic."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import streamlit as st

from tutor_app.storage.records.row_values import INBOX_KINDS, InboxKind
from tutor_app.web.staff.inbox_file import KINDS
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from tutor_app.storage.records import InboxRow

TO_DO = phrase("page_inbox.to_do", "count")
DONE = phrase("page_inbox.done", "count")
KIND = phrase("page_inbox.kind")
COUNTED = phrase("page_inbox.counted", "name", "count")
ALL_KINDS = phrase("page_inbox.all_kinds")
TOPIC = phrase("page_inbox.topic")
ALL_TOPICS = phrase("page_inbox.all_topics")
OTHER_TOPIC = phrase("page_inbox.other_topic")
InboxState = Literal["to_do", "done"]
_STATE, _KIND, _TOPIC, _START = "inbox-state", "inbox-kind", "inbox-topic", "inbox-start"
_ANY = "any of them"  # no term of a map is called so


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxChoice:
    """The messages that are listed: what they are chosen by, and these, newest first."""

    state: InboxState
    rows: tuple[InboxRow, ...]
    topics: Mapping[str, str]


def draw_choice(rows: Sequence[InboxRow], topics: Mapping[str, str]) -> InboxChoice:
    """Ask what to list; the choices are kept while a conversation is open."""
    counts = Counter[InboxState](_state(row) for row in rows)
    labels = {"to_do": TO_DO(count=counts["to_do"]), "done": DONE(count=counts["done"])}
    _keep(_STATE, labels, "to_do")
    with st.container(key="inbox-choice", horizontal=True, vertical_alignment="center"):
        state = st.segmented_control(
            KIND(),
            list(labels),
            key=_STATE,
            required=True,
            format_func=labels.__getitem__,
            persist_state="session",
            on_change=list_from,
            args=(0,),
            label_visibility="collapsed",
        )
        here = [row for row in rows if _state(row) == state]
        kinds = Counter(kind for row in here for kind in row.kinds)
        _draw_options(KIND(), _KIND, _kind_names(kinds, len(here)))
        here = _of_kind(here)
        _draw_options(TOPIC(), _TOPIC, _topic_names(here, topics))
    return kept_choice(rows, topics)


def kept_choice(rows: Sequence[InboxRow], topics: Mapping[str, str]) -> InboxChoice:
    """Return what is listed by the choices made last."""
    state: InboxState = st.session_state.get(_STATE, "to_do")
    topic = st.session_state.get(_TOPIC, _ANY)
    here = _of_kind([row for row in rows if _state(row) == state])
    kept = [row for row in here if topic in (_ANY, topics[row.turn_id])]
    return InboxChoice(state=state, rows=tuple(kept), topics=topics)


def _state(row: InboxRow) -> InboxState:
    return "to_do" if row.outcome is None else "done"


def _of_kind(rows: Iterable[InboxRow]) -> list[InboxRow]:
    kind = st.session_state.get(_KIND, _ANY)
    return [row for row in rows if kind == _ANY or kind in row.kinds]


def _kind_names(counts: Mapping[InboxKind, int], total: int) -> dict[str, str]:
    names = {_ANY: COUNTED(name=ALL_KINDS(), count=total)}
    for kind in (one for one in INBOX_KINDS if counts[one]):
        names[kind] = COUNTED(name=KINDS[kind](), count=counts[kind])
    return names


def _topic_names(rows: Sequence[InboxRow], topics: Mapping[str, str]) -> dict[str, str]:
    """Return the topics of these messages with their counts, the most frequent first."""
    counts = Counter(topics[row.turn_id] for row in rows)
    found = sorted(counts, key=lambda topic: (not topic, -counts[topic], topic))
    names = {one: COUNTED(name=one or OTHER_TOPIC(), count=counts[one]) for one in found}
    return {_ANY: COUNTED(name=ALL_TOPICS(), count=len(rows)), **names}


def _draw_options(label: str, key: str, names: Mapping[str, str]) -> None:
    _keep(key, names, _ANY)
    st.selectbox(
        label,
        list(names),
        key=key,
        format_func=names.__getitem__,
        persist_state="session",
        on_change=list_from,
        args=(0,),
        label_visibility="collapsed",
        width=230,
    )


def _keep(key: str, names: Mapping[str, str], otherwise: str) -> None:
    """Keep the choice, unless its last message was dealt with.

    It is set each time: the browser tells a choice by its words, whose count has changed since.
    """
    chosen = st.session_state.get(key)
    st.session_state[key] = chosen if chosen in names else otherwise


def first_listed() -> int:
    """Return the place of the first message on the page of the list, from 0."""
    return int(st.session_state.get(_START, 0))


def list_from(start: int) -> None:
    """Turn the list to the page that begins here."""
    st.session_state[_START] = max(0, start)
