"""A short message as the next row of the table: "B", "C, then OPEN is D, E", "[2, 5, 9]"."""

from __future__ import annotations

import re

from tutor_app.domain.traces import Number, Problem, Row, StudentTrace, Value
from tutor_app.tracing.algorithm_registry import algorithm_named
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import read_action

LONGEST = 160  # characters
MOST_CELLS = 40  # words of what may be cells of a row
_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
_WORD = re.compile(r"\w+")
# Where a student says what comes after the selected node, the rest is not the node.
_OPEN = re.compile(
    r"\b(?:open|frontier|queue|stack|fringe)\b\W*(?:is|=|:|has|holds|contains)?", re.I
)
_CLOSED = re.compile(r"\b(?:closed|visited|explored)\b\W*(?:is|=|:|has|holds)?", re.I)
# A message with these asks something of its own.
_ASKS = re.compile(r"\?\s*$|\b(?:why|how|explain|difference|define|when|trace|run)\b", re.I)
# The parts of a merge, and what comes out of it: "7 and 2 -> 2 7".
_HALVES = re.compile(r"\band\b|\bwith\b|[|+&;]|\]\s*,?\s*\[|(?<=\))\s*,?\s*(?=\()", re.I)
_COMES_OUT = re.compile(r"->|→|=>|⇒|=|\bgives?\b|\binto\b|\bto\b", re.I)
# The one number that a question about a row of a sort asks for.
_ONE_NUMBER = ("pivot", "key", "selected")
# What a student says is done with an edge.
_ACTIONS = frozenset(
    "accept accepted accepts reject rejected rejects take taken takes add added adds skip skipped "
    "yes no not include keep drop edge forms makes a cycle".split()
)
_FILLERS = frozenset(
    "i think it is its it's the next one node then and so guess say maybe would be comes selected "
    "expanded expand pick choose take with goes row step answer my now are in open closed".split()
)


def next_number(problem: Problem, rows: int | None) -> int:
    """Return the step number of the row that comes next; `rows` is the last one shown."""
    first = algorithm_named(problem.algorithm).first_step
    return first if rows is None else rows + 1


def read_prediction(text: str, problem: Problem, number: int) -> StudentTrace | None:
    """Return the message as row `number` of the table; None where it isn't one."""
    if len(text) > LONGEST or _ASKS.search(text):
        return None
    row = _node_row(text, problem) if problem.graph is not None else _number_row(text, problem)
    return None if row is None else StudentTrace(rows=({"step": number, **row},))


def looks_like_cells(text: str, problem: Problem) -> bool:
    """Return whether a short message is mostly names of nodes and numbers, without a question."""
    words = _WORD.findall(text)
    if not words or len(words) > MOST_CELLS or _ASKS.search(text):
        return False
    names = {node.casefold() for node in problem.graph.nodes} if problem.graph else set()
    cells = [word for word in words if word.casefold() in names or _NUMBER.fullmatch(word)]
    return len(cells) * 2 >= len(words)


def _node_row(text: str, problem: Problem) -> Row | None:
    selected = algorithm_named(problem.algorithm).selected
    if not selected or selected[0] not in ("node", "edge", "visited"):
        return None
    if "edge" in selected and (edge := _edge_row(text, problem)) is not None:
        return edge
    opened, closed = _OPEN.search(text), _CLOSED.search(text)
    starts = [found.start() for found in (opened, closed) if found]
    head = text[: min(starts)] if starts else text
    nodes = _nodes_in(head, problem)
    if not nodes or _other_words(head, problem):
        return None
    if selected[0] == "visited":
        return {"visited": nodes}
    if selected[0] == "edge" or len(nodes) > 1:
        return None
    row: dict[str, Value] = {"node": nodes[0]}
    if opened:
        end = closed.start() if closed and closed.start() > opened.end() else len(text)
        row["open"] = tuple({"node": n} for n in _nodes_in(text[opened.end() : end], problem))
    if closed:
        end = opened.start() if opened and opened.start() > closed.end() else len(text)
        row["closed"] = _nodes_in(text[closed.end() : end], problem)
    columns = algorithm_named(problem.algorithm).columns
    return {name: value for name, value in row.items() if name in columns}


def _edge_row(text: str, problem: Problem) -> Row | None:
    """Return the one edge that the text names, and whether it is taken where a row says so."""
    assert problem.graph is not None
    either = "|".join(
        re.escape(name) for name in sorted(problem.graph.nodes, key=len, reverse=True)
    )
    # "bc" is the edge of b and c; in "b-c makes a cycle" the last "a" is a word.
    glue = "" if all(len(name) == 1 for name in problem.graph.nodes) else r"\s*[-–—]\s*"
    pair = rf"(?<!\w)({either})(?:{glue}|\s*[-–—]\s*)({either})(?!\w)"
    pairs = [found.groups() for found in re.finditer(pair, text)]
    nodes = pairs[0] if len(pairs) == 1 else _nodes_in(text, problem)
    said = re.sub(pair, "", text) if len(pairs) == 1 else text
    if len(nodes) != 2 or _other_words(said, problem, _ACTIONS):
        return None
    action = read_action(text) if "action" in algorithm_named(problem.algorithm).columns else None
    return {"edge": nodes} if action is None else {"edge": nodes, "action": action}


def _nodes_in(text: str, problem: Problem) -> tuple[str, ...]:
    """Return the graph's nodes named in the text, in its order, as the problem spells them."""
    assert problem.graph is not None
    names = sorted(problem.graph.nodes, key=len, reverse=True)
    either = "|".join(re.escape(name) for name in names)
    # "a" and "I" are words of English as well as names of nodes: case tells them apart.
    flags = re.NOFLAG if any(len(name) == 1 for name in names) else re.IGNORECASE
    spelled = {name.casefold(): name for name in names}
    found = re.findall(rf"(?<!\w)(?:{either})(?!\w)", text, flags)
    if not found and len(text.split()) <= 2:
        found = re.findall(rf"(?<!\w)(?:{either})(?!\w)", text, re.IGNORECASE)
    return tuple(spelled[name.casefold()] for name in found)


def _other_words(text: str, problem: Problem, also: frozenset[str] = frozenset()) -> bool:
    """Return whether the text says more than the name of a node and a few words around it."""
    assert problem.graph is not None
    names = {part.casefold() for name in problem.graph.nodes for part in _WORD.findall(name)}
    words = {word.casefold() for word in _WORD.findall(text.replace("'", ""))}
    said = {word for word in words if not word.isdecimal()} if also else words
    return bool(said - names - _FILLERS - also - {"its", "im"})


def _number_row(text: str, problem: Problem) -> Row | None:
    numbers = _numbers_in(text)
    if not numbers or problem.array is None:
        return None
    algorithm = algorithm_named(problem.algorithm)
    if "left" in algorithm.columns and (merge := _merge_row(text)) is not None:
        return merge
    if len(numbers) == len(problem.array) > 1 and "array" in algorithm.columns:
        return {"array": numbers}
    one = [name for name in (*algorithm.selected[:1], *_ONE_NUMBER) if name in algorithm.columns]
    one = [name for name in one if name not in ("array", "merged")]
    return {one[0]: numbers[0]} if len(numbers) == 1 and one else None


def _merge_row(text: str) -> Row | None:
    """Return the two parts that are merged, each as it is, and what comes out where it is said."""
    parts, *rest = _COMES_OUT.split(text)
    halves = [_numbers_in(half) for half in _HALVES.split(parts)]
    halves = [half for half in halves if half]
    if len(halves) == 1 and len(halves[0]) == 2:
        halves = [halves[0][:1], halves[0][1:]]
    if len(halves) != 2:
        return None
    row: dict[str, Value] = {"left": halves[0], "right": halves[1]}
    merged = _numbers_in(" ".join(rest))
    return {**row, "merged": merged} if merged else row


def _numbers_in(text: str) -> tuple[Number, ...]:
    return tuple(_as_number(found) for found in _NUMBER.findall(text))


def _as_number(text: str) -> Number:
    return float(text) if "." in text else int(text)
