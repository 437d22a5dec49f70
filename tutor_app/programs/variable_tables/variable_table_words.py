"""The table of a student's run in words: its cells, and what is said of one row."""

from __future__ import annotations

from collections.abc import Callable

from tutor_app.domain.variable_tables import VariableRow, VariableTable
from tutor_app.programs.replies.format_code import as_code
from tutor_app.tracing.run_tables import Table, to_markdown
from tutor_app.wording.catalogue import phrase

ROW = phrase("programs_values.row")
LINE = phrase("programs_values.line")
TABLE_NAME = phrase("programs_values.table_name", "call")
THE_PROGRAM = phrase("programs_values.the_program")
LEFT_OUT = phrase("programs_values.left_out", "count")
BEGINS = phrase("programs_values.begins")
GIVES = phrase("programs_values.gives", "value")
ENDS = phrase("programs_values.ends")
STOPS_WITH = phrase("programs_values.stops_with", "error")
SAY_BEGINS = phrase("programs_values.say_begins")
SAY_BEGINS_WITH = phrase("programs_values.say_begins_with", "given")
SAY_LINE = phrase("programs_values.say_line", "line", "code")
SAY_SETS = phrase("programs_values.say_sets", "name", "value")
SAY_GIVES = phrase("programs_values.say_gives", "line", "code", "value")
SAY_END_GIVES = phrase("programs_values.say_end_gives", "value")
SAY_ENDS = phrase("programs_values.say_ends")
SAY_STOPS = phrase("programs_values.say_stops", "line", "code", "error")
SAY_LEFT_OUT = phrase("programs_values.say_left_out", "count")
_LIMITS = {
    "kept": phrase("programs_values.limit_kept"),
    "steps": phrase("programs_values.limit_steps", "count"),
    "seconds": phrase("programs_values.limit_seconds"),
    "memory": phrase("programs_values.limit_memory"),
    "crash": phrase("programs_values.limit_crash"),
}
_SAY_LIMITS = {
    "kept": phrase("programs_values.say_limit_kept"),
    "steps": phrase("programs_values.say_limit_steps", "count"),
    "seconds": phrase("programs_values.say_limit_seconds"),
    "memory": phrase("programs_values.say_limit_memory"),
    "crash": phrase("programs_values.say_limit_crash"),
}


def name_table(table: VariableTable) -> str:
    """Return what a table is called where it cannot be seen."""
    return TABLE_NAME(call=table.call.split("\n")[-1] or THE_PROGRAM())


def heads_of(table: VariableTable) -> tuple[str, ...]:
    """Return the heads of the columns: the row's number, its line, the variables."""
    return (ROW(), LINE(), *table.columns)


def name_line(row: VariableRow) -> str:
    """Return which line a row is about, or what it is instead of one."""
    if row.kind == "left_out":
        return LEFT_OUT(count=row.count)
    is_run = row.line is not None and row.kind not in ("call", "limit")
    return str(row.line) if is_run else ""


def name_outcome(row: VariableRow, mark: Callable[[str], str] = str) -> str:
    """Return what a row tells beside its values: how the run begins or ends; "" for a line.

    `mark` is how a value or an error is written in it.
    """
    match row.kind:
        case "call":
            return BEGINS()
        case "return":
            return ENDS() if row.detail is None else GIVES(value=mark(row.detail))
        case "exception":
            return STOPS_WITH(error=mark(row.detail or ""))
        case "limit":
            kind = row.detail or "kept"
            count = {"count": f"{row.count:,}"} if kind == "steps" else {}
            return _LIMITS[kind](**count)
        case _:
            return ""


def explain_row(table: VariableTable, row: VariableRow) -> str:
    """Say in sentences what happens in a row; pieces of the program stand in backticks."""
    match row.kind:
        case "call":
            return SAY_BEGINS_WITH(given=as_code(row.detail)) if row.detail else SAY_BEGINS()
        case "left_out":
            return SAY_LEFT_OUT(count=row.count)
        case "limit":
            kind = row.detail or "kept"
            count = {"count": f"{row.count:,}"} if kind == "steps" else {}
            return _SAY_LIMITS[kind](**count)
        case "return" if row.detail is None:
            return SAY_ENDS()
        case "return" if row.line is None:
            return SAY_END_GIVES(value=as_code(row.detail or ""))
        case "return":
            said = SAY_GIVES(line=row.line, code=as_code(row.code), value=as_code(row.detail or ""))
        case "exception":
            error = as_code(row.detail or "")
            said = SAY_STOPS(line=row.line, code=as_code(row.code), error=error)
        case _:
            said = SAY_LINE(line=row.line, code=as_code(row.code))
    return " ".join([said, *_changes(table, row)])


def _changes(table: VariableTable, row: VariableRow) -> list[str]:
    pairs = ((table.columns[n], row.values[n]) for n in row.changed)
    return [
        SAY_SETS(name=as_code(name), value=as_code(value))
        for name, value in pairs
        if value is not None
    ]


def variables_markdown(table: VariableTable) -> str:
    """Return the table in Markdown; a value that its line has set anew is bold."""
    rows = []
    for number, row in enumerate(table.rows, start=1):
        code = as_code(row.code) if name_line(row) and row.code else ""
        parts = (name_line(row), code, name_outcome(row, as_code))
        values = row.values or (None,) * len(table.columns)
        cells = [_cell(value, n in row.changed) for n, value in enumerate(values)]
        rows.append((str(number), " ".join(filter(None, parts)), *cells))
    numbers = tuple(range(1, len(rows) + 1))
    heads = (ROW(), LINE(), *(as_code(name) for name in table.columns))
    return to_markdown(Table(heads=heads, numbers=numbers, rows=tuple(rows)))


def _cell(value: str | None, is_new: bool) -> str:
    if value is None:
        return ""
    return f"**{as_code(value)}**" if is_new else as_code(value)
