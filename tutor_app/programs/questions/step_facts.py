"""What one step of a run did, with the values that it worked on: why a variable holds a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import names_in, parse_program, values_in, with_plain_signs
from tutor_app.programs.replies.format_code import as_code, name_call, name_run
from tutor_app.programs.run_values import CaseResult, ProgramRun, Step
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.wording.catalogue import phrase

TEST_HOLDS = phrase("programs_steps.test_holds", "line", "code", "held", "call")
TEST_FAILS = phrase("programs_steps.test_fails", "line", "code", "held", "call")
RUNS_TOO = phrase("programs_steps.runs_too", "one", "other", "line")
RUNS_OFTENER = phrase("programs_steps.runs_oftener", "one", "other", "line", "times", "others")
ONE_OBJECT = phrase("programs_steps.one_object", "paths", "line")
LISTED = phrase("programs_steps.listed", "name", "value")

LONGEST_VALUE = 45  # characters of a value beside others
MOST_HELD = 3  # variables that are told with a step
LONGEST_CODE = 70
MOST_PATHS = 4  # of one object that are named


@dataclass(frozen=True, slots=True, kw_only=True)
class TestTaken:
    """One time that a test was made: what it read, as a list in words, and the line run next."""

    line: int
    code: str
    held: str
    holds: bool
    next_line: int


def find_test(source: str, result: CaseResult, at: int) -> TestTaken | None:
    """Return the test that is made at a step of a traced run, None where none is made there."""
    tree = parse_program(source)
    step = result.trace[at] if at < len(result.trace) else None
    node = statement_at(tree, step.line) if tree is not None and step is not None else None
    following = next_of_frame(result.trace, at)
    if step is None or following is None or not isinstance(node, ast.If | ast.While):
        return None
    held = values_held(step, node.test)
    if not held or node.body[0].lineno == node.lineno:
        return None
    return TestTaken(
        line=step.line,
        code=ast.unparse(node.test),
        held=held,
        holds=following.line == node.body[0].lineno,
        next_line=following.line,
    )


def tell_test(source: str, result: CaseResult, line: int, near: Sequence[str] = ()) -> str | None:
    """Return which way a test went, and with what values; None of another line.

    It is told of the last time at which a variable held one of the values `near`, else of the last.
    """
    tree = parse_program(source)
    node = statement_at(tree, line) if tree is not None else None
    if not isinstance(node, ast.If | ast.While):
        return None
    steps = [(n, s) for n, s in enumerate(result.trace) if s.event == "line" and s.line == line]
    spoken = [(n, s) for n, s in steps if any(_holds(s, value) for value in near)]
    for n, step in reversed(spoken or steps):
        following = next_of_frame(result.trace, n)
        if following is not None and following.event == "line":
            told = TEST_HOLDS if following.line == node.body[0].lineno else TEST_FAILS
            return told(
                line=line,
                code=as_code(ast.unparse(node.test), LONGEST_CODE),
                held=values_held(step, node.test),
                call=name_run(result),
            )
    return None


def tell_guard(source: str, result: CaseResult, line: int, near: Sequence[str] = ()) -> str | None:
    """Return how the test went that keeps a line from being run, None where nothing guards it."""
    tree = parse_program(source)
    guards = [
        node.lineno
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.If | ast.While) and node.lineno < line <= (node.end_lineno or 0)
    ]
    reached = [each for each in guards if result.times_reached(each)]
    return tell_test(source, result, max(reached), near) if reached else None


def tell_unreached(source: str, result: CaseResult, near: Sequence[str] = ()) -> str | None:
    """Return how the test went that keeps from being run what would change a variable."""
    tree = parse_program(source)
    changing = [
        node.lineno
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.AugAssign | ast.Assign) and not result.times_reached(node.lineno)
    ]
    return next((t for n in changing if (t := tell_guard(source, result, n, near))), None)


def tell_difference(one: CaseResult, other: CaseResult) -> str | None:
    """Return what one call runs and another does not: why one may go well and the other not."""
    mine, theirs = dict(one.lines), dict(other.lines)
    calls = {"one": name_call(one.case), "other": name_call(other.case)}
    for line in sorted(mine.keys() - theirs.keys()):
        return RUNS_TOO(**calls, line=line)
    for line in sorted(theirs.keys() - mine.keys()):
        return RUNS_TOO(one=calls["other"], other=calls["one"], line=line)
    for line in sorted(mine):
        if mine[line] != theirs[line]:
            return RUNS_OFTENER(**calls, line=line, times=mine[line], others=theirs[line])
    return None


def is_same(told: str, value: str) -> bool:
    """Whether two texts stand for one value."""
    (is_literal, one), (other_is, other) = read_literal(told), read_literal(value)
    return told == value or (is_literal and other_is and one == other)


# --- one step ---------------------------------------------------------------------------------


def values_held(step: Step, node: ast.AST) -> str:
    """Return what the variables held that a piece of code reads, as a list in words."""
    listed = [LISTED(name=as_code(n), value=as_code(v)) for n, v in read_in(step, node)]
    return ", ".join(listed)


def read_in(step: Step, node: ast.AST) -> list[tuple[str, str]]:
    """Return the variables that a piece of code reads, with what they held."""
    parts = node.iter if isinstance(node, ast.For) else node
    values = dict(step.variables)
    names = [*names_in(parts), *_of_self(parts)]
    short = [
        (name, values[name])
        for name in dict.fromkeys(sorted(names))
        if name != "self" and name in values and is_short(values[name])
    ]
    return short[:MOST_HELD]


def is_short(value: str) -> bool:
    """Whether a value fits into a sentence beside others."""
    return len(value) <= LONGEST_VALUE and value[:1] != "<"


def _of_self(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Attribute(value=ast.Name(id="self"), attr=name):
                yield f"self.{name}"
            case _:
                pass


def _holds(step: Step, value: str) -> bool:
    return any(is_same(value, held) for _, held in step.variables)


def head_of(node: ast.stmt) -> str:
    """Return a statement's own line, without the lines inside of it."""
    return ast.unparse(node).split("\n")[0].rstrip(":")


def statement_at(tree: ast.Module, line: int | None) -> ast.stmt | None:
    """Return the statement of a line, None where a definition or nothing begins there."""
    found = (n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno == line)
    return next((n for n in found if not isinstance(n, ast.FunctionDef | ast.ClassDef)), None)


def call_begun(tree: ast.Module, trace: Sequence[Step], at: int) -> ast.Call | None:
    """Return the call in the line before it that a step of a trace begins; None where that line
    calls the function in several ways, or is not in the trace."""
    callers = [step for step in trace[:at] if step.depth == trace[at].depth - 1]
    node = statement_at(tree, callers[-1].line) if callers else None
    return only_call(node, trace[at].function) if node is not None else None


def only_call(node: ast.AST, name: str) -> ast.Call | None:
    """Return the call of a function in a piece of code, None where it calls it in several ways."""
    inside = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    calls = [each for each in inside if ast.unparse(each.func) == name]
    return calls[0] if len(set(map(ast.unparse, calls))) == 1 else None


def tell_one_object(paths: Sequence[str], line: int) -> str:
    """Return that several names and parts are one and the same object."""
    return ONE_OBJECT(paths=", ".join(map(as_code, paths[:MOST_PATHS])), line=line)


def is_at(step: Step, node: ast.stmt) -> bool:
    """Whether a step comes to a statement's line."""
    return step.event == "line" and step.line == node.lineno


def next_of_frame(trace: Sequence[Step], at: int) -> Step | None:
    """Return the next step of the same call, None where it ends."""
    here = trace[at]
    for step in trace[at + 1 :]:
        if step.depth < here.depth:
            return None
        if step.depth == here.depth and step.event in ("line", "return"):
            return step
    return None


def values_told(words: str) -> tuple[str, ...]:
    """Return the values that stand in words."""
    return tuple(span.text for span in values_in(with_plain_signs(words)))


def reports(run: ProgramRun, told: Sequence[str]) -> bool:
    """Whether one of the values that are told is what a call gives or prints."""
    shown = [each.value for each in run.results if each.value not in (None, "None")]
    prints = [each.printed.strip() for each in run.results if each.printed.strip()]
    shown += [*prints, *(span.text for each in prints for span in values_in(each))]
    return any(is_same(value, each) for each in shown for value in told)
