"""One-edit repairs: programs an edit away on which every case passes. Private: never shown."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, ProgramRun
from tutor_app.programs.run_variants import can_be_packed, run_variants
from tutor_app.programs.small_edits.one_edits import Edit, one_edits

MOST_EDITS = 800
FEWEST_FOR_NEARLY = 4  # cases, of which one may be a wrong example
_AT_ONCE = 60  # programs tried before the clock is looked at


@dataclass(frozen=True, slots=True, kw_only=True)
class Repairs:
    """What was found. `mending` edits make every case pass; `nearly` all of them but one.

    A single case that no edit makes pass beside the others may be a wrong example.
    """

    mending: tuple[Edit, ...] = ()
    nearly: tuple[Edit, ...] = ()


def find_repairs(
    source: str, run: ProgramRun, *, seconds: float = 4.0, most_edits: int = MOST_EDITS
) -> Repairs:
    """Return the edits after which the decided cases of a run pass, in the program's order.

    Only lines are edited that the first failing case reaches. What isn't tried within `seconds`
    of wall time is left out, so fewer are found on a slow machine.
    """
    program = parse_program(source)
    failing = [each for each in run.failing if each.case.is_decided]
    decided = [each.case for each in run.results if each.case.is_decided]
    if program is None or not failing:
        return Repairs()
    end = time.monotonic() + seconds
    reached = {line for line, _ in failing[0].lines} | _headers(program)
    near = (edit for edit in one_edits(program) if set(edit.lines) & reached)
    edits = list(islice(_each_once(near), most_edits))
    first = [failing[0].case]
    right_there = [edit for edit, failed in try_edits(program, edits, first, end) if not failed]
    tried = list(try_edits(program, right_there, decided, end))
    nearly_all = 1 if len(decided) >= FEWEST_FOR_NEARLY and len(failing) > 1 else 0
    return Repairs(
        mending=tuple(edit for edit, failed in tried if not failed),
        nearly=tuple(edit for edit, failed in tried if 0 < failed <= nearly_all),
    )


def edits_of_line(program: ast.Module, line: int) -> list[Edit]:
    """Return the programs that are one edit of a line away."""
    return list(_each_once(edit for edit in one_edits(program) if line in edit.lines))


def try_edits(
    program: ast.Module, edits: Sequence[Edit], cases: Sequence[Case], end: float
) -> Iterator[tuple[Edit, int]]:
    """Yield the edits of a program that could be run, up to the time `end` of the monotonic clock,
    with the number of cases that don't pass."""
    is_alone = not can_be_packed(program) or any(case.call.is_script for case in cases)
    yield from (_tried_alone if is_alone else _tried)(edits, cases, end)


def _headers(program: ast.Module) -> set[int]:
    """Return the lines of headers, last statements and what a class sets: no call executes them."""
    lines: set[int] = set()
    for node in ast.walk(program):
        if isinstance(node, ast.FunctionDef):
            last = node.body[-1]
            lines |= {node.lineno, last.lineno, last.end_lineno or last.lineno}
        elif isinstance(node, ast.Return | ast.Break):
            lines.add(node.lineno)
        elif isinstance(node, ast.ClassDef):
            lines |= {each.lineno for each in node.body if isinstance(each, ast.Assign)}
    return lines


def _each_once(edits: Iterable[Edit]) -> Iterator[Edit]:
    tried: set[str] = set()
    for edit in edits:
        if edit.source not in tried:
            tried.add(edit.source)
            yield edit


def _tried_alone(
    edits: Sequence[Edit], cases: Sequence[Case], end: float
) -> Iterator[tuple[Edit, int]]:
    """Run each edit by itself: scripts, and programs that change what is outside of them."""
    for edit in edits:
        if time.monotonic() >= end:
            break
        run = run_program(edit.source, cases)
        if run.loads and run.results:
            yield edit, sum(result.status != "passed" for result in run.results)


def _tried(edits: Sequence[Edit], cases: Sequence[Case], end: float) -> Iterator[tuple[Edit, int]]:
    """Run edits in few processes: programs that change nothing outside of them."""
    for start in range(0, len(edits), _AT_ONCE):
        if time.monotonic() >= end:
            break
        batch = edits[start : start + _AT_ONCE]
        results = run_variants([edit.source for edit in batch], cases)
        for edit, own in zip(batch, results, strict=True):
            if own:
                yield edit, sum(result.status != "passed" for result in own)
