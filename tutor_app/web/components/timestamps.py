"""Points in time as people read them, in the time zone of their browser."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from tutor_app.wording.dates_in_words import write_short_day


def when_words(at: datetime) -> str:
    """Return "21 Nov 2026, 14:05"."""
    local = at.astimezone(_zone(st.context.timezone))
    return f"{write_short_day(local)}, {local:%H:%M}"


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ZoneInfoNotFoundError, ValueError):  # a name that this machine does not know
        return UTC
