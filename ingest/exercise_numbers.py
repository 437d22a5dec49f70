"""Which sections hold exercises, and which exercise a title or a paragraph begins."""

from __future__ import annotations

import re
from collections.abc import Sequence

# "Practice problems" and "Problem set 2" hold exercises, "The shortest path problem" does not.
_EXERCISES = re.compile(
    r"\bexercises?\b|\bhomework\b|\b(?:haus|übungs)?aufgaben\b|\bübung(?:en|sblatt)?\b"
    r"|^[\W\d]*(?:(?:practice|review|further|additional|study|discussion|self-test)\s+)?"
    r"(?:problems|questions|tasks|assignments?|(?:problem|question|task)\s+(?:sets?\b|sheet\b|\d))",
    re.I,
)
# "Exercise 2.3" is the third of chapter 2.
_NAMED = r"(?:exercise|problem|question|task|aufgabe|frage)\s+(?:\d{1,2}\.(?=\d))?"
ITEM = re.compile(rf"^[^\w(]{{0,3}}(?:{_NAMED})?(\d{{1,2}})[.):]?\s", re.I)
_NUMBERED = re.compile(
    rf"^[^\w(]{{0,3}}(?:{_NAMED}(?P<named>\d{{1,2}})[.):]?|(?P<item>\d{{1,2}})[.)])\s", re.I
)
_PART = re.compile(r"^[^\w(]{0,4}\(([a-z])\)")


def holds_exercises(headings: Sequence[str]) -> bool:
    """Whether a section with these titles above it asks exercises."""
    return any(_EXERCISES.search(heading) for heading in headings)


def item_of_title(title: str) -> str | None:
    """Return the number of the exercise that a title begins: "Problem 3: paths" has 3."""
    item = ITEM.match(title + " ")
    return item[1] if item else None


def exercise_number(text: str, current: str | None) -> str | None:
    """Return the exercise that a paragraph belongs to: one that it begins, or the current one."""
    item = _NUMBERED.match(text)
    if item:
        return item["named"] or item["item"]
    part = _PART.match(text)
    if part and current:
        return f"{current.split('(')[0]}({part[1]})"
    return current
