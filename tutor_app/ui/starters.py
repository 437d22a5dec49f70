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
_LISTED = re.compile(r"\b(and|or|vs|versus)\b", re.I)
_SENTENCE = re.compile(
    r"^(how|why|what|when|where|who|which|let|the|a|an|no|more|[a-z]+ing)\b"
    r"|\b(is|are|be|can|do|does|don[’']t|it[’']s|you|we|all|everything|when|take)\b",
    re.I,
)
_UNREADABLE = re.compile(r"[^A-Za-z0-9 ’'*+–-]")
_SINGULAR = re.compile(
    r"(ss|us|is|[’']s|mathematics|statistics|logistics|physics|dynamics|"
    r"economics|semantics|electronics|mechanics)$"
)
_NAME = re.compile(r"[’']s?$|^.$|[A-Z].*[A-Z]|[-–][A-Z]|\d|\*")
TAUGHT = ("textbook", "slides")


def starter_questions(chunks: Iterable[Chunk], count: int = 3) -> tuple[str, ...]:
    """Return up to `count` questions, spread over the course's documents."""
    deep: dict[str, list[str]] = {}
    shallow: dict[str, list[str]] = {}
    for chunk in chunks:
        if chunk.document.kind not in TAUGHT or not chunk.headings:
            continue
        question = _question(chunk.headings[-1])
        found = (deep if len(chunk.headings) > 1 else shallow).setdefault(chunk.document.id, [])
        if question and question not in found:
            found.append(question)
    # A section's heading says more than the title of the whole document.
    chosen = _spread([found for found in deep.values() if found], count)
    titles = _spread([found for found in shallow.values() if found], count)
    return tuple([*chosen, *(title for title in titles if title not in chosen)][:count])


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
    """Return "What is …?" for a heading that names one thing, else None."""
    topic = _NUMBER.sub("", heading).strip(" .·–-")
    words = _WORDS.findall(topic)
    if (
        len(topic) > 48
        or not 2 <= len(words) <= 5
        or any(unfit.search(topic) for unfit in (_DULL, _LISTED, _SENTENCE, _UNREADABLE))
    ):
        return None
    last = words[-1].lower()
    plural = last.endswith("s") and not _SINGULAR.search(last)
    return f"What {'are' if plural else 'is'} {_in_a_sentence(topic)}?"


def _in_a_sentence(topic: str) -> str:
    """Begin small, unless the first word is a name or every word is written large."""
    words = topic.split()
    large = all(word[0].isupper() for word in words if len(word) > 3)
    if (large and len(words) > 1) or _NAME.search(words[0]):
        return topic
    return topic[0].lower() + topic[1:]
