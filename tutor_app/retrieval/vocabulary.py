"""The words of a course: how often it uses them, which stand in headings or are defined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tutor_app.domain.normal_form import without_accents
from tutor_app.domain.values import Chunk
from tutor_app.retrieval.search_terms import stem

# 13,000 English words, the most frequent first: the whole words of the vocabulary of
# bert-base-uncased (Apache-2.0), which the embedder reads with.
_ENGLISH = Path(__file__).with_name("english_words.txt")
_WORD = re.compile(r"[^\W\d_]+")
# "is called a frontier", "we call such an edge tense", "known as the residual graph"
_DEFINED = re.compile(
    r"\b(?:called|known as|we call (?:such )?[\w\s]{0,20}?|defined as|(?:is|are) said to be)\s+"
    r"(?:an?\s+|the\s+|its\s+)?[“\"]?([a-z]+(?:[- ][a-z]+){0,2})"
)
# "A heuristic is admissible if", "An edge is tense when"
_DEFINED_IF = re.compile(r"\b(?:is|are)\s+([a-z-]+)\s+(?:if|when|precisely when)\b")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`seen` counts the chunks that have a word, in small letters and without accents.

    `stems` counts the same by stem; `headings` and `defined` are stems; `pairs` counts neighbours
    in the text, by stem.
    """

    seen: Counter[str]
    stems: Counter[str]
    headings: frozenset[str]
    defined: frozenset[str]
    pairs: Counter[tuple[str, str]]
    chunks: int


def read_vocabulary(chunks: Iterable[Chunk]) -> Vocabulary:
    """Count the words of a course."""
    seen: Counter[str] = Counter()
    stems: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    headings: set[str] = set()
    defined: set[str] = set()
    count = 0
    for chunk in chunks:
        count += 1
        text = chunk.text
        words = plain_words(text)
        seen.update(set(words))
        rooted = [stem(word) for word in words]
        stems.update(set(rooted))
        pairs.update(zip(rooted, rooted[1:], strict=False))
        headings.update(stem(word) for heading in chunk.headings for word in plain_words(heading))
        defined.update(_defined(text))
    return Vocabulary(seen, stems, frozenset(headings), frozenset(defined), pairs, count)


def plain_words(text: str) -> list[str]:
    """Return the words in small letters, without accents; numbers and signs are left out."""
    return _WORD.findall(without_accents(text).lower())


@cache
def english_ranks() -> dict[str, int]:
    """Return the place of each common English word, the most frequent first."""
    words = _ENGLISH.read_text(encoding="utf-8").split()
    return {word: rank for rank, word in enumerate(words)}


@cache
def english_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in english_ranks())


def _defined(text: str) -> Iterator[str]:
    for pattern in (_DEFINED, _DEFINED_IF):
        for phrase in pattern.findall(text):
            yield from (stem(word) for word in plain_words(phrase))
