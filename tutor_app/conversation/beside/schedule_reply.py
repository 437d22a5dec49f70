"""When something of the course opens or is due, by the dates that staff gave its files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import yaml

from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.values import (
    AnswerDone,
    DatedFile,
    Event,
    IntentRecognised,
    Sentence,
    Session,
    TurnRecord,
    title_of_file,
)
from tutor_app.wording.catalogue import Phrase, phrase
from tutor_app.wording.dates_in_words import write_day
from tutor_app.wording.quote_sentences import name_staff

DUE = phrase("conversation_dates.due", "file", "when")
WAS_DUE = phrase("conversation_dates.was_due", "file", "when")
OPENS = phrase("conversation_dates.opens", "file", "when")
HAS_OPENED = phrase("conversation_dates.has_opened", "file", "when")
NO_DUE_DATE = phrase("conversation_dates.no_due_date", "file", "person")
COMES_LATER = phrase("conversation_dates.comes_later", "file", "when")
NEXT_DUE = phrase("conversation_dates.next_due")
NOTHING_DUE = phrase("conversation_dates.nothing_due")

_FILE: Final = Path(__file__).with_name("schedule_words.yaml")
_WORDS: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(words.split())
    for name, words in yaml.safe_load(_FILE.read_text(encoding="utf-8")).items()
}
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_LONGEST: Final = 25  # words
_MOST_NEXT: Final = 3


def schedule_reply(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that asks when a file opens or is due; None to any other."""
    dated = turn.session.dated
    said = _words(turn.message.text)
    asks_more = len(said) > _LONGEST or len(split_sentences(turn.message.text)) > 1
    if not dated or turn.message.wanted is not None or asks_more:
        return None
    due, opens = (bool(_WORDS[name] & set(said)) for name in ("due", "opens"))
    if not (_WORDS["when"] & set(said)) or not (due or opens):
        return None
    named = [file for file in dated if _is_named(file, said)]
    if named:
        return _end([_told(file, turn.session, due=due) for file in named])
    is_next = due and _WORDS["next"] & set(said) and not any(word.isdecimal() for word in said)
    return _end(_next_due(dated)) if is_next else None


def comes_later(text: str, session: Session) -> Sentence | None:
    """Return what opens later and is named by a question that nothing open answers."""
    said = set(_words(text))
    now = datetime.now(UTC)
    for file in session.dated:
        own = _own_words(file)
        if file.opens_at is not None and file.opens_at > now and own and own <= said:
            return Sentence(text=_later(COMES_LATER, file, file.opens_at), role="pointer")
    return None


def _told(file: DatedFile, session: Session, *, due: bool) -> Sentence:
    now, name = datetime.now(UTC), title_of_file(file.name)
    if due and file.due_at is not None:
        said = DUE if file.due_at > now else WAS_DUE
        return Sentence(text=_later(said, file, file.due_at), role="lead_in")
    if file.opens_at is not None and (not due or file.opens_at > now):
        said = OPENS if file.opens_at > now else HAS_OPENED
        return Sentence(text=_later(said, file, file.opens_at), role="lead_in")
    text = NO_DUE_DATE(file=name, person=name_staff(session.contact))
    return Sentence(text=text, role="lead_in")


def _next_due(dated: tuple[DatedFile, ...]) -> list[Sentence]:
    now = datetime.now(UTC)
    due = ((file.due_at, file) for file in dated if file.due_at is not None and file.due_at > now)
    waiting = sorted(due, key=lambda pair: pair[0])
    if not waiting:
        return [Sentence(text=NOTHING_DUE(), role="lead_in")]
    told = [_later(DUE, file, when) for when, file in waiting[:_MOST_NEXT]]
    return [Sentence(text=text, role="lead_in") for text in (NEXT_DUE(), *told)]


def _later(said: Phrase, file: DatedFile, when: datetime) -> str:
    return said(file=title_of_file(file.name), when=write_day(when))


def _is_named(file: DatedFile, said: list[str]) -> bool:
    """Whether a message names a file: all words of its name, or its kind with its number."""
    name = _words(title_of_file(file.name))
    own = _own_words(file)
    if own and own <= set(said):
        return True
    numbers = {word for word in name if word.isdecimal()}
    kinds = _WORDS.get(file.kind, frozenset()) | set(name)
    pairs = zip(said, said[1:], strict=False)
    return any(kind in kinds and number in numbers for kind, number in pairs)


def _own_words(file: DatedFile) -> set[str]:
    """Return the words of a file's name that say more than its kind and number."""
    name = set(_words(title_of_file(file.name)))
    return {word for word in name - _WORDS.get(file.kind, frozenset()) if not word.isdecimal()}


def _words(text: str) -> list[str]:
    return [word.lstrip("0") or word for word in _WORD.findall(text.casefold())]


def _end(sentences: list[Sentence]) -> Iterator[Event]:
    yield IntentRecognised(intent="direct", sure=True, others=())
    yield from sentences
    yield AnswerDone(record=TurnRecord(intent="direct", found=None))
