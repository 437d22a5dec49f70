"""Hints for an exercise that no engine decides, a level of the ladder each (docs/teaching.md).

All that they say is where the course speaks of it, which part of the statement is not used yet, an
example of the course, and how to begin. None is taken from a solution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

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
from tutor_app.values import Chunk, Event, Passage, Quote, Scores, Sentence

Cite = Callable[[str], Sequence[Quote]]
# What is said is returned, so that the next hint says something else.
Hinted = Generator[Event, None, tuple[str, ...]]

TEACHING = ("textbook", "slides")
# The least nearness (cosine of the best sentence, and half the share of rare words) that helps.
NEAR = 0.5
SHARED_WEIGHT = 0.5
_EXAMPLE = re.compile(r"\bworked example\b|\bfor example\b|\bwe run\b|\bexample\b[.:]", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sourcebook:
    """Where hints look: the course's words by topic, its index, and who to ask."""

    cite: Cite
    book: AssignmentBook | None = None
    contact: str = ""

    def rule(self, topic: str) -> Sequence[Quote]:
        """Return the course's own words about a topic, never an assignment's; at most one quote."""
        found = [quote for quote in self.cite(topic) if quote.kind in TEACHING]
        return found[:1] or self.nearest(topic, lambda chunk: chunk.exercise is None)[:1]

    def nearest(self, topic: str, fits: Callable[[Chunk], bool]) -> list[Quote]:
        """Return the nearest passage of the teaching material that fits, as it stands."""
        chunk = self.chunk(topic, fits)
        if chunk is None or self.book is None:
            return []
        return quote_named([Passage(chunk=chunk, scores=Scores())], self.book.index)

    def example(self, topic: str) -> list[Quote]:
        """Return the nearest example of the teaching material, from where it begins."""
        chunk = self.chunk(
            topic, lambda found: found.exercise is None and _begins(found) is not None
        )
        if chunk is None or self.book is None:
            return []
        begun = replace(chunk, sentences=chunk.sentences[_begins(chunk) or 0 :])
        return quote_named([Passage(chunk=begun, scores=Scores())], self.book.index)

    def chunk(self, topic: str, fits: Callable[[Chunk], bool]) -> Chunk | None:
        if self.book is None or not self.book.index.chunks:
            return None
        scores = self._scores(topic)
        for row in np.argsort(-scores, kind="stable"):
            chunk = self.book.index.chunks[int(row)]
            if scores[row] < NEAR:
                return None
            if chunk.document.kind in TEACHING and fits(chunk):
                return chunk
        return None

    def _scores(self, topic: str) -> Scores1D:
        assert self.book is not None  # asked for by chunk(), which looks
        query = Query(topic, self.book.embedder.embed([topic])[0], ())
        index = self.book.index
        asked = set(tokens(topic))
        shared = [shared_rarity(asked, set(tokens(c.text)), index.rarity) for c in index.chunks]
        return index.best_sentence(query) + SHARED_WEIGHT * np.array(shared)


def give_hint(level: int, task: Task, sources: Sourcebook, *, again: bool = False) -> Hinted:
    """Yield the hint of a level; `again` says the same one in other words."""
    if level >= ENDED:
        return (yield from _ended(task, sources))
    match level:
        case 1:
            return (yield from _section(task, sources, again))
        case 2:
            return (yield from _unused_part(task, again))
        case 3:
            return (yield from _example(task, sources, again))
        case _:
            return (yield from _first_step(task, sources, again))


def unused_part(task: Task) -> str:
    """Return the sentence of the statement that the student's work takes up least, not said yet."""
    parts = sentences_of(task.item.statement if task.item is not None else task.statement)
    fresh = [part for part in parts if part not in task.said] or parts
    own = terms(task.attempt or "")
    return min(fresh, key=lambda part: len(terms(part) & own) / max(1, len(terms(part))))


def _section(task: Task, sources: Sourcebook, again: bool) -> Hinted:
    rule = sources.rule(task.statement)
    if not rule:
        return (yield from _unused_part(task, again))
    where = section_of(rule)
    lead = (
        f"In other words: before you go on, read in {where} what has to hold, and why."
        if again
        else f"The idea behind {task.name} is in section {where}."
    )
    yield Sentence(text=lead, role="hint")
    if not again:
        yield from rule
    return (where,)


def _unused_part(task: Task, again: bool) -> Hinted:
    part = unused_part(task)
    if again:
        text = f"I mean these words of the exercise: “{part}” What do they ask you to show?"
    elif task.attempt is not None and task.item is not None:
        text = f"The exercise also says: “{part}” Where does your work take this up?"
    elif task.item is not None:
        text = f"Read this part of the exercise once more: “{part}” What does it ask you to write?"
    else:
        text = f"Look at “{part}” Which rule of the course does this step rest on?"
    yield Sentence(text=text, role="question")
    return (part,)


def _example(task: Task, sources: Sourcebook, again: bool) -> Hinted:
    found = sources.example(task.statement)[:1]
    if not found:
        where = section_of(sources.rule(task.statement))
        text = "The course works no example that is near to this."
        text += (
            f" Take section {where} and try it on the smallest case you can think of."
            if where
            else ""
        )
        yield Sentence(text=text, role="hint")
        return (where,) if where else ()
    where = section_of(found)
    lead = (
        f"Put your work beside the example in {where}, line by line: which line has no partner?"
        if again
        else f"The course works an example of the kind in {where}:"
    )
    yield Sentence(text=lead, role="question" if again else "hint")
    if not again:
        yield from found
    return (where,)


def _begins(chunk: Chunk) -> int | None:
    """Return the place of the sentence in which an example begins, None where there is none."""
    found = (n for n, said in enumerate(chunk.sentences) if _EXAMPLE.search(said.text))
    return next(found, None)


def _first_step(task: Task, sources: Sourcebook, again: bool) -> Hinted:
    statement = task.item.statement if task.item is not None else task.statement
    first = sentences_of(statement)[0]
    where = section_of(sources.rule(statement))
    rule = f" and write beside it the rule of section {where}" if where else ""
    text = (
        "Begin smaller: one case only, one line, and the rule that allows it."
        if again
        else f"The first step, in words: take only this, “{first}”{rule}. Apply the rule to the "
        "first case alone, and send me that line."
    )
    yield Sentence(text=text, role="hint")
    return (first,)


def _ended(task: Task, sources: Sourcebook) -> Hinted:
    who = sources.contact or "your course staff"
    where = section_of(sources.rule(task.statement))
    read = f"Read section {where} once more, or ask {who}" if where else f"Ask {who}"
    text = f"That is as far as my hints go here. {read}."
    if text in task.said:
        yield Sentence(
            text=f"More than this would be doing it for you: {who} can help.", role="notice"
        )
        return ()
    yield Sentence(text=text, role="notice")
    chunk = sources.chunk(task.statement, lambda found: found.exercise is not None)
    if chunk is not None:
        words = exercise_words(Passage(chunk=chunk, scores=Scores()))
        place = f"{chunk.document.name.removesuffix('.pdf')}, page {chunk.page}"
        yield Sentence(
            text=f"A new exercise of the kind ({place}): {words}",
            role="exercise",
            passage_id=chunk.id,
        )
    return (text, where)
