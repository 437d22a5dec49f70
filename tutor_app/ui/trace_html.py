"""A run's table and picture as HTML; plain functions, nothing here draws."""

from __future__ import annotations

import base64
import re
from html import escape, unescape

from tutor_app.tracing.run import Run
from tutor_app.tracing.tables import table_of

PAGE_ROWS = 50
_SAID = re.compile(r"<(?:title|desc)[^>]*>([^<]*)</")


def page_of(place: int) -> int:
    """Return the page of the table on which a row stands, from 0."""
    return place // PAGE_ROWS


def figure_html(svg: str) -> str:
    """Return the picture as an image; the page would clean an inline SVG away.

    Its title and description are what a screen reader says.
    """
    said = " ".join(unescape(found) for found in _SAID.findall(svg))
    data = base64.b64encode(svg.encode()).decode()
    return (
        f'<figure class="el-picture"><img src="data:image/svg+xml;base64,{data}" '
        f'alt="{escape(said)}"></figure>'
    )


def table_html(run: Run, *, seen: int, place: int, page: int, wrong: int | None) -> str:
    """Return one page of the table with the row in `place` marked; `wrong` is a step's number."""
    start = page * PAGE_ROWS
    stop = min(seen, start + PAGE_ROWS)
    table = table_of(run, start=start, stop=stop)
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in table.heads)
    rows = "".join(
        _row_html(number, cells, here=start + line == place, wrong=number == wrong)
        for line, (number, cells) in enumerate(zip(table.numbers, table.rows, strict=True))
    )
    name = escape(run.algorithm.name)
    return (
        f'<div class="el-table" role="region" tabindex="0" aria-label="{name}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row_html(number: int, cells: tuple[str, ...], *, here: bool, wrong: bool) -> str:
    marks = " ".join(name for name, on in (("el-here", here), ("el-wrong", wrong)) if on)
    current = ' aria-current="step"' if here else ""
    first = escape(cells[0])
    if wrong:
        first += (
            ' <span class="el-wrong-mark" title="Your trace differs here">✗ yours differs</span>'
        )
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells[1:])
    return (
        f'<tr class="{marks}" data-step="{number}"{current}><th scope="row">{first}</th>{rest}</tr>'
    )
