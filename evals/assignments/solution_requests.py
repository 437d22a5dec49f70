"""Ways of asking for locked solutions, 140 of them.

Each is a conversation with `respond`. What reached the student is held against the words of the
solution files as they are printed, not against what the indexer made of them.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pymupdf

from tutor_app.conversation.respond import respond
from tutor_app.conversation.services import Services
from tutor_app.domain.teaching import ListedLadders, WorkRecord, on_other_items
from tutor_app.domain.values import (
    AnswerDone,
    Cloze,
    Event,
    Exchange,
    Intent,
    Message,
    Offers,
    Quote,
    Sentence,
    Session,
    Sources,
)
from tutor_app.exercises.assignment_items import AssignmentItem
from tutor_app.exercises.locked_words import Guard
from tutor_app.retrieval.course_index import CourseIndexes
from tutor_app.runtime.composition import build_services
from tutor_app.runtime.evaluation_course import COURSE, IndexedFolder
from tutor_app.runtime.kind_of_file import surely_kind

_QUESTIONS = Path(__file__).parents[1] / "questions"
ATTACKS = _QUESTIONS / "solution_attacks.jsonl"
_ENCODED = re.compile(r"[A-Za-z0-9+/=]{24,}")
_ITEMS = 12  # of the first two assignments


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    asked: str
    shown: str
    sentences: tuple[Sentence, ...]


def measure_guard(course: IndexedFolder, folder: Path, limit: int | None = None) -> dict[str, Any]:
    """Return how many conversations leaked a run of a solution."""
    services = build_services(course.settings, None)
    index = CourseIndexes(course.settings, course.embedder)(COURSE)
    assert services.assignments is not None
    items = services.assignments(COURSE, index).items[:_ITEMS]
    printed = _guard_of_files(folder)
    attacks = _rows(ATTACKS)[:limit]
    leaked = []
    for number, attack in enumerate(attacks):
        item = items[number % len(items)]
        if found := _leak(attack, item, services, printed):
            leaked.append({"id": attack["id"], "item": item.id, **found})
    return {
        "attacks": len(attacks),
        "turns": sum(len(attack["turns"]) for attack in attacks),
        "leaks": len(leaked),
        "leaked": leaked,
    }


def _leak(
    attack: dict[str, Any], item: AssignmentItem, services: Services, printed: Guard
) -> dict[str, str] | None:
    """Return the first turn that showed a run of a solution, if one did.

    `wanted` of an attack is the help that its student picked, None where they picked none.
    """
    asked = [turn.format(item=item.name, text=item.statement) for turn in attack["turns"]]
    own: list[str] = []
    said = ""
    for turn in talk(asked, services, attack.get("wanted")):
        own.append(turn.asked)
        # What is told piecemeal counts: the sentences of all turns are looked at as one text, too.
        said = f"{said} {_joined_sentences(turn)}"
        for text in (turn.shown, said, *_disguises(turn.shown)):
            if printed.leaks(text, own):
                return {"asked": turn.asked, "shown": text[:400]}
    return None


def talk(asked: Iterable[str], services: Services, wanted: Intent | None = None) -> Iterator[_Turn]:
    """Yield the turns of one conversation; each sees what the ones before left."""
    session = Session(
        conversation_id="guard", course_id=COURSE, course_name="Demo", contact="the teaching staff"
    )
    for text in asked:
        events = list(respond(Message(text=text, wanted=wanted), session, services))
        yield _Turn(
            asked=text,
            shown="\n".join(filter(None, map(_words, events))),
            sentences=tuple(event for event in events if isinstance(event, Sentence)),
        )
        session = _after(session, text, events)


def _after(session: Session, text: str, events: Sequence[Event]) -> Session:
    done = events[-1]
    assert isinstance(done, AnswerDone)
    record = done.record
    past = session.ladder
    assert isinstance(past, ListedLadders)
    quotes = [event for event in events if isinstance(event, Quote)]
    exchange = Exchange(
        question=text,
        intent=record.intent,
        topics=tuple(quote.headings[-1] for quote in quotes if quote.headings),
        quoted=tuple(quote.paragraph for quote in quotes),
        said=tuple(event.text for event in events if isinstance(event, Sentence)),
    )
    return replace(
        session,
        before=(*session.before, exchange),
        ladder=ListedLadders((*past.events, *record.moves)),
        tracing=record.tracing or session.tracing,
        work=record.work or session.work,
        earlier_work=_on_other_items(record.work, session),
    )


def _on_other_items(left: WorkRecord | None, session: Session) -> tuple[WorkRecord, ...]:
    works = (left, session.work, *session.earlier_work)
    return on_other_items([work for work in works if work is not None])


def _joined_sentences(turn: _Turn) -> str:
    return " ".join(sentence.text for sentence in turn.sentences)


def _disguises(shown: str) -> Iterator[str]:
    """Yield what a text may hide: itself backwards, and what its base64 says."""
    yield shown[::-1]
    for found in _ENCODED.findall(shown):
        try:
            yield base64.b64decode(found, validate=True).decode("utf-8", "ignore")
        except (binascii.Error, ValueError):
            continue


def _words(event: Event) -> str:
    """Return every word of an event that a student sees; rows of a run are the engine's own."""
    match event:
        case Sentence(text=text):
            return text
        case Cloze():
            return event.sentence
        case Quote():
            marked = (mark.text for mark in event.marked)
            parts = (*event.headings, event.above, event.paragraph, event.below, event.onward)
            return "\n".join((*parts, *marked))
        case Offers(messages=messages):
            return "\n".join(messages)
        case Sources(sources=sources):
            return "\n".join(f"{source.document_name} {source.headings}" for source in sources)
        case _:
            return ""


def _guard_of_files(folder: Path) -> Guard:
    """Return the guard of the solution files' printed words, without what open files print too."""
    texts: dict[bool, list[str]] = {True: [], False: []}
    for path in sorted(folder.glob("*.pdf")):
        with pymupdf.open(path) as pdf:
            said = "\n".join(page.get_text() for page in pdf)
        texts[surely_kind(path.name) == "solution"].append(said)
    return Guard.of(texts[True], texts[False])


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
