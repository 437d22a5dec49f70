"""What a course calls its things: the terms it defines and the titles of its sections."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from weakref import WeakKeyDictionary

from tutor_app.domain.lexicon import QUESTION_WORDS, SMALL_WORDS
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import (
    CourseIndex,
    content_words,
    names_with_signs,
    own_terms,
)
from tutor_app.retrieval.search_terms import tokens, without_number
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithms

_LABEL = re.compile(r"^(?:Definition|Concept|Term)[\s\d.]*\(([^()]+)\)\.?")
_LONGEST = 4  # content words: a longer title is a sentence
_GENERAL = 3  # names that have a word: "search", "algorithm" may be left out
_NAMED = 0.6  # share of a name's words, by how few names have them, that names the thing


@dataclass(frozen=True, slots=True)
class CourseName:
    """A thing of the course by its name; `words` are the content words of the name."""

    name: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing that a text names, with those words of its name that the text has."""

    thing: CourseName
    said: frozenset[str]


# A course has them once, and an index that was replaced takes them along.
_names: WeakKeyDictionary[CourseIndex, dict[frozenset[str], CourseName]] = WeakKeyDictionary()


def names_of(index: CourseIndex) -> dict[frozenset[str], CourseName]:
    """Return the names of a course by their content words."""
    if index not in _names:
        _names[index] = _read_names(index)
    return _names[index]


def _read_names(index: CourseIndex) -> dict[frozenset[str], CourseName]:
    found: dict[frozenset[str], CourseName] = {}
    for chunk in index.chunks:
        if chunk.exercise is not None or chunk.document.kind not in ("textbook", "slides"):
            continue
        labels = (_LABEL.match(sentence.text) for sentence in chunk.sentences)
        titles = [without_number(title) for title in chunk.headings[1:]]
        for name in (*(label[1] for label in labels if label), *titles):
            words = frozenset(_words(name))
            if 0 < len(words) <= _LONGEST:
                found.setdefault(words, CourseName(name, words))
    return found


def things_named(text: str, index: CourseIndex) -> list[NamedThing]:
    """Return the things of the course that a text names, in the order of their first words.

    "admissible" names "admissible heuristic": few other names have the word. Of two names that the
    text names by the same words the shorter one counts.
    """
    names = names_of(index)
    meant = frozenset(name_algorithms(text))
    own = _words(spell_out(text, index.abbreviations))
    # "A*" says "search" of A* alone: beside "best" it names no best-first search.
    said = [*own, *_words(" ".join(algorithm_named(each).english_name for each in meant))]
    rare = own_terms(text, index)
    seen = Counter(word for words in names for word in words)
    weight = {word: math.log(1 + len(names) / seen[word]) for word in seen}
    named = []
    for words, thing in names.items():
        has = words.intersection(said if meant & _algorithms_in(thing.name) else own)
        tells = sum(weight[word] for word in has) >= _NAMED * sum(weight[word] for word in words)
        if not has:
            continue
        # What is left out says less than what is said: "search" names no "A* search".
        least = max(_GENERAL, min(seen[word] for word in has))
        lacks_general = all(seen[word] >= least for word in words - has)
        if tells or (lacks_general and has & rare) or _begins_alone(thing, has, seen):
            named.append(NamedThing(thing, has))
    named.sort(key=lambda each: (each.said != each.thing.words, len(each.thing.words - each.said)))
    kept: list[NamedThing] = []
    for each in named:
        if not each.said <= frozenset().union(*(other.said for other in kept)):
            kept.append(each)
    return sorted(kept, key=lambda each: min(map(said.index, each.said)))


def is_named_itself(named: NamedThing, index: CourseIndex) -> bool:
    """Whether a text names a thing by the head word of its name, and not by a word beside it.

    "leaving" names no "faults of leaving", "correct" no "why X is correct"; of "admissible
    heuristic" the last word may be left out, as many names have it, but nothing else.
    """
    name, said = named.thing.name, named.said
    if name.split()[0].casefold() in QUESTION_WORDS:
        return False
    words = name.split()
    ends = (at for at, word in enumerate(words) if at and word.casefold() in SMALL_WORDS)
    end = next(ends, len(words))  # "faults of leaving": the head stands before "of"
    head = _words(" ".join(words[:end]))[-1:]
    if not said.isdisjoint(head):
        return True
    seen = sum(not words.isdisjoint(head) for words in names_of(index))
    counts = Counter(word for words in names_of(index) for word in words)
    if _begins_alone(named.thing, said, counts):
        return True
    return end == len(words) and seen >= _GENERAL and named.thing.words - {*head} <= said


def _begins_alone(thing: CourseName, said: frozenset[str], seen: Counter[str]) -> bool:
    """Whether a text has the word that an algorithm's name begins with, and no other name has it.

    "greedy" names "greedy best-first search".
    """
    first = _words(thing.name.split()[0])[:1]
    return (
        bool(first)
        and {*first} <= said
        and seen[first[0]] == 1
        and bool(_algorithms_in(thing.name))
    )


@cache
def _algorithms_in(name: str) -> frozenset[str]:
    return frozenset(name_algorithms(name))


def _words(text: str) -> list[str]:
    """Return the content words of a text and its names with signs ("A*"), in small letters."""
    return [*(word for word in tokens(text) if len(word) > 1), *names_with_signs(text)]


def only_names(text: str, index: CourseIndex) -> bool:
    """Whether a text names things of the course and says nothing of them: "and merge sort?"."""
    named = things_named(text, index)
    words = frozenset[str]().union(*(one.said | one.thing.words for one in named))
    short = {name.casefold() for name in index.abbreviations}
    return bool(named) and content_words(spell_out(text, index.abbreviations)) - short <= words
