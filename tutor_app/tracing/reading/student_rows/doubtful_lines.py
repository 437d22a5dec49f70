"""Lines of a student's work that may say other, or more, than was read of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tutor_app.domain.traces import Doubt, Row, Value
from tutor_app.tracing.reading.student_rows.list_entries import numbers_in
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

# Algorithms whose rows name nodes beside numbers: a number left over may be a cost.
_COSTED = frozenset(("ucs", "greedy", "astar", "dijkstra"))
# "… because B is dearer": reasons name what the row does not hold.
_REASON = re.compile(r"(?i)\b(?:because|since|as\s+it|cause|bc|not\s+yet|instead\s+of|than)\b.*")
_BY_NODE = ("dist", "parent", "indegree")
_SORTS = frozenset(("insertion_sort", "selection_sort", "bubble_sort", "quicksort", "heapsort"))
_NAMED = ("node", "open", "closed", "queue", "visited", "edge", "tree", "added")


def doubts_in(rows: Sequence[Row], lines: Sequence[str], about: Context) -> tuple[Doubt, ...]:
    """Return the rows whose line, of the same place, is not all in the row."""
    if _of_another_array(rows, about) or _of_another_kind(rows, about) or _alike(rows, about):
        return (Doubt(row=0, line=""),)
    return tuple(
        Doubt(row=place, line=line.strip())
        for place, (row, line) in enumerate(zip(rows, lines, strict=True))
        if _is_doubtful(row, line, about)
    )


def without_blanks(rows: Sequence[Row]) -> tuple[list[Row], tuple[Doubt, ...]]:
    """Return a table's rows with a list left blank as empty, and those rows in doubt.

    In the last row nothing is shown where nothing stands: the run ends there.
    """
    read, doubts = list(rows), []
    for field in ("open", "queue"):
        if not any(field in row for row in rows):
            continue
        for place in range(len(rows) - 1):
            if field not in rows[place] and "node" in rows[place]:
                read[place] = {**read[place], field: ()}
                doubts.append(Doubt(row=place, line=""))
    return read, tuple(doubts)


def _of_another_array(rows: Sequence[Row], about: Context) -> bool:
    """Tell whether all rows hold the same elements, and not those of the array as it was read.

    An element lost on the way is a mistake; one that no row has was hardly ever there.
    """
    arrays = [row["array"] for row in rows if isinstance(row.get("array"), tuple)]
    if about.algorithm not in _SORTS or not about.array or not arrays:
        return False
    held = {tuple(sorted(_numbers(array))) for array in arrays}
    return len(held) == 1 and len(arrays) > 1 and tuple(sorted(_numbers(about.array))) not in held


def _of_another_kind(rows: Sequence[Row], about: Context) -> bool:
    """Tell whether rows of a recursive merge sort show arrays, or only what the merges give.

    They may as well be the halves into which it is split, or one level of the recursion each.
    """
    if about.algorithm == "bst":
        # Keys without the one that was inserted: the path to it, or a tree with a mistake.
        return any(
            row.get("operation") == "insert"
            and isinstance(tree := row.get("tree"), tuple)
            and row.get("value") not in tree
            for row in rows
        )
    only_values = rows and all(set(row) == {"step", "value"} for row in rows)
    if about.algorithm == "binary_search" and only_values:
        # Numbers alone: elements that were looked at, unless they may be positions.
        values = tuple(row["value"] for row in rows)
        return not all(value in about.array for value in values) or max(_numbers(values)) <= len(
            about.array
        )
    if about.algorithm != "merge_sort" or "merged" not in about.columns:
        return False
    return any("left" not in row and row.keys() & {"array", "merged"} for row in rows)


def _alike(rows: Sequence[Row], about: Context) -> bool:
    """Tell whether some entries of OPEN have a value and some none, where nodes are numbers."""
    if about.algorithm not in _COSTED or not any(n.isdecimal() for n in about.nodes.spelled):
        return False
    entries = [entry for row in rows for entry in _entries(row.get("open"))]
    return len({bool(entry.keys() & {"g", "h", "f"}) for entry in entries}) > 1


def _entries(value: Value) -> list[Mapping[str, Value]]:
    items = value if isinstance(value, tuple | list) else ()
    return [item for item in items if isinstance(item, Mapping)]


def _is_doubtful(row: Row, line: str, about: Context) -> bool:
    if about.algorithm == "hill_climbing" and row.get("node") not in (None, *about.nodes.spelled):
        return str(row["node"]) not in about.nodes
    if not about.nodes.spelled or about.algorithm not in _ROWS_OF_NODES:
        return False
    named = Counter(name for field in _NAMED for name in _names(row.get(field)))
    named += Counter(name for field in _BY_NODE for name in _keys(row.get(field)))
    if any(name not in about.nodes for name in named):
        return True
    said = _REASON.sub(" ", line)
    if any(node.isdecimal() for node in about.nodes.spelled):
        return False  # nodes and costs look alike
    if Counter(nodes_said(said, about)) - named:
        return True
    if about.algorithm not in _COSTED:
        return False
    return bool(Counter(map(float, numbers_in(said))) - Counter(_numbers(row)))


_ROWS_OF_NODES = frozenset(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort", "ids"))


def nodes_said(line: str, about: Context) -> Iterator[str]:
    """Yield the nodes that a line names, in the graph's spelling; "a" alone is an article."""
    names = sorted(about.nodes.spelled.values(), key=len, reverse=True)
    either = "|".join(re.escape(name) for name in names)
    yield from re.findall(rf"(?<!\w)(?:{either})(?!\w)", line)


def _names(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (str(value[key]) for key in ("node", "parent") if value.get(key) is not None)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _names(item)


def _keys(value: Value) -> Iterator[str]:
    """Yield the nodes of a table by node, and those that stand as its values."""
    if isinstance(value, Mapping):
        yield from value
        yield from (one for one in value.values() if isinstance(one, str))


def _numbers(value: Value) -> Iterator[float]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _numbers(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _numbers(item)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
