"""What a program is for: named by words, confirmed by running it beside the catalogue's references.

A purpose is taken only where the program agrees with it on a good share of small inputs, and with
nothing else better: a wrong one is worse than asking.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tutor_app.programs.code_in_text import is_value, parse_expression, parse_program
from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.next_failing_input import answer_calls
from tutor_app.programs.purposes.function_calls import Shape, main_function
from tutor_app.programs.purposes.held_purposes import (
    ALL,
    FEWEST_AGREED,
    FEWEST_INPUTS,
    QUICK,
    HeldPurpose,
    hold_purposes,
    is_alike,
    is_equal,
)
from tutor_app.programs.purposes.named_purposes import kind_told
from tutor_app.programs.purposes.read_catalogue import Purpose
from tutor_app.programs.purposes.small_inputs import inputs_of
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Call, Case
from tutor_app.programs.run_verdicts import read_literal

RIVAL = 0.3  # of a purpose that words name as well
MOST_TRIED = 8  # purposes that are named, for one to be borne out
MOST_OF_REPAIR, FEWEST_OF_REPAIR = 12, 6  # inputs on which an edit must make all right
REPAIR_SECONDS = 2.0
_PLAIN_VALUES = ("None", "True", "False", "0", "1", "-1", "[]")  # that many programs give


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundPurpose:
    """What a program is for, with the calls of which that says what they must give.

    `rivals` are other purposes that it may be for as well: where these give something else,
    nothing is said.
    """

    purpose: Purpose
    shape: Shape
    rivals: tuple[Purpose, ...] = field(default=())

    def cases(self) -> tuple[Case, ...]:
        """Return calls with what they must give, the smallest first."""
        made = (self._case(arguments) for arguments in inputs_of(self.shape.kinds))
        return tuple(each for each in made if each is not None)

    def told_of(self, source: str, known: Sequence[Case]) -> int | None:
        """Return how many of the values that calls are told to give are right; None where one is
        not."""
        told = [e for e in known if e.expected is not None and self.takes(e.call.text)]
        if not told:
            return 0
        answers = dict(self.answers(source, [each.call.text for each in told]))
        pairs = ((each, answers.get(each.call.text)) for each in told)
        if not all(self._may_give(each.expected or "") for each in told):
            return None
        known_ones = [(each, value) for each, value in pairs if value is not None]
        if not all(_is_same(each.expected or "", value) for each, value in known_ones):
            return None
        return sum(value not in _PLAIN_VALUES for _, value in known_ones)

    def _may_give(self, value: str) -> bool:
        """Whether a value is of the kind of those that it decides on small inputs, or nothing."""
        is_literal, given = read_literal(value)
        if not is_literal or not isinstance(given, list) or not given:
            return True
        rights = (read_literal(each.expected or "")[1] for each in self.cases())
        groups = [each for each in rights if isinstance(each, list) and each]
        return not groups or any(is_alike(value, each) for each in groups)

    def answers(self, source: str, calls: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Yield the calls of which it says what they must give, with that, run as a solution is.

        Values that the program gives names may stand in the calls.
        """
        shape = self.shape
        solution = self.purpose.answering_for(shape.function, shape.parameters, shape.order)
        tree = parse_program(source)
        named = _named_values(tree) if tree is not None else ""
        for case in answer_calls(f"{named}\n{solution}", calls):
            if case.expected is not None and read_literal(case.expected)[0]:
                yield case.call.text, case.expected

    def takes(self, call: str) -> bool:
        """Whether a call gives values of the kinds that it is for; a name may be any."""
        tree = parse_expression(call)
        shape = self.shape
        if not (isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name)):
            return True
        is_other = tree.func.id != shape.function or len(tree.args) != len(shape.order)
        if is_other or not all(is_value(ast.unparse(each)) for each in tree.args):
            return True
        usual = inputs_of(shape.kinds)[-1]
        given = [read_literal(ast.unparse(tree.args[place]))[1] for place in shape.order]
        return all(_is_kin(one, other) for one, other in zip(given, usual, strict=True))

    def _case(self, arguments: Sequence[Any]) -> Case | None:
        is_known, value = self.purpose.answer(arguments)
        if not is_known or not read_literal(repr(value))[0]:
            return None
        for rival in self.rivals:
            also, other = rival.answer(arguments)
            if also and not is_equal(value, other):
                return None
        call = Call(text=self.shape.call(arguments))
        return Case(call=call, origin="purpose", expected=repr(value))


def _is_kin(one: object, other: object) -> bool:
    groups = (list, tuple, str, dict)
    return isinstance(one, type(other)) or not (
        isinstance(one, groups) or isinstance(other, groups)
    )


def _is_same(one: str, other: str) -> bool:
    (is_literal, value), (other_is, right) = read_literal(one), read_literal(other)
    return is_literal and other_is and is_equal(value, right)


def _named_values(tree: ast.Module) -> str:
    """Return the lines of a program that give plain values names."""
    lines = (
        ast.unparse(node)
        for node in tree.body
        if isinstance(node, ast.Assign) and is_value(ast.unparse(node.value))
    )
    return "\n".join(lines)


def find_purpose(
    source: str, words: str, known: Sequence[Case] = (), *, tries_edits: bool = True
) -> FoundPurpose | None:
    """Return what a program is for, None where that is not sure.

    What `known` cases must give is not contradicted. With `tries_edits` a program that agrees with
    next to nothing may be one edit away from what its function's name says.
    """
    tree = parse_program(source)
    function = main_function(tree) if tree is not None else None
    if tree is None or function is None:
        return None
    held = list(hold_purposes(source, tree, function, words))
    named = [each for each in held if each.naming.strength]
    said = f"{ast.get_docstring(function) or ''} {words}"
    named.sort(key=lambda each: _rank(each, said), reverse=True)
    for each in named[:MOST_TRIED]:
        found = FoundPurpose(purpose=each.purpose, shape=each.shape)
        told = found.told_of(source, known)
        if told is None:
            continue
        is_sure = each.is_borne_out or told or _is_only_told(each, named)
        if not (is_sure or (tries_edits and _is_an_edit_away(source, found, each))):
            continue
        if any(_speaks_against(other, each) for other in held):
            return None
        others = (
            other for other in _rivals(each, held) if not told or other.told_of(source, known)
        )
        return replace(found, rivals=tuple(other.purpose for other in others))
    return None


def _is_only_told(best: HeldPurpose, named: Sequence[HeldPurpose]) -> bool:
    """Whether the words tell what a program is for in so many words, what it gives is of that kind,
    and nothing else that they name is so: then it may be wrong everywhere."""
    if not (best.naming.is_told and best.is_alike and best.count >= FEWEST_INPUTS):
        return False
    others = (each for each in named if each.purpose.name != best.purpose.name)
    return not any(
        each.is_alike and (each.share > best.share or each.naming.strength >= best.naming.strength)
        for each in others
    )


def _rivals(best: HeldPurpose, held: Sequence[HeldPurpose]) -> Iterator[FoundPurpose]:
    """Yield what else a program may be for, called in the same way."""
    for each in held:
        is_likely = each.share >= RIVAL and each.agreed >= FEWEST_AGREED
        is_meant = 2 * each.naming.strength >= best.naming.strength or each.share > best.share
        is_likely = is_likely and is_meant
        if each is not best and each.shape == best.shape and each.naming.strength and is_likely:
            yield FoundPurpose(purpose=each.purpose, shape=each.shape)


def _is_an_edit_away(source: str, found: FoundPurpose, held: HeldPurpose) -> bool:
    """Whether a program whose function's name says what it is for is one edit away from it."""
    cases = found.cases()[:MOST_OF_REPAIR]
    is_sure = held.naming.is_whole and not held.naming.says_more
    if not is_sure or len(cases) < FEWEST_OF_REPAIR:
        return False
    run = run_program(source, cases, QUICK)
    return bool(find_repairs(source, run, seconds=REPAIR_SECONDS).mending)


def _rank(held: HeldPurpose, words: str) -> tuple[bool, int, int, float, int]:
    own = held.shape.parameters
    alike = sum(own[n] == p for n, p in zip(held.shape.order, held.purpose.parameters, strict=True))
    kind = kind_told(held.shape.kinds, [own[n] for n in held.shape.order][:1], words)
    return held.share >= ALL, held.naming.strength, kind, held.share, alike


def _speaks_against(other: HeldPurpose, best: HeldPurpose) -> bool:
    """Whether a program rather is for something that no word names, as far as its runs tell."""
    is_said = best.naming.is_whole and best.naming.is_told  # by the name and by the words
    if other.naming.strength or other.count < FEWEST_INPUTS or best.share >= ALL or is_said:
        return False
    least = ALL if best.naming.is_whole else best.share
    return other.share >= least and other.different >= FEWEST_AGREED
