"""What being late costs, worked out where the course's rule gives it in numbers.

"For each started 24 hours, 10 percent of its points are taken off", a sheet that is due on Friday
at 23:59, "sunday at 20:00": 44 hours and one minute, two times 24 begun, 20 percent. A rule that is
put otherwise, or a time that is not told, gives nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Final

from tutor_app.domain.data_files import read_yaml
from tutor_app.domain.normal_form import split_sentences

_DATA: Final[Mapping[str, object]] = read_yaml(Path(__file__).with_name("late_words.yaml"))
_DAYS: Final = tuple(str(names).split() for names in _DATA["weekdays"])  # type: ignore[attr-defined]
_EACH: Final = "|".join(str(_DATA["each"]).split())
_STARTED: Final = "|".join(str(_DATA["started"]).split())
_RULE: Final = re.compile(
    rf"\b(?:{_EACH})\s+(?:{_STARTED})\s+(?:(?P<hours>\d+)\s*hours?|day)\b"
    r"[^.;]*?\b(?P<percent>\d+)\s*(?:percent|per cent|%)",
    re.IGNORECASE,
)
_MOST: Final = re.compile(
    r"\b(?:up to|until|at most|within|after)\s+(\d+)\s*hours\b", re.IGNORECASE
)
_WORTH: Final = re.compile(r"\bworth\s+(\d+(?:\.\d+)?)\s+points\b", re.IGNORECASE)
_TIME: Final = re.compile(
    r"\b(?P<hour>\d{1,2})(?::(?P<minute>\d{2}))?\s*(?P<half>am|pm|a\.m\.|p\.m\.|h\b|o'clock)?",
    re.IGNORECASE,
)
_LATE: Final = re.compile(r"\b(\d+)\s*(hours?|days?)\s+(?:too\s+)?(?:late|after)\b", re.IGNORECASE)
_DAY: Final = 24 * 60  # minutes
_WEEK: Final = 7 * _DAY
_AFTER: Final = 3 * _DAY


@dataclass(frozen=True, slots=True, kw_only=True)
class LateCost:
    """What lateness costs. `begun` counts the started spans of `hours`; `points` of `worth` go.

    `too_late`: after the last hour that is accepted. `worth` is None where the sheet has no points.
    """

    begun: int
    hours: int
    percent: int
    too_late: bool = False
    worth: float | None = None

    @property
    def points(self) -> float | None:
        return None if self.worth is None else self.worth * self.percent / 100


def late_cost(text: str, rules: Sequence[str], sheet: Sequence[str]) -> LateCost | None:
    """Return what it costs to hand in when a message says, by the rules, and by the sheet's words.

    None where the rule is not in such numbers, or the message leaves the number of spans open.
    """
    rule = next(filter(None, map(_RULE.search, rules)), None)
    span = _minutes_late(text, sheet)
    if rule is None or span is None:
        return None
    hours = int(rule["hours"] or 24)
    first, last = (ceil(minutes / (hours * 60)) for minutes in span)
    most = next((int(found[1]) for one in rules if (found := _MOST.search(one))), None)
    ends = {most is not None and minutes > most * 60 for minutes in span}
    if first != last or len(ends) > 1:
        return None
    worth = next((float(found[1]) for one in sheet if (found := _WORTH.search(one))), None)
    return LateCost(
        begun=first,
        hours=hours,
        percent=min(100, first * int(rule["percent"])),
        too_late=ends == {True},
        worth=worth,
    )


def _minutes_late(text: str, sheet: Sequence[str]) -> tuple[int, int] | None:
    """Return how late that is, at least and at most; None where it is not told, or not late."""
    if (told := _LATE.search(text)) is not None:
        unit = _DAY if told[2].casefold().startswith("day") else 60
        return (int(told[1]) * unit,) * 2
    due = next((one for line in sheet for one in _moments(line) if one[0] == one[1]), None)
    asking = [one for one in split_sentences(text) if one.endswith("?")] or [text]
    told_times = list(dict.fromkeys(one for line in asking for one in _moments(line)))
    exact = [one for one in told_times if one[0] == one[1]]
    when = exact if len(exact) == 1 else told_times
    if due is None or len(when) != 1:
        return None
    first, last = ((minute - due[0]) % _WEEK for minute in when[0])
    return (first, last) if 0 < first <= last <= _AFTER else None  # else it may be the day before


def _moments(line: str) -> Iterator[tuple[int, int]]:
    """Yield the days of the week that a line names, in minutes from Monday, from first to last."""
    for found in re.finditer(r"[^\W\d_]+", line):
        day = next((n for n, names in enumerate(_DAYS) if found[0].casefold() in names), None)
        if day is None:
            continue
        clock = next(_clocks(line[found.end() :]), None)
        begins = day * _DAY
        yield (begins, begins + _DAY - 1) if clock is None else (begins + clock, begins + clock)


def _clocks(behind: str) -> Iterator[int]:
    """Yield the time of day that is told behind a day: "23 October at 23:59", "at 8 pm"."""
    for found in _TIME.finditer(behind.split(",")[0]):
        hour, minute, half = int(found["hour"]), found["minute"], (found["half"] or "").casefold()
        if not minute and not half:
            continue  # "Friday 23 October": a date
        hour = hour % 12 + 12 * half.startswith("p") if half[:1] in ("a", "p") else hour
        if hour < 24:
            yield hour * 60 + int(minute or 0)
