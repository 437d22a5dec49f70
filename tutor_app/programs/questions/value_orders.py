"""How the values of variables are ordered when a line is run: an order that no known call has may
be the one for which a change is wrong."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from itertools import combinations

from tutor_app.programs.code_in_text import is_value, names_in, parse_program
from tutor_app.programs.run_values import Step

Order = tuple[str, str, int]  # two variables, and whether the first holds less, the same, or more


def names_on_lines(source: str, lines: Collection[int]) -> frozenset[str]:
    """Return the names that the statements on some lines of a program have."""
    tree, names = parse_program(source), set[str]()
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Name) and node.lineno in lines:
            names |= names_in(node)
    return frozenset(names)


def orders_at(
    trace: Collection[Step], lines: Collection[int], names: Collection[str]
) -> frozenset[Order]:
    """Return the orders in which some variables' numbers stand when one of the lines is run."""
    steps = (step for step in trace if step.event == "line" and step.line in lines)
    return frozenset(order for step in steps for order in _orders(dict(step.variables), names))


def _orders(held: dict[str, str], names: Collection[str]) -> Iterator[Order]:
    values = {name: ast.literal_eval(held[name]) for name in names if is_value(held.get(name, ""))}
    numbers = {name: each for name, each in values.items() if isinstance(each, int | float)}
    for one, other in combinations(sorted(numbers), 2):
        yield one, other, (numbers[one] > numbers[other]) - (numbers[one] < numbers[other])
