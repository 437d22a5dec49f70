"""Where a run first parts from that of a repaired copy, step by step. Private: it aims hints."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.run_values import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstDifference:
    """The first step of a run that a repaired copy has otherwise.

    `at` is its place in the trace; `line` is the line that was run just before. A value differs
    (`variable`, what it holds and what it holds in the copy), or, where `variable` is None, the
    way that the program takes: `line` then decides it.
    """

    at: int
    line: int
    variable: str | None = None
    value: str | None = None
    wanted: str | None = None


def find_first_difference(
    source: str, repaired: str, trace: Sequence[Step], other: Sequence[Step]
) -> FirstDifference | None:
    """Compare two traces of one call, of a program and of its repaired copy; None if alike.

    Lines that only one of the two has, added or left out by the repair, are passed over: what they
    change is seen at the next line that both have.
    """
    lines = _lines_in_common(source, repaired)
    if lines is None:
        return None
    shared = set(lines.values())
    mine = [
        (place, step)
        for place, step in enumerate(trace)
        if step.event == "return" or (step.event == "line" and step.line in shared)
    ]
    theirs = [
        (lines.get(step.line), step)
        for step in other
        if step.event == "return" or (step.event == "line" and step.line in lines)
    ]
    before = 0
    for (place, step), (line, copy) in zip(mine, theirs, strict=False):
        values = dict(copy.variables)
        for name, value in step.variables:
            if name in values and values[name] != value:
                return FirstDifference(
                    at=place, line=before, variable=name, value=value, wanted=values[name]
                )
        if step.event != copy.event or (step.event == "line" and step.line != line):
            return FirstDifference(at=_before(trace, place), line=before) if before else None
        before = step.line
    if len(mine) != len(theirs) and mine and before:
        return FirstDifference(at=mine[min(len(mine), len(theirs)) - 1][0], line=before)
    return None


def _before(trace: Sequence[Step], place: int) -> int:
    """Return the place of the last line that was run before a step."""
    return max((n for n in range(place) if trace[n].event == "line"), default=place)


def _lines_in_common(source: str, repaired: str) -> dict[int, int] | None:
    """Return the line of the source for each line of the repaired copy that stands there too.

    The copy is laid out as Python writes it, so the source is laid out in the same way first.
    """
    tree, copy = parse_program(source), parse_program(repaired)
    if tree is None or copy is None:
        return None
    plain, plain_copy = ast.unparse(tree), ast.unparse(copy)
    laid_out = parse_program(plain)
    if laid_out is None:
        return None
    original = {
        new.lineno: old.lineno for old, new in zip(_body(tree), _body(laid_out), strict=False)
    }
    of_copy = {
        new.lineno: old.lineno
        for old, new in zip(_body(copy), _body(ast.parse(plain_copy)), strict=False)
    }
    rows, rows_copy = plain.split("\n"), plain_copy.split("\n")
    found: dict[int, int] = {}
    for kind, i, i_end, j, j_end in SequenceMatcher(
        None, rows, rows_copy, autojunk=False
    ).get_opcodes():
        if kind == "equal" or (kind == "replace" and i_end - i == j_end - j):
            for a, b in zip(range(i, i_end), range(j, j_end), strict=True):
                if a + 1 in original and b + 1 in of_copy:
                    found[of_copy[b + 1]] = original[a + 1]
    return found


def _body(tree: ast.AST) -> list[ast.stmt]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
