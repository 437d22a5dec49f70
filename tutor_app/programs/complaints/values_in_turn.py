"""Values listed in the order of a program's own prints: "prints 1 1 but i want 2 1"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import (
    Span,
    is_handed_over,
    tokens_of,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.complaints.complaint import Complaint
from tutor_app.programs.complaints.known_calls import plain_value, shown_by
from tutor_app.programs.run_values import Case, CaseResult

_OUGHT = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["ought"]
_BETWEEN = frozenset(", ; and then /".split())  # what may stand between values of one list
_FEWEST = 2  # prints, for an order to tell them apart


def complaint_in_turn(words: str, results: Sequence[CaseResult]) -> Complaint | None:
    """Return what the known calls must give by a list of values, one for each in their order.

    One list must be what they show, another one what is wanted; a list alone is wanted where the
    words say so.
    """
    if len(results) < _FEWEST or any(each.case.origin != "student" for each in results):
        return None
    shown = [shown_by(each) for each in results]
    listed = [each for each in _lists(with_plain_signs(words)) if len(each) == len(results)]
    wanted = [each for each in listed if each != shown]
    says_ought = any(token.text.casefold() in _OUGHT for token in tokens_of(words))
    if len(wanted) != 1 or not (says_ought or len(listed) > 1):
        return None
    pairs = list(zip(results, wanted[0], strict=True))
    cases = tuple(_with_due(result, value) for result, value in pairs)
    wrong = [result for result, value in pairs if shown_by(result) != value]
    return Complaint(cases=cases, call=wrong[0].case.call.text)


def _with_due(result: CaseResult, value: str) -> Case:
    return replace(result.case, expected=value, prints=None, guess=None)


def _lists(words: str) -> Iterator[list[str]]:
    """Yield the values that stand next to each other in words, list by list."""
    spans = [each for each in values_in(words) if not is_handed_over(words, each.start)]
    found: list[list[str]] = [[plain_value(spans[0].text)]] if spans else []
    for one, two in pairwise(spans):
        if _goes_on(words, one, two):
            found[-1].append(plain_value(two.text))
        else:
            found.append([plain_value(two.text)])
    yield from found


def _goes_on(words: str, one: Span, two: Span) -> bool:
    between = {token.text.casefold() for token in tokens_of(words[one.end : two.start])}
    return between <= _BETWEEN
