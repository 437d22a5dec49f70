"""A turn in another language, read as English, which the readers of messages know best.

What a button sent, what wishes, thanks or greets, and an algorithm problem or its rows are read as
the English that does the same. In a course of another language all else stays as it is, since the
course is searched with it; in a course in English it is read word by word. Buttons are then
labelled in the language that is spoken. Who writes English to a course in English changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tutor_app.domain.values import Event, Message, Offers, Problem, Session
from tutor_app.understanding.message_features import read_shape
from tutor_app.understanding.message_in_translation import message_in_english
from tutor_app.understanding.move_words import word_lists, words_of
from tutor_app.understanding.moves_in_translation import as_english_move
from tutor_app.understanding.problems_in_translation import as_english_problem
from tutor_app.wording.buttons import as_label, as_read
from tutor_app.wording.catalogue import LANGUAGE, spoken_language

_GOES_ON: Final = ("Another one on", "Go on with")  # what only practice can go on with
_OKAY: Final = "Okay"
_HELLO: Final = "Hello"
_MISSED: Final = "That was not"
_QUIZ: Final = "Quiz me"
STOP: Final = "Stop the quiz"
_GREETS: Final = re.compile(r"\s*([^,.!?;:\n]{2,40})[,.!]\s+(.{8,})", re.DOTALL)
_PARTS: Final = re.compile(r"(?<=[.!?])\s+|[,;\n]\s*|\s+und\s+(?:dann\s+)?")


def read_as_english(message: Message, session: Session) -> tuple[Message, Session]:
    """Return a message, and the conversation before it, with what is read as English."""
    language = spoken_language()
    if language == LANGUAGE:
        return message, session
    known = session.tracing.problem if session.tracing is not None else None
    if session.settings.language == LANGUAGE:
        return word_by_word(message, session)
    before = tuple(replace(one, question=_in_english(one.question)) for one in session.before)
    message = replace(message, text=_without_frame(message.text, session))
    text = _in_english(message.text, known)
    if text.startswith(_GOES_ON) and not _practises(session):
        text = message.text  # "ich wollte den Termin wissen" wishes for no other question
    if session.asked_in_round is not None and (text == message.text or _has_data(message.text)):
        text = _parts_in_english(message.text)
    return replace(message, text=text), replace(session, before=before)


def _without_frame(text: str, session: Session) -> str:
    """Return what a message asks, without a complaint, or a wish to stop what nobody practises."""
    text = _asked_alone(text)
    rest = None if _practises(session) else stop_and_rest(text)
    text = text if rest is None else rest or _OKAY
    head, stop, behind = text.partition(".")
    complains = (as_english_move(head, spoken_language()) or "").startswith(_MISSED)
    return behind.strip(" .") if stop and complains and behind.strip(" .") else text


def _asked_alone(text: str) -> str:
    """Return a question without "Guten Abend, könnten Sie mir erklären, …": no words to look up."""
    told = word_lists(spoken_language())
    greeting = _GREETS.match(text)
    greets = greeting and as_english_move(greeting[1], spoken_language()) == _HELLO
    said = greeting[2] if greeting and greets else text
    frame, comma, asked = said.partition(",")
    for place, part in enumerate((asked if comma else "", said)):
        first = next(iter(words_of(part)), "")
        framed = place or set(words_of(frame)) <= set(told.get("frames", ()))
        if framed and (first in told.get("questions", ()) or first == "ob"):
            return part.strip()
    return text


def _practises(session: Session) -> bool:
    practised = (session.practice_round, session.tracing, session.ended_run)
    return any(each is not None for each in practised)


def word_by_word(message: Message, session: Session) -> tuple[Message, Session]:
    """Return a message, and the conversation before it, with every word that has one in English."""
    language = spoken_language()
    known = session.tracing.problem if session.tracing is not None else None
    said = (
        replace(one, question=message_in_english(one.question, language)) for one in session.before
    )
    text = message_in_english(message.text, language, known)
    return replace(message, text=text), replace(session, before=tuple(said))


def with_labels(reply: Iterator[Event]) -> Iterator[Event]:
    """Yield a reply whose buttons speak the language that is spoken."""
    for event in reply:
        if isinstance(event, Offers):
            yield replace(event, messages=tuple(as_label(text) for text in event.messages))
        else:
            yield event


def _parts_in_english(text: str) -> str:
    """Return an answer to a question of practice with the wishes beside it in English."""
    if (stopped := stop_and_rest(text)) is not None:
        return f"{STOP}. {stopped}" if stopped else STOP
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    return ". ".join(as_english_move(part, spoken_language()) or part for part in parts)


def _without_count(text: str, language: str) -> tuple[str, str]:
    """Return a wish without how many questions it wants, and that number, "" for none."""
    counted = "|".join(sorted(word_lists(language).get("counted", ())))
    found = re.search(rf"(?i)[,;:.\s]*\b(\d{{1,2}})\s+(?:{counted})\b(?:\s+oder so)?", text)
    if not counted or found is None:
        return text, ""
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), found[1]


def stop_and_rest(text: str) -> str | None:
    """Return what stands behind a wish to stop, with which a message begins; None where none is."""
    if text.startswith(STOP):
        return text.removeprefix(STOP).strip(" .,;!")
    rest = text
    while rest:
        ends = [*(found.start() for found in _PARTS.finditer(rest)), len(rest)]
        said = next((e for e in ends if as_english_move(rest[:e], spoken_language()) == STOP), None)
        if said is None:
            break
        rest = rest[said:].strip(" .,;!?\n")
    return None if rest == text else rest


def _has_data(text: str) -> bool:
    return any(sign.isdecimal() for sign in text)


def _in_english(text: str, known: Problem | None = None) -> str:
    shape = read_shape(text)
    if shape.code is not None:  # a program means what it says, in any language
        said = (shape.prose and _in_english(shape.prose, known), shape.traceback)
        fenced = f"```{shape.language or 'python'}\n{shape.code}\n```"
        return "\n\n".join((*filter(None, said), fenced))
    label = as_read(text)
    if label != text:
        return label
    language = spoken_language()
    bare, count = _without_count(text, language)
    move = as_english_move(bare, language)
    if move is not None and move.startswith(_QUIZ) and count:
        return f"{_QUIZ} with {count} questions{move.removeprefix(_QUIZ)}"
    move = move if not count else None
    if move is None and not _has_data(text):
        parts = (as_english_move(part, language) or "" for part in _PARTS.split(text))
        move = next((part for part in parts if part.startswith(_QUIZ)), None)
    if move is None and as_english_problem(text, language, known) is not None:
        # What is told beside its data is read, too; the words of the data wish for nothing.
        return "\n".join(
            as_english_problem(line, language, known) or message_in_english(line, language, known)
            for line in text.splitlines()
        )
    return move or text
