"""New inputs of the kind that a program's examples have, the smallest first."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tutor_app.programs.code_in_text import called_in, is_value, parse_expression

Value = Any  # a Python literal
Draw = Callable[[random.Random], Value]

_LONGER = 2  # elements more than the longest example has
_WIDER = 3  # how far numbers go beyond the examples' on a side where those reach beyond zero
_SHORT = 4  # elements of the pieces of which all are taken
_MOST_VARIED = 60
_MOST_TRIES = 20  # draws for each input that is wanted, since many come twice


@dataclass(frozen=True, slots=True)
class _Example:
    """A call taken apart: the expression around it, its place there, its arguments' values."""

    tree: ast.expr
    arguments: tuple[Value, ...]


def generate_calls(
    calls: Sequence[str], function: str, count: int, *, seed: int = 0
) -> tuple[str, ...]:
    """Return up to `count` new calls of a function, of the kind of these, the smallest first.

    Numbers keep to the examples' range and sign, lists that are sorted or without repeats in all
    examples stay so, texts use the examples' letters. The same seed gives the same calls. Without
    an example of plain values there are none.
    """
    examples = [each for each in map(_example_reader(function), calls) if each is not None]
    lengths = {len(each.arguments) for each in examples}
    if not examples or len(lengths) != 1:
        return ()
    rng = random.Random(seed)
    draws = [
        _drawing(list(values))
        for values in zip(*(each.arguments for each in examples), strict=True)
    ]
    known = {ast.unparse(each.tree) for each in examples}
    made: dict[str, int] = {}
    for _ in range(count * _MOST_TRIES):
        if len(made) == count:
            break
        arguments = _related([draw(rng) for draw in draws], rng)
        call = _with_arguments(examples[0].tree, function, arguments)
        if call not in known:
            made.setdefault(call, size_of(arguments))
    return tuple(sorted(made, key=lambda call: (made[call], len(call), call)))


def vary_calls(calls: Sequence[str], function: str) -> tuple[str, ...]:
    """Return calls with pieces of the lists and texts of these, and with their parts in another
    order: the smallest first."""
    made: dict[str, int] = {}
    for example in filter(None, map(_example_reader(function), calls)):
        for place, value in enumerate(example.arguments):
            for other in _variations(value):
                arguments = [*example.arguments[:place], other, *example.arguments[place + 1 :]]
                call = _with_arguments(example.tree, function, arguments)
                made.setdefault(call, size_of(arguments))
    known = {ast.unparse(tree) for call in calls if (tree := parse_expression(call)) is not None}
    smallest = sorted(made, key=lambda call: (made[call], len(call)))
    return tuple(call for call in smallest if call not in known)[:_MOST_VARIED]


def _variations(value: Value) -> Iterator[Value]:
    """Yield the pieces of a list or a text, and the whole in another order."""
    if not isinstance(value, list | str):
        return
    whole: Value = value
    size = len(whole)
    for length in range(1, size):
        starts = range(size - length + 1) if length <= _SHORT else (0, size - length)
        yield from (whole[start : start + length] for start in starts)
    if not (isinstance(value, list) and _is_sorted(value)):
        yield from (whole[::-1], *(whole[at:] + whole[:at] for at in range(1, min(size, _SHORT))))


def size_of(value: Value) -> int:
    """Say how much there is of a value to follow by hand: elements, digits, letters."""
    if isinstance(value, dict):
        return 1 + sum(size_of(key) + size_of(each) for key, each in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return 1 + sum(size_of(each) for each in value)
    if isinstance(value, str):
        return 1 + len(value)
    return len(repr(value))


def size_of_call(call: str) -> int:
    """Say how large the values are that stand in a call."""
    tree = parse_expression(call)
    arguments = [
        ast.literal_eval(each)
        for node in (ast.walk(tree) if tree is not None else ())
        if isinstance(node, ast.Call)
        for each in node.args
        if is_value(ast.unparse(each))
    ]
    return size_of(arguments) if arguments else len(call)


def _example_reader(function: str) -> Callable[[str], _Example | None]:
    def read(call: str) -> _Example | None:
        tree = parse_expression(call)
        if tree is None or function not in called_in(tree):
            return None
        inner = _inner_call(tree, function)
        if inner is None or inner.keywords or not all(is_value(ast.unparse(a)) for a in inner.args):
            return None
        return _Example(tree, tuple(ast.literal_eval(argument) for argument in inner.args))

    return read


def _inner_call(tree: ast.expr, function: str) -> ast.Call | None:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name == function:
                return node
            case _:
                pass
    return None


def _with_arguments(tree: ast.expr, function: str, arguments: Sequence[Value]) -> str:
    changed = copy.deepcopy(tree)
    inner = _inner_call(changed, function)
    if inner is not None:
        inner.args = [ast.parse(repr(value), mode="eval").body for value in arguments]
    return ast.unparse(changed)


def _related(arguments: list[Value], rng: random.Random) -> list[Value]:
    """Let a value that is looked for stand in the group beside it, about half of the time; what
    stands beside a graph is one of its nodes."""
    groups = [each for each in arguments if isinstance(each, list) and each]
    nodes = [key for each in arguments if is_graph(each) for key in each]
    for place, value in enumerate(arguments):
        near = [key for key in nodes if type(key) is type(value)]
        candidates = near or [x for group in groups for x in group if type(x) is type(value)]
        if candidates and (near or rng.random() < 0.5):
            arguments[place] = rng.choice(candidates)
    return arguments


def is_graph(value: Value) -> bool:
    """Whether a value names for each of its keys others of them: changed at random it is none."""
    if not isinstance(value, dict) or not any(value.values()):
        return False
    groups = (list, tuple, set, dict, str)
    return all(isinstance(each, groups) and {*each} <= value.keys() for each in value.values())


# --- what to draw from -----------------------------------------------------------------------


def _drawing(values: list[Value]) -> Draw:
    """Return what draws a value of the kind that all of these are of."""
    kinds = {type(value) for value in values}
    if kinds == {int}:
        low, high = min(values), max(values)
        low, high = low - _WIDER * (low < 0), high + _WIDER * (high > 0)
        return lambda rng: rng.randint(low, high)
    if kinds <= {int, float} and kinds:
        return lambda rng: round(rng.uniform(min(values), max(values)), 1)
    if kinds == {str}:
        return _drawing_texts(values)
    if kinds == {list}:
        return _drawing_lists(values)
    if kinds == {tuple} and len({len(value) for value in values}) == 1:
        parts = [_drawing(list(part)) for part in zip(*values, strict=True)]
        return lambda rng: tuple(part(rng) for part in parts)
    if kinds == {dict} and any(values) and not any(map(is_graph, values)):
        return _drawing_dicts(values)
    return lambda rng: copy.deepcopy(rng.choice(values))


def _drawing_texts(values: list[str]) -> Draw:
    letters = sorted({letter for value in values for letter in value}) or ["a"]
    longest = max(len(value) for value in values)
    shortest = min(len(value) for value in values)

    def draw(rng: random.Random) -> str:
        if rng.random() < 0.3:
            return rng.choice(values)
        return "".join(rng.choice(letters) for _ in range(rng.randint(shortest, longest)))

    return draw


def _drawing_lists(values: list[list[Value]]) -> Draw:
    elements = [each for value in values for each in value]
    if not elements:
        return lambda rng: []
    element = _drawing(elements)
    longest = max(len(value) for value in values) + _LONGER
    shortest = 0 if any(not value for value in values) else 1
    long_ones = [value for value in values if len(value) > 1]
    is_sorted = bool(long_ones) and all(_is_sorted(value) for value in long_ones)
    is_distinct = bool(long_ones) and all(_is_distinct(value) for value in long_ones)

    def draw(rng: random.Random) -> list[Value]:
        drawn = [element(rng) for _ in range(rng.randint(shortest, longest))]
        if is_distinct:
            drawn = [each for place, each in enumerate(drawn) if each not in drawn[:place]]
        # lists of lists and numbers may mix where each list given was of one kind
        return sorted(drawn) if is_sorted and len(set(map(type, drawn))) == 1 else drawn

    return draw


def _is_sorted(value: list[Value]) -> bool:
    try:
        return value == sorted(value)
    except TypeError:  # elements that have no order
        return False


def _is_distinct(value: list[Value]) -> bool:
    return all(each not in value[:place] for place, each in enumerate(value))


def _drawing_dicts(values: list[dict[Value, Value]]) -> Draw:
    key = _drawing([each for value in values for each in value])
    entry = _drawing([each for value in values for each in value.values()])
    longest = max(len(value) for value in values) + 1

    def draw(rng: random.Random) -> dict[Value, Value]:
        return {key(rng): entry(rng) for _ in range(rng.randint(0, longest))}

    return draw
