"""Hints for an exercise that no engine decides, a level of the ladder each (docs/teaching.md).

All that they say is where the course speaks of it, which part of the statement is not used yet, an
example of the course, and how to begin. None is taken from a solution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from tutor_app.assignments.book import AssignmentBook
from tutor_app.assignments.coverage import sentences_of
from tutor_app.assignments.matching import shared_rarity
from tutor_app.named import quote_named
from tutor_app.practice.exercise import exercise_words
from tutor_app.retrieval.course_index import Query, Scores1D
from tutor_app.retrieval.text import tokens
from tutor_app.strategies.exercise_task import Task, section_of
from tutor_app.strategies.ladder import ENDED
from tutor_app.strategies.question_checks import terms
from tutor_app.strategies.way_on import no_other_words, who
from tutor_app.tracing.reading.naming import name_algorithm
from tutor_app.tracing.registry import algorithm_named
from tutor_app.values import Chunk, Event, Passage, Quote, Scores, Sentence

Cite = Callable[[str], Sequence[Quote]]
# What is said is returned, so that the next hint says something else.
Hinted = Generator[Event, None, tuple[str, ...]]

TEACHING = ("textbook", "slides")
MOST_PLACES = 3  # sections that an exercise is said to rest on
# The least nearness (cosine of the best sentence, and half the share of rare words) that helps.
NEAR = 0.5
SHARED_WEIGHT = 0.5
_RUNS = re.compile(r"\s*(?:run|trace|apply|execute)\b", re.I)
_FIGURE = re.compile(r"\b(?:(?:of|in|on|from)\s+)?(?:the graph of\s+)?(?:Figure|Table)\s+\d+", re.I)
_EXAMPLE = re.compile(r"\bworked example\b|\bfor example\b|\bwe run\b|\bexample\b[.:]", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sourcebook:
    """Where hints look: the course's words by topic, its index, and who to ask."""

    cite: Cite
    book: AssignmentBook | None = None
    contact: str = ""

    def rule(self, topic: str) -> Sequence[Quote]:
        """Return the course's own words about a topic, never an assignment's; at most one quote."""
        found = [quote for quote in self.cite(_searched_with(topic)) if quote.kind in TEACHING]
        return found[:1] or self._quoted(self.chunk(topic, lambda chunk: chunk.exercise is None))

    def places(self, topic: str) -> Iterator[Quote]:
        """Yield what the course says of a topic, one quote a section, the nearest first."""
        seen: set[str] = set()
        near = (chunk for chunk in self._ranked(topic) if chunk.exercise is None)
        for found in chain([self.rule(topic)], map(self._quoted, near)):
            if found and (where := section_of(found)) not in seen and len(seen) < MOST_PLACES:
                seen.add(where)
                yield found[0]

    def examples(self, topic: str) -> Iterator[Quote]:
        """Yield the examples of the teaching material from where they begin, the nearest first."""
        for chunk in self._ranked(topic):
            begins = _begins(chunk)
            if chunk.exercise is None and begins is not None:
                yield from self._quoted(replace(chunk, sentences=chunk.sentences[begins:]))[:1]

    def chunk(self, topic: str, fits: Callable[[Chunk], bool]) -> Chunk | None:
        """Return the nearest passage of the teaching material that fits."""
        return next((chunk for chunk in self._ranked(topic) if fits(chunk)), None)

    def exercises(self, topic: str) -> Iterator[tuple[Chunk, bool]]:
        """Yield the exercises of the teaching material, the nearest first, and whether near."""
        for near in (True, False):
            for chunk in self._ranked(topic, NEAR if near else -1.0):
                if chunk.exercise is not None:
                    yield chunk, near

    def _quoted(self, chunk: Chunk | None) -> Sequence[Quote]:
        """Return a passage as it stands."""
        if chunk is None or self.book is None:
            return ()
        return quote_named([Passage(chunk=chunk, scores=Scores())], self.book.index)[:1]

    def _ranked(self, topic: str, least: float = NEAR) -> Iterator[Chunk]:
        """Yield the passages of the teaching material that are near, the nearest first."""
        if self.book is None or not self.book.index.chunks:
            return
        scores = self._scores(topic)
        for row in np.argsort(-scores, kind="stable"):
            if scores[row] < least:
                return
            chunk = self.book.index.chunks[int(row)]
            if chunk.document.kind in TEACHING:
                yield chunk

    def _scores(self, topic: str) -> Scores1D:
        assert self.book is not None  # asked for by _ranked(), which looks
        query = Query(topic, self.book.embedder.embed([topic])[0], ())
        index = self.book.index
        asked = set(tokens(topic))
        shared = [shared_rarity(asked, set(tokens(c.text)), index.rarity) for c in index.chunks]
        return index.best_sentence(query) + SHARED_WEIGHT * np.array(shared)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Way:
    """One way to give a hint. `about` is the place or the words that it is about."""

    text: str
    about: str = ""
    asks: bool = False
    quotes: Sequence[Quote] = ()


def give_hint(level: int, task: Task, sources: Sourcebook, *, again: bool = False) -> Hinted:
    """Yield the hint of a level, in words that were not said yet.

    `again` asks for other words about the place or the part that was spoken of last.
    """
    if level >= ENDED:
        return (yield from _ended(task, sources))
    ways = _WAYS[max(level, 1)](task, sources)
    if again and task.said:
        about = task.said[-1]
        if about in _parts(task):
            ways = chain((way for way in _by_part(task, sources) if way.about == about), ways)
    way = next((each for each in ways if each.text not in task.said), None)
    if way is None:
        first, second = no_other_words(sources.contact)
        text = second if first in task.said[-1:] else first
        yield Sentence(text=text, role="notice")
        return (text,)
    yield Sentence(text=way.text, role="question" if way.asks else "hint")
    yield from way.quotes
    return tuple(filter(None, (way.text, way.about)))


def unused_part(task: Task) -> str:
    """Return the sentence of the statement that the student's work takes up least, not said yet."""
    parts = _parts(task)
    return next((part for part in parts if part not in task.said), parts[0])


def _parts(task: Task) -> list[str]:
    """Return the sentences of the statement, those first that the student's work takes up least."""
    parts = sentences_of(task.item.statement if task.item is not None else task.statement)
    own = terms(task.attempt or "")
    return sorted(parts, key=lambda part: len(terms(part) & own) / max(1, len(terms(part))))


def _by_section(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 1: the section that holds the idea, then others that it rests on."""
    beside = "your work" if task.attempt is not None else "the exercise"
    found = False
    for number, quote in enumerate(sources.places(task.statement)):
        found = True
        where = section_of([quote])
        lead = f"It also rests on section {where}."
        if number == 0:
            lead = f"The idea behind {task.name} is in section {where}."
        if where not in task.said or lead in task.said:
            yield _Way(text=lead, about=where, quotes=(quote,))
        yield _Way(
            text=f"In other words: before you go on, read in {where} what has to hold, and why.",
            about=where,
        )
        yield _Way(
            text=f"Say what {where} says in a sentence of your own, and put it beside {beside}: "
            "which of its words have no partner there?",
            about=where,
            asks=True,
        )
    if not found:
        yield from _by_part(task, sources)


def _by_part(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 2: a part of the statement that the work takes up least."""
    for part in _parts(task):
        if task.item is None:
            yield _Way(
                text=f"Look at “{part}” Which rule of the course does this step rest on?",
                about=part,
                asks=True,
            )
            yield _Way(
                text=f"I mean your words “{part}” Which words of the course allow them?",
                about=part,
                asks=True,
            )
            continue
        lead = f"Read this part of the exercise once more: “{part}” What does it ask you to write?"
        if task.attempt is not None:
            lead = f"The exercise also says: “{part}” Where does your work take this up?"
        yield _Way(text=lead, about=part, asks=True)
        yield _Way(
            text=f"I mean these words of the exercise: “{part}” What do they ask you to show?",
            about=part,
            asks=True,
        )


def _by_example(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 3: an example that the course works."""
    for quote in sources.examples(task.statement):
        where = section_of([quote])
        yield _Way(
            text=f"The course works an example of the kind in {where}:",
            about=where,
            quotes=(quote,),
        )
        if task.attempt is not None:
            text = f"Put your work beside the example in {where}, line by line: which line has no "
            yield _Way(text=f"{text}partner?", about=where, asks=True)
        else:
            text = f"Cover the example in {where} after its first words: how would you go on?"
            yield _Way(text=text, about=where, asks=True)
    where = section_of(sources.rule(task.statement))
    yield _Way(
        text="The course works no other example that is near to this."
        + (f" Take section {where} and try it on the smallest case." if where else ""),
        about=where,
    )


def _by_first_step(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 4: how to begin, in words."""
    statement = task.item.statement if task.item is not None else task.statement
    first = sentences_of(statement)[0]
    where = section_of(sources.rule(statement))
    rule = f" and write beside it the rule of section {where}" if where else ""
    yield _Way(
        text=f"The first step, in words: take only this, “{first}”{rule}. Apply the rule to the "
        "first case alone, and send me that line.",
        about=first,
    )
    yield _Way(text="Begin smaller: one case only, one line, and the rule that allows it.")
    yield _Way(
        text="Write three lines: what is given, what is asked, and what leads from one to it."
    )


_WAYS: dict[int, Callable[[Task, Sourcebook], Iterator[_Way]]] = {
    1: _by_section,
    2: _by_part,
    3: _by_example,
    4: _by_first_step,
}


def _searched_with(topic: str) -> str:
    """Return what a rule is looked up with: the algorithm that is to be run, else the words.

    What a task says of its figure leads to captions.
    """
    algorithm = name_algorithm(topic) if _RUNS.match(topic) else None
    return algorithm_named(algorithm).topic if algorithm is not None else _FIGURE.sub(" ", topic)


def _begins(chunk: Chunk) -> int | None:
    """Return the place of the sentence in which an example begins, None where there is none."""
    found = (n for n, said in enumerate(chunk.sentences) if _EXAMPLE.search(said.text))
    return next(found, None)


def _ended(task: Task, sources: Sourcebook) -> Hinted:
    """After the last hint: the section, a person, a new exercise of the kind; no question."""
    where = section_of(sources.rule(task.statement))
    person = who(sources.contact)
    read = f"Read section {where} once more, or ask {person}" if where else f"Ask {person}"
    ways = (
        f"That is as far as my hints go here. {read}.",
        f"More than this would be doing it for you: {person} can help.",
        f"Write down what you have and where it stops, and take that to {person}.",
        "Leave it for a day and come back with one sentence, however unsure: then we go on here.",
    )
    text = next((way for way in ways if way not in task.said), ways[-1])
    exercise = next(_exercises(task, sources), None)
    if text not in task.said or exercise is None:
        yield Sentence(text=text, role="notice")
    if exercise is None:
        return (text, where)
    yield exercise
    return (text, where, exercise.text)


def _exercises(task: Task, sources: Sourcebook) -> Iterator[Sentence]:
    """Yield exercises to go on with; one that was named stands in what was said, by its words."""
    told = "\n".join(task.said)
    for chunk, near in sources.exercises(task.statement):
        words = exercise_words(Passage(chunk=chunk, scores=Scores()))
        if words in told:
            continue
        place = f"{chunk.document.name.removesuffix('.pdf')}, page {chunk.page}"
        which = "A new exercise of the kind" if near else "Another exercise of the course"
        yield Sentence(text=f"{which} ({place}): {words}", role="exercise", passage_id=chunk.id)
