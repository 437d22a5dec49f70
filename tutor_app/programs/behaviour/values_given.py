"""What a return, a text's method, a range, a whole division and a function without a value give."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from tutor_app.programs.behaviour.shown_cause import ShownCause
from tutor_app.programs.code_in_text import names_in
from tutor_app.programs.questions.noted_run import Visit, put_in
from tutor_app.programs.questions.step_facts import LONGEST_VALUE, is_at, next_of_frame
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import CaseResult
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.wording.catalogue import phrase

LEFT_BY_RETURN = phrase("programs_causes.left_by_return", "line", "loop", "count")
STAYS_AS_IT_WAS = phrase("programs_causes.stays_as_it_was", "line", "code", "name", "value")
RANGE_GIVES = phrase("programs_causes.range_gives", "line", "code", "numbers")
NO_NUMBER = phrase("programs_causes.no_number")
DIVIDES = phrase("programs_ideas.said_of_run_so", "line", "code", "said", "value")
HANDS_NONE = phrase("programs_causes.hands_none", "line", "code", "name")
END_LEFT_OUT = phrase("programs_causes.end_left_out")
REST_THROWN_AWAY = phrase("programs_causes.rest_thrown_away")
NONE_BACK = phrase("programs_causes.none_back")
RETURN_ENDS = phrase("programs_causes.return_ends")
TEXTS_STAY = phrase("programs_causes.texts_stay")

_MOST_TOLD = 8  # numbers of a range


# --- a return that leaves a loop ------------------------------------------------------------------


def returns_in_loop(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the loops that a `return` leaves which nothing has to hold for, or for all but one."""
    for loop in ast.walk(tree):
        if not isinstance(loop, ast.For | ast.While):
            continue
        for node in (*loop.body, *_else_parts(loop.body)):
            rounds = _rounds_before(node, loop, focus) if isinstance(node, ast.Return) else 0
            if rounds:
                yield ShownCause(
                    cause="return_ends",
                    lines=(node.lineno, loop.lineno),
                    fact=LEFT_BY_RETURN(line=node.lineno, loop=loop.lineno, count=rounds),
                    rule=RETURN_ENDS(),
                )


def _rounds_before(node: ast.Return, loop: ast.For | ast.While, focus: CaseResult) -> int:
    """Return in which round of a loop a call first came to a `return` in it, 0 if none did."""
    rounds: dict[int, int] = {}
    for step in focus.trace:
        if step.event == "call":
            rounds[step.depth] = 0
        elif step.event == "line" and step.line == loop.body[0].lineno:
            rounds[step.depth] = rounds.get(step.depth, 0) + 1
        if step.event == "line" and step.line == node.lineno:
            return rounds.get(step.depth, 0)
    return 0


def _else_parts(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.If):
            yield from node.orelse


# --- a text whose method's value nobody keeps -----------------------------------------------------


def texts_unchanged(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    for node in ast.walk(tree):
        match node:
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)), args=_) as called
            ):
                step = next((s for s in focus.trace if is_at(s, node)), None)
                value = dict(step.variables).get(name, "") if step is not None else ""
                if value[:1] in ("'", '"') and len(value) <= LONGEST_VALUE:
                    yield ShownCause(
                        cause="text_methods",
                        lines=(node.lineno,),
                        fact=STAYS_AS_IT_WAS(
                            line=node.lineno,
                            code=as_code(ast.unparse(called)),
                            name=as_code(name),
                            value=as_code(value),
                        ),
                        rule=TEXTS_STAY(),
                        names=frozenset({name}),
                    )
            case _:
                pass


# --- what a range, a whole division and a method without a value give -----------------------------


def ranges_given(tree: ast.Module, visits: Sequence[Visit]) -> Iterator[ShownCause]:
    """Yield the first round of each loop over a range, with the numbers that it goes through."""
    for loop in ast.walk(tree):
        match loop:
            case ast.For(iter=ast.Call(func=ast.Name(id="range")) as called):
                given = _first_given(visits, called)
                numbers = _numbers_of(given[1]) if given is not None else None
                if numbers is None:
                    continue
                yield ShownCause(
                    cause="range_end",
                    lines=(loop.lineno,),
                    fact=RANGE_GIVES(
                        line=loop.lineno, code=as_code(ast.unparse(called)), numbers=numbers
                    ),
                    rule=END_LEFT_OUT(),
                    is_trap=False,
                    names=names_in(loop.target) | names_in(called) - {"range"},
                )
            case _:
                pass


def _numbers_of(given: str) -> str | None:
    """Return the numbers of a range that a run has noted, as a list in words."""
    is_read, bounds = read_literal(given.removeprefix("range"))
    if not is_read or not isinstance(bounds, tuple):
        return None
    numbers = range(*bounds)
    shown = [as_code(str(each)) for each in numbers[:_MOST_TOLD]]
    if not numbers:
        return NO_NUMBER()
    more = f", …, {as_code(str(numbers[-1]))}" if len(numbers) > _MOST_TOLD else ""
    return f"{', '.join(shown)}{more}"


def whole_divisions(tree: ast.Module, visits: Sequence[Visit]) -> Iterator[ShownCause]:
    """Yield the whole divisions that have thrown something away, where they first did."""
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.FloorDiv(), left=left, right=right):
                gave = _first_given(visits, node, lambda visit: _leaves_rest(visit, left, right))
            case _:
                continue
        if gave is not None:
            visit, value = gave
            yield ShownCause(
                cause="whole_division",
                lines=(node.lineno,),
                fact=DIVIDES(
                    line=node.lineno,
                    code=as_code(ast.unparse(node)),
                    said=as_code(put_in(node, visit)),
                    value=as_code(value),
                ),
                rule=REST_THROWN_AWAY(),
                is_trap=False,
                names=names_in(node),
                values=frozenset({value}),
            )


def _leaves_rest(visit: Visit, left: ast.expr, right: ast.expr) -> bool:
    """Whether a division did not come out even."""
    (_, one), (_, other) = (read_literal(visit.value_of(each) or "") for each in (left, right))
    if not isinstance(one, int | float) or not isinstance(other, int | float):
        return False
    return other != 0 and one % other != 0


def _first_given(
    visits: Sequence[Visit], node: ast.expr, is_meant: Callable[[Visit], bool] = lambda _: True
) -> tuple[Visit, str] | None:
    """Return the first visit of an expression's line that is meant, with what it gave there."""
    for visit in visits:
        value = visit.value_of(node) if visit.line == node.lineno else None
        if value is not None and is_meant(visit):
            return visit, value
    return None


def nothing_given(tree: ast.Module, focus: CaseResult) -> Iterator[ShownCause]:
    """Yield the names that were given the None which a method or a function hands back."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as called):
                at = next((n for n, step in enumerate(focus.trace) if is_at(step, node)), None)
                after = next_of_frame(focus.trace, at) if at is not None else None
                if after is not None and dict(after.variables).get(name) == "None":
                    yield ShownCause(
                        cause="gives_none",
                        lines=(node.lineno,),
                        fact=HANDS_NONE(
                            line=node.lineno, code=as_code(ast.unparse(called)), name=as_code(name)
                        ),
                        rule=NONE_BACK(),
                        names=frozenset({name}),
                    )
            case _:
                pass
