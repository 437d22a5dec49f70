"""Lines of a student's work that may say other, or more, than was read of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tutor_app.tracing.reading.entries import numbers_in
from tutor_app.tracing.reading.rows import Context
from tutor_app.tracing.values import Doubt, Row, Value

# Algorithms whose rows name nodes beside numbers: a number left over may be a cost.
_COSTED = frozenset(("ucs", "greedy", "astar", "dijkstra"))
# "… because B is dearer": reasons name what the row does not hold.
_REASON = re.compile(r"(?i)\b(?:because|since|as\s+it|cause|bc|not\s+yet|instead\s+of|than)\b.*")
_BY_NODE = ("dist", "parent", "indegree")
_SORTS = frozenset(("insertion_sort", "selection_sort", "bubble_sort", "quicksort", "heapsort"))
_NAMED = ("node", "open", "closed", "queue", "visited", "edge", "tree", "added")


def doubts_in(rows: Sequence[Row], lines: Sequence[str], about: Context) -> tuple[Doubt, ...]:
    """Return the rows whose line, of the same place, is not all in the row."""
    if _of_another_array(rows, about):
        return (Doubt(row=0, line=""),)
    return tuple(
        Doubt(row=place, line=line.strip())
        for place, (row, line) in enumerate(zip(rows, lines, strict=True))
        if _is_doubtful(row, line, about)
    )


def _of_another_array(rows: Sequence[Row], about: Context) -> bool:
    """Tell whether all rows hold the same elements, and not those of the array as it was read.

    An element lost on the way is a mistake; one that no row has was hardly ever there.
    """
    arrays = [row["array"] for row in rows if isinstance(row.get("array"), tuple)]
    if about.algorithm not in _SORTS or not about.array or not arrays:
        return False
    held = {tuple(sorted(_numbers(array))) for array in arrays}
    return len(held) == 1 and len(arrays) > 1 and tuple(sorted(_numbers(about.array))) not in held


def _is_doubtful(row: Row, line: str, about: Context) -> bool:
    if not about.nodes.spelled or about.algorithm not in _ROWS_OF_NODES:
        return False
    named = Counter(name for field in _NAMED for name in _names(row.get(field)))
    named += Counter(name for field in _BY_NODE for name in _keys(row.get(field)))
    if any(name not in about.nodes for name in named):
        return True
    said = _REASON.sub(" ", line)
    if any(node.isdigit() for node in about.nodes.spelled):
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
