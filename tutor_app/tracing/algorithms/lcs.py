"""The longest common subsequence of two strings: its table, then the way back through it."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.domain.traces import Problem, ProblemInvalid, Reason, Row, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import check_size
from tutor_app.wording.catalogue import phrase

NEEDS_STRINGS = phrase("trace_problems.needs_strings")


def fill_and_trace(problem: Problem) -> Steps:
    """Fill the table row by row, then walk back from the last cell.

    Raises:
        ProblemInvalid: not two strings, or strings too long for a table.
    """
    if problem.strings is None:
        raise ProblemInvalid("missing_data", NEEDS_STRINGS())
    first, second = problem.strings
    check_size((len(first) + 1) * (len(second) + 1))
    zeros = (0,) * (len(second) + 1)
    table: list[tuple[int, ...]] = [zeros]
    yield TraceStep(number=0, row=_row("fill", i=0, values=zeros), reason=Reason(code="start"))
    for i, symbol in enumerate(first, 1):
        above, cells = table[-1], [0]
        for j, other in enumerate(second, 1):
            cells.append(above[j - 1] + 1 if symbol == other else max(above[j], cells[-1]))
        table.append(tuple(cells))
        yield TraceStep(
            number=i,
            row=_row("fill", i=i, symbol=symbol, values=tuple(cells)),
            reason=Reason(code="filled", facts={"i": i, "symbol": symbol}),
        )
    taken: list[str] = []
    steps = _way_back(table, problem.strings, problem.conventions["traceback"] == "left")
    for number, (i, j, action) in enumerate(steps, len(first) + 1):
        common = first[i - 1] if action == "take" else None
        taken += common or ""
        yield TraceStep(
            number=number,
            row=_row("trace", i=i, j=j, symbol=common, action=action),
            reason=Reason(code=action, facts=_facts(table, problem.strings, i, j)),
        )
    return {"length": table[-1][-1], "sequence": "".join(reversed(taken))}


def _way_back(
    table: list[tuple[int, ...]], strings: tuple[str, str], left_first: bool
) -> Iterator[tuple[int, int, str]]:
    """Yield each cell and where it goes on: "take" (diagonally), "up" or "left"."""
    i, j = len(strings[0]), len(strings[1])
    while i and j:
        if strings[0][i - 1] == strings[1][j - 1]:
            yield i, j, "take"
            i, j = i - 1, j - 1
            continue
        up, left = table[i - 1][j], table[i][j - 1]
        if up > left or (up == left and not left_first):
            yield i, j, "up"
            i -= 1
        else:
            yield i, j, "left"
            j -= 1


def _facts(table: list[tuple[int, ...]], strings: tuple[str, str], i: int, j: int) -> Row:
    return {
        "i": i,
        "j": j,
        "first": strings[0][i - 1],
        "second": strings[1][j - 1],
        "value": table[i][j],
        "up": table[i - 1][j],
        "left": table[i][j - 1],
    }


def _row(phase: str, **fields: Value) -> Row:
    empty: dict[str, Value] = dict.fromkeys(("i", "j", "symbol", "values", "action"))
    return {"phase": phase, **empty, **fields}


ALGORITHMS = (
    Algorithm(
        id="lcs",
        called=(r"\blongest\s+common\s+sub[\s-]*sequences?\b", r"\bLCS\b"),
        data="strings",
        columns=("phase", "i", "j", "symbol", "values", "action"),
        selected=("values",),
        topic="longest common subsequence",
        run=fill_and_trace,
        conventions={"traceback": Convention(default="up", choices=("up", "left"))},
    ),
)
