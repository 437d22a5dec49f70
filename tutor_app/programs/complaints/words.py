"""A message as words and signs, and its sentences, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import Span
from tutor_app.understanding.hasty_typing import word_meant

_ENDS = ".!?;\n"
_INSIDE = "_'’"  # signs that belong to a word that they stand in


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word in small letters, or a sign, from `start` up to `end` of a text."""

    start: int
    end: int
    text: str


def words_of(text: str) -> tuple[PlacedWord, ...]:
    """Return the words, numbers and signs of a text: "2nd" is one word, "->" two signs."""
    found: list[PlacedWord] = []
    place = 0
    while place < len(text):
        end = place + 1
        if text[place].isalnum() or text[place] == "_":
            while end < len(text) and (text[end].isalnum() or _joins(text, end)):
                end += 1
        if not text[place].isspace():
            word = text[place:end].casefold().replace("’", "'")
            found.append(PlacedWord(place, end, word_meant(word)))
        place = end
    return tuple(found)


def _joins(text: str, place: int) -> bool:
    return text[place] == "_" or (text[place] in _INSIDE and text[place + 1 : place + 2].isalpha())


def sentence_ends(text: str, values: Sequence[Span]) -> tuple[int, ...]:
    """Return where the sentences of a text end, and the halves of one that "but" joins."""
    return tuple(_ends(text, values))


def _ends(text: str, values: Sequence[Span]) -> Iterator[int]:
    for word in words_of(text):
        if any(span.start <= word.start < span.end for span in values):
            continue
        if word.text == "but":
            yield word.start
        elif word.text in _ENDS and text[word.end : word.end + 1] in ("", " ", "\n", "\t"):
            yield word.end
    for place, sign in enumerate(text):
        if text[:place].rstrip(" ").endswith(":"):
            continue  # "it should print:" goes on in the next line
        if sign == "\n" and not any(span.start <= place < span.end for span in values):
            yield place
    yield len(text)
