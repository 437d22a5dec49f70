"""Answers to "why?" about a program: from the step of the run that made what is asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import values_in, with_plain_signs
from tutor_app.programs.complaints.complaint import find_call_named
from tutor_app.programs.questions.line_facts import tell_line
from tutor_app.programs.questions.step_facts import (
    is_same,
    tell_difference,
    tell_guard,
    tell_origin,
    tell_result_origin,
    tell_setting,
    tell_test,
    tell_unreached,
)
from tutor_app.programs.replies.format_code import with_calls
from tutor_app.programs.replies.spoken_parts import lines_named, names_spoken
from tutor_app.programs.run_values import CaseResult


def answer_why(
    source: str, words: str, focus: CaseResult, results: Sequence[CaseResult], said: str = ""
) -> str | None:
    """Return the fact of a traced run that words ask the reason of, None where none shows it.

    In this order: why another call goes otherwise, where a value comes from, what a line does, what
    a variable holds, and else how the call came to its result. The repair is never in it. What was
    `said` before is not said again.
    """
    found = _answers(source, words, focus, results)
    return next((told for told in found if with_calls(told) not in said), None)


def _answers(
    source: str, words: str, focus: CaseResult, results: Sequence[CaseResult]
) -> Iterator[str]:
    names, lines = names_spoken(source, words), lines_named(source, words)
    values = [span.text for span in values_in(with_plain_signs(words))]
    other = find_call_named(words, results, source)
    if other is not None and other.status == "passed" and focus.status != "passed":
        yield from _if_any(tell_difference(other, focus))
    for line in lines:
        yield from _if_any(tell_test(source, focus, line, values))
    yield from _of_values(source, values, focus, names)
    for line in lines:
        yield from _if_any(tell_setting(source, focus, line) or tell_line(source, focus, line))
        yield from _if_any(tell_guard(source, focus, line, values))
    for name in names:
        yield from _if_any(tell_origin(source, focus, name, None))
    yield from _if_any(tell_result_origin(source, focus))
    yield from _if_any(tell_unreached(source, focus, values))


def _if_any(told: str | None) -> Iterator[str]:
    if told is not None:
        yield told


def _of_values(
    source: str, values: Sequence[str], focus: CaseResult, names: Sequence[str]
) -> Iterator[str]:
    """Yield where values come from: that of the result first, then those of variables named."""
    if names_result(focus, values) and not names:
        yield from _if_any(tell_result_origin(source, focus))
    for value in values:
        for name in names:
            yield from _if_any(tell_origin(source, focus, name, value))


def names_result(focus: CaseResult, values: Sequence[str]) -> bool:
    """Whether what a call gave or printed is among some values."""
    shown = focus.value if focus.value not in (None, "None") else focus.printed.strip()
    return shown is not None and any(is_same(value, shown) for value in values)
