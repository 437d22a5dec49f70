"""What one step of a run did, with the values that it worked on: why a variable holds a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.programs.code_in_text import names_in, parse_program
from tutor_app.programs.replies.format_code import as_code, name_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.wording.catalogue import phrase

MAKES = phrase("programs_steps.makes", "line", "code", "name", "value", "held")
MAKES_SO = phrase("programs_steps.makes_so", "line", "code", "name", "value")
HANDS_BACK = phrase("programs_steps.hands_back", "line", "code", "value", "held")
TEST_HOLDS = phrase("programs_steps.test_holds", "line", "code", "held", "call")
TEST_FAILS = phrase("programs_steps.test_fails", "line", "code", "held", "call")
STOPS = phrase("programs_steps.stops", "line", "code", "held", "call")
GOES_ON = phrase("programs_steps.goes_on", "line", "code", "held", "call")
KEEPS = phrase("programs_steps.keeps", "name", "value", "call", "line")
NEVER_SET = phrase("programs_steps.never_set", "name", "value", "call")
RUNS_TOO = phrase("programs_steps.runs_too", "one", "other", "line")
RUNS_OFTENER = phrase("programs_steps.runs_oftener", "one", "other", "line", "times", "others")
LISTED = phrase("programs_steps.listed", "name", "value")

LONGEST_VALUE = 45  # characters of a value beside others
MOST_HELD = 3  # variables that are told with a step
LONGEST_CODE = 70


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
    node = _statement(tree, step.line) if tree is not None and step is not None else None
    following = _next_of_frame(result.trace, at)
    if step is None or following is None or not isinstance(node, ast.If | ast.While):
        return None
    held = _held(step, node.test)
    if not held or node.body[0].lineno == node.lineno:
        return None
    return TestTaken(
        line=step.line,
        code=ast.unparse(node.test),
        held=held,
        holds=following.line == node.body[0].lineno,
        next_line=following.line,
    )


def tell_origin(source: str, result: CaseResult, name: str, value: str | None) -> str | None:
    """Return the step of a traced run that made a variable hold a value, its last without one."""
    tree = parse_program(source)
    if tree is None:
        return None
    at = _last_stored(tree, result.trace, name, value)
    at = _last_set(result.trace, name, value) if at is None else at
    unset = _unset_lines(tree, result, name)
    if at is not None and unset and _sets_constant(tree, result.trace[at].line):
        shown, code = as_code(name), as_code(_values(result.trace, name)[-1], LONGEST_VALUE)
        return KEEPS(name=shown, value=code, call=name_call(result.case), line=unset[0])
    if at is None:
        held = _values(result.trace, name)
        if not held or (value is not None and not any(is_same(value, each) for each in held)):
            return None
        shown, code = as_code(name), as_code(held[-1], LONGEST_VALUE)
        return NEVER_SET(name=shown, value=code, call=name_call(result.case))
    return _tell_set(tree, result.trace, at, name)


def tell_result_origin(source: str, result: CaseResult) -> str | None:
    """Return why a traced call came to what it came to: the step that made its result."""
    tree = parse_program(source)
    if tree is None or not result.trace:
        return None
    if result.status == "timed_out":
        return _of_loop(tree, result)
    if result.error is not None:
        return _of_stop(tree, result)
    return _of_return(source, tree, result) or _of_parts(source, result)


def tell_test(source: str, result: CaseResult, line: int, near: Sequence[str] = ()) -> str | None:
    """Return which way a test went, and with what values; None of another line.

    It is told of the last time at which a variable held one of the values `near`, else of the last.
    """
    tree = parse_program(source)
    node = _statement(tree, line) if tree is not None else None
    if not isinstance(node, ast.If | ast.While):
        return None
    steps = [(n, s) for n, s in enumerate(result.trace) if s.event == "line" and s.line == line]
    spoken = [(n, s) for n, s in steps if any(_holds(s, value) for value in near)]
    for n, step in reversed(spoken or steps):
        following = _next_of_frame(result.trace, n)
        if following is not None and following.event == "line":
            told = TEST_HOLDS if following.line == node.body[0].lineno else TEST_FAILS
            return told(
                line=line,
                code=as_code(ast.unparse(node.test), LONGEST_CODE),
                held=_held(step, node.test),
                call=name_call(result.case),
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


def tell_setting(source: str, result: CaseResult, line: int) -> str | None:
    """Return what a line that sets something did when it was last run."""
    tree = parse_program(source)
    if tree is None:
        return None
    places = [n for n, s in enumerate(result.trace) if s.event == "line" and s.line == line]
    for at in reversed(places):
        following = _next_of_frame(result.trace, at)
        before = dict(result.trace[at].variables)
        after = dict(following.variables) if following is not None else {}
        for name, value in after.items():
            if before.get(name) != value and _statement(tree, line) is not None:
                return _tell_set(tree, result.trace, at, name)
    return None


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


# --- how a call ends --------------------------------------------------------------------------


def _of_return(source: str, tree: ast.Module, result: CaseResult) -> str | None:
    ends = [n for n, s in enumerate(result.trace) if s.event == "return" and s.function[:1] != "<"]
    if not ends:
        return None
    at = min(ends, key=lambda n: (result.trace[n].depth, -n))
    node = _statement(tree, result.trace[at].line)
    if not isinstance(node, ast.Return) or node.value is None:
        return None
    if isinstance(node.value, ast.Name):
        told = tell_origin(source, result, node.value.id, result.trace[at].detail)
        if told is not None:
            return told
    held = _held(result.trace[at], node.value)
    value = as_code(result.trace[at].detail, LONGEST_VALUE)
    code = as_code(ast.unparse(node), LONGEST_CODE)
    return HANDS_BACK(line=node.lineno, code=code, value=value, held=held) if held else None


def _of_parts(source: str, result: CaseResult) -> str | None:
    """Of a call that shows parts of an object: the step that set the last of them."""
    shown = parse_program(result.case.call.text.split("\n")[-1])
    if shown is None:
        return None
    parts = [node.attr for node in ast.walk(shown) if isinstance(node, ast.Attribute)]
    names = [f"self.{part}" for part in parts]
    return next((t for n in names if (t := tell_origin(source, result, n, None))), None)


def _of_stop(tree: ast.Module, result: CaseResult) -> str | None:
    line = result.error.line if result.error is not None else None
    node = _statement(tree, line) if line is not None else None
    steps = [s for s in result.trace if s.event == "line" and s.line == line]
    if node is None or not steps:
        return None
    held = _held(steps[-1], node)
    code = as_code(_head(node), LONGEST_CODE)
    return STOPS(line=line, code=code, held=held, call=name_call(result.case)) if held else None


def _of_loop(tree: ast.Module, result: CaseResult) -> str | None:
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.While)]
    run = [node for node in loops if result.times_reached(node.lineno)]
    if not run:
        return None
    loop = max(run, key=lambda node: result.times_reached(node.lineno))
    steps = [s for s in result.trace if s.event == "line" and s.line == loop.lineno]
    held = _held(steps[-1], loop.test) if steps else ""
    code = as_code(ast.unparse(loop.test), LONGEST_CODE)
    call = name_call(result.case)
    return GOES_ON(line=loop.lineno, code=code, held=held, call=call) if held else None


# --- one step ---------------------------------------------------------------------------------


def _tell_set(tree: ast.Module, trace: Sequence[Step], at: int, name: str) -> str | None:
    step, following = trace[at], _next_of_frame(trace, at)
    node = _statement(tree, step.line)
    if node is None or following is None:
        return None
    value = dict(following.variables).get(name, "")
    told = {
        "line": step.line,
        "code": as_code(_head(node), LONGEST_CODE),
        "name": as_code(name),
        "value": as_code(value, LONGEST_VALUE),
    }
    held = _held(step, node)
    return MAKES(**told, held=held) if held else MAKES_SO(**told)


def _held(step: Step, node: ast.AST) -> str:
    """Return what the variables held that a piece of code reads, as a list in words."""
    parts = node.iter if isinstance(node, ast.For) else node
    values = dict(step.variables)
    names = [*names_in(parts), *_of_self(parts)]
    short = [
        (name, values[name])
        for name in dict.fromkeys(sorted(names))
        if name != "self" and name in values and _is_short(values[name])
    ]
    listed = [LISTED(name=as_code(n), value=as_code(v)) for n, v in short[:MOST_HELD]]
    return ", ".join(listed)


def _is_short(value: str) -> bool:
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


def _sets_constant(tree: ast.Module, line: int) -> bool:
    node = _statement(tree, line)
    return isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)


def _head(node: ast.stmt) -> str:
    """Return a statement's own line, without the lines inside of it."""
    return ast.unparse(node).split("\n")[0].rstrip(":")


def _statement(tree: ast.Module, line: int | None) -> ast.stmt | None:
    found = (n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno == line)
    return next((n for n in found if not isinstance(n, ast.FunctionDef | ast.ClassDef)), None)


def _next_of_frame(trace: Sequence[Step], at: int) -> Step | None:
    here = trace[at]
    for step in trace[at + 1 :]:
        if step.depth < here.depth:
            return None
        if step.depth == here.depth and step.event in ("line", "return"):
            return step
    return None


def _last_stored(
    tree: ast.Module, trace: Sequence[Step], name: str, value: str | None
) -> int | None:
    """Return the place of the last step that assigned a variable, also what it held before."""
    plain = name.removeprefix("self.")
    lines = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AugAssign) and plain in _stored(node)
    }
    last: int | None = None
    for place, step in enumerate(trace):
        if step.event == "line" and step.line in lines:
            following = _next_of_frame(trace, place)
            after = dict(following.variables).get(name) if following is not None else None
            if after is not None and (value is None or is_same(value, after)):
                last = place
    return last


def _last_set(trace: Sequence[Step], name: str, value: str | None) -> int | None:
    """Return the place of the last step that changed a variable, to a value where one is named."""
    last: int | None = None
    for place, step in enumerate(trace):
        if step.event != "line":
            continue
        following = _next_of_frame(trace, place)
        before = dict(step.variables).get(name)
        after = dict(following.variables).get(name) if following is not None else None
        if after is not None and after != before:
            if value is None or is_same(value, after):
                last = place
    return last


def _values(trace: Sequence[Step], name: str) -> list[str]:
    held = (dict(step.variables).get(name) for step in trace)
    return [value for value in held if value is not None]


def _unset_lines(tree: ast.Module, result: CaseResult, name: str) -> list[int]:
    """Return the lines that would change a variable and were not run."""
    plain = name.removeprefix("self.")
    lines = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign | ast.AugAssign) and plain in _stored(node)
    ]
    return [line for line in lines if not result.times_reached(line)]


def _stored(node: ast.Assign | ast.AugAssign) -> set[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = {name for target in targets for name in names_in(target)}
    return names | {t.attr for t in targets if isinstance(t, ast.Attribute)}
