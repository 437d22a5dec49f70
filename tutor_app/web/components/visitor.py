"""Who is looking at the page, as the cookies say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from tutor_app.web.cookies import LEARNER_COOKIE, VISIT_COOKIE

if TYPE_CHECKING:
    from tutor_app.storage.records import ConversationRecords


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """`learner_id` is None if the browser keeps no cookies."""

    learner_id: str | None
    visit: str
    address: str


def get_visitor(conversations: ConversationRecords) -> Visitor:
    """Read the cookies of this page; the learner is created at the first visit."""
    token = st.context.cookies.get(LEARNER_COOKIE, "")
    return Visitor(
        learner_id=_learner_id(token, conversations) if token else None,
        visit=st.context.cookies.get(VISIT_COOKIE, ""),
        address=st.context.ip_address or "this machine",
    )


def _learner_id(token: str, conversations: ConversationRecords) -> str:
    """Asked of the database once per page, not at each run."""
    known: tuple[str, str] | None = st.session_state.get("learner")
    if known is None or known[0] != token:
        known = (token, conversations.learner(token))
        st.session_state["learner"] = known
    return known[1]
