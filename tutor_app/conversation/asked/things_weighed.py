"""Sentences and rows of tables that tell how things of the course differ in what is asked."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_names import NamedThing
from tutor_app.answering.question_features import is_caption
from tutor_app.conversation.asked.asked_words import plain
from tutor_app.conversation.asked.property_asked import PropertyAsked
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.domain.values import Chunk, SourceSentence
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, Query, content_words

_FIRST = frozenset({0})
_EXAMPLES = frozenset({"example", "figure"})
_PLACES = 4  # words at the start of a sentence that may be its label
_LONGEST = 360  # characters
_Told = tuple[Chunk, SourceSentence]

FEATURES: Final = (
    "cosine",
    "tells",  # it has a word of the property asked
    "decides",  # it has a word for what a thing is worth
    "picks",  # it says when a thing is the one to take
    "picks_asked",  # the same where that is asked
    "words",  # the share of the message's other words, by rarity, that it or its title has
    "both",
    "by_title",  # only its section's title names the thing
    "defines",
    "shows",
    "first",  # it is about the one whose worth is asked
    "logit",  # what the cross-encoder reads of question and sentence
)
WEIGHTS: Final = Path(__file__).with_name("things_weighed.json")


@cache
def _weights() -> tuple[float, ...]:
    by_name = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return tuple(float(by_name[name]) for name in FEATURES)


def read_with(logit: float, one: WeighedSentence) -> WeighedSentence:
    """Return a sentence with what the cross-encoder reads of it."""
    return replace(one, seen=(*one.seen[:-1], logit))


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedSentence:
    """A sentence on some of the things, with what is seen of it: `FEATURES` in their order."""

    told: _Told
    sides: frozenset[int]
    tells: bool
    seen: tuple[float, ...]

    @property
    def score(self) -> float:
        """How well it tells what is asked, by the weights that were learned."""
        return sum(weight * value for weight, value in zip(_weights(), self.seen, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRows:
    """The rows of a table that are about the things, under its head."""

    chunk: Chunk
    head: SourceSentence
    rows: tuple[SourceSentence, ...]
    sides: frozenset[int]


def weigh(
    things: Sequence[NamedThing],
    asked: PropertyAsked,
    query: Query,
    words: Mapping[str, float],
    index: CourseIndex,
) -> list[WeighedSentence]:
    """Return the sentences about any of the things, what tells most of what is asked first.

    `words` are the other words of the message, by rarity.
    """
    found = []
    for chunk in filter(teaches, index.chunks):
        title = content_words(" ".join(chunk.headings[-1:]))
        of_title = _sides_in(title, things)
        near = index.sentence_vectors(chunk) @ query.vector
        shown = _shown_in(chunk)
        label = ""
        for sentence, cosine in zip(chunk.sentences, near, strict=True):
            text = sentence.text
            if not is_prose(text):
                label = text
                continue
            before, label = label, ""
            if len(text) > _LONGEST or is_caption(text):
                continue
            said = content_words(spell_out(text, index.abbreviations))
            sides = _sides_in(said, things) or of_title
            if not sides:
                continue
            bare = {*plain(text), *(part for word in plain(text) for part in word.split("("))}
            tells = asked.told_by(bare)
            picks = asked.picked_by(bare)
            seen = (
                float(cosine),
                float(tells),
                float(asked.decided_by(bare)),
                float(picks),
                float(picks and asked.chooses),
                _share(words, said | title),
                float(len(sides) > 1),
                float(not _sides_in(said, things)),
                float(before.casefold().startswith("definition")),
                float(sentence.paragraph in shown or not _EXAMPLES.isdisjoint(bare)),
                float(asked.worth and sides == _FIRST),
                0.0,
            )
            found.append(
                WeighedSentence(told=(chunk, sentence), sides=sides, tells=tells, seen=seen)
            )
    return sorted(found, key=lambda each: -each.score)


def rows_on(
    things: Sequence[NamedThing], asked: PropertyAsked, index: CourseIndex
) -> TableRows | None:
    """Return the rows on the things of the table whose head names what is asked; None if none has.

    Where no word asks for a property, a table with a row on each of two things.
    """
    best: TableRows | None = None
    for chunk in filter(teaches, index.chunks):
        for table in _tables(chunk):
            head, rows = table[0], table[1:]
            named = [(row, _begins_with(row.text, things)) for row in rows]
            mine = [(row, at) for row, at in named if at is not None]
            sides = frozenset(at for _, at in mine if at is not None)
            if not sides or (asked.asks and asked.asks.isdisjoint(plain(head.text))):
                continue
            if best is None or len(sides) > len(best.sides):
                marked = tuple(row for row, _ in mine)
                best = TableRows(chunk=chunk, head=head, rows=marked, sides=sides)
    return best


def _shown_in(chunk: Chunk) -> frozenset[int]:
    """Return the paragraphs of a chunk that begin with the label of an example."""
    labels = (one for one in chunk.sentences if not is_prose(one.text))
    return frozenset(one.paragraph for one in labels if "example" in one.text.casefold())


def _tables(chunk: Chunk) -> Iterator[list[SourceSentence]]:
    """Yield the runs of lines that are no sentences, each in a paragraph of its own."""
    run: list[SourceSentence] = []
    counts: dict[int, int] = {}
    for one in chunk.sentences:
        counts[one.paragraph] = counts.get(one.paragraph, 0) + 1
    for one in chunk.sentences:
        if is_prose(one.text) or counts[one.paragraph] > 1:
            if len(run) > 1:
                yield run
            run = []
        else:
            run.append(one)
    if len(run) > 1:
        yield run


def _begins_with(row: str, things: Sequence[NamedThing]) -> int | None:
    start = content_words(" ".join(row.split()[:_PLACES]))
    sides = sorted(_sides_in(start, things))
    return sides[0] if sides else None


def _sides_in(words: set[str], things: Sequence[NamedThing]) -> frozenset[int]:
    return frozenset(at for at, thing in enumerate(things) if thing.said <= words)


def _share(words: Mapping[str, float], said: set[str]) -> float:
    whole = sum(words.values())
    return sum(words[word] for word in words.keys() & said) / whole if whole else 0.0
