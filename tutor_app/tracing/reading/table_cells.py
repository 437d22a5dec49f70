"""Tables in a message: cells between bars, tabs, ampersands, commas or several blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_RULE = re.compile(r"^[\s|:+=─━_-]*$|^\s*\\(?:hline|toprule|midrule|bottomrule)\s*$")
_LATEX_FRAME = re.compile(
    r"\\(?:begin|end)\{\w+\*?\}(?:\{[^}]*\})?(?:\[[^\]]*\])?|\\hline|\\(?:top|mid|bottom)rule"
)
_LATEX = (
    (r"\\infty", "∞"), (r"\\(?:to|rightarrow)\b", "->"), (r"\\alpha\b", "α"), (r"\\beta\b", "β"),
    (r"\\(?:emptyset|varnothing)\b", "∅"), (r"\\\{", "{"), (r"\\\}", "}"), (r"\\langle\b", "["),
    (r"\\rangle\b", "]"), (r"\\(?:text|mathrm|textbf|mathbf|texttt)\{([^}]*)\}", r"\1"),
    (r"\\(?:quad|,|;|!| )", " "), (r"\$", ""), (r"\\&", "&"), (r"\\_", "_"),
)  # fmt: skip
_FIRST = re.compile(
    r"(?i)^\W*(?:step|pass|iteration|iter|it|round|limit|depth|row|no|nr|n|i|k|#|node"
    r"|selected|expand(?:ed|ing)?|settled|extracted|pop(?:ped)?|removed|dequeued|visited|picked"
    r"|chosen|processed|curr?|cur|take|taken|open|frontier|fringe|queue|stack|added|time|s\.?no"
    r"|closed|explored|done|visited\s+set|dist|distance|h|f|g|next|merged"
    r"|edge|lo|low|left|leaf|array|phase|pivot|width|key|current|vertex|operation|op|value)\b"
)
_UNNAMED = re.compile(r"^\s*\|\s*\|")  # nothing stands over the first column
_NO_HEADER = re.compile(r"[={}:]|->|→|\[(?!\s*(?:mid|m)\w*\s*\])|.{30}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table's header and rows as text, and the lines (by number) that it takes."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: range


def without_latex(text: str) -> str:
    """Return the text with LaTeX's frames and symbols as plain signs, the lines as they are."""
    if "\\" not in text and "$" not in text:
        return text
    text = re.sub(r"\\\\(?:\[[^\]]*\])?[ \t]*\n?", "\n", text)  # a row's end
    text = _LATEX_FRAME.sub(" ", text)
    for pattern, plain in _LATEX:
        text = re.sub(pattern, plain, text)
    return text


def find_grid(lines: Sequence[str]) -> Grid | None:
    """Return the first table of the lines: a header, and at least one row of as many cells."""
    for number, line in enumerate(lines):
        if not _FIRST.match(line) and not _UNNAMED.match(line):
            continue
        for cut in (_bars, _tabs, _ampersands, _blanks, _commas):
            header = cut(line)
            if len(header) < 2 or any(_NO_HEADER.search(cell) for cell in header):
                continue
            rows, end = _rows(lines, number + 1, cut, len(header))
            if rows:
                return Grid(header=tuple(header), rows=tuple(rows), lines=range(number, end))
        if _NO_HEADER.search(re.sub(r"\s+", "", line[:29])):
            continue
        header = line.split()
        rows, end = _rows(lines, number + 1, _words(len(header)), len(header), exact=True)
        if len(header) > 2 and rows:
            return Grid(header=tuple(header), rows=tuple(rows), lines=range(number, end))
    return None


def find_headless(lines: Sequence[str]) -> Grid | None:
    """Return a table without a header: rows of cells, the first of which count up.

    Its header is empty but for "step" over the first column.
    """
    for begin in range(len(lines)):
        for cut in (_bars, _tabs, _ampersands, _blanks):
            rows: list[tuple[str, ...]] = []
            for line in lines[begin:]:
                cells = cut(line)
                number = re.fullmatch(r"\W*(\d+)\W*", cells[0]) if len(cells) > 1 else None
                if number is None or (rows and int(number[1]) != int(rows[-1][0]) + 1):
                    break
                rows.append((number[1], *cells[1:]))
            if len(rows) > 1:
                width = max(map(len, rows))
                full = tuple((*row, *[""] * (width - len(row))) for row in rows)
                header = ("step", *[""] * (width - 1))
                return Grid(header=header, rows=full, lines=range(begin, begin + len(rows)))
    return None


def find_under(header: Sequence[str], lines: Sequence[str]) -> Grid | None:
    """Return rows between bars that have a cell for each column of the header, which is not said.

    At least two of them: one alone may be anything.
    """
    for begin in range(len(lines)):
        rows: list[tuple[str, ...]] = []
        for line in lines[begin:]:
            cells = _bars(line)
            if len(cells) != len(header):
                break
            rows.append(tuple(cells))
        if len(rows) > 1:
            return Grid(
                header=tuple(header), rows=tuple(rows), lines=range(begin, begin + len(rows))
            )
    return None


def _rows(
    lines: Sequence[str], begin: int, cut: object, width: int, exact: bool = False
) -> tuple[list[tuple[str, ...]], int]:
    """Return the rows that follow a header, and the number of the line after them."""
    rows: list[tuple[str, ...]] = []
    number = begin
    while number < len(lines):
        line = lines[number]
        if not _RULE.match(line):
            cells = cut(line)  # type: ignore[operator]
            # At a line's end an empty cell leaves no trace.
            counted = bool(cells) and cells[0].isdecimal()
            least = width if exact and not counted else 1 if rows and "|" in line else 2
            if not least <= len(cells) <= width or not re.match(r"\W*(?:\w|∞|α|-)", cells[0]):
                break
            rows.append((*cells, *[""] * (width - len(cells))))
        elif not line.strip() and rows:
            break
        number += 1
    return rows, number


def _words(width: int) -> Callable[[str], list[str]]:
    """Return a cutter at single blanks: what a comma or a value joins is one cell, last the rest.

    So a table comes out of a spreadsheet by way of a mail: its tabs are blanks.
    """

    def cut(line: str) -> list[str]:
        joined = re.sub(r"\s*([,;])\s*", r"\1", line.strip())
        cells = joined.split()
        if len(cells) > width > 2 and all(
            re.fullmatch(r"[\w-]+", one) for one in cells[: width - 1]
        ):
            cells = [*cells[: width - 1], " ".join(cells[width - 1 :])]
        return [cell.replace(",", ", ").replace(";", "; ") for cell in cells]

    return cut


def cells_of(line: str) -> list[str]:
    """Return the cells of a line that bars or tabs cut, none for any other line."""
    return _bars(line) or _tabs(line)


def _bars(line: str) -> list[str]:
    if "|" not in line and "│" not in line:
        return []
    return [cell.strip() for cell in re.split(r"[|│]+", line.strip().strip("|│"))]


def _tabs(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("\n").split("\t")] if "\t" in line else []


def _ampersands(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("&")] if "&" in line else []


def _blanks(line: str) -> list[str]:
    return re.split(r" {2,}", line.strip()) if "  " in line.strip() else []


def _commas(line: str) -> list[str]:
    """Cut at commas outside brackets and quotes."""
    if "," not in line and ";" not in line:
        return []
    mark = ";" if ";" in line else ","
    cells, depth, cell, quoted = [], 0, "", False
    for letter in line.strip():
        quoted ^= letter == '"'
        depth += (letter in "[{(") - (letter in "]})")
        if letter == mark and depth <= 0 and not quoted:
            cells.append(cell.strip(' "'))
            cell = ""
        else:
            cell += letter
    return [*cells, cell.strip(' "')]
