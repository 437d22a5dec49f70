"""A run's table and picture as HTML; plain functions, nothing here draws."""

from __future__ import annotations

import base64
import math
import re
from dataclasses import dataclass
from html import escape, unescape
from typing import TYPE_CHECKING

from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.checking.row_differences import row_differences
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.convention_texts import describe_convention
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_cell
from tutor_app.tracing.run_tables import table_of
from tutor_app.wording.catalogue import phrase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor_app.domain.traces import Row, StudentTrace, Value
    from tutor_app.domain.values import ProblemRead, TraceShown

ASSUMED = phrase("page_traces.assumed")
FROM_NODE = phrase("page_traces.from_node", "value")
TO_NODE = phrase("page_traces.to_node", "value")
SEARCHING_FOR = phrase("page_traces.searching_for", "value")
DIRECTED = phrase("page_traces.directed")
UNDIRECTED = phrase("page_traces.undirected")
TABLE_NAME = phrase("page_traces.table_name", "algorithm")
ROW_DIFFERS = phrase("page_traces.row_differs")
YOUR_STEP = phrase("page_traces.your_step", "step")
MORE_ENTRIES = phrase("page_traces.more_entries", "count")

PAGE_ROWS = 50
LEAST_ROWS = 5
PAGE_CELLS = 20_000  # entries of lists, as in the arrays of a sort, on one page of the table
LONGEST_CELL = 320  # characters; an array of thousands is cut, and says so
_SAID = re.compile(r"<(?:title|desc)[^>]*>([^<]*)</")
_GROUND = re.compile(r'<rect width="100%" height="100%" fill="#[0-9a-f]+"/>')
_WIDTH = re.compile(r"max-width:(\d+)px")


@dataclass(frozen=True, slots=True, kw_only=True)
class Divergence:
    """Where the student's own trace first differs: the step's number, their row, what differs.

    `differing` is empty if the exact row may not be seen yet.
    """

    number: int
    row: Row
    differing: frozenset[str] = frozenset()


def divergence_of(run: AlgorithmRun, shown: TraceShown) -> Divergence | None:
    """Return the student's first wrong row; None if there is none, or it may not be pointed out.

    Its wrong fields are named only if the exact row is shown beside it.
    """
    number = shown.wrong_step
    if number is None or shown.attempt is None:
        return None
    row = _row_of(shown.attempt, number)
    expected = row_at(run, number)
    if row is None:
        return None
    if expected is None or (shown.upto is not None and number > shown.upto):
        return Divergence(number=number, row=row)
    found = row_differences(run, expected, row)
    return Divergence(number=number, row=row, differing=frozenset(each.field for each in found))


def _row_of(attempt: StudentTrace, number: int) -> Row | None:
    return next((row for row in attempt.rows if row.get("step") == number), None)


def page_rows(run: AlgorithmRun) -> int:
    """Return how many rows stand on one page: fewer where each holds thousands of elements."""
    problem = run.problem
    nodes = len(problem.graph.nodes) if problem.graph is not None else 0
    size = max(len(problem.array or ()), nodes, 1)
    return min(PAGE_ROWS, max(LEAST_ROWS, PAGE_CELLS // (size * max(1, len(run.columns)))))


def figure_html(svg: str, *, also: str = "") -> str:
    """Return the picture as an image; the page would strip an inline SVG.

    Its title and description, and `also`, are what a screen reader says. Its ground is left out, so
    that it stands on the card's; `--w` is how wide it is meant to be.
    """
    title_and_more = (unescape(found).strip() for found in _SAID.findall(svg)[:2])
    said = ". ".join(part for part in (*title_and_more, also) if part)
    wide = _WIDTH.search(svg)
    width = f' style="--w:{wide[1]}px"' if wide else ""
    data = base64.b64encode(_GROUND.sub("", svg, count=1).encode()).decode()
    return (
        f'<figure class="el-picture"{width}><img src="data:image/svg+xml;base64,{data}" '
        f'alt="{escape(said)}"></figure>'
    )


def conventions_html(read: ProblemRead) -> str:
    """Return the conventions in force as a list, marking each that no message states."""
    said = []
    for name, value in read.problem.conventions.items():
        if value is None:
            continue
        words = escape(describe_convention(name, value))
        assumed = f' <span class="el-assumed">{ASSUMED()}</span>' if name in read.assumed else ""
        said.append(f"<li>{words}{assumed}</li>")
    return f'<ul class="el-conventions">{"".join(said)}</ul>' if said else ""


def asked_html(read: ProblemRead) -> str:
    """Return start, goal and target in one line; empty if the algorithm has none."""
    problem = read.problem
    needs = algorithm_named(problem.algorithm)
    known = needs.needs | needs.may_have
    said = [
        ("start", FROM_NODE, problem.start),
        ("goal", TO_NODE, problem.goal),
        ("target", SEARCHING_FOR, problem.target),
    ]
    parts = [
        words(value=f"<b>{escape(write_cell(name, value))}</b>")
        for name, words, value in said
        if name in known and value is not None
    ]
    if problem.graph is not None:
        parts.append(DIRECTED() if problem.graph.directed else UNDIRECTED())
    return f'<p class="el-asked-for">{", ".join(parts)}</p>' if parts else ""


def table_html(
    run: AlgorithmRun, *, seen: int, place: int, page: int, divergence: Divergence | None = None
) -> str:
    """Return one page of the table, the row in `place` marked, the student's wrong row below it."""
    start = page * page_rows(run)
    stop = min(seen, start + page_rows(run))
    table = table_of(run, start=start, stop=stop)
    rows = []
    for line, (number, cells) in enumerate(zip(table.numbers, table.rows, strict=True)):
        wrong = divergence is not None and divergence.number == number
        first = escape(cells[0])
        if wrong:
            first += f' <span class="el-wrong-mark">✗ {ROW_DIFFERS()}</span>'
        rest = [cell_html(text) for text in cells[1:]]
        here = start + line == place
        rows.append(row_html(number, (first, *rest), here=here, wrong=wrong))
        if divergence is not None and wrong:
            rows.append(_yours_html(run, divergence))
    beyond = divergence is not None and divergence.number > run.steps[seen - 1].number
    if divergence is not None and beyond and stop == seen:
        rows.append(_yours_html(run, divergence))
    return framed_table(TABLE_NAME(algorithm=run.algorithm.name), table.heads, rows)


def framed_table(name: str, heads: Sequence[str], rows: Sequence[str]) -> str:
    """Return a table of rows that are HTML, which scrolls sideways; `name` says what it is."""
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    return (
        f'<div class="el-table" role="region" tabindex="0" aria-label="{escape(name)}">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def row_html(number: int, cells: Sequence[str], *, here: bool, wrong: bool = False) -> str:
    """Return the row of a step from cells that are HTML, the first its head."""
    marks = " ".join(name for name, on in (("el-here", here), ("el-wrong", wrong)) if on)
    current = ' aria-current="step"' if here else ""
    rest = "".join(f"<td>{cell}</td>" for cell in cells[1:])
    head = f'<th scope="row">{cells[0]}</th>'
    return f'<tr class="{marks}" data-step="{number}"{current}>{head}{rest}</tr>'


def _yours_html(run: AlgorithmRun, divergence: Divergence) -> str:
    """Return the student's own row; what differs is marked, and said, in its cells."""
    cells = []
    for name in (column for column in run.columns if column != "step"):
        shown = divergence.row.get(name)
        text = "" if name not in divergence.row else cell_html(write_cell(name, _infinities(shown)))
        if name in divergence.differing:
            text = f'<mark>{text or "–"}</mark> <span class="el-wrong-mark">✗</span>'
        cells.append(f"<td>{text}</td>")
    step = escape(YOUR_STEP(step=name_step(run.algorithm, divergence.number)))
    head = f'<th scope="row"><span class="el-wrong-mark">✗ {step}</span></th>'
    return f'<tr class="el-yours" data-yours="{divergence.number}">{head}{"".join(cells)}</tr>'


def _infinities(value: Value) -> Value:
    """Return the value with ∞ as it was before it was kept as text."""
    if value in ("inf", "-inf"):
        return math.inf if value == "inf" else -math.inf
    if isinstance(value, dict):
        return {name: _infinities(entry) for name, entry in value.items()}
    if isinstance(value, tuple | list):
        return tuple(_infinities(entry) for entry in value)
    return value


def cell_html(text: str) -> str:
    """Return a cell's words; of thousands of entries only the first few, and how many are left."""
    if len(text) <= LONGEST_CELL:
        return _unbroken(text)
    cut = text[:LONGEST_CELL].rsplit(",", 1)[0]
    more = MORE_ENTRIES(count=f"{text.count(',') - cut.count(','):,}")
    return f'{_unbroken(cut)}, … <span class="el-cut">{more}</span>'


def _unbroken(text: str) -> str:
    """Return the text escaped; "B = 4" stays on one line."""
    return escape(text).replace(" = ", "&nbsp;=&nbsp;")
