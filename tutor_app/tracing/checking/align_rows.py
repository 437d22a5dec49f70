"""A student's rows aligned with those of one run, up to the first that differs.

The rules are those of docs/tracing.md, "Checking a trace": only what is shown is judged; a trace
that stops too soon goes wrong at the first missing step, one that is too long at the first extra
step; rows after the first wrong one are not judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from tutor_app.domain.traces import Graph, Number, Row, StudentTrace, Value
from tutor_app.tracing.checking.compare_values import (
    Rules,
    plain,
    rules_for,
    same_field,
    same_value,
)
from tutor_app.tracing.checking.extra_columns import BESIDE, differences_beside
from tutor_app.tracing.checking.trace_verdict import Difference, Judgement
from tutor_app.tracing.exact_run import AlgorithmRun, scored_steps

# What a sort returns stands under "array" or, where only a heap is built, under "heap".
_OTHER_NAMES = {"array": "heap", "heap": "array"}


def judge(run: AlgorithmRun, student: StudentTrace) -> Judgement:
    """Compare a student's trace with a run, under the layout of rows that makes most of it right.

    Students may or may not number the initial state as a row, and may leave out the rejected edges
    of Kruskal's algorithm or the way back through a table.
    """
    numbered = number_rows(run, student.rows)
    if _begins_with_the_array(run, numbered) and len(numbered) == len(scored_steps(run)) + 1:
        # One row more than there are steps: the array as given was counted.
        return _judge_rows(run, _a_step_less(numbered), student.final)
    plain_reading = _judge_rows(run, numbered, student.final)
    if plain_reading.correct:
        return plain_reading
    best = plain_reading
    for rows, reference in _other_layouts(run, student.rows):
        other = _judge_rows(run, rows, student.final, reference)
        if other.reach > best.reach:
            best = other
    return best


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
        numbered = [{**row, "step": _number_of(row) + shift} for row in numbered]
    if _counts_initial_row(run, numbered):
        numbered = [{**row, "step": _number_of(row) - 1} for row in numbered]
    return tuple(numbered)


def _counted_from_0(run: AlgorithmRun, rows: Sequence[Row]) -> int:
    """Return by how much the row numbers are too low because the first step is counted as 0.

    It is a step if it shows what the initial state does not have, such as a selected node.
    """
    if not rows or not run.steps or run.algorithm.first_step == 0:
        return 0
    first = _number_of(rows[0])
    if first != run.algorithm.first_step - 1:
        return 0
    initial = next(iter(run.rows(0, 1)))
    if _number_of(initial) >= run.algorithm.first_step:
        return 1
    taken = [name for name, value in rows[0].items() if not _empty(value)]
    return int(any(name in initial and initial[name] is None for name in taken))


def _counts_initial_row(run: AlgorithmRun, rows: Sequence[Row]) -> bool:
    """Return whether the student's first row is the initial state, numbered as if it were a step.

    It must match the run's row before the first step and not the first step itself, so that no
    other reading is possible.
    """
    if run.problem.array is not None:
        return False  # the array as given may as well be a first step that did nothing
    if len(rows) < 2 or _number_of(rows[0]) != run.algorithm.first_step or len(run.steps) < 2:
        return False
    if run.steps[0].number >= run.algorithm.first_step:
        return False
    initial, first = run.rows(0, 2)
    rules = rules_for(run)
    claims = {k: v for k, v in rows[0].items() if k != "step" and not _empty(v)}
    return (
        bool(claims)
        and not _differences(initial, claims, rules)
        and bool(_differences(first, claims, rules))
    )


def _empty(value: Value) -> bool:
    return value in ((), [], {}) or (not isinstance(value, Mapping | tuple | list) and not value)


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
    filled = tuple(row for row in run.rows() if row.get("phase") == "fill" and _number_of(row))
    if filled and rows and all("values" in row for row in rows):
        # The whole table, without the way back through it.
        found.append((numbered, filled))
    if _begins_with_the_array(run, numbered):
        # The array as given, counted as step 1: believed only where everything is right then.
        shifted = _a_step_less(numbered)
        if _judge_rows(run, shifted, {}).correct:
            found.append((shifted, None))
    return found


def _begins_with_the_array(run: AlgorithmRun, rows: Sequence[Row]) -> bool:
    if run.problem.array is None or len(rows) < 2 or _number_of(rows[0]) != 1:
        return False
    return same_field("array", run.problem.array, rows[0].get("array"), rules_for(run))


def _a_step_less(rows: Sequence[Row]) -> tuple[Row, ...]:
    return tuple({**row, "step": _number_of(row) - 1} for row in rows)


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
    expected = {_number_of(row): row for row in reference}
    rules = rules_for(run)
    for row in rows:
        number = _number_of(row)
        if number > last:
            return Judgement(
                correct=False,
                first_error_step=last + 1,
                right_steps=last - first + 1,
                extra=True,
                aligned=aligned,
            )
        exact = _row_expected(run, expected, number)
        found = _differences(exact, row, rules)
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
    counted = [number for row in rows if (number := _number_of(row)) >= first]
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


def final_differences(run: AlgorithmRun, final: Row) -> tuple[Difference, ...]:
    """Return how a final answer differs from the run's.

    Claims about anything else are not judged.
    """
    rules = rules_for(run)
    found = list(_path_differences(run, final))
    for name, shown in final.items():
        field = name if name in run.final else _OTHER_NAMES.get(name, name)
        if field not in run.final:
            continue
        expected = run.final[field]
        if field == "parent":
            found.extend(_parent_differences(run, shown))
            continue
        if not same_field(field, expected, shown, rules):
            found.append(Difference(field=name, expected=expected, shown=shown))
    return tuple(found)


def _path_differences(run: AlgorithmRun, final: Row) -> Iterator[Difference]:
    """Judge a path to some node by the distances: each of several equally short ones is right."""
    dist, graph, path = run.final.get("dist"), run.problem.graph, final.get("path")
    if "path" in run.final or graph is None or not isinstance(dist, Mapping):
        return
    if not isinstance(path, tuple) or len(path) < 2 or path[-1] not in dist:
        return
    steps = [edge_weight(graph, str(a), str(b)) for a, b in pairwise(path)]
    length = sum(step for step in steps if step is not None)
    if path[0] != run.problem.start or None in steps or not same_value(dist[str(path[-1])], length):
        yield Difference(field="path", expected=None, shown=path)
    if "cost" in final and not same_value(dist[str(path[-1])], final["cost"]):
        yield Difference(field="cost", expected=dist[str(path[-1])], shown=final["cost"])


def _parent_differences(run: AlgorithmRun, shown: Value) -> Iterator[Difference]:
    """Judge the final parents by the distances: each of several equally short ones is right."""
    dist, exact, graph = run.final.get("dist"), run.final.get("parent"), run.problem.graph
    if same_field("parent", exact, shown, rules_for(run)):
        return
    by_node = isinstance(dist, Mapping) and not any(isinstance(d, Mapping) for d in dist.values())
    if graph is None or not by_node or not isinstance(shown, Mapping):
        yield Difference(field="parent", expected=exact, shown=shown)
        return
    assert isinstance(dist, Mapping) and isinstance(exact, Mapping)
    for node, parent in shown.items():
        weight = edge_weight(graph, str(parent), str(node))
        before = dist.get(str(parent))
        as_short = (
            weight is not None
            and isinstance(before, int | float)
            and same_value(dist.get(node), before + weight)
        )
        if not as_short and not same_value(exact.get(node), parent):
            yield Difference(field="parent", expected=exact, shown=shown)
            return


def edge_weight(graph: Graph, source: str, target: str) -> Number | None:
    """Return the weight of the lightest edge between two nodes, None if there is no edge."""
    weights = [
        edge.weight
        for edge in graph.edges
        if edge.weight is not None
        and (
            (edge.source, edge.target) == (source, target)
            or (not graph.directed and (edge.target, edge.source) == (source, target))
        )
    ]
    return min(weights, default=None)


def row_differences(run: AlgorithmRun, expected: Row, shown: Row) -> tuple[Difference, ...]:
    """Return the shown fields of a row that are not the expected ones."""
    return _differences(expected, shown, rules_for(run))


def _differences(expected: Row, shown: Row, rules: Rules) -> tuple[Difference, ...]:
    claimed = [
        name for name, value in shown.items() if name not in ("step", *BESIDE) and not _empty(value)
    ]
    if expected and claimed and not any(name in expected for name in claimed):
        # Rows of another kind (widths where merges are shown) are not this run's rows.
        return (Difference(field=claimed[0], expected=None, shown=shown[claimed[0]]),)
    return tuple(
        Difference(field=name, expected=expected[name], shown=value)
        for name, value in shown.items()
        if name != "step"
        and name in expected
        and not same_field(name, expected[name], value, rules)
        and not _says_nothing(value)
    )


def _says_nothing(value: Value) -> bool:
    """A cell left empty is not shown; an empty list of nodes is a claim."""
    return value is None or (isinstance(value, str) and plain(value) is None)


def _reference(run: AlgorithmRun, rows: Sequence[Row]) -> tuple[Row, ...]:
    """Return the run's rows as far as the student's go; a long sort is not written out in full."""
    numbers = [_number_of(row) for row in rows]
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


def _number_of(row: Row) -> int:
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0
