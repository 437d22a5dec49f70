"""Two things set beside each other: a sentence that names both, then a short passage on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_names import (
    NamedThing,
    things_named,
)
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.from_map.named_terms import term_named
from tutor_app.conversation.from_map.shown_places import chunk_of
from tutor_app.conversation.subject.compared_things import SIDES, compared_things, compares_terms
from tutor_app.conversation.subject.missing_side import side_not_in_course
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Quote,
    Sentence,
    SideBySide,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import (
    CourseIndex,
    Query,
    content_words,
    read_query,
)
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

NAMES_BOTH = phrase("conversation_sides.names_both", "place")
NOT_IN_COURSE = phrase("conversation_sides.not_in_course", "missing", "term")
_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
_ASKS: Final = frozenset(
    {"ask.fact", "ask.why", "ask.simpler", "ask.more", "ask.reason", "ask.check", "ask.example"}
)
_LOOKED_AT = 300  # chunks: the words of each of their sentences are read
_SHORTEST = 6  # words
_LONGEST = 320  # characters: a longer sentence is no short passage
_DEFINES = 0.15  # what a definition counts more than another sentence about the thing
_OWN_WORDS = 0.5  # the share of the message's other words, by rarity, that a sentence has

_Told = tuple[Chunk, SourceSentence]


def set_side_by_side(turn: TurnContext) -> Iterator[Event] | None:
    """Return the reply to a message that compares two things; None where it does not."""
    index = turn.index
    if index is None or turn.message.wanted is not None or turn.shape.code is not None:
        return None
    may_ask = turn.settled_act in _ASKS or (not turn.act.sure and turn.act.second in _ASKS)
    if turn.on_table not in (*ON_COURSE, "nothing", "trace") or not may_ask:
        return None
    if turn.on_table == "trace" and not compares_terms(turn):
        return None
    text, sides = compared_things(turn, index)
    if len(sides) != SIDES:
        return _one_side_only(turn, index)
    asked = _asked_of(sides, text, (), turn)
    both = _best(asked, index)
    each = [
        _best(_asked_of([side], text, [other], turn), index)
        for side, other in zip(sides, reversed(sides), strict=True)
    ]
    if any(told is None for told in each):
        return None
    found = [
        with_definition(side, told, asked, turn) for side, told in zip(sides, each, strict=True)
    ]
    return _reply(turn, both, asked, sides, found, index)


def _one_side_only(turn: TurnContext, index: CourseIndex) -> Iterator[Event] | None:
    """Return what the course says of one side, where it does not have the other at all."""
    text = turn.message.text
    named = things_named(text, index)
    missing = side_not_in_course(text, index) if len(named) == 1 else ""
    if not missing:
        return None
    asked = _asked_of(named, text, (), turn)
    told = _best(asked, index)
    if told is None:
        return None
    found = [with_definition(named[0], told, asked, turn)]
    return _missing(turn, missing, named, found, index)


def with_definition(
    side: NamedThing, told: _Told | None, asked: _Asked, turn: TurnContext
) -> list[_Told]:
    """Return the sentences on one side: its definition by the map, and the one that was found.

    What says more of what is asked comes first. A definition that was just read is left out.
    """
    assert told is not None
    defined = definition_of(side, turn)
    if defined is None or defined[1].text in asked.read or defined[1].text == told[1].text:
        return [told]
    if len(told[1].text.split()) < _SHORTEST:
        return [defined]  # the label of a definition says nothing
    return [told, defined] if _says_what_is_asked(told, asked) and asked.words else [defined, told]


def definition_of(side: NamedThing, turn: TurnContext) -> _Told | None:
    """Return the sentence that defines a thing by the course's map; None where none does."""
    if turn.course_map is None or turn.index is None:
        return None
    term = term_named(side.thing.name, turn.course_map)
    if term is not None and side.said.isdisjoint(content_words(term.name)):
        return None  # of "Borůvka's algorithm" not what an algorithm is
    chunk = chunk_of(term.definition.chunk_id, turn.index) if term is not None else None
    if term is None or chunk is None:
        return None
    return next(((chunk, one) for one in chunk.sentences if one.text == term.definition.text), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What is asked of some things: a direction, and the other words of the message by rarity.

    `beside` are the words of the thing on the other side; a sentence that has all of them is left
    out, and so is one that was just `read`.
    """

    things: Sequence[NamedThing]
    beside: frozenset[str]
    query: Query
    words: Mapping[str, float]
    read: frozenset[str]


def _asked_of(
    things: Sequence[NamedThing], text: str, others: Sequence[NamedThing], turn: TurnContext
) -> _Asked:
    """Return what a message asks of some of the things that it names, without the others."""
    assert turn.index is not None
    index = turn.index
    named_by = frozenset[str]().union(*(thing.said for thing in things))
    other_names = frozenset[str]().union(*(other.said for other in others))
    beside = other_names - named_by
    meant = spell_out(text, index.abbreviations)
    kept = " ".join(word for word in meant.split() if not beside & content_words(word))
    query = read_query(kept, turn.services.embedder, index, as_typed=True)
    names = named_by | other_names | {short.casefold() for short in index.abbreviations}
    own = {word for word in set(query.words) - names if index.knows(word)}
    last = turn.session.before[-1].shown if turn.session.before else ()
    quotes = [event for event in last if isinstance(event, Quote)]
    read = frozenset(mark.text for quote in quotes for mark in quote.marked if not quote.quiet)
    read |= turn.struck_out
    words = {word: index.rarity(word) for word in own - _LISTS["choice"] - _LISTS["measure"]}
    return _Asked(things=things, beside=beside, query=query, words=words, read=read)


def _best(asked: _Asked, index: CourseIndex) -> _Told | None:
    """Return the sentence nearest to what is asked, of those that name all of its things."""
    rated: list[tuple[float, _Told]] = []
    nearest = np.argsort(-index.best_sentence(asked.query), kind="stable")[:_LOOKED_AT]
    for chunk in (index.chunks[row] for row in nearest):
        if not teaches(chunk):
            continue
        near = index.sentence_vectors(chunk) @ asked.query.vector
        for place, (sentence, cosine) in enumerate(zip(chunk.sentences, near, strict=True)):
            if sentence.text not in asked.read and _is_about(sentence.text, chunk, asked, index):
                label = place > 0 and _is_label(chunk.sentences[place - 1], asked.things)
                score = float(cosine) + _says(sentence.text, chunk, asked, label=label)
                rated.append((score, (chunk, sentence)))
    return max(rated, key=lambda each: each[0])[1] if rated else None


def _is_about(sentence: str, chunk: Chunk, asked: _Asked, index: CourseIndex) -> bool:
    """Whether a short sentence names all things, itself or, of one thing, in its title."""
    if len(sentence) > _LONGEST or not is_prose(sentence):
        return False
    words = content_words(spell_out(sentence, index.abbreviations))
    if asked.beside and asked.beside <= words:
        return False
    words |= content_words(" ".join(chunk.headings[-1:])) if asked.beside else set()
    return all(thing.said <= words for thing in asked.things)


def _says(sentence: str, chunk: Chunk, asked: _Asked, *, label: bool) -> float:
    """Return what a sentence under its title counts for what is asked, and a definition for."""
    defines = _DEFINES * (label and bool(asked.beside))
    if not asked.words:
        return 2 * defines
    words = content_words(" ".join((sentence, *chunk.headings[-1:])))
    said = sum(asked.words[word] for word in asked.words.keys() & words)
    return _OWN_WORDS * said / sum(asked.words.values()) if said else defines


def _is_label(sentence: SourceSentence, things: Sequence[NamedThing]) -> bool:
    """Whether a sentence is the label of a definition of a thing: "Definition (frontier)."."""
    words = content_words(sentence.text)
    return not is_prose(sentence.text) and all(thing.thing.words <= words for thing in things)


def _says_what_is_asked(told: _Told, asked: _Asked) -> bool:
    """Whether a sentence has most of the words asked of its things, where there are any."""
    return 2 * _says(told[1].text, told[0], asked, label=False) >= _OWN_WORDS * bool(asked.words)


def _reply(  # noqa: PLR0913  (what was found, and what it was looked for by)
    turn: TurnContext,
    both: _Told | None,
    asked: _Asked,
    sides: Sequence[NamedThing],
    found: Sequence[Sequence[_Told]],
    index: CourseIndex,
) -> Iterator[Event]:
    told_of = {told[1].text for side in found for told in side}
    apart = both is not None and both[1].text not in told_of
    if both is not None and apart and _says_what_is_asked(both, asked):
        quote = show_sentences([both], index)[0]
        lead_in = unsaid(NAMES_BOTH, turn.session, place=name_place(quote))
        yield Sentence(text=lead_in, role="lead_in")
        yield quote
    yield from in_columns(sides, found, index)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None, timings=turn.notes.timings))


def in_columns(
    sides: Sequence[NamedThing], found: Sequence[Sequence[_Told]], index: CourseIndex
) -> Iterator[Event]:
    """Yield the sides as columns, each with what tells most of it."""
    names = tuple(side.thing.name for side in sides)
    first = [side[:1] for side in found]
    yield SideBySide(names=names, counts=tuple(map(len, first)))
    yield from (show_sentences([told], index)[0] for side in first for told in side)


def _missing(
    turn: TurnContext,
    missing: str,
    sides: Sequence[NamedThing],
    found: Sequence[Sequence[_Told]],
    index: CourseIndex,
) -> Iterator[Event]:
    """Say which side the course does not have, beside what it says of the other."""
    said = unsaid(NOT_IN_COURSE, turn.session, missing=missing, term=sides[0].thing.name)
    yield Sentence(text=said, role="notice")
    yield from in_columns(sides, found, index)
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None, timings=turn.notes.timings))
