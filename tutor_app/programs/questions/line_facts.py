"""What the run shows of one line of a program: what it sets, which way it goes, what comes back."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from tutor_app.programs.code_in_text import names_in, parse_program
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

NEVER = phrase("programs_lines.never", "line", "call")
TIMES = phrase("programs_lines.times", "line", "call", "count")
TEST = phrase("programs_lines.test", "line", "call", "code", "yes", "no")
ALWAYS = phrase("programs_lines.always", "line", "call", "code")
NOT_ONCE = phrase("programs_lines.not_once", "line", "call", "code")
GOES_THROUGH = phrase("programs_lines.goes_through", "line", "call", "name", "values")
SETS = phrase("programs_lines.sets", "line", "call", "name", "values")
HANDS_BACK_IN = phrase("programs_lines.hands_back_in", "line", "call", "value", "round")
HANDS_BACK = phrase("programs_lines.hands_back", "line", "call", "value")
INNER = phrase("programs_lines.inner", "line", "call", "inner", "value")
MOST_VALUES = 5
LONGEST_VALUE = 40


def tell_line(source: str, result: CaseResult, line: int) -> str | None:
    """Return what a traced run shows of a line, None where it is no line that is run."""
    tree = parse_program(source)
    if tree is None:
        return None
    node = next((n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno == line), None)
    if node is None or isinstance(node, ast.FunctionDef | ast.ClassDef):
        return None
    call = name_run(result)
    if not result.times_reached(line):
        return NEVER(line=line, call=call)
    told = next(_told(tree, node, result, call), None)
    return told or TIMES(line=line, call=call, count=result.times_reached(line))


def _told(tree: ast.Module, node: ast.stmt, result: CaseResult, call: str) -> Iterator[str]:
    line, trace = node.lineno, result.trace
    match node:
        case ast.If(test=test) | ast.While(test=test):
            yield from _of_test(node, ast.unparse(test), trace, call)
        case ast.For(target=ast.Name(id=name)):
            values = _values_at(trace, node.body[0].lineno, name)
            if values:
                yield GOES_THROUGH(
                    line=line, call=call, name=as_code(name), values=list_values(values)
                )
        case ast.Return():
            backs = [step.detail for step in trace if step.event == "return" and step.line == line]
            around = loops_around(tree, node)
            number = rounds_of(around[0], result) if len(around) == 1 == len(backs) else None
            if number:
                value = list_values(backs)
                yield HANDS_BACK_IN(line=line, call=call, value=value, round=number)
            elif backs:
                yield HANDS_BACK(line=line, call=call, value=list_values(backs))
        case ast.Expr():
            yield from _of_inner_call(tree, node, trace, call)
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(target=ast.Name(id=name)):
            values = _values_after(trace, line, name)
            if values:
                yield SETS(line=line, call=call, name=as_code(name), values=list_values(values))
        case _:
            pass


def loops_around(tree: ast.Module, node: ast.stmt) -> list[ast.For | ast.While]:
    """Return the loops that a statement stands in."""
    loops = [each for each in ast.walk(tree) if isinstance(each, ast.For | ast.While)]
    return [each for each in loops if node in ast.walk(each)]


def rounds_of(loop: ast.For | ast.While, result: CaseResult) -> int | None:
    """Return how many rounds a loop makes in a run, in all; None where the trace breaks off."""
    first = loop.body[0].lineno
    if first == loop.lineno or is_cut(result):
        return None
    ways = (after.line for step, after in _followed(result.trace) if step.line == loop.lineno)
    return sum(line == first for line in ways)


def times_run(node: ast.stmt, result: CaseResult) -> int | None:
    """Return how often a statement on a line of its own is run; None where lines don't tell it."""
    inner = (ast.comprehension, ast.Lambda, ast.stmt)
    parts = [each for each in ast.walk(node) if each is not node]
    is_plain = node.lineno == node.end_lineno and not any(isinstance(p, inner) for p in parts)
    return result.times_reached(node.lineno) if is_plain and result.limit is None else None


def is_cut(result: CaseResult) -> bool:
    """Whether the trace of a run breaks off before its end."""
    return not result.trace or result.trace[-1].event == "limit"


def _of_test(
    node: ast.If | ast.While, code: str, trace: Sequence[Step], call: str
) -> Iterator[str]:
    ways = [
        following.line == node.body[0].lineno
        for step, following in _followed(trace)
        if step.line == node.lineno
    ]
    line, shown = node.lineno, as_code(code)
    if ways and all(ways):
        yield ALWAYS(line=line, call=call, code=shown)
    elif ways and not any(ways):
        yield NOT_ONCE(line=line, call=call, code=shown)
    elif ways:
        yes = sum(ways)
        yield TEST(line=line, call=call, code=shown, yes=yes, no=len(ways) - yes)


def _of_inner_call(
    tree: ast.Module, node: ast.Expr, trace: Sequence[Step], call: str
) -> Iterator[str]:
    """Tell what a call of the program's own gives back in a line that does nothing with it."""
    functions = {n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    if not names_in(node.value) & functions:
        return
    for place, step in enumerate(trace):
        if step.event == "line" and step.line == node.lineno:
            inner = next(
                (s for s in trace[place:] if s.event == "return" and s.depth == step.depth + 1),
                None,
            )
            if inner is not None:
                code, value = as_code(ast.unparse(node.value)), as_code(inner.detail, LONGEST_VALUE)
                yield INNER(line=node.lineno, call=call, inner=code, value=value)
            return


def _followed(trace: Sequence[Step]) -> Iterator[tuple[Step, Step]]:
    """Yield each line that is run with the next step of the same call."""
    for place, step in enumerate(trace):
        if step.event != "line":
            continue
        following = next(
            (s for s in trace[place + 1 :] if s.depth <= step.depth and s.event != "call"), None
        )
        if following is not None and following.depth == step.depth:
            yield step, following


def _values_at(trace: Sequence[Step], line: int, name: str) -> list[str]:
    steps = (step for step in trace if step.event == "line" and step.line == line)
    values = (dict(step.variables).get(name) for step in steps)
    return list(dict.fromkeys(value for value in values if value is not None))


def _values_after(trace: Sequence[Step], line: int, name: str) -> list[str]:
    """Return what a line gives a variable; of calls within each other, in the outermost alone."""
    here = [(step, s) for step, s in _followed(trace) if step.line == line]
    first = min((step.depth for step, _ in here), default=0)
    after = (dict(s.variables).get(name) for step, s in here if step.depth == first)
    return [value for value in after if value is not None]


def list_values(values: Sequence[str]) -> str:
    """Return values as a list in words, cut where it is long."""
    shown = [as_code(value, LONGEST_VALUE) for value in values[:MOST_VALUES]]
    return ", ".join(shown) + (", …" if len(values) > MOST_VALUES else "")
