"""Which mistake explains the first wrong step, as an id with words in mistake_texts.py.

A mistake made throughout is tried first: if the rest of the student's rows follow from it too, it
is the one. Then the wrong step alone is looked at. Where neither is sure, there is no name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.checking.compare_values import items_of
from tutor_app.tracing.checking.mistakes import array_mistakes as arrays
from tutor_app.tracing.checking.mistakes import graph_mistakes as graphs
from tutor_app.tracing.checking.mistakes import search_mistakes as search
from tutor_app.tracing.checking.mistakes.repeated_mistakes import mistaken_runs
from tutor_app.tracing.checking.mistakes.wrong_step import WrongStep, wrong_step_at
from tutor_app.tracing.checking.row_differences import row_differences
from tutor_app.tracing.checking.trace_verdict import Judgement
from tutor_app.tracing.exact_run import AlgorithmRun

MAX_STEPS = 500  # of a run that is repeated with every mistake

_NAMERS: Mapping[str, Callable[[WrongStep], str | None]] = {
    **dict.fromkeys(("bfs", "dfs", "ucs", "greedy", "astar"), search.name_search),
    "dijkstra": search.name_dijkstra,
    "ids": search.name_deepening,
    "toposort": graphs.name_toposort,
    "prim": graphs.name_prim,
    "kruskal": graphs.name_kruskal,
    "bellman_ford": graphs.name_bellman_ford,
    "alphabeta": graphs.name_alphabeta,
    "binary_search": arrays.name_binary_search,
    "insertion_sort": arrays.name_insertion_sort,
    "selection_sort": arrays.name_selection_sort,
    "bubble_sort": arrays.name_bubble_sort,
    "merge_sort": arrays.name_merge_sort,
    "quicksort": arrays.name_quicksort,
    "heapsort": arrays.name_heapsort,
}
# What a wrong final answer is called, by field.
_FINAL = {
    "cost": "wrong_cost",
    "weight": "wrong_cost",
    "dist": "wrong_cost",
    "value": "wrong_root_value",
    "best_child": "wrong_root_value",
    "path": "wrong_path",
}
# Who writes down a path cost has not forgotten it: columns of OPEN that rule a mistake out.
_RULED_OUT = {"forgot_path_cost": {"g", "f"}, "forgot_heuristic": {"h", "f"}}


def name_mistake(run: AlgorithmRun, student: StudentTrace, judgement: Judgement) -> str | None:
    """Return the id of the mistake behind a wrong trace, None if it is not known for sure."""
    step = judgement.first_error_step
    if step is None:
        fields = [found.field for found in judgement.differences]
        return next((_FINAL[field] for field in fields if field in _FINAL), None)
    if judgement.extra:
        return "did_not_stop"
    wrong = wrong_step_at(run, student, step, judgement.missing)
    if not judgement.missing and not wrong.differences:
        return None  # a value beside the row's own columns: which mistake it is does not show
    followed = _followed(run, student, step) if len(run.steps) <= MAX_STEPS else []
    whole = next((name for name, complete in followed if complete), None)
    if whole is not None:
        return whole
    namer = _NAMERS.get(run.algorithm.id)
    alone = namer(wrong) if namer is not None else None
    return alone or next((name for name, _ in followed), None)


def _followed(run: AlgorithmRun, student: StudentTrace, step: int) -> list[tuple[str, bool]]:
    """Return the mistaken runs that the student follows past the wrong step, furthest first.

    Each comes with whether the whole trace follows it to the end.
    """
    found: list[tuple[int, str, bool]] = []
    columns = _open_columns(student)
    for name, rows in mistaken_runs(run):
        if columns & _RULED_OUT.get(name, set()):
            continue
        reached, complete = _agreement(run, student, rows)
        if reached >= step:
            found.append((reached, name, complete))
    found.sort(key=lambda entry: (not entry[2], -entry[0]))
    return [(name, complete) for _, name, complete in found]


def _open_columns(student: StudentTrace) -> set[str]:
    entries = (entry for row in student.rows for entry in items_of(row.get("open")))
    return {key for entry in entries if isinstance(entry, Mapping) for key in entry}


def _agreement(run: AlgorithmRun, student: StudentTrace, rows: Iterable[Row]) -> tuple[int, bool]:
    """Return the last step up to which the student's rows are `rows`, and whether all are."""
    mistaken = {row["step"]: row for row in rows}
    reached = -1
    for row in student.rows:
        number = row.get("step")
        other = mistaken.get(number)
        if other is None or row_differences(run, other, row) or not _shares(other, row):
            return reached, False
        reached = int(number) if isinstance(number, int) else reached
    last = max((int(key) for key in mistaken if isinstance(key, int)), default=-1)
    # A trace that stops where the mistaken run stops has its first missing step after both.
    return (reached + 1, True) if last == reached else (reached, False)


def _shares(mistaken: Row, shown: Row) -> bool:
    return any(name in mistaken for name in shown if name != "step")
