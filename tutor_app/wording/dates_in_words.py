"""A day in words, in the language that is spoken and the time of this machine."""

from __future__ import annotations

from datetime import date, datetime

from tutor_app.wording.catalogue import phrase

DAY = phrase("conversation_dates.day", "weekday", "month", "number", "year")
DAY_AND_TIME = phrase(
    "conversation_dates.day_and_time", "weekday", "month", "number", "year", "time"
)
WEEKDAYS = tuple(phrase(f"dates.weekday_{number}") for number in range(7))
SHORT_DAY = phrase("conversation_dates.short_day", "month", "number", "year")
SHORT_MONTHS = tuple(phrase(f"dates.short_month_{number}") for number in range(1, 13))
MONTHS = tuple(phrase(f"dates.month_{number}") for number in range(1, 13))


def write_short_day(when: date) -> str:
    """Return "21 Nov 2026", or "21. Nov. 2026" in German, in the zone that the time has."""
    return SHORT_DAY(number=when.day, month=SHORT_MONTHS[when.month - 1](), year=when.year)


def write_day(when: datetime) -> str:
    """Return "Friday, February 12, 2027, 12:00"; midnight and the day's last minute go unsaid."""
    local = when.astimezone()
    parts = {
        "weekday": WEEKDAYS[local.weekday()](),
        "month": MONTHS[local.month - 1](),
        "number": local.day,
        "year": local.year,
    }
    time = f"{local:%H:%M}"
    return DAY(**parts) if time in ("00:00", "23:59") else DAY_AND_TIME(**parts, time=time)
