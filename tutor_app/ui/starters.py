"""Questions to begin with, from the headings of the course's own material."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tutor_app.values import Chunk

_NUMBER = re.compile(r"^\W*(?:(?:chapter|section|lecture|part|unit|week)\b)?[\s\d.:()]*", re.I)
_DULL = re.compile(
    r"\b(exercises?|problems?|solutions?|introduction|overview|summary|references?|outline|contents|"
    r"preface|appendix|assignments?|homework|agenda|notes?|reading|readings|questions?|examples?|"
    r"conclusions?|grading|policy|schedule|syllabus|further|more|history|review|recap|step|case)\b",
    re.I,
)
_WORDS = re.compile(r"[A-Za-z][A-Za-z’'-]*")
_LISTED = re.compile(r"[,;:?!()/=<>“”\"]|\band\b|\bor\b|\bvs\b", re.I)
_VERBS = re.compile(
    r"^(how|why|what|when|where|who|using|finding|computing|proving|let|is|are|the|a|an|no)\b", re.I
)
TAUGHT = ("textbook", "slides")


def starter_questions(chunks: Iterable[Chunk], count: int = 3) -> tuple[str, ...]:
    """Return up to `count` questions, spread over the course's documents."""
    by_document: dict[str, list[str]] = {}
    for chunk in chunks:
        if chunk.document.kind not in TAUGHT or not chunk.headings:
            continue
        question = _question(chunk.headings[-1])
        found = by_document.setdefault(chunk.document.id, [])
        if question and question not in found:
            found.append(question)
    return tuple(_spread([found for found in by_document.values() if found], count))


def _spread(lists: list[list[str]], count: int) -> list[str]:
    """Take from documents evenly spaced over the course, one each, then a second one each."""
    chosen: list[str] = []
    for depth in range(count):
        deep = [found for found in lists if len(found) > depth]
        missing = count - len(chosen)
        step = max(1, len(deep) // missing) if missing else 1
        for found in deep[::step]:
            if found[depth] not in chosen and len(chosen) < count:
                chosen.append(found[depth])
    return chosen


def _question(heading: str) -> str | None:
    topic = _NUMBER.sub("", heading).strip(" .·–-")
    words = _WORDS.findall(topic)
    unfit = _DULL.search(topic) or _LISTED.search(topic) or _VERBS.search(topic)
    if unfit or not 2 <= len(words) <= 5 or len(topic) > 48:
        return None
    last = words[-1].lower()
    plural = last.endswith("s") and not last.endswith(("ss", "us", "is", "’s", "'s", "ics"))
    return f"What {'are' if plural else 'is'} {_in_a_sentence(topic)}?"


def _in_a_sentence(topic: str) -> str:
    """Lower-case a title's words, except names: the first word of Bellman's and all-capitals."""
    words = topic.split()
    return " ".join(
        word if _is_name(word) or (at and word != word.capitalize()) else word[0].lower() + word[1:]
        for at, word in enumerate(words)
    )


def _is_name(word: str) -> bool:
    return bool(re.search(r"[’']s?$|[A-Z].*[A-Z]|[-–][A-Z]|\d", word))
