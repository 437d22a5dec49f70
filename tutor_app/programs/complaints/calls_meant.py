"""Which of the calls that were run a sentence means: by input, name, place or result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from tutor_app.domain.lexicon import ORDINALS, read_word_lists
from tutor_app.programs.code_in_text import (
    called_in,
    calls_in,
    is_value,
    parse_expression,
    parse_program,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.complaints.said_values import (
    are_alike,
    leading_value,
    plain_value,
    said_values,
    sentences_of,
    values_of,
    words_of,
)
from tutor_app.programs.run_values import Case, CaseResult
from tutor_app.programs.student_changes.token_likeness import likeness, tokens_of

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_OTHER, _LAST, _CALL_WORDS = _WORDS["other_one"], _WORDS["last_one"], _WORDS["calls"]


def one_call_each(words: str, calls: Sequence[CaseResult]) -> Iterator[str]:
    """Yield sentences, cut where another call's input begins: "[1, 2] -> 3, [4] -> 5"."""
    inputs = [inputs_of(each.case) for each in calls]
    for sentence in sentences_of(words):
        starts = {0, *(call.start for call in calls_in(sentence, _functions(calls)))}
        if len(starts) < 3:
            for span in values_in(sentence):
                is_input = any(plain_value(span.text) in each for each in inputs)
                if is_input and len(span.text) > 2:
                    starts.add(span.start)
        if sum(each <= values_of(sentence) for each in inputs if each) < 2:
            yield sentence
            continue
        for start, end in pairwise((*sorted(starts), len(sentence))):
            yield sentence[start:end]


def _functions(calls: Sequence[CaseResult]) -> frozenset[str]:
    trees = (parse_program(each.case.call.text) for each in calls)
    return frozenset(name for tree in trees if tree is not None for name in called_in(tree))


def nearest_call(words: str, calls: Sequence[CaseResult]) -> CaseResult | None:
    """Return the call whose result the value of some words is most like; None if no one is."""
    plain = with_plain_signs(words)
    values = values_of(plain)
    value = plain_value(leading_value(plain)) or next(iter(values), "")
    if not value or (len(values) != 1 and not leading_value(plain)):
        return None
    alike = [
        each
        for each in calls
        if shown_by(each) not in ("None", value) and are_alike(value, shown_by(each))
    ]
    scores = [likeness(value, shown_by(each)) for each in alike]
    best = max(scores, default=0.0)
    return alike[scores.index(best)] if scores.count(best) == 1 else None


def find_call_meant(
    sentence: str, calls: Sequence[CaseResult], spoken: str | None, *, seen: bool = True
) -> CaseResult | None:
    """Return the call that a sentence points at: by input, place or result; None if not one."""
    values = values_of(sentence)
    by_input = [each for each in calls if inputs_of(each.case) and inputs_of(each.case) <= values]
    by_input = by_input or [each for each in calls if _is_named_bare(each.case, sentence)]
    if len(by_input) == 1:
        return by_input[0]
    by_name = _named(sentence, calls)
    if by_name is not None:
        return by_name
    own = [each for each in calls if each.case.origin == "student"] or list(calls)
    place = _place_said(sentence, len(own))
    if place is not None:
        return own[place]
    given = {each.text for each in said_values(sentence) if each.role == "given"}
    by_result = [each for each in calls if shown_by(each) and shown_by(each) in given]
    if seen and len(by_result) == 1 and len(calls) > 1:
        return by_result[0]
    if _OTHER & words_of(sentence) and len(own) == 2 and spoken is not None:
        return next((each for each in own if each.case.call.text != spoken), None)
    return None


def _named(sentence: str, calls: Sequence[CaseResult]) -> CaseResult | None:
    """Return the one call with a name or text that no other has, if it stands in a sentence."""
    said = {token.text.strip("'\"").casefold() for token in tokens_of(sentence)}
    parts = [_words_of(each.case) for each in calls]
    found = []
    for place, own in enumerate(parts):
        others = frozenset[str]().union(*(p for n, p in enumerate(parts) if n != place))
        if (own - others) & said:
            found.append(calls[place])
    return found[0] if len(found) == 1 and len(calls) > 1 else None


def calls_named(sentence: str, calls: Sequence[CaseResult]) -> list[CaseResult]:
    """Return the calls that a sentence names by a word of their own, in its order."""
    parts = [_words_of(each.case) for each in calls]
    found: list[CaseResult] = []
    for token in tokens_of(sentence):
        word = token.text.strip("'\"").casefold()
        places = [n for n, own in enumerate(parts) if word in own]
        if len(places) == 1 and calls[places[0]] not in found:
            found.append(calls[places[0]])
    return found


def _words_of(case: Case) -> frozenset[str]:
    """Return the names and texts of a call's last line that are words."""
    last = case.call.text.split("\n")[-1]
    kept = "".join(sign if sign.isalpha() else " " for sign in last.casefold())
    return frozenset(word for word in kept.split() if len(word) > 1)


def _is_named_bare(case: Case, sentence: str) -> bool:
    """Whether a call's one input, a text, stands in a sentence without its quotes."""
    given = [each.strip("'\"") for each in inputs_of(case)]
    if len(given) == 1:
        return given[0].isalnum() and given[0] in sentence.split()
    call = parse_expression(case.call.text)
    args = call.args if isinstance(call, ast.Call) else []
    numbers = [ast.unparse(each) for each in args if is_value(ast.unparse(each))]
    plain = f" {sentence.replace(', ', ',')} "
    return len(numbers) > 1 and f" {','.join(numbers)} " in plain.replace("(", " ").replace(
        ")", " "
    )


def _place_said(sentence: str, count: int) -> int | None:
    """Return the place of a call that is said: "the second print", "the last one"."""
    tokens = [word.strip(".,;:!?()") for word in sentence.casefold().split()]
    for word, following in pairwise((*tokens, ".")):
        if following.isalpha() and following not in _CALL_WORDS:
            continue
        place = next((n for n, each in enumerate(ORDINALS) if word in (each, _short(n + 1))), None)
        if place is None and word in _LAST:
            place = count - 1
        if place is not None and place < count and count > 1:
            return place
    return None


def _short(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{endings.get(number, 'th')}"


def inputs_of(case: Case) -> frozenset[str]:
    """Return the values that a call is given; small numbers alone point at nothing."""
    call = parse_expression(case.call.text)
    if not isinstance(call, ast.Call):
        return frozenset()
    given = {ast.unparse(each) for each in call.args}
    is_telling = any(len(each) > 2 for each in given)
    return frozenset(given) if is_telling else frozenset()


def shows_by_printing(result: CaseResult) -> bool:
    """Whether what a call shows is what it prints."""
    return result.value in (None, "None") and bool(result.printed.strip())


def shown_by(result: CaseResult) -> str:
    """Return what a call shows: its value, or the last value of what it prints."""
    if shows_by_printing(result):
        spans = list(values_in(result.printed))
        return plain_value(spans[-1].text) if spans else result.printed.strip()
    return plain_value(result.value) if result.value is not None else ""
