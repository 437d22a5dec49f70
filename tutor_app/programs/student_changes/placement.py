"""A change in its place, and the choice between places."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tutor_app.programs.code_in_text import parse_program

CLEARLY = 0.05  # how much more alike the best place must be than the next
MOST_CANDIDATES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A program with a student's change in place.

    `line` is 1-based, in the changed program. `likeness` says how well the change fits there,
    from 0 to 1. `inserted` where a line came in, rather than in the place of another one; `whole`
    where a function or program was pasted, which need not be one that Python reads. `named`: words
    name its place.
    """

    source: str
    line: int
    new_text: str
    likeness: float
    inserted: bool = False
    whole: bool = False
    old_line: int = 0
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """The places that a described change can have, the likeliest first; none where it is none."""

    candidates: tuple[Change, ...] = ()

    @property
    def change(self) -> Change | None:
        """The change where its place is clear; None where there is none or it is ambiguous."""
        if not self.candidates:
            return None
        best, *others = self.candidates
        clear = all(best.likeness >= other.likeness + CLEARLY for other in others)
        return best if clear else None


def change_of(
    source: str, line: int, new_text: str, alike: float, *, inserted: bool = False
) -> Change:
    """Return a change; see `Change` for what the parts mean."""
    return Change(source=source, line=line, new_text=new_text, likeness=alike, inserted=inserted)


def as_placement(before: str, changes: Iterable[Change]) -> Placement:
    """Return the changes that Python reads and that change something, each once."""
    once: dict[str, Change] = {}
    for change in sorted(changes, key=lambda each: -each.likeness):
        is_read = change.whole or parse_program(change.source) is not None
        if change.source != before and is_read:
            once.setdefault(change.source, change)
    return Placement(candidates=tuple(once.values())[:MOST_CANDIDATES])


def unbound(source: str) -> frozenset[str]:
    """Return the variables of functions that are read above the first line that sets them, and in
    no loop with it."""
    tree = parse_program(source)
    functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)] if tree else []
    return frozenset(f"{each.name}.{name}" for each in functions for name in _read_early(each))


def _read_early(function: ast.FunctionDef) -> Iterator[str]:
    names = [n for n in ast.walk(function) if isinstance(n, ast.Name)]
    inner = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)
    apart = {
        id(each)
        for node in ast.walk(function)
        if isinstance(node, inner) and node is not function
        for each in ast.walk(node)
    }
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For | ast.While)]
    given = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    for name in {n.id for n in names if isinstance(n.ctx, ast.Store) and id(n) not in apart}:
        sets = [n.lineno for n in names if n.id == name and isinstance(n.ctx, ast.Store)]
        reads = [
            n.lineno
            for n in names
            if n.id == name and isinstance(n.ctx, ast.Load) and id(n) not in apart
        ]
        if name in given or not reads or min(reads) >= min(sets):
            continue
        spans = [(loop.lineno, loop.end_lineno or loop.lineno) for loop in loops]
        if not any(a <= min(reads) <= b and a <= min(sets) <= b for a, b in spans):
            yield name
