"""The table of a run as text: for the page, the command line and export."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Value
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import name_column, write_cell

STEP = "step"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of a run in words. `numbers` are the rows' step numbers; `heads` begins with theirs."""

    heads: tuple[str, ...]
    numbers: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]


def table_of(
    run: AlgorithmRun, *, upto: int | None = None, start: int = 0, stop: int | None = None
) -> Table:
    """Return the rows from `start` up to, but excluding, `stop` (places, not step numbers).

    `upto` is the number of the last row that may be seen, None for all.
    """
    stop = places_seen(run, upto) if stop is None else min(stop, places_seen(run, upto))
    columns = [name for name in run.columns if name != STEP]
    numbers, rows = [], []
    for row in run.rows(start, stop):
        number = row[STEP]
        assert isinstance(number, int)
        numbers.append(number)
        rows.append((str(number), *(_cell(name, row.get(name)) for name in columns)))
    heads = tuple(name_column(name) for name in (STEP, *columns))
    return Table(heads=heads, numbers=tuple(numbers), rows=tuple(rows))


def places_seen(run: AlgorithmRun, upto: int | None) -> int:
    """Return how many rows may be seen where `upto` is the last one's number."""
    if upto is None:
        return len(run.steps)
    return sum(step.number <= upto for step in run.steps)


def to_markdown(table: Table) -> str:
    """Return the table in Markdown."""
    lines = [table.heads, ("---",) * len(table.heads), *table.rows]
    return "\n".join(f"| {' | '.join(_escaped(cells))} |" for cells in lines) + "\n"


def to_csv(table: Table) -> str:
    """Return the table as comma-separated values; a spreadsheet runs no cell of it."""
    out = io.StringIO()
    writer = csv.writer(out)
    for cells in (table.heads, *table.rows):
        writer.writerow([f"'{text}" if text[:1] in "=+@" else text for text in cells])
    return out.getvalue()


def _cell(name: str, value: Value) -> str:
    return "" if value is None and name not in ("node", "parent") else write_cell(name, value)


def _escaped(cells: Sequence[str]) -> Iterator[str]:
    return (text.replace("|", "\\|") for text in cells)
