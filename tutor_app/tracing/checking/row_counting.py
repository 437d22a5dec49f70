"""From which number a student counts their rows: from 0, from 1, or with the initial state."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.traces import Row
from tutor_app.tracing.checking.compare_values import rules_for, same_field
from tutor_app.tracing.checking.row_differences import compare_row, is_empty
from tutor_app.tracing.exact_run import AlgorithmRun


def number_rows(run: AlgorithmRun, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows with their step numbers, those of the run's table."""
    numbered: list[Row] = []
    number = run.algorithm.first_step - 1
    for row in rows:
        shown = row.get("step", row.get("limit"))
        if isinstance(shown, int | float) and not isinstance(shown, bool):
            number = int(shown)
        else:
            number += 1
        numbered.append({**row, "step": number})
    if shift := _counted_from_0(run, numbered):
        numbered = [{**row, "step": step_of(row) + shift} for row in numbered]
    if _counts_initial_row(run, numbered):
        numbered = [{**row, "step": step_of(row) - 1} for row in numbered]
    return tuple(numbered)


def _counted_from_0(run: AlgorithmRun, rows: Sequence[Row]) -> int:
    """Return by how much the row numbers are too low because the first step is counted as 0.

    It is a step if it shows what the initial state does not have, such as a selected node.
    """
    if not rows or not run.steps or run.algorithm.first_step == 0:
        return 0
    first = step_of(rows[0])
    if first != run.algorithm.first_step - 1:
        return 0
    initial = next(iter(run.rows(0, 1)))
    if step_of(initial) >= run.algorithm.first_step:
        return 1
    taken = [name for name, value in rows[0].items() if not is_empty(value)]
    return int(any(name in initial and initial[name] is None for name in taken))


def _counts_initial_row(run: AlgorithmRun, rows: Sequence[Row]) -> bool:
    """Return whether the student's first row is the initial state, numbered as if it were a step.

    It must match the run's row before the first step and not the first step itself, so that no
    other reading is possible.
    """
    if run.problem.array is not None:
        return False  # the array as given may as well be a first step that did nothing
    if len(rows) < 2 or step_of(rows[0]) != run.algorithm.first_step or len(run.steps) < 2:
        return False
    if run.steps[0].number >= run.algorithm.first_step:
        return False
    initial, first = run.rows(0, 2)
    rules = rules_for(run)
    claims = {k: v for k, v in rows[0].items() if k != "step" and not is_empty(v)}
    return (
        bool(claims)
        and not compare_row(initial, claims, rules)
        and bool(compare_row(first, claims, rules))
    )


def begins_with_the_array(run: AlgorithmRun, rows: Sequence[Row]) -> bool:
    """Return whether row 1 is the array as given, so that it may be counted as a step."""
    if run.problem.array is None or len(rows) < 2 or step_of(rows[0]) != 1:
        return False
    return same_field("array", run.problem.array, rows[0].get("array"), rules_for(run))


def a_step_less(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the rows with each number one lower."""
    return tuple({**row, "step": step_of(row) - 1} for row in rows)


def step_of(row: Row) -> int:
    """Return the number of a row; 0 if it has none."""
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0
