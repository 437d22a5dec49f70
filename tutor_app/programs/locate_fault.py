"""Where the fault of a program is and of what kind. Private: it aims hints and is never shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tutor_app.programs.code_in_text import parse_program
from tutor_app.programs.find_repairs import find_repairs
from tutor_app.programs.first_difference import FirstDifference, find_first_difference
from tutor_app.programs.run_program import run_program
from tutor_app.programs.run_values import Case, CaseResult, ProgramRun, Step
from tutor_app.programs.small_edits.expression_edits import FaultKind
from tutor_app.programs.small_edits.mend_syntax import mended_at
from tutor_app.programs.small_edits.one_edits import Edit

Ground = Literal["load", "repair", "result", "sequence", "coverage"]

FEWEST_CASES = 3  # passed by a repair, for its line to be certain
SLACK = 0.25  # of a run, within which the kind of an edit counts more than how late it acts
MOST_COMPARED = 8  # repairs whose runs are compared with the student's
MOST_LINES = 3  # of a place that only coverage points at
# The kinds of edits that mend by chance the least come first.
_TRUSTED: tuple[FaultKind, ...] = (
    "printed_not_returned",
    "missing_return",
    "return_place",
    "default_value",
    "aliasing",
    "changed_in_loop",
    "method",
    "comparison",
    "range",
    "name",
    "grouping",
    "operator",
    "branch",
    "result_not_kept",
    "loop_exit",
    "index",
    "update",
    "start_value",
    "statement_place",
    "constant",
    "condition",
    "argument",
    "conversion",
)
_SEEN: tuple[FaultKind, ...] = ("printed_not_returned", "missing_return", "never_ends")
_GROUPS = (ast.List, ast.Dict, ast.Set, ast.Call)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault. Where `certain` is False, the lines are only worth a look.

    `behind` is what goes wrong in a program that Python doesn't read, once its line is mended.
    `repairs` are programs one edit away that make every case pass, or all but one; `unexpected` is
    where the run of the case that is looked at first parts from that of the likeliest of them.
    `agreed`: every one of them changes one of the lines.
    """

    kind: FaultKind
    lines: tuple[int, ...]
    certain: bool
    ground: Ground
    unexpected: FirstDifference | None = None
    behind: Fault | None = None
    repairs: tuple[str, ...] = ()
    agreed: bool = True


def locate_fault(
    source: str,
    run: ProgramRun,
    *,
    focus: Case | None = None,
    seconds: float = 4.0,
) -> Fault | None:
    """Return where a program that was run on cases goes wrong; None where nothing shows it.

    `focus` is the failing case that is looked at, by default the first.
    Tried in this order: the line at which Python stops to read it, one-edit repairs (within
    `seconds` of wall time), what came out, calls in sequence, coverage.
    """
    if run.our_fault is not None:
        return None
    if run.load_error is not None:
        return _at_load(source, run, seconds)
    tree = parse_program(source)
    if tree is None:
        return None
    if not run.failing:
        return _in_sequence(source, tree, run)
    return (
        _by_repairs(source, run, focus or run.failing[0].case, seconds)
        or _by_result(tree, run.failing[0])
        or _by_coverage(run)
    )


def is_kind_known(fault: Fault | None) -> bool:
    """Whether runs show of what kind a fault is: by what comes out, or by repairs of one line."""
    if fault is None or fault.kind == "unknown":
        return False
    return fault.agreed or fault.kind in _SEEN


def _at_load(source: str, run: ProgramRun, seconds: float) -> Fault | None:
    error = run.load_error
    if error is None or error.line is None:
        return None
    if not error.type.endswith(("SyntaxError", "IndentationError", "TabError")):
        return Fault(kind="exception", lines=(error.line,), certain=False, ground="load")
    mended = mended_at(source, error.line)
    behind = None
    if mended is not None:
        again = run_program(mended, [result.case for result in run.results])
        behind = locate_fault(mended, again, seconds=seconds) if again.load_error is None else None
    return Fault(
        kind="syntax",
        lines=(error.line,),
        certain=mended is not None,
        ground="load",
        behind=behind,
    )


# --- by repairs ------------------------------------------------------------------------------


def _by_repairs(source: str, run: ProgramRun, focus: Case, seconds: float) -> Fault | None:
    repairs = find_repairs(source, run, seconds=seconds)
    edits = repairs.mending or repairs.nearly
    if not edits:
        return None
    mine = trace_case(source, focus)
    tree = parse_program(source)
    rows = ast.unparse(tree).count("\n") if tree is not None else 0
    likely = sorted(edits, key=lambda edit: _unlikeliness(edit, source, rows))[:MOST_COMPARED]
    differences = {
        edit.source: find_first_difference(
            source, edit.source, mine, trace_case(edit.source, focus)
        )
        for edit in likely
    }
    left = {each: _steps_left(difference, len(mine)) for each, difference in differences.items()}
    most = min(left.values()) + len(mine) * SLACK
    best = next(edit for edit in likely if left[edit.source] <= most)
    common = set[int].intersection(*(set(edit.lines) for edit in edits))
    decided = sum(result.case.is_decided for result in run.results)
    certain = bool(common and repairs.mending) and decided >= FEWEST_CASES
    alike = [edit for edit in edits if edit.kind == best.kind]
    lines = common or {line for edit in alike for line in edit.lines}
    return Fault(
        kind=best.kind,
        lines=tuple(sorted(lines)),
        certain=certain,
        ground="repair",
        unexpected=differences[best.source],
        repairs=tuple(edit.source for edit in edits),
        agreed=bool(common),
    )


def _unlikeliness(edit: Edit, source: str, rows: int) -> tuple[bool, int, bool]:
    """Order edits by how little they are what a student has meant: loops over a whole list stay
    whole, nothing is counted from -1 on, kinds that mend by chance come last, as does what only
    adds to the program."""
    row = source.split("\n")[edit.lines[0] - 1] if edit.lines else ""
    is_whole = edit.kind == "range" and "range(len(" in row and "))" in row
    is_odd = edit.kind == "start_value" and edit.source.count("= -1") > source.count("= -1")
    return is_whole or is_odd, _TRUSTED.index(edit.kind), edit.source.count("\n") > rows


def _steps_left(difference: FirstDifference | None, steps: int) -> int:
    """Return how many steps of a run are left when a repair first makes one otherwise.

    Of several repairs the one is likeliest that leaves most of the run as it is (the semantic
    distance of D'Antoni, Samanta and Singh, Qlose, CAV 2016, in its simplest form).
    """
    return steps if difference is None else steps - difference.at


def trace_case(source: str, case: Case) -> tuple[Step, ...]:
    """Run one case of a program again and return its steps."""
    results = run_program(source, [case], trace_case=0).results
    return results[0].trace if results else ()


# --- by what came out ------------------------------------------------------------------------


def _by_result(tree: ast.Module, result: CaseResult) -> Fault | None:
    function = _called_function(tree, result.case)
    if result.status == "timed_out":
        lines = _busiest_loop(tree, result)
        return Fault(kind="never_ends", lines=lines, certain=False, ground="result")
    if result.error is not None and result.error.line is not None:
        kind: FaultKind = "never_ends" if result.error.type == "RecursionError" else "exception"
        return Fault(kind=kind, lines=(result.error.line,), certain=False, ground="result")
    if function is None or result.value != "None":
        return None
    if result.printed_instead:
        prints = tuple(_print_lines(function))
        return Fault(kind="printed_not_returned", lines=prints, certain=True, ground="result")
    if not _gives_something(function):
        line = function.end_lineno or function.lineno
        return Fault(kind="missing_return", lines=(line,), certain=True, ground="result")
    return None


def _called_function(tree: ast.Module, case: Case) -> ast.FunctionDef | None:
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    called = case.call.text.split("\n")[-1]
    return next((each for each in functions if called.startswith(f"{each.name}(")), None)


def _busiest_loop(tree: ast.Module, result: CaseResult) -> tuple[int, ...]:
    loops = [node.lineno for node in ast.walk(tree) if isinstance(node, ast.While | ast.For)]
    busiest = sorted(loops, key=lambda line: -result.times_reached(line))
    return tuple(busiest[:1])


def _print_lines(function: ast.FunctionDef) -> Iterator[int]:
    for node in ast.walk(function):
        match node:
            case ast.Call(func=ast.Name(id="print")):
                yield node.lineno
            case _:
                pass


def _gives_something(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Yield | ast.YieldFrom)
        or (isinstance(node, ast.Return) and node.value is not None)
        for node in ast.walk(function)
    )


# --- by calls in sequence, and by coverage ---------------------------------------------------


def _in_sequence(source: str, tree: ast.Module, run: ProgramRun) -> Fault | None:
    """Look for a default value that is left over from the call before."""
    shared = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(each, _GROUPS) for each in node.args.defaults)
    ]
    cases = [result.case for result in run.results if result.case.is_decided]
    if not shared or not cases:
        return None
    again = run_program(source, [*cases, *cases], namespace="in_sequence")
    if not again.failing:
        return None
    return Fault(kind="default_value", lines=tuple(shared), certain=True, ground="sequence")


def _by_coverage(run: ProgramRun) -> Fault | None:
    """Take the lines that failing cases reach more often than passing ones (Ochiai)."""
    passing = run.of_status("passed")
    scores = _scores(run.failing, passing)
    if not scores or not passing:
        return None
    best = max(scores.values())
    lines = tuple(sorted(line for line, score in scores.items() if score == best))
    if len(lines) > MOST_LINES:
        return None
    return Fault(kind="unknown", lines=lines, certain=False, ground="coverage")


def _scores(failing: Sequence[CaseResult], passing: Sequence[CaseResult]) -> dict[int, float]:
    lines = {line for result in failing for line, _ in result.lines}
    scores = {}
    for line in lines:
        failed = sum(result.times_reached(line) > 0 for result in failing)
        passed = sum(result.times_reached(line) > 0 for result in passing)
        scores[line] = failed / (len(failing) * (failed + passed)) ** 0.5
    return scores
