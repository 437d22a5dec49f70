"""Whether a change that doesn't make it right yet is one of the changes that it takes.

A "no" to it would be false help. It is one where no single change mends the version before, one
more change mends the version with it, and what comes out is nearer to what should.
"""

from __future__ import annotations

import ast
import difflib
import time
from collections.abc import Sequence
from typing import Any

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.find_repairs import edits_of_line, find_repairs
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import CaseResult, ProgramRun
from tutor_app.programs.run_variants import can_be_packed, run_variants
from tutor_app.programs.student_changes.last_named import changed_from

MOST_STEPS = 3  # changes that are looked at further
SECONDS = 4.0  # of wall time for the repairs of one version


def is_step(before: str, old: ProgramRun, after: str, new: ProgramRun) -> bool:
    """Return whether a version, which fails as well, is one change nearer to a repair."""
    if not (old.failing and new.failing and new.loads and gets_nearer(old, new)):
        return False
    if find_repairs(before, old, seconds=SECONDS).mending:
        return False  # it takes one change, and it isn't this
    return is_step_known(before, after, new)


def is_step_known(before: str, after: str, new: ProgramRun) -> bool:
    """Return the same of a version nearer, where it is known that no single change mends."""
    changed = _rows_changed(before, after)
    mending = find_repairs(after, new, seconds=SECONDS).mending
    return any(changed <= {*_rows(edit.source)} for edit in mending)


def has_first_step(source: str, run: ProgramRun, lines: Sequence[int]) -> bool:
    """Return whether some small change of these lines is one of two that mend a program which no
    single one mends."""
    program, end = parse_program(source), time.monotonic() + SECONDS
    cases = [each.case for each in run.results if each.case.is_decided]
    if program is None or not can_be_packed(program) or any(e.call.is_script for e in cases):
        return False
    edits = {e.source: e for line in lines for e in edits_of_line(program, line)}
    old = sum(how_near(each) for each in run.results if each.case.is_decided)
    tried = zip(edits, run_variants(list(edits), cases), strict=True)
    near = [(sum(map(how_near, results)), edit) for edit, results in tried if results]
    for _, edit in sorted((e for e in near if e[0] > old), reverse=True)[:MOST_STEPS]:
        if time.monotonic() < end and is_step_known(source, edit, run_program(edit, cases)):
            return True
    return False


def gets_nearer(old: ProgramRun, new: ProgramRun) -> bool:
    """Return whether the calls that fail give what is nearer, and none what is further away."""
    pairs = [
        (how_near(was), how_near(now))
        for was, now in zip(old.results, new.results, strict=False)
        if was.case.is_decided
    ]
    return all(now >= was for was, now in pairs) and any(now > was for was, now in pairs)


def how_near(result: CaseResult) -> float:
    """Return how near what a call gives is to what it should give: 1 where it is that, 0 where it
    stops or gives another kind of value."""
    if result.status == "passed":
        return 1.0
    if result.status != "failed" or result.value is None or result.case.expected is None:
        return 0.0
    try:
        given, due = ast.literal_eval(result.value), ast.literal_eval(result.case.expected)
    except (ValueError, SyntaxError):
        return 0.0
    return _alike(given, due)


def _alike(given: Any, due: Any) -> float:
    match given, due:
        case bool(), _:
            return 0.0
        case int() | float(), int() | float():
            return 1 / (2 + abs(given - due))
        case (str(), str()):
            return difflib.SequenceMatcher(None, given, due, autojunk=False).ratio()
        case (list() | tuple(), list() | tuple()):
            return _ratio([repr(each) for each in given], [repr(each) for each in due])
        case dict(), dict():
            return _ratio(sorted(map(repr, given.items())), sorted(map(repr, due.items())))
        case _:
            return 0.0


def _ratio(given: Sequence[str], due: Sequence[str]) -> float:
    return difflib.SequenceMatcher(None, given, due, autojunk=False).ratio()


def _rows(source: str) -> list[str]:
    tree = parse_program(source)
    return [row.strip() for row in (source if tree is None else ast.unparse(tree)).split("\n")]


def _rows_changed(before: str, after: str) -> set[str]:
    """Return the rows that a version has and the one before has not, as a repair writes them."""
    old, new = "\n".join(_rows(before)), "\n".join(_rows(after))
    rows = new.split("\n")
    return {rows[line - 1] for line in changed_from(old, new)}
