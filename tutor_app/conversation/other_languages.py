"""What is said to a message in another language than the course's that could not be read whole.

Words of a language that is spoken here which have no English are named, so that a student knows
what was not searched for. To a language that has no sentences here one line says that, in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from tutor_app.domain.values import (
    AnswerDone,
    Event,
    IntentRecognised,
    Message,
    ProblemRead,
    Quote,
    Sentence,
    Session,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.text_language import search_words
from tutor_app.retrieval.vocabulary import english_ranks
from tutor_app.understanding.languages import in_another_language
from tutor_app.understanding.message_in_translation import words_unread
from tutor_app.wording.catalogue import LANGUAGE, phrase, spoken_language

NOT_READ = phrase("answers_declined.words_not_read", "words")
_SEARCHED: Final = frozenset({"direct", "conceptual"})
_MOST: Final = 4  # words that are named


def in_language_of_material(
    text: str, session: Session, languages: Sequence[str], knows: Callable[[str], bool]
) -> Session:
    """Return the conversation as of a course in the language spoken, where its files answer so.

    A course in English may have a German file: what has that file's words is looked up as it was
    typed, not by the English of it. `languages` are those of the files; `knows` says whether they
    have a content word.
    """
    spoken = spoken_language()
    if spoken in (LANGUAGE, session.settings.language) or spoken not in languages:
        return session
    known = [knows(word) for word in search_words(text, spoken)]
    own = (word for unread in words_unread(text, spoken) for word in search_words(unread, spoken))
    if not (any(map(knows, own)) or (known and all(known))):
        return session
    return replace(session, settings=replace(session.settings, language=spoken))


def with_what_is_not_read(
    reply: Iterator[Event], message: Message, session: Session, knows: Callable[[str], bool]
) -> Iterator[Event]:
    """Yield a reply, and with it what of the message, as it was written, could not be read.

    `knows` says whether the course has a content word.
    """
    if session.settings.language != LANGUAGE:
        return reply
    if spoken_language() != LANGUAGE:
        return _naming_words(reply, message.text, knows)
    told = in_another_language(message.text, lambda _: False)
    return reply if told is None else _saying_so(reply, told)


def _naming_words(
    reply: Iterator[Event], text: str, knows: Callable[[str], bool]
) -> Iterator[Event]:
    """Yield a reply; before what was found by a search the words that it left out."""
    left = [word for word in words_unread(text, spoken_language()) if not _is_known(word, knows)]
    searched = False
    for event in reply:
        if isinstance(event, IntentRecognised):
            searched = event.intent in _SEARCHED
        found = isinstance(event, Quote | Sentence)
        if left and searched and found:
            yield Sentence(text=NOT_READ(words=_listed(left)), role="notice")
            left = []
        yield event


def _saying_so(reply: Iterator[Event], told: str) -> Iterator[Event]:
    """Yield that the language is not understood, and the reply where it found something."""
    events = list(reply)
    yield Sentence(text=told, role="notice")
    found = any(isinstance(event, Quote | ProblemRead) or _is_of_round(event) for event in events)
    yield from (event for event in events if found or isinstance(event, AnswerDone))


def _is_of_round(event: Event) -> bool:
    return isinstance(event, AnswerDone) and event.record.practice_round is not None


def _is_known(word: str, knows: Callable[[str], bool]) -> bool:
    return word.casefold() in english_ranks() or any(map(knows, tokens(word)))


def _listed(words: list[str]) -> str:
    return ", ".join(f"“{word}”" for word in dict.fromkeys(words[:_MOST]))
