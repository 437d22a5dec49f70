"""What becomes of one element of a dict or list in a traced run: what is put there, and when."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tutor_app.programs.code_in_text import parse_program, set_in
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.programs.run_verdicts import read_literal

_Seen = TypeVar("_Seen")
ABSENT = object()  # a key that is not there yet


@dataclass(frozen=True, slots=True)
class WhenChanged:
    """When something was changed: by which line (1-based), in which round of the outermost loop
    around it (from 1; None outside of loops), and what the variables of its frame held."""

    line: int
    round: int | None
    held: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ElementChange:
    """One change: what was there (`ABSENT` where nothing was), what is there then, and when."""

    before: object
    after: object
    when: WhenChanged


@dataclass(frozen=True, slots=True)
class HeldValue:
    """A variable's value, read, at one step of a run and the step that the change came with."""

    value: object
    at: int


class Containers:
    """The dicts, lists and sets that the variables of a traced call hold, step by step.

    A variable that has values in several frames at once is left out: it is several variables.
    """

    def __init__(self, source: str, result: CaseResult) -> None:
        self._tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
        self._trace = result.in_call().trace
        self._held = {name: held for name, held in _read(self._trace) if held}
        self._rounds: dict[int, dict[int, int]] = {}

    @property
    def names(self) -> frozenset[str]:
        """The variables that hold a dict, list or set somewhere in the run."""
        return frozenset(self._held)

    def values(self, name: str) -> list[object]:
        """Return what a variable holds in turn."""
        return [each.value for each in self._held.get(name, ())]

    def keys(self, name: str) -> set[object]:
        """Return the keys or places that a variable's value has somewhere in the run."""
        found: set[object] = set()
        for value in self.values(name):
            found |= set(value) if isinstance(value, dict) else set()
            found |= set(range(len(value))) if isinstance(value, list | tuple) else set()
        return found

    def parts(self, name: str) -> list[object]:
        """Return what stands at the keys of a variable's dict, or is in its list, in the run."""
        values = self.values(name)
        return [p for v in values for p in (v.values() if isinstance(v, dict) else _listed(v))]

    def items(self, name: str) -> list[object]:
        """Return the elements of a list or set that a variable has somewhere in the run."""
        return [each for value in self.values(name) for each in _listed(value)]

    def changes_at(self, name: str, key: object) -> list[ElementChange]:
        """Return what is put at a key or place of a variable, from what is there first."""
        return self._changes(name, lambda value: _part(value, key))

    def times_in(self, name: str, item: object) -> list[ElementChange]:
        """Return how often an item is in a variable's list, each time that this changes."""
        return self._changes(name, lambda value: _count(value, item))

    def at_end_of(self, name: str, number: int) -> object:
        """Return what a variable holds when a round of the outermost loop that changes it ends."""
        loop = next((each for each in _outermost(self._tree) if name in _changed_in(each)), None)
        rounds = self._rounds_of(loop) if loop is not None else {}
        within = [at for at, n in rounds.items() if n == number]
        held = [each for each in self._held.get(name, ()) if within and each.at <= max(within) + 1]
        return held[-1].value if held else ABSENT

    def _changes(self, name: str, seen: Callable[[object], _Seen]) -> list[ElementChange]:
        found: list[ElementChange] = []
        last: object = ABSENT
        for each in self._held.get(name, ()):
            now = seen(each.value)
            if found and now == last:
                continue
            found.append(ElementChange(last, now, self._moment(each.at)))
            last = now
        return [each for each in found if each.after is not ABSENT]

    def _moment(self, at: int) -> WhenChanged:
        """Return when the step before a place in the trace was: that made what is there then."""
        depth = self._trace[at].depth
        before = next((n for n in range(at - 1, -1, -1) if self._trace[n].depth == depth), None)
        step = self._trace[at if before is None else before]
        loop = next((e for e in _outermost(self._tree) if _is_in(step.line, e)), None)
        number = self._rounds_of(loop).get(at if before is None else before) if loop else None
        return WhenChanged(step.line, number, dict(step.variables))

    def _rounds_of(self, loop: ast.For | ast.While) -> dict[int, int]:
        """Return for each step within a loop its round."""
        if loop.lineno in self._rounds:
            return self._rounds[loop.lineno]
        rounds: dict[int, int] = {}
        number, depth = 0, None
        for at, step in enumerate(self._trace):
            if depth is not None and step.depth != depth:
                continue
            if not _is_in(step.line, loop):
                number, depth = (0, None) if number and step.event == "line" else (number, depth)
                continue
            if step.line == loop.body[0].lineno and self._comes_from_header(at, loop):
                number, depth = number + 1, step.depth
            if number:
                rounds[at] = number
        return self._rounds.setdefault(loop.lineno, rounds)

    def _comes_from_header(self, at: int, loop: ast.For | ast.While) -> bool:
        depth = self._trace[at].depth
        before = (s for s in reversed(self._trace[:at]) if s.depth == depth)
        return next((s.line for s in before), 0) == loop.lineno


def _read(trace: Sequence[Step]) -> Iterator[tuple[str, list[HeldValue]]]:
    depths: dict[str, set[int]] = {}
    held: dict[str, list[HeldValue]] = {}
    last: dict[str, str] = {}
    for at, step in enumerate(trace):
        for name, text in step.variables:
            depths.setdefault(name, set()).add(step.depth)
            if text == last.get(name):
                continue
            last[name] = text
            _, value = read_literal(text)  # "set()" is no literal, and has nothing in it
            if isinstance(value, dict | list | tuple | set):
                held.setdefault(name, []).append(HeldValue(value, at))
    yield from ((name, each) for name, each in held.items() if len(depths[name]) == 1)


def _part(value: object, key: object) -> object:
    if isinstance(value, dict):
        return value.get(key, ABSENT)
    if isinstance(value, list | tuple) and isinstance(key, int) and 0 <= key < len(value):
        return value[key]
    return ABSENT


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple | set) else []


def _count(value: object, item: object) -> int:
    return _listed(value).count(item)


def _outermost(tree: ast.Module) -> list[ast.For | ast.While]:
    loops = [node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While)]
    return [a for a in loops if not any(a is not b and _is_in(a.lineno, b) for b in loops)]


def _is_in(line: int, loop: ast.For | ast.While) -> bool:
    return loop.lineno <= line <= (loop.end_lineno or loop.lineno)


def _changed_in(loop: ast.For | ast.While) -> set[str]:
    """Return the variables that a loop sets, whose parts it sets, or whose methods it calls."""
    found = set(set_in(loop))
    for node in ast.walk(loop):
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
                found.add(name)
            case _:
                pass
    return found


def loop_variables(source: str, line: int) -> tuple[str, ...]:
    """Return the variables that the outermost loop around a line sets anew in each round: the one
    it goes through, or those that its body sets at its beginning."""
    tree = parse_program(source) or ast.Module(body=[], type_ignores=[])
    loop = next((each for each in _outermost(tree) if _is_in(line, each)), None)
    if loop is None:
        return ()
    if isinstance(loop, ast.For):
        return set_in(loop.target)
    first = loop.body[0]
    return set_in(first) if isinstance(first, ast.Assign) else ()
