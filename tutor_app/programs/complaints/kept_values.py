"""What was told of calls stays told: a value that a message tells is put on the call it is of.

Values are kept by call and part. One that was told is replaced only by words that take it back or
are of that very call: "after the fourth it ought to be [2, 3, 4] and I get [4, 2, 3]" is of another
one, where the known call gives something else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.domain.normal_form import split_sentences
from tutor_app.programs.code_in_text import is_value, tokens_of, values_in
from tutor_app.programs.complaints.complaint import Complaint
from tutor_app.programs.complaints.known_calls import is_shown, plain_value, shown_by
from tutor_app.programs.run_values import Call, Case, CaseResult

_WORDS = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")
_PLACES = {"first": 0, "second": 1, "third": 2, "last": -1}
_SUMS = frozenset("+ * / -".split())
_TESTS = frozenset("== != < > <= >=".split())
FEW_WORDS = 15  # of a message that corrects a value and does nothing else


def keep_told(
    complaint: Complaint, words: str, results: Sequence[CaseResult], focus: str | None
) -> Complaint:
    """Return what was heard of calls, each value on the call and the part that it is of."""
    by_call = {each.case.call.text: each for each in results}
    sentences = split_sentences(words)
    cases = list[Case]()
    for case in complaint.cases:
        result = by_call.get(case.call.text)
        placed = case if result is None else _placed(case, result, sentences, words, by_call, focus)
        cases += [placed] if placed is not None else []
    corrected = None if cases else _corrected(words, sentences, by_call.get(focus or ""))
    cases += [corrected] if corrected is not None else []
    if tuple(cases) == complaint.cases:
        return complaint
    calls = {each.call.text for each in cases}
    is_left = complaint.call in calls or not any(
        each.call.text == complaint.call for each in complaint.cases
    )
    new = next((each.call.text for each in cases), None)
    return replace(complaint, cases=tuple(cases), call=complaint.call if is_left else new)


def _placed(  # noqa: PLR0913 -- a value, and all that says what it is of
    case: Case,
    result: CaseResult,
    sentences: Sequence[str],
    words: str,
    by_call: dict[str, CaseResult],
    focus: str | None,
) -> Case | None:
    value = case.expected
    if value is None or not is_value(value):
        return case
    said = next((each for each in sentences if _has_value(each, value)), "")
    part = _part(case, result, said, value)
    if part is not case:
        return part
    if said and _is_called_fine(case, said, sentences):
        held = by_call.get(focus or "")
        is_open = held is not None and held is not result and not held.case.is_decided
        return _with(held, value) if held is not None and is_open else None
    told = result.case.expected
    is_told = result.case.is_decided and result.case.is_students and told is not None
    if not is_told or is_shown(value, told or "") or _takes_back(said or words):
        return case
    return None if _is_of_other(case, result, said, words, by_call) else case


def _is_of_other(
    case: Case, result: CaseResult, said: str, words: str, by_call: dict[str, CaseResult]
) -> bool:
    """Whether a value is told of another input than the known call's: what is seen there, or what
    stays as it is, is not what that call gives, or another call is written out."""
    shown = shown_by(result)
    known = {case.expected, result.case.expected}
    seen = [
        plain_value(each.text)
        for each in values_in(said)
        if _kind(each.text) == _kind(shown) and plain_value(each.text) not in known
    ]
    is_seen = bool(_WORDS["giving"] & _low(said)) and any(not is_shown(v, shown) for v in seen)
    stays = bool(_WORDS["staying"] & _low(said)) and not is_shown(case.expected or "", shown)
    others = [text for text in by_call if text != case.call.text and _is_written(text, words)]
    return is_seen or stays or (bool(others) and not _is_written(case.call.text, words))


def _part(case: Case, result: CaseResult, said: str, value: str) -> Case | None:
    """Return the case of the part that a value is of, where it cannot be of the whole; None where
    it is not told of which part."""
    shown = shown_by(result)
    if not (is_value(shown) and _kind(shown) in ("list", "tuple")):
        return case
    whole, told = ast.literal_eval(shown), ast.literal_eval(value)
    is_part = bool(whole) and all(type(each) is type(told) for each in whole)
    inner = [x for each in whole if isinstance(each, list | tuple) for x in each]
    is_nested = isinstance(told, list | tuple) and any(isinstance(x, list | tuple) for x in told)
    is_flat = not isinstance(told, list | tuple) or (bool(told) and not is_nested)
    if not is_part or not is_flat or any(isinstance(x, list | tuple) for x in inner):
        return case
    low = _low(said)
    places = [at for word, at in _PLACES.items() if word in low]
    places += [len(whole) // 2] if "middle" in low and len(whole) % 2 else []
    if len(places) != 1 or not -len(whole) <= places[0] < len(whole):
        return None
    at = places[0] % len(whole)
    call = replace(case.call, text=f"{case.call.text}[{at}]")
    return replace(case, call=call, expected=value)


def _is_called_fine(case: Case, said: str, sentences: Sequence[str]) -> bool:
    """Whether the call is named only in a sentence that calls it right, and the value elsewhere."""
    naming = [each for each in sentences if _is_written(case.call.text, each)]
    return bool(naming) and said not in naming and all(_low(e) & _WORDS["fine"] for e in naming)


def _corrected(words: str, sentences: Sequence[str], held: CaseResult | None) -> Case | None:
    """Return the call of which a value was told, with the one that a short message puts for it."""
    if held is None or not (held.case.is_decided and held.case.is_students):
        return None
    told = held.case.expected
    if told is None or "?" in words or len(words.split()) > FEW_WORDS or not _takes_back(words):
        return None
    if not _TESTS.isdisjoint(tokens.text for tokens in tokens_of(words)):
        return None  # "oh, the salt is 0, and 0 >= 0" works a line out
    values = [value for value, _ in _alone(words) if _kind(value) == _kind(told)]
    closing = [value for value, before in _alone(words) if before in ("so", "then", "is", "be")]
    value = next(iter([*closing, *values]), None)
    return _with(held, value) if value is not None and not is_shown(value, told) else None


def _alone(words: str) -> Iterator[tuple[str, str]]:
    """Yield the values that stand in no sum, each with the word before it."""
    for span in values_in(words):
        before, after = tokens_of(words[: span.start]), tokens_of(words[span.end :])
        near = {*(t.text for t in before[-1:]), *(t.text for t in after[:1])}
        if not near & _SUMS:
            yield plain_value(span.text), before[-1].text.casefold() if before else ""


def _with(result: CaseResult, value: str) -> Case:
    call = Call(text=result.case.call.text, own_setup=result.case.call.own_setup)
    return Case(call=call, origin="student", expected=value)


def _takes_back(words: str) -> bool:
    return bool(_WORDS["correcting"] & _low(words))


def _has_value(sentence: str, value: str) -> bool:
    return any(is_shown(plain_value(span.text), value) for span in values_in(sentence))


def _is_written(call: str, words: str) -> bool:
    return call.replace(" ", "") in words.replace(" ", "")


def _low(words: str) -> frozenset[str]:
    return frozenset(each.text.casefold() for each in tokens_of(words))


def _kind(value: str) -> str:
    return type(ast.literal_eval(value)).__name__ if is_value(value) else ""
