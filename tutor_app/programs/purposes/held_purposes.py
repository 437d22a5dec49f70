"""Purposes held against what a program gives on small inputs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tutor_app.programs.purposes.function_calls import Shape, fits, shapes_of
from tutor_app.programs.purposes.named_purposes import Naming, naming_of
from tutor_app.programs.purposes.read_catalogue import Purpose, catalogue
from tutor_app.programs.purposes.small_inputs import inputs_of
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case, CaseResult, Limits
from tutor_app.programs.run_verdicts import read_literal
from tutor_app.programs.sandboxed_child.plain_values import plain, plainly_equal

QUICK = Limits(steps=20_000, run_seconds=3.0, case_seconds=0.3)
FEWEST_INPUTS = 4
FEWEST_AGREED = 2
SHARE = 0.5  # of the inputs, where the words may mean something else
SHARE_NAMED = 0.3  # where the function's name says it
SHARE_WHOLE = 0.1  # where the function's name says it and nothing else
SHARE_NEAR = 0.7  # of groups that are right in part
ALL = 0.95
MOST_SHAPES = 8  # ways to call a function that are run


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldPurpose:
    """A purpose held against what a program gives: on how many inputs it agrees."""

    purpose: Purpose
    shape: Shape
    naming: Naming
    agreed: int
    count: int
    different: int  # values among those agreed on
    is_alike: bool = False  # what the program gives is of the kind of what is right
    near: int = 0  # inputs on which it gives the right group's beginning, or it in another order

    @property
    def share(self) -> float:
        return self.agreed / self.count if self.count else 0.0

    @property
    def is_borne_out(self) -> bool:
        """Whether the program agrees with it well enough for how it is named."""
        least = SHARE_NAMED if self.naming.by_function else SHARE
        least = SHARE_WHOLE if self.naming.is_whole else least
        least = ALL if self.naming.says_more else least
        is_enough = self.count >= FEWEST_INPUTS and self.agreed >= FEWEST_AGREED
        is_near = self.is_alike and self.naming.is_whole and not self.naming.says_more
        if is_near and self.near >= max(FEWEST_INPUTS, SHARE_NEAR * self.count):
            return True
        return is_enough and self.different >= FEWEST_AGREED and self.share >= least


def hold_purposes(
    source: str, tree: ast.Module, function: ast.FunctionDef, words: str
) -> Iterator[HeldPurpose]:
    """Yield the purposes that can be held against the program, those of the same inputs as one
    that is named."""
    shapes = dict[Shape, list[tuple[Purpose, Naming]]]()
    for purpose in catalogue():
        naming = naming_of(purpose, function, words)
        for shape in shapes_of(purpose, function):
            shapes.setdefault(shape, []).append((purpose, naming))
    strongest = {
        shape: max(naming.strength for _, naming in group) for shape, group in shapes.items()
    }
    likely = sorted((s for s in shapes if strongest[s]), key=lambda s: -strongest[s])
    fitting = [shape for shape in likely if fits(shape, tree)]
    for shape in fitting[:MOST_SHAPES]:
        inputs = inputs_of(shape.kinds)
        cases = [Case(call=Call(text=shape.call(each)), origin="generated") for each in inputs]
        run = run_program(source, cases, QUICK)
        if run.our_fault is None and run.loads:
            for purpose, naming in shapes[shape]:
                yield _hold(purpose, naming, shape, inputs, run.results)


def _hold(
    purpose: Purpose,
    naming: Naming,
    shape: Shape,
    inputs: Sequence[Sequence[Any]],
    results: Sequence[CaseResult],
) -> HeldPurpose:
    agreed, count, alike, given, near = 0, 0, 0, 0, 0
    values = set[str]()
    for arguments, result in zip(inputs, results, strict=True):
        is_known, right = purpose.answer(arguments)
        count += is_known
        if is_known and result.value is not None:
            given += 1
            alike += is_alike(result.value, right)
            near += _is_near(result.value, right)
        if is_known and result.status == "ran" and gives(result, right):
            agreed += 1
            values.add(repr(right))
    return HeldPurpose(
        purpose=purpose,
        shape=shape,
        naming=naming,
        agreed=agreed,
        count=count,
        different=len(values),
        is_alike=alike == given >= FEWEST_INPUTS,
        near=near,
    )


def _is_near(value: str, right: object) -> bool:
    """Whether a value is how the right group begins, or has the same elements."""
    _, given = read_literal(value)
    if not (isinstance(given, list) and isinstance(right, list) and given):
        return False
    same = sorted(map(repr, given)) == sorted(map(repr, right))
    return same or is_equal(given, right[: len(given)])


def is_alike(value: str, right: object) -> bool:
    """Whether a value is of the kind of what is right, a group's elements too."""
    is_literal, given = read_literal(value)
    if not is_literal or type(given) is not type(right):
        return False
    if isinstance(given, list | tuple) and isinstance(right, list | tuple) and given and right:
        return type(given[0]) is type(right[0])
    return True


def gives(result: CaseResult, right: object) -> bool:
    """Whether a call gave a value."""
    if result.value is None or result.value == repr(right):
        return result.value is not None
    is_literal, value = read_literal(result.value)
    return is_literal and is_equal(value, right)


def is_equal(one: object, other: object) -> bool:
    """Whether two values are the same, True and 1 not being so."""
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return plainly_equal(plain(one), plain(other))
