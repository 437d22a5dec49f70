"""Other uses of an object than those that a program has: its methods called again, in a row.

A program that prints what two objects hold says little of what they hold after a third call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tutor_app.domain.lexicon import read_word_lists
from tutor_app.programs.code_in_text import is_value, parse_program
from tutor_app.programs.run_values import Call, Case

MOST_VALUES = 8  # that words give a method one after the other
FEWEST = 2
_BEHIND = read_word_lists(Path(__file__).parents[1] / "code_words.yaml")["behind_values"]


@dataclass(frozen=True, slots=True)
class _Use:
    """How a case uses an object: the line that makes it, what its methods are given, each as
    source, and the expression that asks it something."""

    name: str
    made: str
    given: tuple[tuple[str, str], ...]
    asks: str


def other_uses(cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return calls that use the objects of some cases otherwise: a method with one value twice,
    then with another one."""
    uses = [use for case in cases if (use := _use_of(case)) is not None]
    given = dict.fromkeys(pair for use in uses for pair in use.given)
    found: dict[str, Case] = {}
    for use in uses:
        for method in dict.fromkeys(name for name, _ in use.given):
            values = [value for name, value in given if name == method]
            one, other = values[0], values[-1]
            text = _written(use, [(method, one), (method, one), (method, other)])
            found.setdefault(text, Case(call=Call(text=text), origin="generated"))
    known = {case.call.text for case in cases}
    return tuple(case for text, case in found.items() if text not in known)


def _written(use: _Use, calls: Sequence[tuple[str, str]]) -> str:
    lines = [f"{use.name}.{method}({value})" for method, value in calls]
    return "\n".join([use.made, *lines, use.asks])


def _use_of(case: Case) -> _Use | None:
    """Return how a case uses an object; None where it does something else."""
    tree = parse_program(case.call.text)
    if tree is None or len(tree.body) < FEWEST:
        return None
    match tree.body[-1]:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)), args=[])) as last:
            pass
        case _:
            return None
    made = [ast.unparse(node) for node in tree.body if _makes(node, name)]
    given = [pair for node in tree.body[:-1] for pair in _given(node)]
    if len(made) != 1 or not given:
        return None
    return _Use(name, made[0], tuple(given), ast.unparse(last))


def _makes(node: ast.stmt, name: str) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=ast.Name(), args=args)):
            return target == name and all(is_value(ast.unparse(each)) for each in args)
        case _:
            return False


def _given(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the method that a statement calls, with the one value that it is given."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method), args=[value], keywords=[])):
            if is_value(ast.unparse(value)):
                yield method, ast.unparse(value)
        case _:
            return
