"""Rows of a node and a list without header or brackets: "1. S | A, B", "A: B C", "S - A 1, B 4"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Row, StudentTrace, Value
from tutor_app.tracing.reading.student_rows.doubtful_lines import doubts_in, without_blanks
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context
from tutor_app.tracing.reading.student_rows.rows_in_table import table_rows, with_usual_header
from tutor_app.tracing.reading.table_cells import Grid

_SEARCHES = frozenset(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort"))
_NUMBER = r"(?:(?:step\s*)?\(?(?P<number>\d+)\s*[.):|]\s*)?"
_PICKED = (
    r"(?:(?:after\s+)?(?:expand|expan|pop|tak|pick|visit|select|remov|dequeu|settl|process|clos)\w*\s+"
    r"(?:node\s+)?)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRows:
    """The rows; `guessed`: only their shape says that the list is OPEN."""

    trace: StudentTrace
    guessed: bool


def read_pair_rows(text: str, about: Context) -> PairRows | None:
    """Return the rows of at least two lines that each give a node, and behind a mark its lists.

    None where a line says anything else: then the lines are no such rows.
    """
    if about.algorithm not in _SEARCHES or not about.nodes.spelled:
        return None
    name = rf"['\"(\[]?(?P<node>{about.nodes.known})['\")\]]?"
    own = r"(?:\s*[(=,]?\s*(?P<own>\d+(?:\.\d+)?)\)?)?"
    number = _NUMBER
    if any(node.isdecimal() for node in about.nodes.spelled):
        # "1: 2 4" is the node 1 and its list, "1. 2 (4)" step 1 and node 2 with 4.
        own = r"(?:\s*\((?P<own>\d+(?:\.\d+)?)\))?"
        number = r"(?:(?:step\s*)?\(?(?P<number>\d+)\s*(?:[.)]|(?<=step\s\d)[:|])\s*)?"
    line_of = re.compile(
        rf"(?i)^[\s*•-]*{number}{_PICKED}{name}{own}\s*"
        r"(?P<mark>\||\t|:|--?>|→|=>|–|—|-(?=\s)|$)(?P<rest>.*)$"
    )
    lines = [line for line in text.splitlines() if re.search(r"\w", line)]
    found = [line_of.match(line) for line in lines]
    if len(lines) < 2 or not all(found):
        return None
    read = [match for match in found if match]
    if not any(re.search(r"\w", match["rest"]) for match in read):
        return None
    valued = any(match["own"] for match in read)
    rows = []
    for place, match in enumerate(read, start=1):
        cells = [cell.strip() for cell in re.split(r"[|\t]", match["rest"].rstrip(" |"))]
        values = [match["own"] or ""] if valued else []
        rows.append((match["number"] or str(place), match["node"], *values, *cells))
    width = max(map(len, rows))
    full = tuple((*row, *[""] * (width - len(row))) for row in rows)
    grid = Grid(header=("step", *[""] * (width - 1)), rows=full, lines=range(len(lines)))
    table = table_rows(with_usual_header(grid, about), about)
    kept, texts = [row for row, _ in table], [said for _, said in table]
    if not kept:
        return None
    kept, blank = without_blanks(kept)
    trace = StudentTrace(rows=tuple(kept), doubts=(*doubts_in(kept, texts, about), *blank))
    drawn = any(match["mark"] not in ("|", "\t", "") for match in read)
    counted = all(match["number"] and match["own"] for match in read)
    return PairRows(trace=trace, guessed=drawn and not (counted and _keeps_waiting(kept)))


def _keeps_waiting(rows: Sequence[Row]) -> bool:
    """Whether each list holds what waited before: then it is OPEN, not what a node adds."""
    lists = [{*_nodes_in(row.get("open"))} for row in rows]
    left = [held - {str(row.get("node"))} for held, row in zip(lists, rows[1:], strict=False)]
    return any(left) and all(kept <= held for kept, held in zip(left, lists[1:], strict=True))


def _nodes_in(value: Value) -> Iterator[str]:
    entries = value if isinstance(value, tuple) else ()
    yield from (str(entry["node"]) for entry in entries if isinstance(entry, Mapping))
