"""What a program is for: named by words, confirmed by running it beside the catalogue's references.

A purpose is taken only where the program agrees with it on a good share of small inputs, and with
nothing else better: a wrong one is worse than asking.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from tutor_app.programs.argument_fit import call_fits
from tutor_app.programs.code_in_text import called_in, is_value, parse_program
from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.next_failing_input import answer_calls
from tutor_app.programs.purposes.named_purposes import Naming, kind_told, naming_of
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
RIVAL = 0.3  # of a purpose that words name as well
ALL = 0.95
MOST_SHAPES = 8  # ways to call a function that are run
MOST_PARAMETERS = 4
MOST_TRIED = 8  # purposes that are named, for one to be borne out
MOST_OF_REPAIR, FEWEST_OF_REPAIR = 12, 6  # inputs on which an edit must make all right
REPAIR_SECONDS = 2.0
_PLAIN_VALUES = ("None", "True", "False", "0", "1", "-1", "[]")  # that many programs give


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A purpose held against what a program gives: on how many inputs it agrees."""

    purpose: Purpose
    shape: Shape
    naming: Naming
    agreed: int
    count: int
    different: int  # values among those agreed on

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
        return is_enough and self.different >= FEWEST_AGREED and self.share >= least


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
        told = [each for each in known if each.expected is not None]
        if not told:
            return 0
        answers = dict(self.answers(source, [each.call.text for each in told]))
        pairs = ((each, answers.get(each.call.text)) for each in told)
        known_ones = [(each, value) for each, value in pairs if value is not None]
        if not all(_is_same(each.expected or "", value) for each, value in known_ones):
            return None
        return sum(value not in _PLAIN_VALUES for _, value in known_ones)

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


def find_purpose(source: str, words: str, known: Sequence[Case] = ()) -> FoundPurpose | None:
    """Return what a program is for, None where that is not sure.

    What `known` cases must give is not contradicted.
    """
    tree = parse_program(source)
    function = main_function(tree) if tree is not None else None
    if tree is None or function is None:
        return None
    held = list(_held(source, tree, function, words))
    named = [each for each in held if each.naming.strength]
    told = f"{ast.get_docstring(function) or ''} {words}"
    named.sort(key=lambda each: _rank(each, told), reverse=True)
    for each in named[:MOST_TRIED]:
        found = FoundPurpose(purpose=each.purpose, shape=each.shape)
        told = found.told_of(source, known)
        if told is None or not (each.is_borne_out or told or _is_an_edit_away(source, found, each)):
            continue
        if any(_speaks_against(other, each) for other in held):
            return None
        others = (other for other in _rivals(each, held) if not told or other.told_of(source, known))
        return replace(found, rivals=tuple(other.purpose for other in others))
    return None


def _rivals(best: Held, held: Sequence[Held]) -> Iterator[FoundPurpose]:
    """Yield what else a program may be for, called in the same way."""
    for each in held:
        is_likely = each.share >= RIVAL and each.agreed >= FEWEST_AGREED
        if each is not best and each.shape == best.shape and each.naming.strength and is_likely:
            yield FoundPurpose(purpose=each.purpose, shape=each.shape)


def _is_an_edit_away(source: str, found: FoundPurpose, held: Held) -> bool:
    """Whether a program whose function's name says what it is for is one edit away from it."""
    cases = found.cases()[:MOST_OF_REPAIR]
    is_sure = held.naming.is_whole and not held.naming.says_more
    if not is_sure or len(cases) < FEWEST_OF_REPAIR:
        return False
    run = run_program(source, cases, QUICK)
    return bool(find_repairs(source, run, seconds=REPAIR_SECONDS).mending)


def _rank(held: Held, words: str) -> tuple[bool, int, int, float, int]:
    own = held.shape.parameters
    alike = sum(own[n] == p for n, p in zip(held.shape.order, held.purpose.parameters, strict=True))
    kind = kind_told(held.shape.kinds, [own[n] for n in held.shape.order][:1], words)
    return held.share >= ALL, held.naming.strength, kind, held.share, alike


def _speaks_against(other: Held, best: Held) -> bool:
    """Whether a program rather is for something that no word names, as far as its runs tell."""
    if other.naming.strength or other.count < FEWEST_INPUTS or best.share >= ALL:
        return False
    least = ALL if best.naming.is_whole else best.share
    return other.share >= least and other.different >= FEWEST_AGREED


def main_function(tree: ast.Module) -> ast.FunctionDef | None:
    """Return the function that a program is about: the last that none of the others calls."""
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    used = {
        name for each in functions for name in called_in(each) if name != each.name
    }
    return next((each for each in reversed(functions) if each.name not in used), None)


def _held(
    source: str, tree: ast.Module, function: ast.FunctionDef, words: str
) -> Iterator[Held]:
    """Yield the purposes that can be held against the program, those of the same inputs as one
    that is named."""
    shapes = dict[Shape, list[tuple[Purpose, Naming]]]()
    for purpose in catalogue():
        naming = naming_of(purpose, function, words)
        for shape in _shapes(purpose, function):
            shapes.setdefault(shape, []).append((purpose, naming))
    strongest = {
        shape: max(naming.strength for _, naming in group) for shape, group in shapes.items()
    }
    likely = sorted((s for s in shapes if strongest[s]), key=lambda s: -strongest[s])
    fitting = [shape for shape in likely if _fits(shape, tree)]
    for shape in fitting[:MOST_SHAPES]:
        inputs = inputs_of(shape.kinds)
        cases = [Case(call=Call(text=shape.call(each)), origin="generated") for each in inputs]
        run = run_program(source, cases, QUICK)
        if run.our_fault is None and run.loads:
            for purpose, naming in shapes[shape]:
                yield _hold(purpose, naming, shape, inputs, run.results)


def _shapes(purpose: Purpose, function: ast.FunctionDef) -> Iterator[Shape]:
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


def _fits(shape: Shape, tree: ast.Module) -> bool:
    inputs = inputs_of(shape.kinds)
    calls = (ast.parse(shape.call(each)) for each in (inputs[-1], inputs[len(inputs) // 2]))
    return all(
        call_fits(node.value, tree)
        for call in calls
        for node in call.body
        if isinstance(node, ast.Expr)
    )


def _hold(
    purpose: Purpose,
    naming: Naming,
    shape: Shape,
    inputs: Sequence[Sequence[Any]],
    results: Sequence[CaseResult],
) -> Held:
    agreed, count = 0, 0
    values = set[str]()
    for arguments, result in zip(inputs, results, strict=True):
        is_known, right = purpose.answer(arguments)
        count += is_known
        if is_known and result.status == "ran" and gives(result, right):
            agreed += 1
            values.add(repr(right))
    return Held(
        purpose=purpose,
        shape=shape,
        naming=naming,
        agreed=agreed,
        count=count,
        different=len(values),
    )


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
