"""The steps of a trace that a longer message tells, among greetings and questions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from tutor_app.domain.traces import Row, StudentTrace, Value
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.answers.graph_rows_said import SaidRows
from tutor_app.tracing.answers.read_answer import (
    number_rows,
    row_readings,
    settle,
)
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.exact_run import AlgorithmRun

LONGEST = 1_500  # characters
LEAST_ROWS = 2
MOST_LEFT_OUT = 2  # parts of a message, at either end
LEAST_PATH = 3  # nodes
LEAST_COVERED = 0.8  # share of the nodes and numbers told that a reading holds
_MOST_UNREAD = 0.34  # of a part's items: more, and it speaks of something else
_PARTS = re.compile(r"(?<=[.!?;])\s+|\n+")
_SUM = re.compile(r"\d+(?:\s*[+]\s*\d+)+\s*=\s*(?=-?\d)")  # "2+7=9" tells the 9


def read_steps(text: str, run: AlgorithmRun, settled: frozenset[str]) -> StudentTrace | None:
    """Return the rows that a message tells, numbered from the first; None where it tells none.

    Of several readings that is taken in which most is right, among those that leave little of what
    is told unread: what is read in part would be judged in part.
    """
    graph = run.problem.graph
    if len(text) > LONGEST or graph is None:
        return None
    parts = [_Part(each, graph.nodes) for each in _PARTS.split(_SUM.sub("", text))]
    parts = [part for part in parts if part.tells]
    best: tuple[tuple[float, int, int], StudentTrace] | None = None
    for told in dict.fromkeys(_windows(parts)):
        for trace in _traces(told, run):
            reach = judge_kindly(run.problem, settled, trace).reach
            worth = (reach, -_bare(trace), len(trace.rows))
            if best is None or worth > best[0]:
                best = worth, trace
    return None if best is None else best[1]


class _Part:
    """A sentence or line of a message, and what it holds of a run."""

    def __init__(self, text: str, nodes: Sequence[str]) -> None:
        self.text = text
        items = AnswerItems(text, nodes).items
        named = sum(item.kind == "node" or item.as_node is not None for item in items)
        numbers = sum(item.kind == "number" and item.as_node is None for item in items)
        unread = sum(item.kind == "unread" for item in items)
        # It names nodes, and few of its words are unread.
        self.tells = named > 0 and unread <= max(1, _MOST_UNREAD * len(items))
        self.is_row = self.tells and (numbers > 0 or named >= LEAST_PATH)
        self.may_go = not self.is_row or text.rstrip().endswith("?")


def _windows(parts: Sequence[_Part]) -> Iterator[str]:
    """Yield the parts together, and without some at either end, which may state the problem."""
    for front, back in product(range(MOST_LEFT_OUT + 1), repeat=2):
        kept = parts[front : len(parts) - back]
        left_out = (*parts[:front], *parts[len(parts) - back :])
        if kept and all(part.may_go for part in left_out):
            told = "\n".join(part.text for part in kept)
            yield told
            if "|" in told:
                yield told.replace("|", ":")  # "C | B 3, D 9": a column ends, and not a row


def _traces(told: str, run: AlgorithmRun) -> Iterator[StudentTrace]:
    """Yield the ways to read what is told that leave little of it out."""
    nodes = run.problem.graph.nodes if run.problem.graph is not None else ()
    items = settle(AnswerItems(told, nodes).items)
    before, final = _split_path(items, run)
    for said in (*row_readings(before, run, told), *_queues(before, run)):
        result = {**said.final, **final}
        if not _covers(said, before):
            continue
        for front in range(MOST_LEFT_OUT):
            rows = said.rows[front:]
            # The first row may only say where it starts.
            if len(rows) >= LEAST_ROWS and not any(
                set(row) - {"node"} for row in said.rows[:front]
            ):
                yield StudentTrace(rows=number_rows(rows, run.algorithm.first_step), final=result)


def _queues(items: Sequence[Item], run: AlgorithmRun) -> Iterator[SaidRows]:
    """Read lines of nothing but nodes as the list that waits: its first is taken next."""
    if "open" not in run.columns:
        return
    lines: list[list[str]] = [[]]
    for item in items:
        if item.is_mark("break"):
            lines.append([])
        elif item.kind == "node":
            lines[-1].append(item.name)
        elif item.kind == "number":
            return
    lines = [line for line in lines if line]
    if len(lines) > LEAST_ROWS:
        pairs = zip(lines, lines[1:], strict=False)
        rows: list[Row] = [{"node": line[0], "open": _waiting(after)} for line, after in pairs]
        yield SaidRows(rows=(*rows, {"node": lines[-1][0]}))


def _waiting(names: Sequence[str]) -> Value:
    return tuple({"node": name} for name in names)


def _split_path(items: Sequence[Item], run: AlgorithmRun) -> tuple[Sequence[Item], Row]:
    """Return the items before the path that a message ends with, and this path with its cost.

    "… G done, S A B G costs 13": nodes from the start on, without a number between them.
    """
    if "path" not in run.final and run.problem.start is None:
        return items, {}
    end = len(items)
    while end and items[end - 1].kind != "node":
        end -= 1
    begin = end
    while begin and (
        items[begin - 1].kind == "node"
        or items[begin - 1].is_mark("arrow", "dash", "comma")
        or items[begin - 1].is_word("then", "filler")
    ):
        begin -= 1
    path = [item.name for item in items[begin:end] if item.kind == "node"]
    while path and path[0] != run.problem.start:
        path = path[1:]
    if len(path) < LEAST_PATH or len(set(path)) < len(path):
        return items, {}
    kept = _before(items, end, len(path))
    cost = next((item.value for item in items[end:] if item.kind == "number"), None)
    if "path" not in run.final:
        return items[:kept], {}
    told: dict[str, Value] = {"path": tuple(path)}
    if cost is not None and "cost" in run.final:
        told["cost"] = cost
    return items[:kept], told


def _before(items: Sequence[Item], end: int, nodes: int) -> int:
    """Return the place of the item that many nodes before `end`."""
    place = end
    while nodes:
        place -= 1
        nodes -= items[place].kind == "node"
    return place


def count_told(text: str, nodes: Sequence[str]) -> int:
    """Count the nodes and numbers that a text names."""
    items = AnswerItems(_SUM.sub("", text), nodes).items
    return sum(item.kind in ("node", "number") for item in items)


def count_held(trace: StudentTrace) -> int:
    """Count the names and numbers that a trace holds."""
    return sum(_count((*trace.rows, trace.final)))


def _covers(said: SaidRows, items: Sequence[Item]) -> bool:
    """Whether a reading holds nearly all of the nodes and numbers that are told."""
    nodes = sum(item.kind == "node" for item in items)
    numbers = sum(item.kind == "number" and item.as_node is None for item in items)
    held_nodes, held_numbers = _count((*said.rows, said.final))
    return held_nodes >= LEAST_COVERED * nodes and held_numbers >= LEAST_COVERED * numbers


def _count(value: Value | Sequence[Row]) -> tuple[int, int]:
    """Count the names and the numbers that rows hold."""
    if isinstance(value, str):
        return 1, 0
    if isinstance(value, bool) or value is None:
        return 0, 0
    if isinstance(value, int | float):
        return 0, 1
    if isinstance(value, Mapping):
        names = sum(isinstance(key, str) and key not in _FIELDS for key in value)
        counts = [_count(each) for each in value.values()]
        return names + sum(n for n, _ in counts), sum(m for _, m in counts)
    counts = [_count(each) for each in value]
    return sum(n for n, _ in counts), sum(m for _, m in counts)


# Fields of rows and of results: no names of nodes.
_FIELDS = frozenset(
    {
        "step",
        "node",
        "open",
        "closed",
        "dist",
        "parent",
        "queue",
        "neighbors",
        "added",
        "path",
        "cost",
        "order",
        "g",
        "f",
        "h",
        "visited",
        "edge",
        "edges",
        "tree",
        "indegree",
        "taken",
        "accepted",
    }
)


def _bare(trace: StudentTrace) -> int:
    """Count the rows that say no more than a node: "start A", and then A's row."""
    return sum(not row.keys() - {"step", "node"} for row in trace.rows)
