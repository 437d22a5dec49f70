"""The function that a program is about, and how values of some kinds can be given to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import called_in, parse_program
from tutor_app.programs.purposes.read_catalogue import Purpose
from tutor_app.programs.purposes.small_inputs import inputs_of

MOST_PARAMETERS = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """How a function is called: kinds of values, and at which parameter each of them stands."""

    function: str
    parameters: tuple[str, ...]
    kinds: tuple[str, ...]
    order: tuple[int, ...]
    in_place: bool = False

    @classmethod
    def of_program(
        cls,
        source: str,
        function: str,
        kinds: tuple[str, ...],
        order: tuple[int, ...],
        *,
        in_place: bool,
    ) -> Shape | None:
        """Return how a program's function is called, None where it has none that can be so."""
        tree = parse_program(source)
        nodes = tree.body if tree is not None else []
        named = (n for n in nodes if isinstance(n, ast.FunctionDef) and n.name == function)
        node = next(named, None)
        if node is None:
            return None
        parameters = tuple(each.arg for each in node.args.args)
        needed = len(parameters) - len(node.args.defaults)
        is_fit = needed <= len(kinds) <= len(parameters)
        return cls(function, parameters, kinds, order, in_place) if is_fit else None

    def call(self, arguments: Sequence[Any]) -> str:
        """Return the call with these arguments, which are in the order of the kinds."""
        placed = dict(zip(self.order, arguments, strict=True))
        texts = [repr(placed[n]) for n in range(len(placed))]
        if not self.in_place:
            return f"{self.function}({', '.join(texts)})"
        name = self.parameters[self.order[0]]
        changed = texts[self.order[0]]
        texts[self.order[0]] = name
        return f"{name} = {changed}\n{self.function}({', '.join(texts)})\n{name}"


def main_function(tree: ast.Module) -> ast.FunctionDef | None:
    """Return the function that a program is about: the last that none of the others calls."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    used = {name for each in functions for name in called_in(each) if name != each.name}
    return next((each for each in reversed(functions) if each.name not in used), None)


def shapes_of(purpose: Purpose, function: ast.FunctionDef) -> Iterator[Shape]:
    """Yield the ways in which a function can be called for a purpose."""
    parameters = tuple(each.arg for each in function.args.args)
    needed = len(parameters) - len(function.args.defaults)
    size = len(purpose.kinds)
    if not needed <= size <= len(parameters) or size > MOST_PARAMETERS or not size:
        return
    if purpose.in_place and any(
        isinstance(each, ast.Return) and each.value is not None for each in ast.walk(function)
    ):
        return
    orders = permutations(range(size)) if size < MOST_PARAMETERS else [tuple(range(size))]
    for order in orders:
        if not (len(set(purpose.kinds)) == 1 and order != tuple(range(size))):
            yield Shape(function.name, parameters, purpose.kinds, order, purpose.in_place)


def fits(shape: Shape, tree: ast.Module) -> bool:
    """Whether a program can do with values of these kinds what it does."""
    inputs = inputs_of(shape.kinds)
    calls = (ast.parse(shape.call(each)) for each in (inputs[-1], inputs[len(inputs) // 2]))
    return all(
        call_fits(node.value, tree)
        for call in calls
        for node in call.body
        if isinstance(node, ast.Expr)
    )
