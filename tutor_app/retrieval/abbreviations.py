"""The course's own abbreviations ("BFS" for breadth-first search), read from its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tutor_app.domain.values import Chunk

_LONGEST = 5  # letters
_WORD = re.compile(r"[^\W\d_]+")
# "depth-first search (DFS)", "Breadth-first search, or BFS,". The words before are looked at only
# then: one pattern for both would try each run of letters in a long log from all of its places.
_DEFINED = re.compile(r"(?<=[\w’'-])(?:,? \(|, or |, )([A-Z]{2,5})s?\b")
_NO_PHRASE = re.compile(r"[^\w’' -]")
_BEFORE = 120  # characters
_ASKED = re.compile(r"\b[A-Za-z]{2,5}\b")


def find_abbreviations(chunks: Iterable[Chunk]) -> dict[str, str]:
    """Return abbreviation → the words it stands for, both in small letters.

    A definition in the text counts; so do the initials of a whole heading ("Minimum Spanning
    Trees": mst), unless the text uses the letters as a word.
    """
    chunks = tuple(chunks)
    defined: Counter[tuple[str, str]] = Counter()
    words: set[str] = set()
    for chunk in chunks:
        words.update(word for word in _WORD.findall(chunk.text) if word.islower())
        for match in _DEFINED.finditer(chunk.text):
            short = match[1].lower()
            before = chunk.text[max(0, match.start() - _BEFORE) : match.start()]
            spelled = _ending_in(short, _WORD.findall(_NO_PHRASE.split(before)[-1]))
            if spelled:
                defined[short, spelled] += 1
    headings = {heading for chunk in chunks for heading in chunk.headings}
    for heading in sorted(headings):
        for short, spelled in _initials(heading):
            if short not in words:
                defined[short, spelled] += 1
    found: dict[str, str] = {}
    for (short, spelled), _ in defined.most_common():
        found.setdefault(short, spelled)
    return found


def spell_out(text: str, abbreviations: Mapping[str, str]) -> str:
    """Return the text with the meaning of its abbreviations after it.

    An abbreviation counts if its words are not in the text already.
    """
    low = text.lower()
    meant = {
        abbreviations[token.lower()]
        for token in _ASKED.findall(text)
        if token.lower() in abbreviations and abbreviations[token.lower()] not in low
    }
    return f"{text} ({', '.join(sorted(meant))})" if meant else text


def _ending_in(short: str, words: list[str]) -> str | None:
    last = words[-len(short) :]
    if len(last) == len(short) and all(w[0].lower() == c for w, c in zip(last, short, strict=True)):
        return " ".join(last).lower()
    return None


def _initials(heading: str) -> Iterator[tuple[str, str]]:
    words = [word.lower() for word in _WORD.findall(heading)]
    if 2 <= len(words) <= _LONGEST and all(len(word) > 2 for word in words):
        yield "".join(word[0] for word in words), " ".join(words)
