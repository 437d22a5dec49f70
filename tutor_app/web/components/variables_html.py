"""The table of a student's run as HTML; plain functions, nothing here draws."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from tutor_app.programs.variable_tables.variable_table_words import (
    explain_row,
    heads_of,
    name_line,
    name_outcome,
    name_table,
)
from tutor_app.web.components.trace_html import framed_table, row_html

if TYPE_CHECKING:
    from tutor_app.domain.variable_tables import VariableRow, VariableTable

LONGEST_UNBROKEN = 16  # characters of a value that stays on one line


def variables_html(table: VariableTable, place: int) -> str:
    """Return the table, the row in `place` marked; what a line has set anew is bold."""
    rows = [
        row_html(n + 1, (str(n + 1), _line_html(row), *_cells(table, row)), here=n == place)
        for n, row in enumerate(table.rows)
    ]
    return framed_table(name_table(table), heads_of(table), rows)


def explanation_html(table: VariableTable, row: VariableRow) -> str:
    """Return what happens in a row, in sentences, with pieces of the program as code."""
    parts = escape(explain_row(table, row)).split("`")
    words = (f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))
    return f'<p class="el-reason">{"".join(words)}</p>'


def _line_html(row: VariableRow) -> str:
    line, outcome = escape(name_line(row)), escape(name_outcome(row))
    code = f'<code class="el-code">{escape(row.code)}</code>' if line and row.code else ""
    ending = f'<span class="el-outcome">{outcome}</span>' if outcome else ""
    return " ".join(filter(None, (line, code, ending)))


def _cells(table: VariableTable, row: VariableRow) -> list[str]:
    values = row.values or (None,) * len(table.columns)
    return [_cell(value, is_new=n in row.changed) for n, value in enumerate(values)]


def _cell(value: str | None, *, is_new: bool) -> str:
    if value is None:
        return ""
    width = "el-long" if len(value) > LONGEST_UNBROKEN else "el-short"
    code = f'<code class="{width}">{escape(value)}</code>'
    return f'<b class="el-new">{code}</b>' if is_new else code
