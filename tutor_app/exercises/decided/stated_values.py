"""The values that an answer gives to an exercise's questions, held against those of its solution.

A number is decided exactly where it is clear which question it answers; elsewhere nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from tutor_app.domain.lexicon import SMALL_WORDS
from tutor_app.exercises.contradiction import numbers, result_of
from tutor_app.exercises.decided.decided_data import StatedValue
from tutor_app.exercises.exercise_parts import parts_of_results
from tutor_app.exercises.rubric_matching import sentences_of
from tutor_app.exercises.short_answers import bare_results
from tutor_app.exercises.stated_sums import equations, terms_of, value_of
from tutor_app.retrieval.abbreviations import spell_out
from tutor_app.retrieval.search_terms import tokens

LEAST_STEPS: Final = 3  # numbers in a row: fewer may be the solution's by chance
_CLAUSE = re.compile(r"[,;:]\s+|\n+|\s+(?:and|but|while|whereas|so)\s+", re.I)
_NUMBER = re.compile(r"(?<![\w.,^])\d+(?:[.,]\d+)?(?![\w^])")
_RIGHT_SIDE = re.compile(r"=\s*(\d+(?:[.,]\d+)?)\s*$")
_SUM = re.compile(r"(?<![\w.^])\d+(?:\s*[*·×]\s*\d+)*(?:\s*\+\s*\d+(?:\s*[*·×]\s*\d+)*)+(?![\w^])")
_LETTERS = re.compile(r"[^\W\d_]+")


def values_stated(
    answer: str,
    points: Sequence[str],
    statement: str,
    abbreviations: Mapping[str, str],
    waiting: int | None = None,
) -> dict[int, StatedValue]:
    """Return the value that is given last to each question, by the place of its point.

    A value without a word of any question answers the one that is `waiting`, if there is one.
    """
    wanted = _questions(points, statement)
    meant = dict(abbreviations) | _initials(statement)
    found: dict[int, StatedValue] = {}
    for sentence in sentences_of(answer):
        told = [one for one in _values_in(sentence) if one[1] not in numbers(statement)]
        if not _named(sentence, wanted, meant) and len(told) == len(wanted) > 1:
            # As many as there are questions, and no word of any: none of them may be a result.
            results = {result_of(points[at]) for at in wanted}
            off = results.isdisjoint(value for _, value, _ in told)
            places = [*wanted] if off else []
            for at, (words, value, _) in zip(places, told, strict=False):
                if (stated := _held(at, value, words, points[at])) is not None:
                    found[at] = stated
            told = told if not off else []
        for words, value, clause in told:
            named = _named(clause, wanted, meant)
            if not named and len(told) == 1:
                named = _named(sentence, wanted, meant)
            if not named:
                # A value tells its question itself where it is the number of one.
                same = [at for at in wanted if value == result_of(points[at])]
                named = same or [at for at in wanted if _is_term(value, points[at])][:1]
            place = named[0] if len(named) == 1 else None
            place = waiting if place is None and not named else place
            if place in wanted:
                stated = _held(place, value, words, points[place])
                if stated is not None:
                    found[place] = stated
    return found


def result_places(points: Sequence[str], statement: str) -> frozenset[int]:
    """Return the places of the points that are hardly more than a number."""
    return frozenset(_questions(points, statement))


def words_of_value(text: str, point: str) -> StatedValue | None:
    """Return the words of a text that carry the number at which a point arrives."""
    wanted = result_of(point)
    for sentence in sentences_of(text):
        for words, value, _ in _values_in(sentence):
            if value == wanted:
                return StatedValue(place=0, value=value, words=words, right=True)
    return None


def steps_stated(answer: str, points: Sequence[str]) -> dict[int, str]:
    """Return the sentences that give the numbers which a point's sum is made of, in their order.

    "level 1 three times, level 2 twice, level 3 once" has the factors of 3 · 3 + 2 · 9 + 1 · 27.
    """
    found: dict[int, str] = {}
    for sentence in sentences_of(answer):
        if equations(sentence):
            continue
        told = [[*map(_as_number, _spoken(part))] for part in _CLAUSE.split(sentence)]
        rows = ([part[-1] for part in told if part], [one for part in told for one in part])
        for place, point in enumerate(points):
            if any(_holds(row, steps) for steps in _steps(point) for row in rows):
                found[place] = sentence
    return found


def _questions(points: Sequence[str], statement: str) -> dict[int, frozenset[str]]:
    """Return the words that tell the question of each result, by the place of its point."""
    results = [one for one in bare_results(points, statement) if result_of(points[one.place])]
    parts = parts_of_results(points, statement)
    if len(results) < 2:
        return {one.place: one.words for one in results}
    asked = {one.place: parts.get(points[one.place], "") for one in results}
    words = {at: frozenset(tokens(points[at])) & frozenset(tokens(asked[at])) for at in asked}
    others = {
        at: {word for other in asked if other != at for word in tokens(points[other])}
        for at in asked
    }
    return {at: words[at] - others[at] for at in asked}


def _held(place: int, value: str, words: str, point: str) -> StatedValue | None:
    """Return the value held against the point; None for one that is on the way to it."""
    if value == result_of(point):
        return StatedValue(place=place, value=value, words=words, right=True)
    mine, theirs = terms_of(words.rpartition("=")[0] or words), _terms_in(point)
    if len(mine) < 2 and _is_term(value, point):
        return StatedValue(place=place, value=value, words=words, right=False, is_part=True)
    is_factor = len(mine) < 2 and Fraction(value) in map(_as_number, _NUMBER.findall(point))
    if is_factor or (mine and Counter(mine) <= Counter(theirs)):
        return None  # on the way to it
    alike = len(mine) == len(theirs)
    same = sum(one == other for one, other in zip(mine, theirs, strict=True)) if alike else 0
    fitting = same if same < len(mine) else 0
    terms = len(mine) if fitting else 0
    return StatedValue(
        place=place, value=value, words=words, right=False, fitting=fitting, terms=terms
    )


def _is_term(value: str, point: str) -> bool:
    """Return whether a number is one of the terms of a point's sum."""
    terms = _terms_in(point)
    return len(terms) > 1 and Fraction(value) in terms


def _values_in(sentence: str) -> Iterator[tuple[str, str, str]]:
    """Yield each value with the words that carry it and the clause that it stands in."""
    for clause in _CLAUSE.split(sentence):
        written = equations(clause)
        if written and (right := _RIGHT_SIDE.search(written[-1])):
            yield written[-1], right[1].replace(",", "."), clause
        elif not written and (sum_ := _SUM.search(clause)) and (value := value_of(sum_[0])):
            yield sum_[0], str(value), clause
        elif not written and len(_spoken(clause)) == 1 and (one := _NUMBER.search(clause)):
            yield clause.strip(" .,;?!"), one[0].replace(",", "."), clause


def _named(text: str, wanted: Mapping[int, frozenset[str]], meant: Mapping[str, str]) -> list[int]:
    said = set(tokens(spell_out(text, meant)))
    return [place for place, one in wanted.items() if one & said]


def _initials(statement: str) -> dict[str, str]:
    """Return what two words of the exercise in a row are abbreviated to: "id"."""
    words = _LETTERS.findall(statement.casefold())
    short = {f"{one[0]}{other[0]}": f"{one} {other}" for one, other in pairwise(words)}
    return {letters: phrase for letters, phrase in short.items() if letters not in SMALL_WORDS}


def _terms_in(point: str) -> list[Fraction]:
    return [term for one in equations(point)[-1:] for term in terms_of(one.split("=")[0])]


def _steps(point: str) -> list[list[Fraction]]:
    """Return the terms of a point's sum, and the factors of these in their places."""
    written = equations(point)
    sides = re.split(r"[-+−]", written[-1].split("=")[0]) if written else []
    factors = [[Fraction(number) for number in _NUMBER.findall(side)] for side in sides]
    rows = [_terms_in(point)]
    if factors and all(len(row) == 2 for row in factors):
        rows += [[row[0] for row in factors], [row[1] for row in factors]]
    return [row for row in rows if len(row) >= LEAST_STEPS]


def _holds(row: Sequence[Fraction], steps: Sequence[Fraction]) -> bool:
    size = len(steps)
    return any(list(row[at : at + size]) == list(steps) for at in range(len(row) - size + 1))


def _spoken(text: str) -> list[str]:
    """Return the numbers of a text in their order, in figures or words."""
    found = re.findall(r"(?<![\w.,^])\d+(?:[.,]\d+)?(?![\w^])|[^\W\d_]+", text.casefold())
    return [word for word in found if numbers(word)]


def _as_number(word: str) -> Fraction:
    return Fraction(min(numbers(word)).replace(",", "."))
