"""A student's rows in a table: what each column is, and what its cells hold."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.node_order import name_key
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    inside,
    is_empty,
    numbers_in,
    read_assignments,
    read_entries,
    to_number,
)
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import (
    Context,
    read_action,
    read_direction,
)
from tutor_app.tracing.reading.student_rows.table_lines import level_order, read_operation
from tutor_app.tracing.reading.table_cells import Grid

# Headers by the field they mean, the first that the algorithm has. "step" is none of its columns.
_HEADERS: tuple[tuple[str, str], ...] = (
    (r"steps?|iter\w*|it|rounds?|rows?|no|nr|#|n|pass(?:es)?( ?no)?|k|i|time", "step"),
    (r"(?:depth )?limit|depth|level|l|dl", "limit"),
    (r"leaf(?: no| number|#)?", "leaf"),
    (r"next(?: node| state)?|moves? to|go(?:es)? to", "next"),
    (r"(?:selected|expanded|current|popped|removed|visited|chosen|picked|dequeued|processed|next)?"
     r" ?(?:nodes?|vertex|vertices|states?|city)|u|v|x|node expanded|expanded?|current|selected|pop"
     r"|popped|removed|chosen|picked|dequeued|output"
     r"|extract(?:ed)?", "node"),
    (r"selected|picked|min(?:imum)?|max(?:imum)?|smallest|largest|chosen|element", "selected"),
    (r"open(?: list| set)?|frontier|fringe|(?:priority )?queue|stack|agenda|pq|q|heap"
     r"|open list.*", "open"),
    (r"(?:the )?queue|sources?|ready|available|in-?degree 0|q", "queue"),
    (r"in-?degrees?", "indegree"),
    (r"added|new(?: nodes?| entries)?|inserted|enqueued|pushed|put in\w*", "added"),
    (r"f|f ?= ?g ?\+ ?h|g ?\+ ?h|estimated? (?:total )?cost", "f"),
    (r"h|heuristic(?: value)?|estimate", "h"),
    (r"closed(?: list| set)?|visited(?: nodes| set)?|explored(?: set)?|done|settled|finished|s|"
     r"permanent|expanded set|processed|seen", "closed"),
    (r"visited(?: nodes| in order)?|nodes visited|visit order|order|visited order", "visited"),
    (r"(?:chosen |added |new |next )?edges?(?: added| chosen)?", "edge"),
    (r"(?:edge )?(?:weight|cost|w|length)", "weight"),
    (r"(?:running )?(?:total|sum)(?: weight| cost)?|weight so far|cost so far", "total"),
    (r"tree(?: so far| vertices| nodes)?|in tree|vertices in tree|mst", "tree"),
    (r"actions?|decision|accept\w*\??|take\w*\??|add\w*\??|in mst\??|result|go"
     r"|direction|then|move", "action"),
    (r"result|outcome|found\??", "result"),
    (r"lo|low|l|left|start|first", "lo"),
    (r"hi|high|h|r|right|end|last", "hi"),
    (r"mid(?:dle)?(?: index)?|m", "mid"),
    (r"(?:\w+\s*\[ ?mid(?:dle)? ?\]|a\[m\])|mid(?:dle)? value|value|element|val", "value"),
    (r"left(?: half| run| part| list)?|l", "left"),
    (r"right(?: half| run| part| list)?|r", "right"),
    (r"merged?(?: result| list)?|result", "merged"),
    (r"width|size|run length", "width"),
    (r"key|inserted|element|value|insert(?:ing)?", "key"),
    (r"pivot(?: value)?", "pivot"),
    (r"pivot ?(?:index|position|pos)|(?:final )?(?:index|position)(?: of pivot)?|q", "pivot_index"),
    (r"swaps?|no(?: of)? swaps|number of swaps|# ?swaps", "swaps"),
    (r"phase|stage", "phase"),
    (r"operations?|ops?|command", "operation"),
    (r"paths?|compared(?: with)?|comparisons?|keys compared|visited", "path"),
    (r"(?:resulting |final )?(?:tree|bst|level[- ]?order).*", "tree"),
    (r"(?:the )?(?:array|list|a|arr|state|numbers|result|sequence|contents?"
     r"|array after.*|heap)", "array"),
    (r"alpha|α|a", "alpha"),
    (r"beta|β|b", "beta"),
    (r"changed\??|changes?", "changed"),
    (r"parents?|prev(?:ious)?|pred(?:ecessors?)?|π|pi|from|came from|via", "parent"),
    (r"dist(?:ances?)?|d|distances so far|labels?", "dist"),
    (r"g|(?:path |total )?costs?(?: so far)?|path ?cost|c|dist(?:ance)?|d|total|priority", "g"),
)  # fmt: skip
# What students show beside a row's own columns: values of the node selected, what is new in OPEN.
_BESIDE: Mapping[str, tuple[str, ...]] = {
    "bfs": ("added",),
    "dfs": ("added",),
    "ucs": ("g", "added"),
    "greedy": ("h", "added"),
    "astar": ("g", "h", "f", "added"),
    "dijkstra": ("g",),
}
_LISTS = {"visited", "closed", "tree", "queue"}
_ARRAYS = {"array", "left", "right", "merged"}
_NUMBERS = {
    "limit", "leaf", "weight", "total", "lo", "hi", "mid", "value", "width", "key", "pivot",
    "pivot_index", "swaps", "alpha", "beta", "selected", "g", "h", "f",
}  # fmt: skip
_NOTHING = re.compile(r"(?i)^\W*(?:start|init\w*|none|null|nil)?\W*$")
_DIST_CELL = re.compile(rf"^\W*?(?P<value>{NUMBER})\*?(?P<rest>.*)$", re.IGNORECASE)


def table_rows(grid: Grid, about: Context) -> list[tuple[Row, str]]:
    """Return a table's rows by field, each with the text of its cells.

    Columns that mean nothing here are left out of both.
    """
    fields = [_field(header, about) for header in grid.header]
    if not grid.header[0].strip() and "node" in about.columns and "node" not in fields:
        fields[0] = "node"
    taken: list[str | None] = []
    for field in fields:  # a field stands once; a later column of the same name says something else
        taken.append(None if field in taken else field)
    nodes = [about.nodes.spell(_bare(header)) for header in grid.header]
    distances = [
        about.algorithm in ("dijkstra", "bellman_ford", "hill_climbing") and _is_node(header, about)
        for header in grid.header
    ]
    rows: list[Row] = []
    texts: list[str] = []
    for number, cells in enumerate(grid.rows):
        row: dict[str, Value] = {}
        if "closed" in taken and about.algorithm == "dijkstra":
            place = taken.index("closed")
            own = _without_its_distance(cells[place], about)
            cells = (*cells[:place], own, *cells[place + 1 :])
        read = [cell for place, cell in enumerate(cells) if distances[place] or taken[place]]
        for place, cell in enumerate(cells):
            if distances[place] and taken[place] in (None, "dist", "parent", "node", "closed"):
                _put_distance(row, nodes[place], cell, about)
            elif taken[place] is not None:
                _put_cell(row, str(taken[place]), cell, about)
        if row:
            rows.append(_numbered(_with_own_distance(row, about), number, taken))
            texts.append(" | ".join(read))
    return list(zip(_without_settled(rows), texts, strict=True))


def _with_own_distance(row: dict[str, Value], about: Context) -> dict[str, Value]:
    """Return a row of Dijkstra's algorithm with the distance of its node among the distances."""
    node, own = row.get("node"), row.get("g")
    if about.algorithm != "dijkstra" or not isinstance(own, int | float):
        return row
    rest = {name: value for name, value in row.items() if name != "g"}
    dist = rest.get("dist")
    if not isinstance(node, str) or isinstance(dist, dict):
        return rest
    return {**rest, "dist": {node: own}}


def result_table(grid: Grid, about: Context) -> dict[str, Value] | None:
    """Return distances and parents of a table with one row a node; None where it is none.

    Such a table says what comes out; the order of its rows is no order of steps.
    """
    header = [said.strip(" *_:`").casefold() for said in grid.header]
    if about.algorithm not in ("dijkstra", "bellman_ford") or len(header) < 2:
        return None
    nodes = [about.nodes.first(row[0]) for row in grid.rows]
    listed = len(nodes) == len(set(nodes)) == len(about.nodes.spelled)
    if not re.fullmatch(r"(?:nodes?|vertex|vertices|v|city|n)", header[0]) or not listed:
        return None
    found: dict[str, Value] = {}
    for place, said in enumerate(header[1:], start=1):
        cells = {str(node): row[place] for node, row in zip(nodes, grid.rows, strict=True)}
        numbers = {node: numbers_in(cell) for node, cell in cells.items()}
        if re.match(r"(?:shortest |final )?(?:dist|cost|d\b|g\b|path cost)", said):
            if "dist" not in found and all(len(values) == 1 for values in numbers.values()):
                found["dist"] = {node: values[0] for node, values in numbers.items()}
        elif re.match(r"(?:parent|prev|pred|from|via|came|π|pi\b)", said):
            parents = {node: about.nodes.first(cell) for node, cell in cells.items()}
            found["parent"] = {node: name for node, name in parents.items() if name is not None}
    return found if "dist" in found else None


# What a table's columns are where it has no header, after the step.
_USUAL: Mapping[str, tuple[str, ...]] = {
    "toposort": ("node", "queue"),
    "ids": ("visited", "result"),
    "prim": ("edge", "weight", "total"),
    "kruskal": ("edge", "weight", "action"),
    "binary_search": ("lo", "hi", "mid", "value", "action"),
    "alphabeta": ("value", "alpha", "beta"),
    "merge_sort": ("left", "right", "merged"),
}


def with_usual_header(grid: Grid, about: Context) -> Grid:
    """Return a table without a header under the header that it usually has."""
    width = len(grid.header) - 1
    if "array" in about.columns and width > 1 and width == len(about.array):
        # One cell for each element.
        joined = tuple((row[0], ", ".join(row[1:])) for row in grid.rows)
        return replace(grid, header=("step", "array"), rows=joined)
    own = _BESIDE.get(about.algorithm, ())[:1]
    if own in (("g",), ("h",)) and width > 1 and _is_numeric_column(grid, 2):
        # a node, its own value, and OPEN behind it
        value = "f" if about.algorithm == "astar" else own[0]
        rest = ("open", "closed") if about.algorithm != "dijkstra" else ("closed",)
        header = ("step", "node", value, *rest[: width - 2], *[""] * (width - 2 - len(rest)))
        return replace(grid, header=header)
    nodes = sorted(about.nodes.spelled.values(), key=name_key)
    if about.algorithm == "dijkstra" and width == len(nodes) + 1:
        usual: tuple[str, ...] = ("node", *nodes)
    elif about.algorithm == "bellman_ford":
        usual = tuple(nodes)
    elif "array" in about.columns and about.array:
        usual = ("array",)
    else:
        usual = _USUAL.get(about.algorithm, about.columns)
    first = "limit" if about.algorithm == "ids" else "step"
    header = (first, *usual[:width], *[""] * (width - len(usual)))
    return replace(grid, header=header)


def _is_numeric_column(grid: Grid, place: int) -> bool:
    return all(re.fullmatch(rf"(?i)\W*(?:{NUMBER})?\W*", row[place]) for row in grid.rows)


def _field(header: str, about: Context) -> str | None:
    """Return the field that a header names, of those that the algorithm's rows have."""
    said = re.sub(r"\s*\((?![^)]*\bmid\b)[^)]*\)", "", header).strip(" *_:`").casefold()
    if _is_node(header, about) and about.algorithm in ("dijkstra", "bellman_ford"):
        return None
    if about.algorithm == "bellman_ford" and said in ("pass", "passes", "iteration", "round"):
        return "step"
    known = {"step", *about.columns, *_BESIDE.get(about.algorithm, ())}
    for pattern, field in _HEADERS:
        if re.fullmatch(pattern, said) and field in known:
            return field
    return None


def _bare(header: str) -> str:
    """Return the node in a header such as "d(A)", "dist[A]", "A"."""
    found = re.fullmatch(
        r"(?i)\W*(?:dist(?:ance)?|d|cost|v|node)\s*[\[(_ ]\s*(\w[\w ]*?)\s*[\])]?\W*", header
    )
    return (found[1] if found else header).strip(" *_:`")


def _is_node(header: str, about: Context) -> bool:
    return _bare(header) in about.nodes and header.strip() not in ("#",)


def _put_distance(row: dict[str, Value], node: str, cell: str, about: Context) -> None:
    """Put "5(S)", "5/S", "∞", "-" under a node's header into the row."""
    dist = row.setdefault("dist", {})
    assert isinstance(dist, dict)
    found = _DIST_CELL.match(cell)
    if found is None:
        if re.fullmatch(r"[-–—]", cell.strip()):
            dist[node] = None  # infinite, or settled before: see _without_settled
        return
    dist[node] = to_number(found["value"])
    parent = about.nodes.first(found["rest"])
    if re.search(r"[\w]", found["rest"]):
        parents = row.setdefault("parent", {})
        assert isinstance(parents, dict)
        if parent is not None:
            parents[node] = parent


def _put_cell(row: dict[str, Value], field: str, cell: str, about: Context) -> None:
    if field == "dist" and re.fullmatch(rf"(?i)\W*?{NUMBER}\W*", cell):
        field = "g"  # the distance of the row's own node
    if field == "operation":
        row.update(read_operation(cell, about))
        return
    value = _cell(field, cell, about)
    if value is not None:
        row[field] = value


def _without_its_distance(cell: str, about: Context) -> str:
    """Return the node of "s 0" or "s, 0" without its distance; any other cell as it is."""
    found = re.fullmatch(rf"\W*(\w+)\W*[\s,=:(]\W*({NUMBER})\W*", cell)
    if found is None or found[1] not in about.nodes or found[2] in about.nodes:
        return cell
    return found[1]


def _cell(field: str, cell: str, about: Context) -> Value:
    """Return a cell's value, None where it shows none."""
    if field == "step":
        found = re.search(r"\d+", cell)
        return int(found[0]) if found else (0 if re.search(r"(?i)init|start", cell) else None)
    if field in _NUMBERS:
        values = numbers_in(cell)
        return values[0] if values else None
    if field in _ARRAYS:
        return numbers_in(inside(cell)) or None
    if about.algorithm == "bst" and field == "tree":
        return level_order(inside(cell))
    if field == "path":
        return () if is_empty(cell) else numbers_in(cell)
    return _graph_cell(field, cell, about)


def _graph_cell(field: str, cell: str, about: Context) -> Value:
    if field == "next":
        return about.nodes.first(cell)
    if field == "node":
        return None if _NOTHING.match(cell) else about.nodes.first(cell)
    if field in ("open", "added") or field in _LISTS:
        return _list_cell(field, cell, about)
    if field == "edge":
        return about.nodes.read(cell)[:2] or None
    if field in ("dist", "parent", "indegree"):
        values, parents = read_assignments(cell, about.nodes)
        return (_parents(cell, about) if field == "parent" else values) or parents or None
    if field == "changed":
        return not re.search(r"(?i)\b(?:no|false|none|n)\b|^\W*$", cell)
    if field == "result":
        said = re.search(r"(?i)cut|found|fail", cell)
        return (
            {"cut": "cutoff", "fou": "found", "fai": "failure"}[said[0].casefold()[:3]]
            if said
            else None
        )
    if field == "action":
        return read_action(cell) if about.algorithm == "kruskal" else read_direction(cell)
    return cell.strip().casefold() or None


def _list_cell(field: str, cell: str, about: Context) -> Value:
    if not cell.strip() or re.search(r"(?i)\b(?:goal|stop|done|finish\w*|end)\b", cell):
        return None
    if field == "added" and is_empty(cell):
        return None  # nothing new, and nothing said of OPEN
    if field in ("open", "added"):
        return read_entries(cell, about.algorithm, about.nodes)
    return () if is_empty(cell) else about.nodes.read(cell)


def _parents(cell: str, about: Context) -> Mapping[str, Value]:
    pairs = re.findall(rf"({about.nodes.name})\s*(?:=|:|<-|←)\s*({about.nodes.name})", cell)
    return {about.nodes.spell(child): about.nodes.spell(parent) for child, parent in pairs}


def _numbered(row: dict[str, Value], number: int, fields: Sequence[str | None]) -> Row:
    """Return the row with its number: as shown, else counted from 1."""
    if "step" in row:
        return row
    if "limit" in row:
        return {"step": row["limit"], **row}
    return {"step": number + 1, **row} if "step" not in fields else row


def _without_settled(rows: list[Row]) -> list[Row]:
    """Read "-" in a table of distances: infinite at first; once a distance was shown, nothing."""
    shown: set[str] = set()
    read: list[Row] = []
    for row in rows:
        dist = row.get("dist")
        if not isinstance(dist, Mapping):
            read.append(row)
            continue
        values = {
            node: math.inf if value is None else value
            for node, value in dist.items()
            if value is not None or node not in shown
        }
        shown.update(
            n for n, v in values.items() if isinstance(v, (int, float)) and math.isfinite(v)
        )
        with_parents = any("parent" in other for other in rows) and "parent" not in row
        read.append({**row, "dist": values, **({"parent": {}} if with_parents else {})})
    return read
