"""Yes or no to a guess at the place of the mistake, "is it the 9?", "maybe D is wrong": the step
that is named is looked at by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tutor_app.calculations.replies.calculation_hints import question_of
from tutor_app.calculations.replies.reply_turn import RIGHT, CalculationTurn, say_as
from tutor_app.calculations.speech.clauses import CLAUSE, plain_words
from tutor_app.calculations.speech.math_fragments import math_fragments
from tutor_app.domain.lexicon import ORDINALS, read_word_lists
from tutor_app.domain.values import Event
from tutor_app.wording.catalogue import phrase

NOT_THERE = phrase("calculations_places.not_there", "line")
NOT_THERE_BUT_EARLIER = phrase("calculations_places.not_there_but_earlier", "line")
IT_IS_THERE = phrase("calculations_places.it_is_there", "before", "line")
_LISTS: Final = read_word_lists(Path(__file__).with_name("place_guesses.yaml"))
_NAME: Final = re.compile(r"(?<![\w'’])([B-HJ-Z]|[b-hj-z])(?![\w'’])")
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?")
_MANY: Final = 3  # places: who names so many guesses none
_SIGNS: Final = str.maketrans({"-": "−", " ": None, "`": None})


def judge_guess(turn: CalculationTurn, work: str) -> list[Event]:
    """Return whether the mistake is where a message guesses it; [] where it guesses no place.

    Raises:
        CalculationTooLong: a step was ended before it came to a result.
    """
    facts = turn.examine(work)
    guess = " ".join(_guesses(turn.text))
    wrong, lines = facts.wrong, facts.lines
    places = sorted(set(_places(guess, lines))) if wrong is not None and guess else []
    if wrong is None or not 0 < len(places) < _MANY:
        return []
    asked = say_as(question_of(wrong), "question")
    if wrong.number in places:
        return [say_as(IT_IS_THERE(before=wrong.before, line=wrong.line), "verdict"), asked]
    place = places[0]
    if place < wrong.number:
        return [say_as(NOT_THERE(line=lines[place]), "verdict"), asked]
    found = turn.examine("\n".join(lines[place - 1 : place + 1]).removeprefix("= "))
    if found.outcome not in RIGHT:
        return []
    return [say_as(NOT_THERE_BUT_EARLIER(line=lines[place]), "verdict"), asked]


def _guesses(text: str) -> Iterator[str]:
    """Yield the clauses that guess: questions whether it is something, and what is supposed."""
    for found in CLAUSE.finditer(text):
        words = list(plain_words(found[0]))
        said = set(words)
        asks = found[0].rstrip().endswith("?") and bool(words)
        places = asks and (words[0] in _LISTS["asks"] or len(words) < 4)
        if places or (said & _LISTS["hedges"] and (asks or said & _LISTS["amiss"])):
            yield found[0]


def _places(guess: str, told: Sequence[str]) -> Iterator[int]:
    """Yield the lines that a guess names: by what stands in them, their name, their number."""
    plain, fragments = math_fragments(guess)
    lines = [line.translate(_SIGNS) for line in told]
    pieces = [plain[each.start : each.end].translate(_SIGNS) for each in fragments]
    for each, piece in zip(fragments, pieces, strict=True):
        if not each.is_value:
            yield from (k for k, line in enumerate(lines) if k and piece and piece in line)
    for found in _NAME.finditer(guess):
        yield from (k for k, line in enumerate(told) if re.match(rf"{found[1]}(\(\w\))? =", line))
    words = [*plain_words(guess)]
    for one, other in zip(words, words[1:], strict=False):
        if other in _LISTS["lines"] and one in ORDINALS and ORDINALS.index(one) < len(lines):
            yield ORDINALS.index(one)
    for each, piece in zip(fragments, pieces, strict=True):
        if each.is_value and each.before[-1:] and each.before[-1] in _LISTS["points"]:
            yield from _where_new(piece, told)


def _where_new(number: str, told: Sequence[str]) -> Iterator[int]:
    """Yield the line that a number first stands in."""
    for k, line in enumerate(told):
        if number in _DIGITS.findall(line):
            if k:
                yield k
            return
