"""Two things set beside each other: a sentence that names both, then a short passage on each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_names import NamedThing, things_named
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.conversation.unsaid import unsaid
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.values import (
    AnswerDone,
    Chunk,
    Event,
    Sentence,
    SourceSentence,
    TurnRecord,
)
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.course_index import CourseIndex, Query, read_query
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.claims import asks_to_know
from tutor_app.wording.catalogue import phrase
from tutor_app.wording.quote_sentences import name_place

NAMES_BOTH = phrase("conversation_sides.names_both", "place")
ONE_SIDE = phrase("conversation_sides.one_side", "term", "place")
_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
_ASKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.simpler", "ask.more", "ask.reason", "ask.check", "ask.example"}
)
_SIDES = 2
_LATELY = 3  # replies in which two things may have been named
_LOOKED_AT = 300  # chunks: the words of each of their sentences are read
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
    if turn.on_table not in (*ON_COURSE, "nothing") or not may_ask:
        return None
    text, sides = _compared(turn, index)
    if len(sides) != _SIDES:
        return None
    both = _best(_asked_of(sides, text, (), turn), index)
    each = [
        _best(_asked_of([side], text, [other], turn), index)
        for side, other in zip(sides, reversed(sides), strict=True)
    ]
    found = [told for told in each if told is not None]
    return _reply(turn, both, sides, found, index) if len(found) == _SIDES else None


def _compared(turn: TurnContext, index: CourseIndex) -> tuple[str, Sequence[NamedThing]]:
    """Return the two things that a message compares, and the text that named them."""
    text = turn.message.text
    words = set(plain_words(text))
    sides = things_named(text, index)
    if len(sides) == _SIDES:
        asks = turn.claim is None or asks_to_know(text)
        measured = asks and bool(words & _LISTS["measure"])
        return text, sides if words & _LISTS["choice"] or measured else ()
    if not words & _LISTS["again"]:
        return text, ()
    for before in reversed(turn.session.before[-_LATELY:]):
        if len(named := things_named(before.question, index)) == _SIDES:
            known = {side.thing for side in named}
            return before.question, named if {s.thing for s in sides} <= known else ()
    return text, ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What is asked of some things: a direction, and the other words of the message by rarity.

    `beside` are the words of the thing on the other side; a sentence that has all of them is left
    out.
    """

    things: Sequence[NamedThing]
    beside: frozenset[str]
    query: Query
    words: Mapping[str, float]


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
    kept = " ".join(word for word in meant.split() if not beside & set(tokens(word)))
    query = read_query(kept, turn.services.embedder, index, as_typed=True)
    names = named_by | other_names | {short.casefold() for short in index.abbreviations}
    own = {word for word in set(query.words) - names if index.knows(word)}
    words = {word: index.rarity(word) for word in own - _LISTS["choice"] - _LISTS["measure"]}
    return _Asked(things=things, beside=beside, query=query, words=words)


def _best(asked: _Asked, index: CourseIndex) -> _Told | None:
    """Return the sentence nearest to what is asked, of those that name all of its things."""
    rated: list[tuple[float, _Told]] = []
    nearest = np.argsort(-index.best_sentence(asked.query), kind="stable")[:_LOOKED_AT]
    for chunk in (index.chunks[row] for row in nearest):
        if not teaches(chunk):
            continue
        near = index.sentence_vectors(chunk) @ asked.query.vector
        for place, (sentence, cosine) in enumerate(zip(chunk.sentences, near, strict=True)):
            if _is_about(sentence.text, chunk, asked, index):
                label = place > 0 and _is_label(chunk.sentences[place - 1], asked.things)
                score = float(cosine) + _says(sentence.text, chunk, asked, label=label)
                rated.append((score, (chunk, sentence)))
    return max(rated, key=lambda each: each[0])[1] if rated else None


def _is_about(sentence: str, chunk: Chunk, asked: _Asked, index: CourseIndex) -> bool:
    """Whether a short sentence names all things, itself or, of one thing, in its title."""
    if len(sentence) > _LONGEST or not is_prose(sentence):
        return False
    words = set(tokens(spell_out(sentence, index.abbreviations)))
    if asked.beside and asked.beside <= words:
        return False
    words |= set(tokens(" ".join(chunk.headings[-1:]))) if asked.beside else set()
    return all(thing.said <= words for thing in asked.things)


def _says(sentence: str, chunk: Chunk, asked: _Asked, *, label: bool) -> float:
    """Return what a sentence under its title counts for what is asked; else a definition does."""
    if not asked.words:
        return _DEFINES * (label and bool(asked.beside))
    words = set(tokens(" ".join((sentence, *chunk.headings[-1:]))))
    said = sum(asked.words[word] for word in asked.words.keys() & words)
    return _OWN_WORDS * said / (sum(asked.words.values()) or 1.0)


def _is_label(sentence: SourceSentence, things: Sequence[NamedThing]) -> bool:
    """Whether a sentence is the label of a definition of a thing: "Definition (frontier)."."""
    words = set(tokens(sentence.text))
    return not is_prose(sentence.text) and all(thing.thing.words <= words for thing in things)


def _reply(
    turn: TurnContext,
    both: _Told | None,
    sides: Sequence[NamedThing],
    found: Sequence[_Told],
    index: CourseIndex,
) -> Iterator[Event]:
    if both is not None and all(both[1].text != told[1].text for told in found):
        quote = show_sentences([both], index)[0]
        lead_in = unsaid(NAMES_BOTH, turn.session, place=name_place(quote))
        yield Sentence(text=lead_in, role="lead_in")
        yield quote
    for side, told in zip(sides, found, strict=True):
        quote = show_sentences([told], index)[0]
        lead_in = ONE_SIDE(term=side.thing.name, place=name_place(quote))
        yield Sentence(text=lead_in, role="lead_in")
        yield quote
    turn.notes.note_point("all")
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None, timings=turn.notes.timings))
