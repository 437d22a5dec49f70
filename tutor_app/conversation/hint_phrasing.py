"""The one place where a model may put a strategy's hints in its own words (docs/duties.md).

A strategy's reply passes through `phrase_hint_of`. If the model holds the duty, the hint and
the question are put in other words; rules, rows of a run and worked examples stay as code wrote
them.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeVar

from tutor_app.conversation.model_queue import models_hint
from tutor_app.conversation.services import Services
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.teaching import LadderCause, TracingRecord, WorkRecord
from tutor_app.domain.values import Event, Sentence, Session
from tutor_app.models.duties.hint_checks import (
    ExactHint,
    Wording,
    split_template,
    without_quotations,
)
from tutor_app.models.duties.phrase_hint import DUTY, may_phrase

Left = TypeVar("Left", TracingRecord, WorkRecord | None)
Leaks = Callable[[str], bool]

# What moved the ladder where a hint was given; a row to predict is asked for as it is.
_HINTED: frozenset[LadderCause] = frozenset({"first", "stuck", "attempt", "why"})
_LAST_LEVEL = 4
BLOCK = "```"
LONGEST_TOLD = 40  # words of one sentence event: a longer one works an example


@dataclass(frozen=True, slots=True)
class _HintSentence:
    """One sentence of the event at place `event`; `kept` ones stay as they are."""

    event: int
    text: str
    kept: bool = False
    asks: bool = False


def phrase_hint_of(
    reply: Generator[Event, None, Left],
    session: Session,
    services: Services,
    notes: Notes,
    leaks: Leaks | None = None,
) -> Generator[Event, None, Left]:
    """Yield a strategy's reply, with its hint in a model's words if the model holds the duty.

    What comes before the hint is yielded at once. If the model does not answer in time, or its
    words do not pass, the strategy's own words stand; staff see why.
    """
    if DUTY not in services.duties:
        return (yield from reply)
    held, left = yield from _up_to_the_hint(reply)
    exact, parts = exact_hint(held, left, session, leaks)
    if exact is not None and not notes.stopped():
        with notes.time_stage("phrase"):
            told = yield from models_hint(exact, services, notes.stopped, session.settings.persona)
        notes.note_attempts(DUTY, told.attempts, told.problem)
        if told.wording is not None:
            held = _in_other_words(held, parts, told.wording)
    yield from held
    return left


def _up_to_the_hint(
    reply: Generator[Event, None, Left],
) -> Generator[Event, None, tuple[list[Event], Left]]:
    """Yield what comes before the hint; return the rest, and what the strategy leaves behind."""
    held: list[Event] = []
    with closing(reply):
        while True:
            try:
                event = next(reply)
            except StopIteration as end:
                return held, end.value
            if held or _is_hint(event):
                held.append(event)
            else:
                yield event


def exact_hint(
    events: Sequence[Event],
    left: TracingRecord | WorkRecord | None,
    session: Session,
    leaks: Leaks | None = None,
) -> tuple[ExactHint | None, Sequence[_HintSentence]]:
    """Return the part of a reply that may be put in other words; None if it gives no hint.

    `left` is what the strategy leaves behind: the level of its ladder, and on which problem.
    """
    moved = left.ladder[-1] if left is not None and left.ladder else None
    if left is None or moved is None or moved.cause not in _HINTED or moved.level > _LAST_LEVEL:
        return None, ()
    if isinstance(left, WorkRecord) and left.kind == "answer":  # its points are counted, not told
        return None, ()
    parts = [
        part
        for place, event in enumerate(events)
        if isinstance(event, Sentence) and _is_hint(event)
        for part in _parts(place, event.text, runs=isinstance(left, TracingRecord))
    ]
    told = tuple(part.text for part in parts if not part.kept and not part.asks)
    asked = [part.text for part in parts if part.asks]
    if len(asked) > 1 or not (told or asked):
        return None, ()
    exact = ExactHint(
        told=told,
        question=asked[0] if asked else None,
        kept_back=_kept_back(left),
        before=tuple(text for before in session.before for text in before.said),
        program=isinstance(left, WorkRecord) and left.kind == "program",
        leaks=leaks,
    )
    return (exact, parts) if may_phrase(exact) else (None, ())


def _is_hint(event: Event) -> bool:
    return isinstance(event, Sentence) and event.role in ("hint", "question")


def _parts(place: int, text: str, *, runs: bool) -> list[_HintSentence]:
    """Split a sentence event: rules and rows of a run have a colon, examples are long.

    An example with a block of code stays whole.
    """
    if BLOCK in text:
        return [_HintSentence(place, text, kept=True)]
    sentences = split_template(text)
    statements = [each for each in sentences if not each.endswith("?")]
    story = sum(len(each.split()) for each in statements) > LONGEST_TOLD

    def stays(each: str) -> bool:
        return story or each.endswith(":") or (runs and ":" in without_quotations(each))

    return [
        _HintSentence(place, each, asks=True)
        if each.endswith("?")
        else _HintSentence(place, each, kept=stays(each))
        for each in sentences
    ]


def _kept_back(left: TracingRecord | WorkRecord) -> frozenset[str]:
    """The names that a hint may not add: the nodes of the graph, or the names in the program."""
    if isinstance(left, TracingRecord):
        return frozenset(left.problem.graph.nodes) if left.problem.graph else frozenset()
    if left.kind != "program":
        return frozenset()
    plain = re.sub(r"#[^\n]*|\"[^\"\n]*\"|'[^'\n]*'", "", left.text)
    return frozenset(re.findall(r"[A-Za-z_]\w*", plain)) - _PYTHON


_PYTHON = frozenset((*keyword.kwlist, *dir(builtins)))


def _in_other_words(
    events: Sequence[Event], parts: Sequence[_HintSentence], wording: Wording
) -> list[Event]:
    """Put the new wording in place of what it rephrases; the kept parts stay."""
    texts: dict[int, list[str]] = {}
    said = False
    for part in parts:
        into = texts.setdefault(part.event, [])
        if part.kept:
            into.append(part.text)
        elif part.asks:
            into.append(wording.question)
        elif not said:
            into.append(wording.statement)
            said = True
    shown: list[Event] = []
    for place, event in enumerate(events):
        if place not in texts or not isinstance(event, Sentence):
            shown.append(event)
        elif text := " ".join(texts[place]):
            shown.append(replace(event, text=text, by_model=text != event.text))
    return shown
