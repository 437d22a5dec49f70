"""A student's rows aligned with those of one run, up to the first that differs.

The rules are those of docs/tracing.md, "Checking a trace": only what is shown is judged; a trace
that stops too soon goes wrong at the first missing step, one that is too long at the first extra
step; rows after the first wrong one are not judged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.checking.compare_values import rules_for
from tutor_app.tracing.checking.extra_columns import differences_beside
from tutor_app.tracing.checking.row_counting import (
    a_step_less,
    begins_with_the_array,
    number_rows,
    step_of,
)
from tutor_app.tracing.checking.row_differences import compare_row, final_differences
from tutor_app.tracing.checking.trace_verdict import Judgement
from tutor_app.tracing.exact_run import AlgorithmRun, scored_steps


def judge(run: AlgorithmRun, student: StudentTrace) -> Judgement:
    """Compare a student's trace with a run, under the layout of rows that makes most of it right.

    Students may or may not number the initial state as a row, and may leave out the rejected edges
    of Kruskal's algorithm or the way back through a table.
    """
    numbered = number_rows(run, student.rows)
    if begins_with_the_array(run, numbered) and len(numbered) == len(scored_steps(run)) + 1:
        # One row more than there are steps: the array as given was counted.
        return _judge_rows(run, a_step_less(numbered), student.final)
    plain_reading = _judge_rows(run, numbered, student.final)
    if plain_reading.correct:
        return plain_reading
    best = plain_reading
    for rows, reference in _other_layouts(run, student.rows):
        other = _judge_rows(run, rows, student.final, reference)
        if other.reach > best.reach:
            best = other
    return best


def _other_layouts(
    run: AlgorithmRun, rows: Sequence[Row]
) -> list[tuple[tuple[Row, ...], tuple[Row, ...] | None]]:
    found: list[tuple[tuple[Row, ...], tuple[Row, ...] | None]] = []
    numbered = number_rows(run, rows)
    if run.algorithm.id == "kruskal" and rows and not any(_rejects(row) for row in rows):
        accepted = [row for row in run.rows() if row.get("action") == "accept"]
        reference = tuple({**row, "step": place} for place, row in enumerate(accepted, start=1))
        found.append((numbered, reference))
    if run.algorithm.id == "heapsort" and rows and run.final.get("array") is not None:
        # The heap built, as one row; then each extraction.
        whole = list(run.rows())
        built = [row for row in whole if row.get("phase") == "build"]
        rest = [row for row in whole if row.get("phase") == "extract"]
        kept = [*built[-1:], *rest]
        reference = tuple({**row, "step": place} for place, row in enumerate(kept, start=1))
        found.append((numbered, reference))
    filled = tuple(row for row in run.rows() if row.get("phase") == "fill" and step_of(row))
    if filled and rows and all("values" in row for row in rows):
        # The whole table, without the way back through it.
        found.append((numbered, filled))
    if begins_with_the_array(run, numbered):
        # The array as given, counted as step 1: believed only where everything is right then.
        shifted = a_step_less(numbered)
        if _judge_rows(run, shifted, {}).correct:
            found.append((shifted, None))
    return found


def _rejects(row: Row) -> bool:
    return row.get("action") not in (None, "accept")


def _judge_rows(
    run: AlgorithmRun, rows: Sequence[Row], final: Row, reference: tuple[Row, ...] | None = None
) -> Judgement:
    """Judge numbered rows, then the final answer. `reference` replaces the run's own rows."""
    first = run.algorithm.first_step
    aligned = tuple(rows)
    if reference is None:
        last = scored_steps(run)[-1].number if scored_steps(run) else first - 1
        reference = _reference(run, rows)
    else:
        last = len(reference)
    expected = {step_of(row): row for row in reference}
    rules = rules_for(run)
    for row in rows:
        number = step_of(row)
        if number > last:
            return Judgement(
                correct=False,
                first_error_step=last + 1,
                right_steps=last - first + 1,
                extra=True,
                aligned=aligned,
            )
        exact = _row_expected(run, expected, number)
        found = compare_row(exact, row, rules)
        found = found or differences_beside(exact, expected.get(number - 1, {}), row)
        if found:
            return Judgement(
                correct=False,
                first_error_step=number,
                differences=found,
                right_steps=max(number - first, 0),
                aligned=aligned,
            )
    return _judge_end(run, aligned, final, last)


def _judge_end(run: AlgorithmRun, rows: tuple[Row, ...], final: Row, last: int) -> Judgement:
    """Judge the rest when every row is right: whether there are enough, and the final answer."""
    first = run.algorithm.first_step
    counted = [number for row in rows if (number := step_of(row)) >= first]
    done = max(counted, default=first - 1)
    if done < last and (counted or not final):
        return Judgement(
            correct=False,
            first_error_step=done + 1,
            right_steps=done - first + 1,
            missing=True,
            aligned=rows,
        )
    wrong = final_differences(run, final)
    return Judgement(
        correct=not wrong,
        first_error_step=None,
        differences=wrong,
        right_steps=done - first + 1,
        aligned=rows,
    )


def _reference(run: AlgorithmRun, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the run's rows as far as the student's go; a long sort is not written out in full."""
    numbers = [step_of(row) for row in rows]
    stop = next(
        (p for p, step in enumerate(run.steps) if step.number > max(numbers, default=-1)),
        len(run.steps),
    )
    return tuple(run.rows(0, stop))


def _row_expected(run: AlgorithmRun, expected: Mapping[int, Row], number: int) -> Row:
    if number in expected:
        return expected[number]
    if run.problem.array is not None and number < run.algorithm.first_step:
        return {"array": run.problem.array}
    return {}
