"""What a message answers to the question about a run: rows, a row's number, a result, nothing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Row, StudentTrace
from tutor_app.tracing.answers.answer_items import AnswerItems, Item, settle
from tutor_app.tracing.answers.array_rows_said import ArrayRowReader
from tutor_app.tracing.answers.edge_rows_said import read_edges
from tutor_app.tracing.answers.graph_rows_said import (
    LISTS,
    GraphRowReader,
    SaidRows,
    visited_orders,
)
from tutor_app.tracing.answers.results_said import read_result
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.checking.compare_values import rules_for, same_field
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.reading.message_parts import context_of
from tutor_app.tracing.reading.student_rows.queue_rows import queue_states
from tutor_app.tracing.telling.array_rows_on import read_array_rows_on
from tutor_app.tracing.telling.rows_on import RowsOn, read_rows_on
from tutor_app.tracing.telling.stack_rows_on import number_rows, read_stack_rows_on

LONGEST = 400  # characters
MOST_UNREAD = 3  # words that stand in no list, in an answer
_RESULT_WORDS = ("path", "order", "cost")
_ASKING = frozenset({"why", "how", "what"})


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardAnswer:
    """An answer as it was read.

    `rows` are numbered from the row that was asked for on; `final` is the result, `row_numbers`
    those of the rows that it names, `says_nothing_left` that nothing is left to do. `unread` counts
    the words that stand in no list; `asks`: "why" is among them. `goes_on`: its rows were read as
    what follows from where the student stands. `unsure`: it names values of rows, and more than
    one row may be meant.
    """

    student: StudentTrace | None = None
    row_numbers: tuple[int, ...] = ()
    says_nothing_left: bool = False
    unread: int = 0
    asks: bool = False
    goes_on: bool = False
    unsure: bool = False


def read_answer(
    text: str,
    run: AlgorithmRun,
    expected: Expectation,
    settled: frozenset[str],
    rows_so_far: Sequence[Row] = (),
) -> HeardAnswer | None:
    """Return what a message answers; None where it names nothing that could answer.

    `rows_so_far` are the student's rows, numbered, which a row's node may name.
    """
    if len(text) > LONGEST:
        return None
    graph = run.problem.graph
    items = settle(AnswerItems(text, graph.nodes if graph is not None else ()).items)
    fields = _fields_told(text, run, expected, settled, rows_so_far)
    if fields is not None:
        return fields
    of_result = any(item.is_word(*_RESULT_WORDS) for item in items)
    told = _rows_told(text, run, expected, settled, rows_so_far)
    if told is not None and of_result and not told.final:
        told = None
    if told is not None and told.sure:
        return _as_heard(told.rows, text, told.final)
    unread = sum(item.kind == "unread" for item in items)
    if unread > MOST_UNREAD:
        return None
    if expected.kind == "nothing_left" and _says_nothing(items):
        return HeardAnswer(says_nothing_left=True, unread=unread)
    if expected.kind == "which_row":
        numbers = _rows_named(items, rows_so_far)
        shown = {row.get("step") for row in rows_so_far}
        if numbers and (not shown or shown & set(numbers)):  # "8 then" of two rows is a value
            return HeardAnswer(row_numbers=numbers, unread=unread)
    heard = _best(list(_readings(items, run, expected, text)), run, expected, settled)
    doubtful = told is not None or (heard is not None and _goes_back(heard, run, rows_so_far))
    if doubtful and heard is not None and not _is_right(heard, run, settled):
        return None  # it may be right, and is not called wrong
    asks = any(item.text.casefold() in _ASKING for item in items)
    return None if heard is None else replace(heard, asks=asks)


def _rows_told(
    text: str,
    run: AlgorithmRun,
    expected: Expectation,
    settled: frozenset[str],
    rows_so_far: Sequence[Row],
) -> RowsOn | None:
    """Return the rows that go on from where the student stands; None where it tells none."""
    if expected.step is None or expected.kind == "nothing_left":
        return None
    return read_rows_on(text, run, rows_so_far, expected.step, settled)


def _as_heard(rows: tuple[Row, ...], text: str, final: Row | None = None) -> HeardAnswer:
    asks = any(word.strip(",.?!") in _ASKING for word in text.casefold().split())
    student = StudentTrace(rows=rows, final=final or {})
    return HeardAnswer(student=student, asks=asks, goes_on=True)


def _fields_told(
    text: str,
    run: AlgorithmRun,
    expected: Expectation,
    settled: frozenset[str],
    rows_so_far: Sequence[Row],
) -> HeardAnswer | None:
    """Return the rows of an array's run of which fields are named, or of a stack; else None."""
    if expected.kind == "nothing_left":
        return None
    if run.problem.graph is not None:
        step = expected.step
        piled = step is not None and read_stack_rows_on(text, run, rows_so_far, step, settled)
        return _as_heard(piled, text) if piled else None
    row_asked = expected.kind == "row"
    told = read_array_rows_on(text, run, expected.step, settled, rows_so_far, row_asked=row_asked)
    if told is None:
        return None
    student = None if told.rows is None else StudentTrace(rows=told.rows)
    asks = any(word.strip(",.?!") in _ASKING for word in text.casefold().split())
    return HeardAnswer(student=student, asks=asks, goes_on=True, unsure=student is None)


def _goes_back(heard: HeardAnswer, run: AlgorithmRun, rows_so_far: Sequence[Row]) -> bool:
    """Whether the first row of several takes another node where the student has the right one.

    What is told first may then mend the rest of that row.
    """
    rows = heard.student.rows if heard.student is not None else ()
    if len(rows) < 2:
        return False
    own = next((row.get("node") for row in rows_so_far if row.get("step") == rows[0]["step"]), None)
    exact = (row_at(run, int(str(rows[0]["step"]))) or {}).get("node")
    return own is not None and own == exact and rows[0].get("node") not in (None, own)


def _is_right(heard: HeardAnswer, run: AlgorithmRun, settled: frozenset[str]) -> bool:
    if heard.student is None:
        return True
    judged = judge_kindly(run.problem, settled, heard.student)
    return judged.correct or judged.missing


def _best(
    readings: Sequence[SaidRows], run: AlgorithmRun, expected: Expectation, settled: frozenset[str]
) -> HeardAnswer | None:
    """Return the reading that is right where there is one, else the likeliest."""
    traces = [
        (trace, said.unread) for said in readings for trace in _placed(said, run, expected.step)
    ]
    if not traces:
        return None
    judged = [(judge_kindly(run.problem, settled, trace), trace, n) for trace, n in traces]
    right = next((each for each in judged if each[0].correct or each[0].missing), None)
    # Of readings that are all wrong, the student meant the one of which most is right.
    _, trace, unread = right or max(judged, key=lambda each: _right_values(each[1], run))
    return HeardAnswer(student=trace, unread=unread)


def _right_values(trace: StudentTrace, run: AlgorithmRun) -> int:
    """Count the columns of a reading's first row that are as the run has them, less the others."""
    row = next(iter(trace.rows), {})
    exact = row_at(run, int(str(row["step"]))) if "step" in row else None
    if exact is None:
        return 0
    rules = rules_for(run)
    held = [
        same_field(name, exact[name], said, rules) for name, said in row.items() if name in exact
    ]
    return 2 * sum(held) - len(held)


def _placed(said: SaidRows, run: AlgorithmRun, step: int | None) -> Iterator[StudentTrace]:
    """Yield the rows with numbers: from the one asked for, or from the row before, said again."""
    if not said.rows:
        yield StudentTrace(final=said.final)
        return
    first = run.algorithm.first_step
    begin = first if step is None else step
    yield StudentTrace(rows=number_rows(said.rows, begin), final=said.final)
    if len(said.rows) > 1 and begin > first and "step" not in said.rows[0]:
        yield StudentTrace(rows=number_rows(said.rows, begin - 1), final=said.final)
    if len(said.rows) >= begin > first and "step" not in said.rows[0]:
        yield StudentTrace(rows=number_rows(said.rows, first), final=said.final)  # a new attempt


# --- the ways to read it ----------------------------------------------------------------------


def _readings(
    items: Sequence[Item], run: AlgorithmRun, expected: Expectation, text: str
) -> Iterator[SaidRows]:
    result = read_result(items, run)
    if result is not None and not _is_whole_path(result, run):
        result = _with_number_last(items, run) or result
    in_lines = any(item.is_mark("break", "cell") for item in items[:-1])
    whole_path = result is not None and not in_lines and _is_whole_path(result, run)
    if result is not None and whole_path and expected.step != run.algorithm.first_step:
        yield result
    of_result = any(item.is_word(*_RESULT_WORDS) for item in items)
    if result is not None and (expected.kind == "result" or of_result):
        yield result
    if of_result:
        yield from _rows_and_result(items, run)
    if expected.kind != "result" or result is None:
        yield from row_readings(items, run, text)
    if result is not None and whole_path:
        yield result
    yield from _waiting_alone(items, run, expected.step)


def _waiting_alone(
    items: Sequence[Item], run: AlgorithmRun, step: int | None
) -> Iterator[SaidRows]:
    """Yield nodes alone as what waits behind the row asked for, where that is just these: "abc".

    Its node goes without saying then. As anything else than the right list they name a node first.
    """
    name = next((each for each in LISTS if each in run.columns), None)
    exact = (row_at(run, step) or {}).get(name or "") if step is not None else None
    told = tuple(item.name for item in items if item.kind == "node")
    nodes = told if name == "queue" else tuple({"node": node} for node in told)
    bare = bool(told) and all(item.kind == "node" or item.is_mark("comma") for item in items)
    if (
        name is not None
        and bare
        and exact is not None
        and same_field(name, exact, nodes, rules_for(run))
    ):
        yield SaidRows(rows=({name: nodes},))


def _with_number_last(items: Sequence[Item], run: AlgorithmRun) -> SaidRows | None:
    """Read "1 4 5, 3" as a path to the goal and its cost, though 3 is a node, too."""
    places = [place for place, item in enumerate(items) if item.as_node is not None]
    if not places:
        return None
    last = places[-1]
    numbered = [*items[:last], replace(items[last], as_node=None), *items[last + 1 :]]
    said = read_result(numbered, run)
    path = said.final.get("path") if said is not None else None
    ends = (path[0], path[-1]) if isinstance(path, tuple) and len(path) > 1 else None
    return said if ends == (run.problem.start, run.problem.goal) else None


def _is_whole_path(said: SaidRows, run: AlgorithmRun) -> bool:
    """Whether a result is a path from the start to the goal, and no row can be meant."""
    path, problem = said.final.get("path"), run.problem
    ends = (path[0], path[-1]) if isinstance(path, tuple) and len(path) > 2 else None
    once = isinstance(path, tuple) and len(set(path)) == len(path)
    return problem.goal is not None and once and ends == (problem.start, problem.goal)


def row_readings(items: Sequence[Item], run: AlgorithmRun, text: str) -> Iterator[SaidRows]:
    if run.problem.graph is None:
        yield from ArrayRowReader(items, run, asks=text.rstrip().endswith("?")).readings()
        return
    if "edge" in run.columns:
        edges = read_edges(items, run)
        if edges is not None:
            yield edges
        return
    states = queue_states(text, context_of(run.algorithm, run.problem))
    if states:
        yield SaidRows(rows=states)
    if (order := _whole_order(items, run)) is not None:
        yield order
    has_digits = any(item.as_node is not None for item in items)
    for digits_are_nodes in (False, True) if has_digits else (False,):
        if "visited" in run.columns:
            yield from visited_orders(items, digits_are_nodes)
            continue
        for splits in (True, False):
            reader = GraphRowReader(items, run, splits=splits, digits_are_nodes=digits_are_nodes)
            if (said := reader.read()) is not None:
                yield said


def _whole_order(items: Sequence[Item], run: AlgorithmRun) -> SaidRows | None:
    """Read all nodes one after the other as the rows of an order: "a b c d e"."""
    nodes = [item.name or item.as_node for item in items if item.kind != "mark"]
    graph = run.problem.graph
    if graph is None or "order" not in run.final or sorted(map(str, nodes)) != sorted(graph.nodes):
        return None
    return SaidRows(rows=tuple({"node": node} for node in nodes))


def _rows_and_result(items: Sequence[Item], run: AlgorithmRun) -> Iterator[SaidRows]:
    """Read "S f=3, B f=3 path S B": rows, and behind them the result; a comma may end a row."""
    at = next((place for place, item in enumerate(items) if item.is_word("path", "order")), 0)
    result = read_result(items[at:], run)
    if at == 0 or result is None:
        return
    line_end = Item(kind="mark", name="break", text="\n")
    lines = [line_end if item.is_mark("comma") else item for item in items[:at]]
    for said in (items[:at], lines):
        rows = next(row_readings(said, run, ""), None)
        if rows is not None:
            yield replace(rows, final=result.final)


def _says_nothing(items: Sequence[Item]) -> bool:
    words = [item for item in items if item.kind == "word"]
    return any(
        item.is_word("empty", "finished", "reject", "negation") for item in words
    ) and not any(item.kind in ("node", "number") for item in items)


def _rows_named(items: Sequence[Item], rows: Sequence[Row]) -> tuple[int, ...]:
    """Return the numbers of the rows that an answer names: by number, or by what stands there."""
    named: list[int] = []
    numbered = {row.get("step") for row in rows}
    for place, item in enumerate(items):
        before = items[place - 1] if place else None
        of_row = before is not None and before.is_word("row")
        if item.kind in ("ordinal", "number"):
            named.append(int(item.value) if math.isfinite(item.value) else -1)
        is_number = bool(named) and named[-1] in numbered  # and no node of this name
        node = item.name if item.kind == "node" else item.as_node
        if node is not None and not of_row and not is_number:
            numbers = [row.get("step") for row in rows if row.get("node") == node]
            named.extend(number for number in numbers if isinstance(number, int))
        if item.text.casefold() == "last" and rows and isinstance(rows[-1].get("step"), int):
            named.append(int(str(rows[-1]["step"])))
    said_more = sum(item.kind in ("node", "number") for item in items) > 1
    return () if said_more else tuple(dict.fromkeys(named))
