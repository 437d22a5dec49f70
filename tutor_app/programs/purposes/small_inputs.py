"""Small inputs for parameters of some kinds, the smallest first."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tutor_app.domain.data_files import read_yaml
from tutor_app.programs.generate_inputs import size_of

MOST_INPUTS = 60  # of one kind of call
_VALUES: dict[str, list[str]] = read_yaml(Path(__file__).with_name("inputs.yaml"))


@cache
def inputs_of(kinds: tuple[str, ...]) -> tuple[tuple[Any, ...], ...]:
    """Return small arguments of these kinds, the smallest first; of many, some of each size."""
    made = sorted(_arguments(kinds, ()), key=lambda each: (size_of(list(each)), repr(each)))
    most = min(len(made), MOST_INPUTS)
    return tuple(made[place * len(made) // most] for place in range(most))


def _arguments(kinds: Sequence[str], before: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if len(before) == len(kinds):
        yield before
        return
    for value in _values(kinds[len(before)], before):
        yield from _arguments(kinds, (*before, value))


def _values(kind: str, before: tuple[Any, ...]) -> Iterator[Any]:
    """Yield the values of a kind; some are taken from the argument before them."""
    match kind:
        case "node":
            yield from before[0]
        case "corner":
            rows, columns = len(before[0]), len(before[0][0])
            yield (0, 0) if len(before) == 1 else (rows - 1, columns - 1)
        case "low_end":
            yield 0
        case "high_end":
            yield len(before[0]) - 1
        case "over_end":
            yield len(before[0])
        case "int_in":
            own = dict.fromkeys(before[0] if before else ())
            others = map(ast.literal_eval, _VALUES[kind])
            yield from dict.fromkeys([*own, *others])
        case _:
            yield from map(ast.literal_eval, _VALUES[kind])
