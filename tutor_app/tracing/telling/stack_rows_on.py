"""Rows of a stack that a message tells, placed in the run and read from the right end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.answers.answer_items import AnswerItems, settle
from tutor_app.tracing.answers.stack_rows_said import read_stack_rows
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import AlgorithmRun

LONGEST = 400  # characters
FOLLOWED = ("dfs",)


def read_stacks(text: str, nodes: Sequence[str]) -> list[tuple[Row, ...]]:
    """Return the rows that words of a stack tell, also from the other end if none is the top."""
    told = read_stack_rows(settle(AnswerItems(text, nodes).items))
    if told is None:
        return []
    return [told.rows, told.from_other_end().rows] if told.is_open else [told.rows]


def number_rows(rows: Sequence[Row], begin: int) -> tuple[Row, ...]:
    """Return rows with numbers: those that they say, else one after the other."""
    numbered: list[Row] = []
    for row in rows:
        step = row.get("step")
        number = step if isinstance(step, int) else begin
        numbered.append({**row, "step": number})
        begin = number + 1
    return tuple(numbered)


def read_stack_rows_on(
    text: str, run: AlgorithmRun, attempt: Sequence[Row], step: int, settled: frozenset[str]
) -> tuple[Row, ...] | None:
    """Return the rows that a message tells from a step on, numbered; None where it tells none.

    `attempt` are the student's rows so far, numbered. Where nothing says at which end of a list
    the top is, it is the end from which more is right.
    """
    graph = run.problem.graph
    if graph is None or run.algorithm.id not in FOLLOWED or len(text) > LONGEST:
        return None
    readings = read_stacks(text, graph.nodes)
    placed = [rows for told in readings for rows in _placed(told, run, attempt, step)]
    return max(placed, key=lambda rows: _reach(rows, run, attempt, settled), default=None)


def _placed(
    rows: Sequence[Row], run: AlgorithmRun, attempt: Sequence[Row], step: int
) -> Iterator[tuple[Row, ...]]:
    """Yield the rows numbered from the step asked for, or from what is said once more."""
    first = run.algorithm.first_step
    yield number_rows(rows, step)
    if isinstance(rows[0].get("step"), int):
        return
    before = next((row for row in attempt if row.get("step") == step - 1), None)
    if len(rows) > 1 and before is not None and before.get("node") == rows[0].get("node"):
        yield number_rows(rows, step - 1)
    if len(rows) > 1 and rows[0].get("node") == run.problem.start and step > first:
        yield number_rows(rows, first)


def _reach(
    rows: Sequence[Row], run: AlgorithmRun, attempt: Sequence[Row], settled: frozenset[str]
) -> float:
    begin = rows[0]["step"]
    before = [row for row in attempt if int(str(row["step"])) < int(str(begin))]
    return judge_kindly(run.problem, settled, StudentTrace(rows=(*before, *rows))).reach
