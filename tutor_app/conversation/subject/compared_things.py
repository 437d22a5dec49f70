"""Which two things a message compares: by their names, by "or", or as they were named before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from tutor_app.answering.course_names import (
    CourseName,
    NamedThing,
    is_named_itself,
    things_named,
)
from tutor_app.conversation.from_map.named_terms import terms_in
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.retrieval.course_index import CourseIndex, own_terms
from tutor_app.retrieval.search_terms import tokens
from tutor_app.retrieval.vocabulary import plain_words
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.understanding.claims import asks_to_know

_LISTS: Final = read_word_lists(Path(__file__).with_name("two_sides.yaml"))
SIDES = 2
_SIGNS = ".,:;!?()\"'"
_LENGTHS = (3, 2, 1)  # words of a name beside an "or"
_LATELY = 3  # replies in which two things may have been named

# "0 or more", "yes or no" set nothing beside each other.
_NO_CHOICE = re.compile(r"\b(?:or (?:more|less|not)|yes or no)\b", re.I)


def without_no_choice(text: str) -> str:
    """Return a text without the "or" that sets nothing beside each other: "yes or no"."""
    return _NO_CHOICE.sub(" ", text)


def compares_terms(turn: TurnContext) -> bool:
    """Return whether a message surely compares two things that the course has names for."""
    words = set(plain_words(turn.message.text))
    if turn.index is None or not words & (_LISTS["compares"] - _LISTS["rather"]):
        return False
    named = sides_named(turn.message.text, turn.index)
    return len(named) == SIDES


def compared_things(turn: TurnContext, index: CourseIndex) -> tuple[str, Sequence[NamedThing]]:
    """Return the two things that a message compares, and the text that named them."""
    text = without_no_choice(turn.message.text)
    said = plain_words(text)
    words = set(said)
    sides = sides_named(text, index)
    if len(sides) != SIDES:
        sides = _of_map(text, turn) or beside_or(text, index) or sides
    if len(sides) == SIDES:
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
    chooses = "which" in words and len(sides) < SIDES and not left
    if not again and not chooses:
        return text, ()
    for before in reversed(turn.session.before[-_LATELY:]):
        if _complains(before.question, turn):
            continue  # it names what was shown wrongly
        if len(named := sides_named(before.question, index)) == SIDES:
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


def sides_named(text: str, index: CourseIndex) -> Sequence[NamedThing]:
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

    return named if len(named) <= SIDES else [side for side in named if stands_alone(side)]


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
    return found if len(found) == SIDES else []


def beside_or(text: str, index: CourseIndex) -> list[NamedThing]:
    """Return the things right and left of an "or", of a message that names no other: "stack or …".

    One that the course has no name for is meant by its word.
    """
    words = text.split()
    at = next((n for n, word in enumerate(words) if word.casefold() in _LISTS["choice"]), 0)
    before = [words[max(at - count, 0) : at] for count in _LENGTHS]
    behind = [words[at + 1 : at + 1 + count] for count in _LENGTHS]
    found = [side for parts in (before, behind) if (side := _thing_of(parts, index)) is not None]
    named = frozenset[str]().union(*(side.said for side in found))
    return found if len(found) == SIDES and own_terms(text, index) <= named else []


def _thing_of(parts: Sequence[Sequence[str]], index: CourseIndex) -> NamedThing | None:
    """Return the thing that the longest of some parts names whole, or a word of the course's."""
    for part in map(" ".join, parts):
        named = things_named(part, index)
        if named and not any(map(index.knows, set(tokens(part)) - named[0].said)):
            return named[0]
    word = parts[-1][0].strip(_SIGNS) if parts[-1] else ""
    words = frozenset(tokens(word))
    return NamedThing(CourseName(word, words), words) if own_terms(word, index) else None
