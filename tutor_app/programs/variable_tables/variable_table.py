"""The values of a call's variables after each line that it runs, from the trace of a case."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tutor_app.domain.variable_tables import VariableRow, VariableRowKind, VariableTable
from tutor_app.programs.questions.traced_call import TracedCall, read_traced_call
from tutor_app.programs.run_values import CaseResult, Step
from tutor_app.programs.variable_tables.rows_kept import choose_rows

MOST_ROWS = 30
MOST_COLUMNS = 8
LONGEST_VALUE = 48  # characters of a value in a cell
LONGEST_TEXT = 100  # characters of a line, of the arguments, of what comes back


def variable_table(
    source: str, result: CaseResult, *, around: int | None = None
) -> VariableTable | None:
    """Return what a traced case shows of the call that it makes; None where it sets no variable.

    Of a long run the rounds of its loops near the step at `around` (its place in the trace) are
    kept, by default the first and the last ones.
    """
    call = read_traced_call(source, result)
    if call is None or not call.steps or _is_generator(call.node):
        return None
    table = _Rows(call, result, source.split("\n"))
    if not table.columns:
        return None
    rows = list(table.build())
    places = [place for place, _ in rows]
    loops = {node.lineno for node in ast.walk(call.node) if isinstance(node, ast.For | ast.While)}
    kept = choose_rows(
        begins=[n for n, (_, row) in enumerate(rows) if row.line in loops and row.kind == "line"],
        count=len(rows),
        around=_row_at(places, _steps_before(call, result, around)),
        most=MOST_ROWS,
    )
    return VariableTable(
        call=result.case.call.text,
        columns=table.columns,
        rows=tuple(_with_gaps([row for _, row in rows], kept)),
    )


@dataclass
class _Rows:
    """Writes the rows of a call; a row stands at the place of its step among the call's own."""

    call: TracedCall
    result: CaseResult
    lines: Sequence[str]

    def __post_init__(self) -> None:
        self.columns = _columns(self.call.steps)
        self._before: dict[str, str] = {}
        self._returns = {
            node.lineno for node in ast.walk(self.call.node) if isinstance(node, ast.Return)
        }

    def build(self) -> Iterator[tuple[int, VariableRow]]:
        """Yield each row with its place. A line that did not end has none of its own."""
        steps = self.call.steps
        for place, (step, following) in enumerate(pairwise((*steps, None))):
            assert step is not None
            match step.event:
                case "call":
                    given = ", ".join(f"{name} = {value}" for name, value in step.variables)
                    yield place, self._row("call", step, dict(step.variables), _cut(given))
                case "line" if following is not None and not self._ends(step, following):
                    yield place, self._row("line", step, dict(following.variables))
                case "return":
                    yield place, self._return(step)
                case "exception":
                    detail = _cut(step.detail)
                    yield place, self._row("exception", step, dict(step.variables), detail)
                case _:
                    pass
        if steps[-1].event not in ("return", "exception"):
            yield len(steps), self._limit(steps[-1])

    def _ends(self, step: Step, following: Step) -> bool:
        """Whether a line is told by the row after it: it returns, or an exception leaves it."""
        if following.event == "return":
            return step.line in self._returns
        return following.event == "exception" and following.line == step.line

    def _return(self, step: Step) -> VariableRow:
        """Return the row of a `return`; of the end without one there is no line."""
        is_function = isinstance(self.call.node, ast.FunctionDef)
        gives = _cut(step.detail) if is_function else None
        row = self._row("return", step, dict(step.variables), gives)
        return row if step.line in self._returns else replace(row, line=None, code="")

    def _row(
        self, kind: VariableRowKind, step: Step, held: dict[str, str], detail: str | None = None
    ) -> VariableRow:
        before, self._before = self._before, held
        changed = (n for n, name in enumerate(self.columns) if held.get(name) != before.get(name))
        return VariableRow(
            kind=kind,
            line=step.line or None,
            code=self._code(step.line),
            values=tuple(_short(held.get(name)) for name in self.columns),
            changed=() if kind == "call" else tuple(changed),
            detail=detail,
        )

    def _limit(self, last: Step) -> VariableRow:
        """Return the row of a run that was ended, or whose record was."""
        kind = "kept" if self.result.limit in (None, "output") else self.result.limit
        count = self.result.steps if kind == "steps" else 0
        return VariableRow(kind="limit", line=last.line or None, detail=kind, count=count)

    def _code(self, line: int) -> str:
        return _cut(self.lines[line - 1].strip()) if 0 < line <= len(self.lines) else ""


def _columns(steps: Sequence[Step]) -> tuple[str, ...]:
    """Return the variables that get a value in a call, or another one than they came with."""
    counts: dict[str, int] = {}
    before = dict(steps[0].variables) if steps[0].event == "call" else {}
    for step in steps:
        for name, value in step.variables:
            counts.setdefault(name, 0)
            counts[name] += before.get(name) != value
        before.update(step.variables)
    is_set = [name for name, count in counts.items() if count]
    busiest = sorted(is_set, key=lambda name: -counts[name])[:MOST_COLUMNS]
    return tuple(name for name in is_set if name in busiest)


def _steps_before(call: TracedCall, result: CaseResult, around: int | None) -> int | None:
    """Return the place among the call's own steps that a place of the whole trace falls on."""
    if around is None:
        return None
    own = 0
    for step in result.trace[: around + 1]:
        if own < len(call.steps) and step is call.steps[own]:
            own += 1
    return max(own - 1, 0)


def _row_at(places: Sequence[int], step: int | None) -> int | None:
    """Return the row of the line that was run before a step shows what it has set."""
    if step is None:
        return None
    return max((n for n, place in enumerate(places) if place < step), default=0)


def _with_gaps(rows: Sequence[VariableRow], kept: Sequence[int]) -> Iterator[VariableRow]:
    """Yield the rows kept, with one that counts those left out wherever there are any."""
    before = -1
    for place in kept:
        if place > before + 1:
            yield VariableRow(kind="left_out", count=place - before - 1)
        yield rows[place]
        before = place


def _is_generator(node: ast.AST) -> bool:
    """Whether a call may stop on its way and go on later, so that it has no one run."""
    return any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))


def _short(value: str | None) -> str | None:
    return None if value is None else _cut(value, LONGEST_VALUE)


def _cut(text: str, most: int = LONGEST_TEXT) -> str:
    """Return text in one line; of a long one its beginning and its end."""
    plain = " ".join(text.split())
    if len(plain) <= most:
        return plain
    end = most // 3
    return f"{plain[: most - end - 3]} … {plain[-end:]}"
