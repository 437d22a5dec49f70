"""Matrices of distances, as Floyd-Warshall's algorithm makes one for each node."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor_app.domain.traces import Doubt, Number, Row, StudentTrace, Value
from tutor_app.tracing.node_order import name_key
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, to_number
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_CELL = re.compile(rf"(?i)(?:{NUMBER}|(?<![\w.])[-–—x](?![\w.∞]))")
_RESULT = re.compile(r"(?i)\b(?:final|result|shortest|distances?\s+matrix|at\s+the\s+end)\b")
_PAIR = r"(?:d(?:ist)?\s*)?[\[(]\s*(?P<u>{n})\s*(?:,|;|->|→|-|\]\s*\[)\s*(?P<v>{n})\s*[\])]"
_RULE = re.compile(r"^[\s|:+=─━-]*$")


@dataclass(slots=True)
class _Matrix:
    """One matrix as it stands: what heads it, the names over it, its lines."""

    head: str = ""
    over: tuple[str, ...] = ()
    names: list[str | None] = field(default_factory=list)
    cells: list[tuple[Number, ...]] = field(default_factory=list)


def read_matrices(text: str, about: Context) -> StudentTrace | None:
    """Return the matrices that a text shows as rows, the last or only one as what comes out.

    None where there is none. Matrices whose size is not that of the graph are in doubt, and so are
    those whose order of nodes nothing says, until they are right.
    """
    nodes = tuple(sorted(about.nodes.spelled.values(), key=name_key))
    if not nodes:
        return None
    pairs = _pairs(text, about)
    if pairs is not None:
        return pairs
    found = [one for one in _matrices(text, nodes, about) if one.cells]
    if not found:
        return None
    rows: list[Row] = []
    final: dict[str, Value] = {}
    doubts: list[Doubt] = []
    for place, matrix in enumerate(found):
        dist, sure = _distances(matrix, nodes, about)
        row = _numbered(matrix.head, _number(rows[-1]) + 1 if rows else 1, about)
        if len(found) == 1 and ("node" not in row or _RESULT.search(matrix.head)):
            final["dist"] = dist
        elif place == len(found) - 1 and _RESULT.search(matrix.head):
            final["dist"] = dist
        else:
            rows.append({**row, "dist": dist})
        if not sure:
            doubts.append(Doubt(row=max(len(rows) - 1, 0), line=""))
    return StudentTrace(rows=_from_the_start(rows), final=final, doubts=tuple(doubts))


def _number(row: Row) -> int:
    number = row["step"]
    return number if isinstance(number, int) else 0


def _from_the_start(rows: list[Row]) -> tuple[Row, ...]:
    """Return rows that none of their heads number or name as they are counted."""
    numbers = [row["step"] for row in rows]
    if len(set(map(str, numbers))) < len(numbers):
        return tuple({**row, "step": place} for place, row in enumerate(rows, start=1))
    return tuple(rows)


def _matrices(text: str, nodes: Sequence[str], about: Context) -> list[_Matrix]:
    found: list[_Matrix] = []
    matrix = _Matrix()
    head = ""
    for line in _lines(text, about):
        cells = _cells(line, nodes, about)
        over = _over(line, nodes, about)
        if over or cells is None or len(matrix.cells) == len(nodes):
            if matrix.cells:
                found.append(matrix)
            if matrix.cells or over:
                matrix = _Matrix(head=head, over=over)
                head = "" if cells is None else head
            if over:
                continue
            if cells is None:
                head = line.strip() if line.strip() else head
                matrix = _Matrix(head=head)
                continue
        if cells is not None:
            matrix.names.append(cells[0])
            matrix.cells.append(cells[1])
    return [*found, matrix]


def _lines(text: str, about: Context) -> list[str]:
    """Return the lines of the matrices; "[[0, 1], [2, 0]]" is one line for each list."""
    lines: list[str] = []
    for line in text.splitlines():
        if _RULE.match(line):
            continue
        nested = re.search(r"\[\s*(?=\[)", line)
        if nested:
            inner = re.findall(r"\[([^\[\]]*)\]", line[nested.start() :])
            lines.extend([line[: nested.start()], *inner])
        else:
            headed = re.match(r"^\W*([^\d∞:]*?)\W*:\s*(?=[\d∞-])", line)
            if headed and headed[1] not in about.nodes:
                lines.append(line[: headed.end()])
                line = line[headed.end() :]
            lines.append(line)
    return lines


def _cells(
    line: str, nodes: Sequence[str], about: Context
) -> tuple[str | None, tuple[Number, ...]] | None:
    """Return the node in front of a line of a matrix, if any, and its numbers; else None."""
    body = line.strip(" \t|│[](){},;")
    parts = [part for part in re.split(r"[\s|│,;]+", body) if part.strip("[](){}:")]
    if len(parts) == len(nodes) + 1 and parts[0].strip("[]():'\"") in about.nodes:
        name = about.nodes.spell(parts[0].strip("[]():'\""))
        rest = parts[1:]
    elif len(parts) == len(nodes):
        name, rest = None, parts
    else:
        return None
    if not all(_CELL.fullmatch(part.strip("[](){}:,")) for part in rest):
        return None
    values = [part.strip("[](){}:,") for part in rest]
    if name is None and values == list(nodes):
        return None  # names that are numbers, over a matrix
    return name, tuple(float("inf") if v in "-–—xX" else to_number(v) for v in values)


def _over(line: str, nodes: Sequence[str], about: Context) -> tuple[str, ...]:
    """Return the nodes of a line that is nothing but all of them: over a matrix."""
    body = re.sub(r"(?i)\b(?:from|to|node)\b", " ", line)
    parts = [part for part in re.split(r"[\s|│,;\\/]+", body) if part]
    if len(parts) == len(nodes) and {about.nodes.spell(part) for part in parts} == set(nodes):
        return tuple(about.nodes.spell(part) for part in parts)
    return ()


def _distances(
    matrix: _Matrix, nodes: Sequence[str], about: Context
) -> tuple[dict[str, Value], bool]:
    """Return d by node and node, and whether the names of lines and columns are sure."""
    over = matrix.over or tuple(nodes)
    named = [name for name in matrix.names if name is not None]
    whole = len(matrix.cells) == len(nodes)
    names = named if len(named) == len(matrix.cells) else list(over)
    dist: dict[str, Value] = {
        name: dict(zip(over, cells, strict=True))
        for name, cells in zip(names, matrix.cells, strict=False)
    }
    listed = list(about.nodes.spelled.values()) == list(nodes)
    return dist, whole and (bool(matrix.over) or listed)


def _numbered(head: str, counted: int, about: Context) -> Row:
    """Return the row's number, and the node that its head names."""
    said = re.sub(r"(?i)\bmatrix\b|\bafter\b", " ", head)
    number = re.search(r"(?<![\w.])(?:[dD]\W?|step\s*|iteration\s*)?(\d+)\b", said)
    node = next((name for name in _names(said, about) if not name.isdecimal()), None)
    by_node = re.search(r"(?i)\b(?:k|node|via|through)\W{0,3}(\d+)\b", said)
    if by_node and by_node[1] in about.nodes:
        node = by_node[1]
    if re.search(r"(?i)\b(?:initial\w*|start\w*|given)\b", head):
        return {"step": 0}
    if node is not None:
        return {"step": counted, "node": node}
    if number:
        return {"step": int(number[1])}
    return {"step": counted}


def _names(text: str, about: Context) -> list[str]:
    text = re.sub(r"(?i)^\W*(?:k|d|step|iteration|via|node|through)\b(?=\s*[=:\s])", " ", text)
    return [name for name in about.nodes.read(text) if name in about.nodes.spelled.values()]


def _pairs(text: str, about: Context) -> StudentTrace | None:
    """Read "d(A,B)=3, d(A,C)=5" as what comes out."""
    pattern = _PAIR.replace("{n}", about.nodes.known)
    found = list(re.finditer(rf"(?i)(?<!\w){pattern}\s*[=:]\s*(?P<d>{NUMBER})", text))
    dist: dict[str, dict[str, Value]] = {}
    for each in found:
        row = dist.setdefault(about.nodes.spell(each["u"]), {})
        if about.nodes.spell(each["v"]) in row:
            return None  # said twice: of several steps
        row[about.nodes.spell(each["v"])] = to_number(each["d"])
    return StudentTrace(final={"dist": dist}) if len(found) > 1 else None
