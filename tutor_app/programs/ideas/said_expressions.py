"""An expression of the program that a student writes with the run's values in it: "0 >= 0"."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.programs.ideas.written_expressions import spoken_in, written_in
from tutor_app.programs.questions.noted_run import Visit, operands, put_in, read_visits
from tutor_app.programs.questions.step_facts import is_same, values_held
from tutor_app.programs.replies.format_code import as_code
from tutor_app.programs.run_values import CaseResult
from tutor_app.wording.catalogue import phrase

SAID_OF_RUN = phrase("programs_ideas.said_of_run", "line", "code", "said", "held", "value")
SAID_OF_RUN_SO = phrase("programs_ideas.said_of_run_so", "line", "code", "said", "value")
Match = tuple[Visit, ast.expr]


@dataclass(frozen=True, slots=True)
class SaidExpression:
    """What the run says to an expression: in which line it stands, and what it gave there.

    `text` is how the student has written it.
    """

    shown: str
    line: int
    text: str


def said_expressions(source: str, words: str, focus: CaseResult | None) -> list[SaidExpression]:
    """Return what a traced run says to each expression in some words whose values it worked on.

    Of an expression that several lines have with these values nothing is returned.
    """
    written = list(written_in(source, words))
    if focus is None or not focus.trace or not written:
        return []
    visits = read_visits(source, focus)
    matched = ((text, _matches(said, visits)) for text, said in written)
    found = (_tell(text, matches, words, focus) for text, matches in matched)
    return [each for each in found if each is not None]


def _matches(said: ast.expr, visits: Sequence[Visit]) -> list[Match]:
    """Return the times that the run has worked on an expression with the values that are said."""
    return [
        (visit, node)
        for visit in visits
        for node, _ in visit.noted
        if type(node) is type(said) and _is_made_of(said, node, visit) and _has_value(said, node)
    ]


def _tell(
    text: str, matched: Sequence[Match], words: str, focus: CaseResult
) -> SaidExpression | None:
    if len({visit.line for visit, _ in matched}) != 1:
        return None
    visit, node = next(
        (pair for pair in reversed(matched) if _is_spoken_of(pair[0], focus, words)), matched[-1]
    )
    step = focus.trace[visit.at]
    told = {
        "line": visit.line,
        "code": as_code(ast.unparse(node)),
        "said": as_code(put_in(node, visit)),
        "value": as_code(visit.value_of(node) or ""),
    }
    held = values_held(step, node)
    return SaidExpression(
        SAID_OF_RUN(**told, held=held) if held else SAID_OF_RUN_SO(**told), visit.line, text
    )


def _is_made_of(said: ast.expr, node: ast.expr, visit: Visit) -> bool:
    """Whether an expression is one of the program, some of its parts told by their values."""
    if ast.dump(said) == ast.dump(node):
        return True
    mine, theirs = operands(said), operands(node)
    if type(said) is type(node) and mine and len(mine) == len(theirs) and _same_signs(said, node):
        if all(_is_part(one, other, visit) for one, other in zip(mine, theirs, strict=True)):
            return True
    return False


def _is_part(said: ast.expr, node: ast.expr, visit: Visit) -> bool:
    value = visit.value_of(node)
    is_value = value is not None and is_same(ast.unparse(said), value)
    return is_value or _is_made_of(said, node, visit)


def _has_value(said: ast.expr, node: ast.expr) -> bool:
    """Whether a value stands in it where the program has something else."""
    return ast.dump(said) != ast.dump(node)


def _same_signs(said: ast.expr, node: ast.expr) -> bool:
    match said, node:
        case ast.BinOp(op=one), ast.BinOp(op=other):
            return type(one) is type(other)
        case ast.Compare(ops=ones), ast.Compare(ops=others):
            return [type(each) for each in ones] == [type(each) for each in others]
        case ast.Call(func=one_called), ast.Call(func=other_called):
            return ast.dump(one_called) == ast.dump(other_called)
        case ast.UnaryOp(op=one_sign), ast.UnaryOp(op=other_sign):
            return type(one_sign) is type(other_sign)
        case ast.Subscript(value=one_value), ast.Subscript(value=other_value):
            return ast.dump(one_value) == ast.dump(other_value)
        case _:
            return False


def _is_spoken_of(visit: Visit, focus: CaseResult, words: str) -> bool:
    """Whether the words name a text that a variable holds then: "oh its pear"."""
    held = (value for _, value in focus.trace[visit.at].variables if value[:1] in "'\"")
    return any(value.strip("'\"").casefold() in spoken_in(words) for value in held)
