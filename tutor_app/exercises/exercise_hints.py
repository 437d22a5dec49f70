"""Hints for an exercise that no engine decides, one for each level (docs/teaching.md).

They only say where the course covers it, which part of the statement is not used yet, an example
from the course, and how to begin. None is taken from a solution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from tutor_app.answering.no_other_wording import no_other_words
from tutor_app.answering.practice.exercise import exercise_words
from tutor_app.answering.quote_named import quote_named
from tutor_app.domain.hint_ladder import LADDER_END
from tutor_app.domain.values import Chunk, Event, Passage, Quote, Scores, Sentence
from tutor_app.exercises.assignment_book import AssignmentBook
from tutor_app.exercises.exercise_parts import open_parts, statement_of
from tutor_app.exercises.exercise_task import Task, section_of
from tutor_app.exercises.item_matching import shared_rarity
from tutor_app.retrieval.course_index import Query, Scores1D
from tutor_app.retrieval.search_terms import tokens
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import PLACE, name_staff

IDEA_IN_SECTION = phrase("exercises_hints.idea_in_section", "task", "section")
RESTS_ALSO_ON = phrase("exercises_hints.rests_also_on", "section")
READ_WHAT_HOLDS = phrase("exercises_hints.read_what_holds", "section")
PUT_BESIDE_WORK = phrase("exercises_hints.put_beside_work", "section")
PUT_BESIDE_EXERCISE = phrase("exercises_hints.put_beside_exercise", "section")
WHICH_RULE = phrase("exercises_hints.which_rule", "part")
WHICH_WORDS_ALLOW = phrase("exercises_hints.which_words_allow", "part")
READ_PART_AGAIN = phrase("exercises_hints.read_part_again", "part")
WHERE_TAKEN_UP = phrase("exercises_hints.where_taken_up", "part")
WHAT_TO_SHOW = phrase("exercises_hints.what_to_show", "part")
EXAMPLE_IN = phrase("exercises_hints.example_in", "section")
COMPARE_WITH_EXAMPLE = phrase("exercises_hints.compare_with_example", "section")
COVER_EXAMPLE = phrase("exercises_hints.cover_example", "section")
NO_OTHER_EXAMPLE = phrase("exercises_hints.no_other_example")
NO_OTHER_EXAMPLE_BUT_SECTION = phrase("exercises_hints.no_other_example_but_section", "section")
FIRST_STEP = phrase("exercises_hints.first_step", "part")
FIRST_STEP_BY_RULE = phrase("exercises_hints.first_step_by_rule", "part", "section")
BEGIN_SMALLER = phrase("exercises_hints.begin_smaller")
THREE_LINES = phrase("exercises_hints.three_lines")
END_WITH_SECTION = phrase("exercises_hints.end_with_section", "section", "person")
END_WITH_PERSON = phrase("exercises_hints.end_with_person", "person")
DOING_IT_FOR_YOU = phrase("exercises_hints.doing_it_for_you", "person")
TAKE_IT_ALONG = phrase("exercises_hints.take_it_along", "person")
LEAVE_IT = phrase("exercises_hints.leave_it")
SIMILAR_EXERCISE = phrase("exercises_hints.similar_exercise", "place", "words")
ANOTHER_EXERCISE = phrase("exercises_hints.another_exercise", "place", "words")

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
_VALUES = re.compile(r"(?<![\w.])\d+(?![\w.]\d)")
WORKED = 4  # values in one sentence
_EXAMPLE = re.compile(r"\bworked example\b|\bfor example\b|\bwe run\b|\bexample\b[.:]", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sourcebook:
    """What hints draw on: the course's words by topic, its index, and whom to ask."""

    cite: Cite
    book: AssignmentBook | None = None
    contact: str = ""

    def rule(self, topic: str) -> Sequence[Quote]:
        """Return the course's own words about a topic, never an assignment's; at most one quote."""
        found = [quote for quote in self.cite(_searched_with(topic)) if quote.kind in TEACHING]
        return found[:1] or self._quoted(self.chunk(topic, lambda chunk: chunk.exercise is None))

    def places(self, topic: str) -> Iterator[Quote]:
        """Yield what the course says about a topic, one quote per section, the nearest first."""
        seen: set[str] = set()
        near = (chunk for chunk in self._ranked(topic) if chunk.exercise is None)
        for found in chain([self.rule(topic)], map(self._quoted, near)):
            if found and (where := section_of(found)) not in seen and len(seen) < MOST_PLACES:
                seen.add(where)
                yield found[0]

    def examples(self, topic: str) -> Iterator[Quote]:
        """Yield the examples of the teaching material from their beginnings.

        Those of the sections that the topic rests on come first: the nearest elsewhere may share no
        more than its words.
        """
        sections = {quote.headings for quote in self.places(topic)}
        found = [
            (chunk, begins)
            for chunk in self._ranked(topic)
            if chunk.exercise is None and (begins := _begins(chunk)) is not None
        ]
        for chunk, begins in sorted(found, key=lambda one: one[0].headings not in sections):
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
    """One way to give a hint. `about` is the place or the words that it refers to."""

    text: str
    about: str = ""
    asks: bool = False
    quotes: Sequence[Quote] = ()


def give_hint(level: int, task: Task, sources: Sourcebook, *, again: bool = False) -> Hinted:
    """Yield the hint of a level, in words not used yet.

    `again` asks for other words about the place or the part that was mentioned last.
    """
    if level >= LADDER_END:
        return (yield from _ended(task, sources))
    ways = _WAYS[max(level, 1)](task, sources)
    if again and task.earlier_hints:
        about = task.earlier_hints[-1]
        if about in open_parts(task, sources.book):
            ways = chain((way for way in _by_part(task, sources) if way.about == about), ways)
    way = next((each for each in ways if each.text not in task.earlier_hints), None)
    if way is None:
        first, second = no_other_words(sources.contact)
        text = second if first in task.earlier_hints[-1:] else first
        yield Sentence(text=text, role="notice")
        return (text,)
    yield Sentence(text=way.text, role="question" if way.asks else "hint")
    yield from way.quotes
    marked = (mark.text for quote in way.quotes for mark in quote.marked)
    return tuple(filter(None, (way.text, *marked, way.about)))


def _by_section(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 1: the section that holds the idea, then others that it rests on."""
    beside = PUT_BESIDE_WORK if task.attempt is not None else PUT_BESIDE_EXERCISE
    found = False
    for number, quote in enumerate(sources.places(task.statement)):
        found = True
        where = section_of([quote])
        lead = RESTS_ALSO_ON(section=where)
        if number == 0:
            lead = IDEA_IN_SECTION(task=task.name, section=where)
        if where not in task.earlier_hints or lead in task.earlier_hints:
            yield _Way(text=lead, about=where, quotes=(quote,))
        yield _Way(text=READ_WHAT_HOLDS(section=where), about=where)
        yield _Way(text=beside(section=where), about=where, asks=True)
    if not found:
        yield from _by_part(task, sources)


def _by_part(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 2: a part of the statement that the work takes up least."""
    for part in open_parts(task, sources.book):
        if task.item is None:
            yield _Way(text=WHICH_RULE(part=part), about=part, asks=True)
            yield _Way(text=WHICH_WORDS_ALLOW(part=part), about=part, asks=True)
            continue
        lead = READ_PART_AGAIN if task.attempt is None else WHERE_TAKEN_UP
        yield _Way(text=lead(part=part), about=part, asks=True)
        yield _Way(text=WHAT_TO_SHOW(part=part), about=part, asks=True)


def _by_example(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 3: an example that the course works."""
    for quote in sources.examples(task.statement):
        if any(mark.text in task.earlier_hints for mark in quote.marked):
            if COVER_EXAMPLE(section=section_of([quote])) in task.earlier_hints:
                continue
        where = section_of([quote])
        yield _Way(text=EXAMPLE_IN(section=where), about=where, quotes=(quote,))
        compare = COVER_EXAMPLE if task.attempt is None else COMPARE_WITH_EXAMPLE
        yield _Way(text=compare(section=where), about=where, asks=True)
    where = section_of(sources.rule(task.statement))
    text = NO_OTHER_EXAMPLE_BUT_SECTION(section=where) if where else NO_OTHER_EXAMPLE()
    yield _Way(text=text, about=where)


def _by_first_step(task: Task, sources: Sourcebook) -> Iterator[_Way]:
    """Level 4: how to begin, in words."""
    statement = statement_of(task)
    first = open_parts(task, sources.book)[0]
    where = section_of(sources.rule(statement))
    text = FIRST_STEP_BY_RULE(part=first, section=where) if where else FIRST_STEP(part=first)
    yield _Way(text=text, about=first)
    yield _Way(text=BEGIN_SMALLER())
    yield _Way(text=THREE_LINES())


_WAYS: dict[int, Callable[[Task, Sourcebook], Iterator[_Way]]] = {
    1: _by_section,
    2: _by_part,
    3: _by_example,
    4: _by_first_step,
}


def _searched_with(topic: str) -> str:
    """Return the words to look up a rule by: the algorithm to run, else the task's words.

    What a task says about its figure would lead to captions.
    """
    algorithm = name_algorithm(topic) if _RUNS.match(topic) else None
    return algorithm_named(algorithm).topic if algorithm is not None else _FIGURE.sub(" ", topic)


def _begins(chunk: Chunk) -> int | None:
    """Return the place of the sentence in which an example begins, None if there is none.

    It says so, or works with values.
    """
    said = [sentence.text for sentence in chunk.sentences]
    announced = (n for n, text in enumerate(said) if _EXAMPLE.search(text))
    worked = (n for n, text in enumerate(said) if len(_VALUES.findall(text)) >= WORKED)
    return next(announced, next(worked, None))


def _ended(task: Task, sources: Sourcebook) -> Hinted:
    """After the last hint: the section, a person, a new exercise of the kind; no question."""
    where = section_of(sources.rule(task.statement))
    person = name_staff(sources.contact)
    ways = (
        END_WITH_SECTION(section=where, person=person) if where else END_WITH_PERSON(person=person),
        DOING_IT_FOR_YOU(person=person),
        TAKE_IT_ALONG(person=person),
        LEAVE_IT(),
    )
    text = next((way for way in ways if way not in task.earlier_hints), ways[-1])
    exercise = next(_exercises(task, sources), None)
    if text not in task.earlier_hints or exercise is None:
        yield Sentence(text=text, role="notice")
    if exercise is None:
        return (text, where)
    yield exercise
    return (text, where, exercise.text)


def _exercises(task: Task, sources: Sourcebook) -> Iterator[Sentence]:
    """Yield exercises to go on with, except those whose words were said already."""
    told = "\n".join(task.earlier_hints)
    for chunk, near in sources.exercises(task.statement):
        words = exercise_words(Passage(chunk=chunk, scores=Scores()))
        if words in told:
            continue
        offer = SIMILAR_EXERCISE if near else ANOTHER_EXERCISE
        text = offer(place=PLACE(file=chunk.document.title, page=chunk.page), words=words)
        yield Sentence(text=text, role="exercise", passage_id=chunk.id)
