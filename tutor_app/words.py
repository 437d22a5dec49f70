"""The few plain words of people around the course's own sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.values import Chunk, Passage, Quote, Sentence, Session

# "3." or "Exercise 3." at the start of an exercise, which the words before it say already.
_ITS_NUMBER = re.compile(r"^\W*(?:(?:exercise|problem|question|task)\s+)?\d{1,2}[.):]\s+", re.I)


def lead_in(quotes: Sequence[Quote]) -> Sentence:
    """Say where the answer stands, in one line above the quotes."""
    names = {quote.document_name for quote in quotes}
    if len(quotes) == 1:
        return Sentence(text=f"Your course answers this in {place_of(quotes[0])}:", role="lead_in")
    if len(names) == 1:
        return Sentence(
            text=f"Your course says this in {title_of(quotes[0].document_name)}:", role="lead_in"
        )
    return Sentence(text="Your course says this, in several places:", role="lead_in")


def searched_also(meant: Sequence[str]) -> Sentence:
    """Say which words of the course were searched for what seemed misspelled."""
    said = " and ".join(f"“{word}”" for word in meant)
    return Sentence(text=f"Searched also for {said}.", role="notice")


def searched_with(about: str) -> Sentence:
    """Say with what of the conversation a short message was searched."""
    return Sentence(text=f"Read as about what came before: {about.rstrip('?!. ')}.", role="notice")


def no_more(unknown: str | None = None) -> Sentence:
    """Say that the course says no more than what was quoted; `unknown` is a word it never uses."""
    if unknown is not None:
        return Sentence(
            text=f"The course's material says nothing of “{unknown}”, so what stands above is all "
            "that I find.",
            role="notice",
        )
    return Sentence(
        text="I find no more on this in the course than what stands above. Ask about one part of "
        "it, and I look there.",
        role="notice",
    )


def may_be_near() -> Sentence:
    """Say that what follows is near to the question and no answer."""
    return Sentence(text="It may still help to read what stands there:", role="notice")


def turn_back(session: Session) -> list[Sentence]:
    """Turn a message about something else back to the course's subject, kindly."""
    course = session.course_name or "this course"
    return [
        Sentence(
            text=f"That is outside what I can help with: I know only the material of {course}, and "
            "found nothing on it there.",
            role="decline",
        ),
        Sentence(
            text=f"Ask me anything about {course}, and I look up what your course says.",
            role="pointer",
        ),
        _ask_staff(session),
    ]


def decline(session: Session, nearest: Passage | None) -> list[Sentence]:
    """Say that the material does not answer, what is nearest, and who to ask."""
    said = [
        Sentence(
            text="I don't know: I found nothing in this course's material that answers this.",
            role="decline",
        )
    ]
    if nearest is not None:
        said.append(
            Sentence(
                text=f"The nearest I have is {_section(nearest.chunk)}.",
                role="pointer",
                passage_id=nearest.chunk.id,
            )
        )
    if session.settings.persona.tone == "warm":
        said.append(
            Sentence(
                text=f"Ask me anything about {session.course_name or 'this course'}: I am glad to "
                "look it up.",
                role="pointer",
            )
        )
    return [*said, _ask_staff(session)]


def _ask_staff(session: Session) -> Sentence:
    who = session.contact or "your course staff"
    return Sentence(text=f"For this question, ask {who}.", role="pointer")


def exercise(passage: Passage, words: str) -> Sentence:
    """Offer the course's exercise, in its own words."""
    chunk = passage.chunk
    number = f"Exercise {chunk.exercise}" if chunk.exercise else "An exercise"
    place = f"{title_of(chunk.document.name)}, page {chunk.page}"
    return Sentence(
        text=f"To use this, try {number} ({place}): {_ITS_NUMBER.sub('', words)}",
        role="exercise",
        passage_id=chunk.id,
    )


def place_of(quote: Quote) -> str:
    section = f", “{quote.headings[-1]}”" if quote.headings else ""
    return f"{title_of(quote.document_name)}, page {quote.page}{section}"


def title_of(name: str) -> str:
    """Return a file's name as people say it: without its ending."""
    return name.rsplit(".", 1)[0] if name.lower().endswith(".pdf") else name


def _section(chunk: Chunk) -> str:
    section = f"“{chunk.headings[-1]}” in " if chunk.headings else ""
    return f"{section}{title_of(chunk.document.name)}, page {chunk.page}"
