"""The calls that a message can speak of, with the words by which it can name each."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import (
    is_value,
    parse_expression,
    parse_program,
    tokens_of,
    values_in,
)
from tutor_app.programs.run_values import Case, CaseResult


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCall:
    """A call that was run. `arguments` are its values, as Python writes them; `own` the words and
    numbers of its lines that no other call has; `shown` what it gives or prints. `is_in_program`:
    it stands below the definitions, where students count: "the second one"."""

    result: CaseResult
    shown: str
    arguments: tuple[str, ...]
    own: frozenset[str]
    is_in_program: bool = False

    @property
    def case(self) -> Case:
        return self.result.case

    @property
    def text(self) -> str:
        return self.result.case.call.text


def know_calls(results: Sequence[CaseResult], source: str = "") -> tuple[KnownCall, ...]:
    """Return calls with what each has that no other one has: those of the program first, in its
    order, then those that only words name."""
    written = _in_program(results, source)
    results = [*written, *(each for each in results if each not in written)]
    last = [_words_of(each.case.call.text.split("\n")[-1]) for each in results]
    since = [_words_of(lines) for lines in _lines_since(results)]
    return tuple(
        KnownCall(
            result=result,
            shown=shown_by(result),
            arguments=_arguments(result.case),
            own=_alone(last, place) | (_alone(since, place) - frozenset().union(*last)),
            is_in_program=place < len(written),
        )
        for place, result in enumerate(results)
    )


def _in_program(results: Sequence[CaseResult], source: str) -> list[CaseResult]:
    """Return the results whose calls stand below a program's definitions, in its order."""
    tree = parse_program(source)
    nodes = tree.body if tree is not None else []
    shown = [
        {ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.expr)}
        for node in nodes
        if isinstance(node, ast.Expr)
    ]
    found: list[CaseResult] = []
    for texts in shown:
        # Of two prints of the same the one with fewer lines before it comes first.
        here = [each for each in results if each not in found and _last_line(each) in texts]
        here.sort(key=lambda each: each.case.call.text.count("\n"), reverse=True)
        found += {_last_line(each): each for each in here}.values()
    return found


def _last_line(result: CaseResult) -> str:
    return plain_value(result.case.call.text.split("\n")[-1])


def _alone(words: Sequence[frozenset[str]], place: int) -> frozenset[str]:
    """Return the words in one place that are in no other."""
    others = (each for n, each in enumerate(words) if n != place)
    return words[place] - frozenset[str]().union(*others)


def _lines_since(results: Sequence[CaseResult]) -> list[str]:
    """Return for each call the lines that lead to it since the call before."""
    before: set[str] = set()
    found: list[str] = []
    for result in results:
        lines = result.case.call.text.split("\n")[:-1]
        found.append("\n".join(line for line in lines if line not in before))
        before |= set(lines)
    return found


def _words_of(text: str) -> frozenset[str]:
    """Return the names, numbers and words in texts of a piece of code, in small letters."""
    words: set[str] = set()
    for token in tokens_of(text):
        inner = token.text.strip("'\"").casefold()
        kept = "".join(sign if sign.isalnum() or sign in "._" else " " for sign in inner)
        words |= {word for word in kept.split() if word.strip("._")}
    return frozenset(words)


def _arguments(case: Case) -> tuple[str, ...]:
    call = parse_expression(case.call.text.split("\n")[-1])
    if not isinstance(call, ast.Call):
        return ()
    given = (ast.unparse(each) for each in [*call.args, *(k.value for k in call.keywords)])
    return tuple(each for each in given if is_value(each))


def shows_by_printing(result: CaseResult) -> bool:
    """Whether what a call shows is what it prints."""
    return result.value in (None, "None") and bool(result.printed.strip())


def shown_by(result: CaseResult) -> str:
    """Return what a call shows: its value, or what it prints, as a value where it is one."""
    if shows_by_printing(result):
        printed = result.printed.strip()
        return plain_value(printed) if is_value(printed) else printed
    return plain_value(result.value) if result.value is not None else ""


def guess_stands_against(result: CaseResult) -> bool:
    """Whether words may have meant that a call must give something else than it gives."""
    guess = result.case.guess
    return guess is not None and guess != shown_by(result)


def is_shown(value: str, shown: str) -> bool:
    """Whether a value is what a call shows: 5 is 5.0."""
    if value == shown or not (is_value(value) and is_value(shown)):
        return value == shown
    one, other = ast.literal_eval(value), ast.literal_eval(shown)
    are_numbers = type(one) in (int, float) and type(other) in (int, float)
    return bool(are_numbers and one == other)


def printed_values(result: CaseResult) -> list[str]:
    """Return the values in what a call prints."""
    return [span.text for span in values_in(result.printed)] if shows_by_printing(result) else []


def plain_value(text: str) -> str:
    """Return a value as Python writes it."""
    tree = parse_expression(text)
    return ast.unparse(tree) if tree is not None else text
