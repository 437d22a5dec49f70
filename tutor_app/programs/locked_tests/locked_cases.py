"""What locked course material says that a program must do: tests, and a solution that is code.

Its expected values are compared outside the student's process (`run_values.Case`), and nothing of
it is shown but counts; an input only where the course allows it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.programs.code_in_text import (
    end_of_group,
    parse_expression,
    parse_program,
    values_in,
    with_plain_signs,
)
from tutor_app.programs.find_cases import case_of_assert, function_names, is_usable
from tutor_app.programs.generate_inputs import size_of_call
from tutor_app.programs.next_failing_input import answer_calls, generate_inputs
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, ProgramRun
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.understanding.message_features import read_shape

_ASSERT = "assert "
_PROMPT = ">>> "
_LONGEST = 400  # characters of one assert
MOST_TESTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedTexts:
    """The locked texts of the item that a program is for; `item` is its id.

    `may_show` says whether the course lets a student see the input of a test that fails.
    """

    item: str
    texts: tuple[str, ...]
    may_show: Callable[[str], bool] = lambda call: False


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedTests:
    """Calls with what they must give, and the source of a solution, None where none is code."""

    cases: tuple[Case, ...] = ()
    solution: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedVerdict:
    """How many locked tests a program passes, of `count`; `failing` is the smallest it doesn't."""

    passed: int
    count: int
    failing: CaseResult | None = None


def read_locked_tests(texts: Iterable[str], source: str) -> LockedTests:
    """Return what locked texts say of the functions that a student's program has.

    The lines of a text may have been joined, as they are where a PDF was read.
    """
    program = parse_program(source)
    if program is None:
        return LockedTests()
    cases: dict[str, Case] = {}
    solution = None
    for text in texts:
        plain = with_plain_signs(text)
        for case in (*_asserts(plain, program), *_doctests(plain, program)):
            cases.setdefault(case.call.text, replace(case, origin="instructor"))
        solution = solution or _solution(text, program)
    return LockedTests(cases=tuple(cases.values())[:MOST_TESTS], solution=solution)


def hold_against(
    source: str, tests: LockedTests, known: Sequence[Case] = ()
) -> LockedVerdict | None:
    """Return how a program does on locked tests; None where nothing could be tested.

    With a solution, inputs of the kind of the tests and of the `known` calls are made up and
    both programs' values compared.
    """
    decided = list(_decided(tests))
    if tests.solution is not None:
        alike = [*tests.cases, *(case for case in known if case.origin != "generated")]
        decided += answer_calls(tests.solution, generate_inputs(source, alike))
    run = run_program(source, decided) if decided else ProgramRun()
    failing = sorted(run.failing, key=lambda each: size_of_call(each.case.call.text))
    passed = len(run.of_status("passed"))
    if run.our_fault is not None or not run.loads or not passed + len(failing):
        return None
    return LockedVerdict(
        passed=passed, count=passed + len(failing), failing=failing[0] if failing else None
    )


def _decided(tests: LockedTests) -> Iterator[Case]:
    """Yield the tests with the values that they expect; one that needs code needs the solution."""
    for case in tests.cases:
        if case.expected is None or read_literal(case.expected)[0]:
            yield case
        elif tests.solution is not None:
            worked = run_program(
                tests.solution, [Case(call=Call(text=case.expected), origin="instructor")]
            )
            value = worked.results[0].value
            if value is not None and read_literal(value)[0]:
                yield replace(case, expected=value)


def _asserts(text: str, program: ast.Module) -> Iterator[Case]:
    """Yield the asserts of a text, each as far as it can be read."""
    for piece in text.split(_ASSERT)[1:]:
        piece = piece.partition(_PROMPT)[0][:_LONGEST]
        ends = [len(piece), *(place for place, sign in enumerate(piece) if sign.isspace())]
        read = (_read_assert(piece[:end], program) for end in sorted(ends, reverse=True))
        case = next((each for each in read if each is not None), None)
        if case is not None:
            yield case


def _read_assert(text: str, program: ast.Module) -> Case | None:
    tree = parse_program(f"{_ASSERT}{text.strip()}")
    match tree.body if tree is not None else []:
        case [ast.Assert(test=test)]:
            case = case_of_assert(test, function_names(program))
            return case if case is not None and is_usable(case, program) else None
        case _:
            return None


def _doctests(text: str, program: ast.Module) -> Iterator[Case]:
    """Yield the calls behind prompts that a value follows."""
    for piece in text.split(_PROMPT)[1:]:
        opened = piece.find("(")
        end = end_of_group(piece, opened) if opened > 0 else None
        if end is None or parse_expression(piece[:end]) is None:
            continue
        rest = piece[end:].lstrip()
        value = next((span.text for span in values_in(rest) if span.start == 0), None)
        case = Case(call=Call(text=piece[:end].strip()), origin="doctest", expected=value)
        if value is not None and is_usable(case, program):
            yield case


def _solution(text: str, program: ast.Module) -> str | None:
    """Return a program in a text that has every function of the student's; it is whole."""
    code = read_shape(text).code
    tree = parse_program(code) if code is not None else None
    if tree is None or not function_names(program):
        return None
    return code if function_names(program) <= function_names(tree) else None
