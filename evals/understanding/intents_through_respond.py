"""The five kinds of help of the page, told end to end: messages that open a conversation."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import CONTACT, NAME, services_of
from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.values import IntentRecognised, Message, Session
from tutor_app.runtime.evaluation_course import COURSE, index_folder

FIVE: Final = ("direct", "conceptual", "validation", "debugging", "tracing")
# Both are answered from the course.
_TOLD: Final = frozenset({"direct", "conceptual"})
SMALL_TALK: Final = "small_talk"


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentRow:
    """A message that opens a conversation, and the label that somebody gave it."""

    text: str
    intent: str


def is_of_intents(path: Path) -> bool:
    """Whether a file's first row is a message with an intent, and not one with an act."""
    first = next((line for line in _lines(path)), "{}")
    return "intent" in json.loads(first)


def read_intents(path: Path) -> list[IntentRow]:
    """Return a file's rows in its order.

    Raises:
        KeyError: a row lacks its text or its intent.
    """
    rows = map(json.loads, _lines(path))
    return [IntentRow(text=row["text"], intent=row["intent"]) for row in rows]


def demo_services() -> Services:
    """Return the parts that answer on the demo course, which is built and indexed first."""
    build(DEFAULT_OUT)
    return services_of(index_folder(DEFAULT_OUT))


def help_told(text: str, services: Services) -> str:
    """Return which help `respond` gives to a message that opens a conversation."""
    session = Session(conversation_id="", course_id=COURSE, course_name=NAME, contact=CONTACT)
    events = respond(Message(text=text), session, services)
    told = (event.intent for event in events if isinstance(event, IntentRecognised))
    return next(told, SMALL_TALK)


def measure_intents(rows: Sequence[IntentRow], told: Sequence[str]) -> dict[str, Any]:
    """Return how many of the five are told right, and what became of every other label.

    `intents` is the share right of rows labelled with one of the five; `intents_told_as_one` the
    same with direct and conceptual as one; `other_labels` counts by name what the rest were told.
    """
    pairs = [(row.intent, said) for row, said in zip(rows, told, strict=True)]
    five = [(label, said) for label, said in pairs if label in FIVE]
    others: dict[str, Counter[str]] = {}
    for label, said in pairs:
        if label not in FIVE:
            others.setdefault(label, Counter())[said] += 1
    return {
        "rows": len(rows),
        "intents": _share([label == said for label, said in five]),
        "intents_told_as_one": _share([_is_like(label, said) for label, said in five]),
        "by_intent": _by_label(five),
        "other_labels": {label: dict(said.most_common()) for label, said in others.items()},
    }


def _is_like(label: str, said: str) -> bool:
    return label == said or {label, said} <= _TOLD


def _by_label(pairs: Sequence[tuple[str, str]]) -> Mapping[str, dict[str, int]]:
    told = {label: Counter(said for gold, said in pairs if gold == label) for label in FIVE}
    return {label: dict(said.most_common()) for label, said in told.items() if said}


def _share(values: Sequence[bool]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]
