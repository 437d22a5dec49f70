"""What a student wrote of their own run: its rows and what they say comes out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from tutor_app.domain.traces import Doubt, Row, StudentTrace, Value
from tutor_app.tracing.reading.plain_spelling import repaired
from tutor_app.tracing.reading.student_rows.claimed_results import lists_parents, read_claim
from tutor_app.tracing.reading.student_rows.doubtful_lines import doubts_in, without_blanks
from tutor_app.tracing.reading.student_rows.line_labels import Line, label_lines
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    groups,
    numbers_in,
    to_number,
)
from tutor_app.tracing.reading.student_rows.matrix_rows import read_matrices
from tutor_app.tracing.reading.student_rows.merge_lines import read_merges
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import (
    OF_EDGES,
    Context,
    edge_row,
    halving_row,
    leaf_row,
    pass_row,
    search_row,
    sort_row,
    visited_row,
    without_sets,
)
from tutor_app.tracing.reading.student_rows.rows_in_table import (
    result_table,
    table_rows,
    with_usual_header,
)
from tutor_app.tracing.reading.student_rows.table_lines import (
    number_from_0,
    operation_row,
    read_table_claim,
    values_row,
)
from tutor_app.tracing.reading.student_rows.value_tables import read_values
from tutor_app.tracing.reading.student_rows.work_in_message import split_message
from tutor_app.tracing.reading.student_rows.work_lines import one_row_a_line
from tutor_app.tracing.reading.table_cells import (
    Grid,
    find_grid,
    find_headless,
    find_under,
    without_latex,
)

__all__ = ["read_student", "split_message"]

_SORTS = ("insertion_sort", "selection_sort", "bubble_sort", "merge_sort", "quicksort", "heapsort")
_READERS: Mapping[str, Callable[[Line, Context], Row | None]] = {
    **dict.fromkeys(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort"), search_row),
    **dict.fromkeys(_SORTS, sort_row),
    **dict.fromkeys(OF_EDGES, edge_row),
    "hill_climbing": search_row,
    "ids": visited_row,
    "bellman_ford": pass_row,
    "binary_search": halving_row,
    "alphabeta": leaf_row,
    **dict.fromkeys(("heap_operations", "bst"), operation_row),
    **dict.fromkeys(("lcs", "knapsack"), values_row),
}
_TABLES = frozenset(("heap_operations", "bst", "lcs", "knapsack"))
_LEAST_COLUMNS = 2  # of a table that is told by its columns alone: more than this
# "(I didn't sort OPEN)": a remark, no row.
_REMARK = re.compile(r"(?i)^\s*\(.*\)\s*$|^\s*(?:i\s+(?:did\s*n.?t|haven.?t|wasn.?t)\b)")
# Several steps in one line: "limit 0: S; limit 1: S, A", "1) … 2) …", "low 0 …, low 3 …".
_NEXT_STEP = re.compile(
    r"(?i)(?:[;,.]\s*+|(?<!\s)\s++)(?=(?:step|pass|iteration|limit|depth|round)\s*\d+\s*[:.)=-]|\d+\)\s"
    r"|(?:lo|low)\b\s*[=:]?\s*\d+[\s,;]+(?:hi|high)\b|[\[(]\s*\d+\s*[,;.-]+\s*\d+\s*[\])]\s*:?\s*mid)"
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
    lines = _row_lines(text, about)
    own = _read_table(lines, about)
    if own is not None:
        return own if own.rows or own.final else None
    grid = _find_table(lines, about)
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
    rows, blank = without_blanks(rows) if grid else (rows, ())
    doubts = (*doubts_in(rows, sources, about), *blank)
    if not grid and (listed or _may_be_nodes(lines, about)):
        doubts = doubts if listed else (Doubt(row=0, line=""), *doubts)
    order = [str(row["node"]) for row in rows if "node" in row] if listed else []
    twice = len(set(order)) < len(order) and not _is_said_order(lines, about)
    if listed and (doubts or twice):
        # What is no node in the list, or stands there twice: then it may be no order.
        doubts = (Doubt(row=0, line=""),)
    return StudentTrace(rows=tuple(rows), final=final, doubts=doubts)


def _may_be_nodes(lines: Sequence[str], about: Context) -> bool:
    """Tell whether the numbers in front of lines, "1: 2 3", may be nodes, not steps."""
    front = [
        found[1] for line in lines if (found := re.match(r"\s*(\d+)\s*[:|-]\s*(?:\d|$)", line))
    ]
    return (
        "open" in about.columns
        and len(front) > 1
        and all(number in about.nodes.spelled for number in front)
    )


def _is_said_order(lines: Sequence[str], about: Context) -> bool:
    """Tell whether "order: A -> B -> C" is one for sure: called so, with one sign between nodes."""
    for line in lines:
        said = re.search(r"(?i)\border\b[^:\n]{0,40}:\s*(.+)$", line)
        if said and len(nodes := about.nodes.read(said[1])) > 2:
            known = rf"(?:{about.nodes.known})"
            return any(
                len(re.findall(mark, said[1])) == len(nodes) - 1
                and re.fullmatch(rf"{known}(?:{mark}{known})*\W*", said[1].strip())
                for mark in (r"\s*,\s*", r"\s*(?:->|→|=>)\s*")
            )
    return False


def _row_lines(text: str, about: Context) -> list[str]:
    """Return the lines of a work, each with one step, their small words rightly spelled."""
    if about.nodes.spelled:
        text = repaired(text, list(about.nodes.spelled))
    said = [line for line in without_latex(text).splitlines() if not _REMARK.match(line)]
    if about.algorithm in OF_EDGES:
        said = [without_sets(line, about) for line in said]
    return [part for line in one_row_a_line(said, about) for part in _cut(line)]


def _find_table(lines: Sequence[str], about: Context) -> Grid | None:
    """Return the table of the lines, under the header that it usually has where it has none."""
    # The table of dynamic programming is itself the work: its lines are its rows.
    grid = None if about.algorithm in ("lcs", "knapsack") else find_grid(lines)
    if grid is not None or about.algorithm in _TABLES:
        return grid
    headless = find_headless(lines)
    # As many cells as elements: the array, without a step in front of it.
    bare = headless and "array" in about.columns and len(headless.header) == len(about.array)
    counted = None if headless is None or bare else with_usual_header(headless, about)
    several = len(about.columns) > _LEAST_COLUMNS
    under = find_under(about.columns, lines) if several else None
    # What counts up in some rows of all columns is no step.
    return under if under and len(under.rows) > len(counted.rows if counted else ()) else counted


def _read_table(lines: Sequence[str], about: Context) -> StudentTrace | None:
    """Return work that is no rows of steps, with what else is said: values, matrices, parents.

    A trace of nothing is one that shows nothing to be judged.
    """
    if about.algorithm in OF_EDGES:
        # Parents are no edges in an order; those of a union-find are not even the tree's.
        parents = next(filter(lists_parents, lines), None)
        final = {} if parents is None else _claim(parents, about, has_rows=False)
        return None if parents is None else StudentTrace(final=final)
    if about.algorithm == "floyd_warshall":
        own = read_matrices("\n".join(lines), about)
    elif about.algorithm in ("lcs", "knapsack"):
        own = read_values(lines, about)
    else:
        return None
    if own is None:
        return None
    _, final = _read_lines(lines, about, has_rows=True)
    return replace(own, final={**final, **own.final})


def _newly_closed(rows: Sequence[Row], about: Context) -> list[Row]:
    """Read "settled: A", "settled: C" as each row's node, where none lists those before."""
    closed = [row["closed"] for row in rows if row.get("closed")]
    alone = all(isinstance(each, tuple) and len(each) == 1 for each in closed)
    # Of three rows with one node each none can list those before.
    if len(closed) < 2 or not alone or (len(closed) < 3 and closed[0] == closed[1]):
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
        counted = any(line.number is not None for line in label_lines(lines))
        rows = _without_start(rows, about, counted=counted)
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


def _without_start(rows: list[Row], about: Context, *, counted: bool) -> list[Row]:
    """Return rows that begin with the array as given numbered from 0.

    A sort's first row may leave the array as it is; where there is one row too many, or a pass of
    bubble sort leaves an unsorted array alone, that first row is the start, unless its line is
    `counted` as a pass.
    """
    if about.algorithm in _TABLES or rows[0]["array"] != about.array or len(rows[0]) > 2:
        return rows
    unsorted = list(about.array) not in (sorted(about.array), sorted(about.array, reverse=True))
    too_many = about.algorithm in ("insertion_sort", "selection_sort") and len(rows) >= len(
        about.array
    )
    if too_many or (about.algorithm == "bubble_sort" and unsorted and not counted):
        return [{**row, "step": number} for number, row in enumerate(rows)]
    return rows


def _several(line: Line, about: Context) -> list[Row | None]:
    """Return the rows of a line that lists several edges, merges or arrays; else empty."""
    if about.algorithm == "merge_sort" and "merged" in about.columns:
        merges = [merge.row for merge in read_merges(line.rest, about.array)]
        return [*merges] if line.number is None or len(merges) == 1 else []
    if line.number is not None:
        return []
    if about.algorithm in OF_EDGES:
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
    listing = sum(bool(_listed_by(line, about)) for line in lines)
    saying = sum(bool(_SAYS_ORDER.search(line)) for line in named)
    for line in lines:
        if len(named) > 2 and not (_SAYS_ORDER.search(line) and saying == 1):
            continue  # one of several rows is no order
        line = re.split(
            r"(?i)[,;]?\s*(?:\band\s+)?(?:then\s+)?\b(?:prun\w*|cut\w*|(?:the\s+)?root\b)", line
        )[0]
        claimed = _claim(line, about, has_rows=True)
        if claimed and not re.search(r"(?i)\border|expan|visit|remov", line):
            continue
        if _listed_by(line, about) and (listing > 1 or re.match(r"\W*\w+\s*:", line)):
            continue  # "S: A, B": a node and its list
        if about.nodes.spelled and re.search(
            r"[|│]|(?:->|→|=>).*,|,.*(?:->|→|=>)", _first_to_last(line, about)
        ):
            if about.algorithm not in OF_EDGES:
                continue  # "S | A, B" and "S -> A, B" too
        body = re.split(r":(?!=)|\border\s+(?:is|was)\b", line, maxsplit=1)[-1]
        shown = _shown(body, about)
        if len(shown) > 1 or (shown and ":" in line):
            # The line is a list: each of its rows is one part of it, and no more.
            return [({"step": n, **row}, _own_text(row)) for n, row in enumerate(shown, start=1)]
    return []


def _listed_by(line: str, about: Context) -> bool:
    """Tell whether a line lists what follows a node: "S: A, B", "after expanding S: A, B"."""
    head = re.match(r"[^:\n]*?(\w+)\s*:", line)
    return bool(head and about.nodes.spelled and head[1] in about.nodes)


def _own_text(row: Row) -> str:
    return str(row.get("node", ""))


def _shown(body: str, about: Context) -> list[Row]:
    if about.algorithm == "binary_search":
        looked = re.search(r"(?i)\b(?:look\w*|compar\w*|check\w*|prob\w*|visit\w*|test\w*)\b", body)
        return [{"value": value} for value in numbers_in(body[looked.end() :])] if looked else []
    if about.algorithm == "alphabeta":
        return [{"value": value} for value in numbers_in(body)]
    if about.algorithm in OF_EDGES:
        parts = re.split(r"[,;]\s*(?![^()]*\))|\s+then\s+", body)
        found = [edge_row(Line(number=None, kind="", rest=part), about) for part in parts]
        return [row for row in found if row]
    if "node" not in about.columns:
        return []
    if valued := _with_values(body, about):
        return valued
    names = about.nodes.read(body)
    words = re.findall(r"[^\W\d_]{3,}", body)
    if len([word for word in words if word not in about.nodes]) > len(names):
        return []  # a sentence that names some nodes, no list of them
    if about.nodes.spelled and (ends := _first_to_last(body, about)):
        between = re.findall(r"[^\W\d_]{3,}", _IN_ORDER.sub(" ", ends))
        if any(word not in about.nodes and not _all_nodes(word, about) for word in between):
            return []
    return [{"node": name} for name in names]


def _with_values(body: str, about: Context) -> list[Row]:
    """Read "S(7) -> A (h=5) -> B(2)" as nodes with their values; empty for any other list."""
    key = {"hill_climbing": "h", "ucs": "g", "greedy": "h", "astar": "f"}.get(about.algorithm)
    parts = [part for part in re.split(r"\s*(?:->|→|=>|,|;|\bthen\b)\s*", body.strip(" .")) if part]
    one = re.compile(
        rf"(?i)({about.nodes.known})\s*(?:[(\[]|=|:)\s*(?:[hgf]\s*[=:]\s*)?({NUMBER})\s*[)\]]?"
    )
    found = [one.fullmatch(part) for part in parts]
    if key is None or len(parts) < 2 or not about.nodes.spelled:
        return []
    pairs = [(about.nodes.spell(each[1]), to_number(each[2])) for each in found if each]
    whole = len(pairs) == len(parts) and all(node in about.nodes for node, _ in pairs)
    return [{"node": node, key: value} for node, value in pairs] if whole else []


def _first_to_last(body: str, about: Context) -> str:
    """Return the text from the first known node to the last."""
    found = [one for one in re.finditer(rf"(?<!\w){about.nodes.known}", body)]
    return body[found[0].start() : found[-1].end()] if found else ""


def _all_nodes(word: str, about: Context) -> bool:
    return all(letter in about.nodes for letter in word)
