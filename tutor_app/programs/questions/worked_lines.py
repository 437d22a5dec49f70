"""What a line did at one time that it was run, worked out piece by piece with the run's values."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tutor_app.programs.code_in_text import is_value
from tutor_app.programs.questions.line_facts import loops_around
from tutor_app.programs.questions.noted_run import Visit, operands, put_in
from tutor_app.programs.questions.step_facts import (
    LONGEST_CODE,
    find_test,
    is_short,
    next_of_frame,
    values_held,
)
from tutor_app.programs.replies.format_code import as_code, name_run
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.wording.catalogue import phrase

IN_LINE = phrase("programs_steps.in_line", "line", "call", "parts")
IS_PUT = phrase("programs_steps.is_put", "code", "put", "value")
IS = phrase("programs_steps.part", "code", "value")
DOES = phrase("programs_steps.does", "code", "put")
COUNTS_TRUE = phrase("programs_steps.counts_true", "part")
COUNTS_FALSE = phrase("programs_steps.counts_false", "part")
RUNS_NEXT = phrase("programs_steps.runs_next", "line")
LEAVES_OUT = phrase("programs_steps.leaves_out", "line", "next")
NOT_KEPT = phrase("programs_steps.not_kept", "name", "value")
HOLD_THEN = phrase("programs_steps.hold_then", "names", "value")
SETS = phrase("programs_steps.sets", "name", "value", "held")
ROUND = phrase("programs_steps.round", "number", "call", "lines")
ROUND_OF_NAME = phrase("programs_steps.round_of_name", "name", "values")
AND = phrase("programs_steps.and")
MOST_PIECES = 3
_COMPOSITE = ast.BinOp | ast.Compare | ast.BoolOp | ast.Subscript | ast.Call | ast.UnaryOp
_LONG_FLOAT = re.compile(r"(\d+\.\d{2})\d{4,}")


def tell_visit(node: ast.stmt, source: str, result: CaseResult, visit: Visit) -> str | None:
    """Return what a line did at one time: what its pieces gave, inner ones first, then which way it
    went or what it changed; None where that is nothing that can be told."""
    step = result.trace[visit.at]
    whole = _worked_in(node)
    pieces = [*_pieces(whole, visit)][-MOST_PIECES:] if whole is not None else []
    ends = [*_ends(node, source, result, visit, step, is_worked=bool(pieces))]
    if not pieces and not ends:
        return None
    parts = "; ".join((*pieces, *ends))
    return IN_LINE(line=node.lineno, call=name_run(result), parts=_shorten(parts))


def tell_round(
    tree: ast.Module, result: CaseResult, at: int, name: str | None = None
) -> tuple[int, str] | None:
    """Return the number of the round of a loop in which a step is, and the lines that it runs."""
    step = result.trace[at]
    statement = next((n for n in ast.walk(tree) if getattr(n, "lineno", 0) == step.line), None)
    loops = loops_around(tree, statement) if isinstance(statement, ast.stmt) else []
    loop = loops[-1] if loops else None
    if loop is None or loop.lineno == step.line:
        return None
    own = [n for n, s in enumerate(result.trace) if s.depth == step.depth and s.event == "line"]
    heads = [n for n in own if result.trace[n].line == loop.lineno]
    begun = [n for n in heads if n < at]
    if not begun:
        return None
    end = next((n for n in heads if n > at), len(result.trace))
    inside = [n for n in own if begun[-1] < n < end and _is_inside(loop, result.trace[n].line)]
    lines = ", ".join(str(result.trace[n].line) for n in inside)
    told = ROUND(number=len(begun), call=name_run(result), lines=lines)
    values: list[str] = []
    for n in (*inside, end):
        held = dict(result.trace[n].variables).get(name or "") if n < len(result.trace) else None
        values += [held] if held is not None and is_short(held) and values[-1:] != [held] else []
    if name is not None and len(values) > 1:
        listed = ", ".join(map(as_code, values))
        told = f"{told} {ROUND_OF_NAME(name=as_code(name), values=listed)}"
    return len(begun), _shorten(told)


def _worked_in(node: ast.stmt) -> ast.expr | None:
    """Return the expression that a statement works out in its own line."""
    match node:
        case ast.If(test=test) | ast.While(test=test):
            return test
        case (
            ast.Assign(value=value)
            | ast.AugAssign(value=value)
            | ast.Expr(value=value)
            | ast.AnnAssign(value=ast.expr() as value)
            | ast.Return(value=ast.expr() as value)
        ):
            return value
        case _:
            return None


def changed_by(step: Step, following: Step | None) -> dict[str, str]:
    """Return the variables that a step leaves other than they were, with what they hold then."""
    before = dict(step.variables)
    after = dict(following.variables) if following is not None else {}
    return {name: value for name, value in after.items() if before.get(name) != value}


def _shorten(text: str) -> str:
    """Return a text with long fractions cut."""
    return _LONG_FLOAT.sub(r"\1…", text)


def _is_inside(loop: ast.For | ast.While, line: int) -> bool:
    return loop.lineno < line <= (loop.end_lineno or 0)


def _pieces(whole: ast.expr, visit: Visit) -> Iterator[str]:
    """Yield what each piece of an expression gave, inner ones first, that says more than the piece
    around it does."""
    for node in _inner_first(whole):
        value, code = visit.value_of(node), ast.unparse(node)
        if value is None or not is_short(value) or value == code or _is_print(node):
            continue
        is_plain = not any(isinstance(each, _COMPOSITE) for each in operands(node))
        is_called = isinstance(node, ast.Call | ast.Subscript | ast.UnaryOp)
        if node is not whole and is_plain and is_called:
            continue  # the piece around it has its value in it
        put = put_in(node, visit)
        if value == "None":
            yield DOES(code=as_code(code, LONGEST_CODE), put=as_code(put))
            continue
        if put in (code, value) or isinstance(node, ast.BoolOp | ast.Subscript):
            told = IS(code=as_code(code, LONGEST_CODE), value=as_code(value))
        else:
            told = IS_PUT(code=as_code(code, LONGEST_CODE), put=as_code(put), value=as_code(value))
        yield told
    if isinstance(whole, ast.BoolOp):
        yield from _of_sides(whole, visit)


def _is_print(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "print"


def _inner_first(node: ast.expr) -> Iterator[ast.expr]:
    sides = operands(node)
    for each in sides:
        yield from _inner_first(each) if isinstance(each, _COMPOSITE) else ()
    if isinstance(node, _COMPOSITE) and not isinstance(node, ast.BoolOp):
        yield node


def _of_sides(node: ast.BoolOp, visit: Visit) -> Iterator[str]:
    """Yield the sides of an `and` or `or` that stand there as they are: what they count as."""
    for each in node.values:
        value = visit.value_of(each)
        if value is None or value in ("True", "False") or not is_value(value):
            continue
        part = as_code(ast.unparse(each))
        yield (COUNTS_TRUE if ast.literal_eval(value) else COUNTS_FALSE)(part=part)


def _ends(  # noqa: PLR0913 -- a line, and the time that it was run
    node: ast.stmt, source: str, result: CaseResult, visit: Visit, step: Step, *, is_worked: bool
) -> Iterator[str]:
    """Yield which way a test went, or what a line has changed."""
    following = next_of_frame(result.trace, visit.at)
    changed = changed_by(step, following)
    match node:
        case ast.If() | ast.While():
            taken = find_test(source, result, visit.at)
            if taken is not None and taken.holds:
                yield RUNS_NEXT(line=taken.next_line)
            elif taken is not None:
                yield LEAVES_OUT(line=node.body[0].lineno, next=taken.next_line)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))):
            held = dict(step.variables).get(name)
            if changed:
                yield from _hold_then(changed)
            elif is_worked and held is not None and visit.value_of(node.value) != "None":
                yield NOT_KEPT(name=as_code(name), value=as_code(held))
        case ast.Assign() | ast.AugAssign() | ast.AnnAssign() if not is_worked or len(changed) > 1:
            held = values_held(step, node)
            if len(changed) == 1 and held:
                (name, value), *_ = changed.items()
                yield SETS(name=as_code(name), value=as_code(value), held=held)
            else:
                yield from _hold_then(changed)
        case ast.AugAssign():
            yield from _hold_then(changed)
        case _:
            pass


def _hold_then(changed: dict[str, str]) -> Iterator[str]:
    """Yield what variables hold after a line, those that hold the same together."""
    for value in dict.fromkeys(changed.values()):
        names = [as_code(name) for name, held in changed.items() if held == value]
        if is_short(value):
            yield HOLD_THEN(names=AND().join(names), value=as_code(value))
