"""What a student wrote of their own run: its rows and what they say comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from tutor_app.tracing.reading.claims import read_claim
from tutor_app.tracing.reading.doubts import doubts_in
from tutor_app.tracing.reading.entries import groups, numbers_in
from tutor_app.tracing.reading.grid import find_grid, find_headless, without_latex
from tutor_app.tracing.reading.labels import Line, label_lines
from tutor_app.tracing.reading.rows import (
    Context,
    edge_row,
    halving_row,
    leaf_row,
    pass_row,
    search_row,
    sort_row,
    visited_row,
)
from tutor_app.tracing.reading.split import split_message
from tutor_app.tracing.reading.table_lines import (
    number_from_0,
    operation_row,
    read_table_claim,
    values_row,
)
from tutor_app.tracing.reading.tabled import result_table, table_rows, with_usual_header
from tutor_app.tracing.values import Doubt, Row, StudentTrace, Value

__all__ = ["read_student", "split_message"]

_SORTS = ("insertion_sort", "selection_sort", "bubble_sort", "merge_sort", "quicksort", "heapsort")
_READERS: Mapping[str, Callable[[Line, Context], Row | None]] = {
    **dict.fromkeys(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort"), search_row),
    **dict.fromkeys(_SORTS, sort_row),
    **dict.fromkeys(("prim", "kruskal"), edge_row),
    "hill_climbing": search_row,
    "ids": visited_row,
    "bellman_ford": pass_row,
    "binary_search": halving_row,
    "alphabeta": leaf_row,
    **dict.fromkeys(("heap_operations", "bst"), operation_row),
    **dict.fromkeys(("lcs", "knapsack"), values_row),
}
_TABLES = frozenset(("heap_operations", "bst", "lcs", "knapsack"))
# "(I didn't sort OPEN)": a remark, no row.
_REMARK = re.compile(r"(?i)^\s*\(.*\)\s*$|^\s*(?:i\s+(?:did\s*n.?t|haven.?t|wasn.?t)\b)")
# Several steps in one line: "limit 0: S; limit 1: S, A", "1) … 2) …", "low 0 …, low 3 …".
_NEXT_STEP = re.compile(
    r"(?i)(?:[;,.]\s*|\s+)(?=(?:step|pass|iteration|limit|depth|round)\s*\d+\s*[:.)=-]|\d+\)\s"
    r"|(?:lo|low)\b\s*[=:]?\s*\d+[\s,;]+(?:hi|high)\b)"
)
_SENTENCE = re.compile(r"(?<!^\d)(?<!^\d\d)\.\s+(?=[A-Z][a-z]+\b)")
# One array after the other in a line: "11 25 64, then 11 25 64".
_THEN = re.compile(r"(?i)\bthen\b|->|→|=>|;|\s/\s|\band\b")
_SAYS_ORDER = re.compile(r"(?i)\border|expan|visit|remov|sequence|\bpop|\btook|\btake")
_LONE = re.compile(
    r"(?i)\W*(?:then\s+|finally\s+)?(?:(?:expand|pop|take|pick|visit|select|remove|dequeue|settle"
    r"|choose|close)\w*\s+)?(?:the\s+)?(?:goal\s+|node\s+)*(\w+)(?:\W*(?:goal|done|stop|end)\w*)?\W*"
)
# What may stand between the nodes of an order: "S, then A -> B and G".
_IN_ORDER = re.compile(
    r"(?i)\b(?:and|then|next|finally|after|that|to|by|followed|last|first|node|goal)\b"
)
_COUNTED = frozenset(("i", "k"))  # loop variables, which may begin at 0


def read_student(text: str, about: Context) -> StudentTrace | None:
    """Return the rows and claims of a student's own work (the second part of `split_message`).

    Rows hold what is shown and "step", the row's number as docs/tracing.md counts; `final` holds
    what the student says comes out. None where neither can be read.
    """
    lines = [
        part
        for line in without_latex(text).splitlines()
        if not _REMARK.match(line)
        for part in _cut(line)
    ]
    # The table of dynamic programming is itself the work: its lines are its rows.
    grid = None if about.algorithm in ("lcs", "knapsack") else find_grid(lines)
    if grid is None and about.algorithm not in _TABLES and (headless := find_headless(lines)):
        grid = with_usual_header(headless, about)
    result = result_table(grid, about) if grid else None
    read = table_rows(grid, about) if grid and result is None else []
    if grid and (read or result):
        lines = [*lines[: grid.lines.start], *lines[grid.lines.stop :]]
        _, final = _read_lines(lines, about, has_rows=True)
        final = {**(result or {}), **final}
    else:
        read, final = _read_lines(lines, about, has_rows=False)
    listed = not read and result is None
    if listed:
        read = _bare_order(lines, about)
    rows, sources = _newly_closed([row for row, _ in read], about), [said for _, said in read]
    numbered = any(line.number is not None for line in label_lines(lines))
    if not final and not grid and not numbered and [*map(set, rows)] == [{"step", "dist"}]:
        rows, sources, final = [], [], {"dist": rows[0]["dist"]}  # without a step: the result
    if not rows and not final:
        return None
    doubts = doubts_in(rows, sources, about)
    order = [str(row["node"]) for row in rows if "node" in row] if listed else []
    if listed and (doubts or len(set(order)) < len(order)):
        # What is no node in the list, or stands there twice: then it may be no order.
        doubts = (Doubt(row=0, line=""),)
    return StudentTrace(rows=tuple(rows), final=final, doubts=doubts)


def _newly_closed(rows: Sequence[Row], about: Context) -> list[Row]:
    """Read "settled: A", "settled: C" as each row's node, where none lists those before."""
    closed = [row["closed"] for row in rows if row.get("closed")]
    alone = all(isinstance(each, tuple) and len(each) == 1 for each in closed)
    if len(closed) < 2 or not alone or len(set(map(str, closed))) < len(closed):
        return list(rows)
    if "node" not in about.columns:
        return list(rows)
    found: list[Row] = []
    for row in rows:
        new = row.get("closed")
        rest = {name: value for name, value in row.items() if name != "closed"}
        node = {"node": new[0]} if isinstance(new, tuple) and new else {}
        found.append({**node, **rest})
    return found


def _cut(line: str) -> list[str]:
    """Return the steps and sentences of one line."""
    first, *others = _NEXT_STEP.split(line)
    steps = [first, *others] if re.search(r"\w", first) else others
    return [part for step in steps for part in _SENTENCE.split(step)]


def _read_lines(
    lines: Sequence[str], about: Context, has_rows: bool
) -> tuple[list[tuple[Row, str]], dict[str, Value]]:
    """Return the rows of numbered or worded lines with their text, and the claims among them."""
    rows: list[Row] = []
    sources: list[str] = []
    final: dict[str, Value] = {}
    reader = _READERS.get(about.algorithm)
    for line in label_lines(lines):
        if not re.search(r"\w", line.rest):
            continue
        shown_before = has_rows or bool(rows)
        claim = {} if line.number is not None else _claim(line.rest, about, shown_before)
        final.update(claim)
        if reader is None or claim or has_rows:
            continue
        read = _several(line, about) or [reader(line, about) or _lone_node(line, rows, about)]
        for row in filter(None, read):
            rows.append({"step": _step(line, rows, about), **row})
            sources.append(line.rest)
    if rows and "array" in rows[0] and rows[0].get("step") == 1:
        rows = _without_start(rows, about)
    return list(zip(number_from_0(rows), sources, strict=True)), final


def _lone_node(line: Line, before: Sequence[Row], about: Context) -> Row | None:
    """Read "expand G" or "G" as the row that ends a trace."""
    if not before or "node" not in before[-1]:
        return None
    found = _LONE.fullmatch(line.rest)
    return {"node": about.nodes.spell(found[1])} if found and found[1] in about.nodes else None


def _claim(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    reader = read_table_claim if about.algorithm in _TABLES else read_claim
    return reader(line, about, has_rows)


def _step(line: Line, before: Sequence[Row], about: Context) -> int:
    """Return a row's number: the one in front of it, else one more than the row before."""
    last = before[-1]["step"] if before else 0
    counted = (last if isinstance(last, int) else 0) + 1
    if line.number is None or line.kind in _COUNTED or line.kind in ("leaf", "width"):
        return counted
    return line.number


def _without_start(rows: list[Row], about: Context) -> list[Row]:
    """Return rows that begin with the array as given numbered from 0.

    A sort's first row may leave the array as it is; where there is one row too many, or a pass of
    bubble sort leaves an unsorted array alone, that first row is the start.
    """
    if about.algorithm in _TABLES or rows[0]["array"] != about.array or len(rows[0]) > 2:
        return rows
    unsorted = list(about.array) not in (sorted(about.array), sorted(about.array, reverse=True))
    too_many = about.algorithm in ("insertion_sort", "selection_sort") and len(rows) >= len(
        about.array
    )
    if too_many or (about.algorithm == "bubble_sort" and unsorted):
        return [{**row, "step": number} for number, row in enumerate(rows)]
    return rows


def _several(line: Line, about: Context) -> list[Row | None]:
    """Return the rows of a line that lists several edges or arrays; empty for any other."""
    if line.number is not None:
        return []
    if about.algorithm in ("prim", "kruskal"):
        shown = _shown(line.rest, about)
        return [*shown] if len(shown) > 1 else []
    if about.algorithm in _SORTS and about.algorithm != "merge_sort" and about.array:
        arrays = [numbers_in(group) for group in groups(line.rest)]
        fitting = [array for array in arrays if len(array) == len(about.array)]
        if not fitting:
            parts = [numbers_in(part) for part in _THEN.split(line.rest)]
            fitting = [array for array in parts if len(array) == len(about.array)]
        return [{"array": array} for array in fitting] if len(fitting) > 1 else []
    return []


def _bare_order(lines: Sequence[str], about: Context) -> list[tuple[Row, str]]:
    """Read "I expand: S, A, G" (steps 1, 2, 3), a list of leaves or edges; each with its text."""
    named = [line for line in lines if about.nodes.spelled and about.nodes.first(line)]
    for line in lines:
        if len(named) > 2 and not _SAYS_ORDER.search(line):
            continue  # one of several rows is no order
        line = re.split(
            r"(?i)[,;]?\s*(?:\band\s+)?(?:then\s+)?\b(?:prun\w*|cut\w*|(?:the\s+)?root\b)", line
        )[0]
        claimed = _claim(line, about, has_rows=True)
        if claimed and not re.search(r"(?i)\border|expan|visit|remov", line):
            continue
        head = re.match(r"\W*(\w+)\s*:", line)
        if head and about.nodes.spelled and head[1] in about.nodes:
            continue  # "S: A, B": a node and its list
        if about.nodes.spelled and re.search(
            r"[|│]|(?:->|→|=>).*,|,.*(?:->|→|=>)", _first_to_last(line, about)
        ):
            if about.algorithm not in ("prim", "kruskal"):
                continue  # "S | A, B" and "S -> A, B" too
        body = re.split(r":(?!=)|\border\s+(?:is|was)\b", line, maxsplit=1)[-1]
        shown = _shown(body, about)
        if len(shown) > 1 or (shown and ":" in line):
            # The line is a list: each of its rows is one part of it, and no more.
            return [({"step": n, **row}, _own_text(row)) for n, row in enumerate(shown, start=1)]
    return []


def _own_text(row: Row) -> str:
    return str(row.get("node", ""))


def _shown(body: str, about: Context) -> list[Row]:
    if about.algorithm == "alphabeta":
        return [{"value": value} for value in numbers_in(body)]
    if about.algorithm in ("prim", "kruskal"):
        parts = re.split(r"[,;]\s*(?![^()]*\))|\s+then\s+", body)
        found = [edge_row(Line(number=None, kind="", rest=part), about) for part in parts]
        return [row for row in found if row]
    if "node" not in about.columns:
        return []
    names = about.nodes.read(body)
    words = re.findall(r"[^\W\d_]{3,}", body)
    if len([word for word in words if word not in about.nodes]) > len(names):
        return []  # a sentence that names some nodes, no list of them
    if about.nodes.spelled and (ends := _first_to_last(body, about)):
        between = re.findall(r"[^\W\d_]{3,}", _IN_ORDER.sub(" ", ends))
        if any(word not in about.nodes and not _all_nodes(word, about) for word in between):
            return []
    return [{"node": name} for name in names]


def _first_to_last(body: str, about: Context) -> str:
    """Return the text from the first known node to the last."""
    found = [one for one in re.finditer(rf"(?<!\w){about.nodes.known}", body)]
    return body[found[0].start() : found[-1].end()] if found else ""


def _all_nodes(word: str, about: Context) -> bool:
    return all(letter in about.nodes for letter in word)
