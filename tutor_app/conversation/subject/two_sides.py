"""Two things set beside each other: a sentence that names both, then a short passage on each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from tutor_app.answering.choose_quotes import is_prose
from tutor_app.answering.course_names import (
    CourseName,
    NamedThing,
    is_named_itself,
    things_named,
)
from tutor_app.answering.quote_display import show_sentences
from tutor_app.conversation.from_map.named_terms import term_named, terms_in
from tutor_app.conversation.from_map.shown_places import chunk_of
from tutor_app.conversation.subject.missing_side import side_not_in_course
from tutor_app.conversation.trace_replies.problem_reply import teaches
from tutor_app.conversation.turn_context import ON_COURSE, TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
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
    names_with_signs,
    own_terms,
    read_query,
)
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.act_classifier import DialogueAct
from tutor_app.understanding.claims import asks_to_know
from tutor_app.wording.catalogue import phrase, unsaid
from tutor_app.wording.quote_sentences import name_place

NAMES_BOTH = phrase("conversation_sides.names_both", "place")
NOT_IN_COURSE = phrase("conversation_sides.not_in_course", "missing", "term")
_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
_ASKS: Final[frozenset[DialogueAct]] = frozenset(
    {"ask.fact", "ask.why", "ask.simpler", "ask.more", "ask.reason", "ask.check", "ask.example"}
)
_SIDES = 2
_SIGNS = ".,:;!?()\"'"
_LENGTHS = (3, 2, 1)  # words of a name beside an "or"
_LATELY = 3  # replies in which two things may have been named
_LOOKED_AT = 300  # chunks: the words of each of their sentences are read
_SHORTEST = 6  # words
_LONGEST = 320  # characters: a longer sentence is no short passage
_DEFINES = 0.15  # what a definition counts more than another sentence about the thing
_OWN_WORDS = 0.5  # the share of the message's other words, by rarity, that a sentence has

# "0 or more", "yes or no" set nothing beside each other.
_NO_CHOICE = re.compile(r"\b(?:or (?:more|less|not)|yes or no)\b", re.I)

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
    if len(sides) != _SIDES:
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


def compares_terms(turn: TurnContext) -> bool:
    """Return whether a message surely compares two things that the course has names for."""
    words = set(plain_words(turn.message.text))
    if turn.index is None or not words & (_LISTS["compares"] - _LISTS["rather"]):
        return False
    named = _sides_named(turn.message.text, turn.index)
    return len(named) == _SIDES


def compared_things(turn: TurnContext, index: CourseIndex) -> tuple[str, Sequence[NamedThing]]:
    """Return the two things that a message compares, and the text that named them."""
    text = _NO_CHOICE.sub(" ", turn.message.text)
    said = plain_words(text)
    words = set(said)
    sides = _sides_named(text, index)
    if len(sides) != _SIDES:
        sides = _of_map(text, turn) or _beside_or(text, index) or sides
    if len(sides) == _SIDES:
        asks = turn.claim is None or asks_to_know(text)
        if words & (_LISTS["rather"] | _LISTS["alike"]) and asks:
            return text, sides
        twice = any(said.count(word) > 1 for word in _LISTS["twice"])
        measured = asks and (twice or bool(words & _LISTS["measure"]))
        return text, sides if words & _LISTS["choice"] or measured else ()
    if len(sides) == 1 and words & (_LISTS["compares"] | _LISTS["alike"]):
        other = _of_its_kind(sides[0], turn, index)
        return text, [other, *sides] if other is not None else ()
    left = _turns_elsewhere(said)
    counts = all(one not in _LISTS["lead_two"] for one, two in pairwise(said) if two == "two")
    taken_up = words & _LISTS["again"] - ({"two"} if counts else set())
    again = bool(taken_up) and not left
    chooses = "which" in words and len(sides) < _SIDES and not left
    if not again and not chooses:
        return text, ()
    for before in reversed(turn.session.before[-_LATELY:]):
        if _complains(before.question, turn):
            continue  # it names what was shown wrongly
        if len(named := _sides_named(before.question, index)) == _SIDES:
            same = again and {side.thing for side in sides} <= {side.thing for side in named}
            meant = same or (chooses and _asks_which(text, named, index))
            return before.question, named if meant else ()
    return text, ()


def _complains(text: str, turn: TurnContext) -> bool:
    guesses = map(turn.act_of, split_sentences(text))
    return any(guess.act == "react.disagree" and guess.sure for guess in guesses)


def _turns_elsewhere(said: Sequence[str]) -> bool:
    """Whether a message leaves what was spoken of: "ok other thing", "another question"."""
    return any(
        one in _LISTS["elsewhere"] and two in _LISTS["matters"] for one, two in pairwise(said)
    )


def _sides_named(text: str, index: CourseIndex) -> Sequence[NamedThing]:
    """Return the things that a text names by their own head words, the longest of each."""
    named = [each for each in things_named(text, index) if is_named_itself(each, index)]
    return _longest(named, text)


def _asks_which(text: str, named: Sequence[NamedThing], index: CourseIndex) -> bool:
    """Whether "which" asks for one of the things named before: "which one", "which search".

    "Which queue does it use" and "a graph which is directed" ask for something else.
    """
    names = frozenset({"one"}).union(*(side.thing.words for side in named))
    words = ["", *text.casefold().split(), ""]
    for before, word, behind in zip(words, words[1:], words[2:], strict=False):
        leads_on = before[-1:] not in _SIGNS and any(map(index.knows, tokens(before)))
        alone = word[-1:] in _SIGNS or names.issuperset(tokens(behind))
        if word.strip(_SIGNS) == "which" and alone and not leads_on:
            return True
    return False


def _of_its_kind(side: NamedThing, turn: TurnContext, index: CourseIndex) -> NamedThing | None:
    """Return the algorithm that was spoken of last, beside one that a message names."""
    if not name_algorithm(side.thing.name):
        return None
    for before in reversed(turn.session.before[-_LATELY:]):
        for named in things_named(before.question, index):
            if named.thing != side.thing and name_algorithm(named.thing.name):
                return named
    return None


def _longest(named: Sequence[NamedThing], text: str) -> Sequence[NamedThing]:
    """Leave out what is named only within the names of others: of "greedy best-first search"
    "best-first search", of two heuristics "heuristic".
    """
    said = tokens(text)

    def stands_alone(side: NamedThing) -> bool:
        within = sum(side.thing.words < other.thing.words for other in named)
        return within == 0 or min(map(said.count, side.thing.words)) > within

    return named if len(named) <= _SIDES else [side for side in named if stands_alone(side)]


def _of_map(text: str, turn: TurnContext) -> list[NamedThing]:
    """Return the two terms of the course's map that a message names; none where it names others."""
    if turn.course_map is None:
        return []
    named = terms_in(text, turn.course_map)
    longest = [t for t in named if not any(f" {t.key} " in f" {o.key} " for o in named if o != t)]
    things = [frozenset(tokens(term.name)) for term in longest]
    found = [
        NamedThing(CourseName(t.name, w), w) for t, w in zip(longest, things, strict=True) if w
    ]
    folded = text.casefold()
    found.sort(key=lambda each: folded.find(each.thing.name.casefold()[:4]))
    return found if len(found) == _SIDES else []


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
    chunk = chunk_of(term.definition.chunk_id, turn.index) if term is not None else None
    if term is None or chunk is None:
        return None
    return next(((chunk, one) for one in chunk.sentences if one.text == term.definition.text), None)


def _beside_or(text: str, index: CourseIndex) -> list[NamedThing]:
    """Return the things right and left of an "or", of a message that names no other: "stack or …".

    One that the course has no name for is meant by its word.
    """
    words = text.split()
    at = next((n for n, word in enumerate(words) if word.casefold() in _LISTS["choice"]), 0)
    before = [words[max(at - count, 0) : at] for count in _LENGTHS]
    behind = [words[at + 1 : at + 1 + count] for count in _LENGTHS]
    found = [side for parts in (before, behind) if (side := _thing_of(parts, index)) is not None]
    named = frozenset[str]().union(*(side.said for side in found))
    return found if len(found) == _SIDES and own_terms(text, index) <= named else []


def _thing_of(parts: Sequence[Sequence[str]], index: CourseIndex) -> NamedThing | None:
    """Return the thing that the longest of some parts names whole, or a word of the course's."""
    for part in map(" ".join, parts):
        named = things_named(part, index)
        if named and not any(map(index.knows, set(tokens(part)) - named[0].said)):
            return named[0]
    word = parts[-1][0].strip(_SIGNS) if parts[-1] else ""
    words = frozenset(tokens(word))
    return NamedThing(CourseName(word, words), words) if own_terms(word, index) else None


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
    kept = " ".join(word for word in meant.split() if not beside & set(tokens(word)))
    query = read_query(kept, turn.services.embedder, index, as_typed=True)
    names = named_by | other_names | {short.casefold() for short in index.abbreviations}
    own = {word for word in set(query.words) - names if index.knows(word)}
    last = turn.session.before[-1].shown if turn.session.before else ()
    quotes = [event for event in last if isinstance(event, Quote)]
    read = frozenset(mark.text for quote in quotes for mark in quote.marked if not quote.quiet)
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
    words = _words_in(spell_out(sentence, index.abbreviations))
    if asked.beside and asked.beside <= words:
        return False
    words |= _words_in(" ".join(chunk.headings[-1:])) if asked.beside else set()
    return all(thing.said <= words for thing in asked.things)


def _says(sentence: str, chunk: Chunk, asked: _Asked, *, label: bool) -> float:
    """Return what a sentence under its title counts for what is asked, and a definition for."""
    defines = _DEFINES * (label and bool(asked.beside))
    if not asked.words:
        return 2 * defines
    words = set(tokens(" ".join((sentence, *chunk.headings[-1:]))))
    said = sum(asked.words[word] for word in asked.words.keys() & words)
    return _OWN_WORDS * said / sum(asked.words.values()) if said else defines


def _words_in(text: str) -> set[str]:
    """Return the content words of a text, and its names with signs: "A*"."""
    return {*tokens(text), *names_with_signs(text)}


def _is_label(sentence: SourceSentence, things: Sequence[NamedThing]) -> bool:
    """Whether a sentence is the label of a definition of a thing: "Definition (frontier)."."""
    words = _words_in(sentence.text)
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
    """Yield the sides as columns, each with its quotes behind it."""
    names = tuple(side.thing.name for side in sides)
    yield SideBySide(names=names, counts=tuple(map(len, found)))
    yield from (show_sentences([told], index)[0] for side in found for told in side)


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
