"""What the tutor said last, in words: what the classifier of acts reads a message against."""

from __future__ import annotations

from collections.abc import Iterable

from tutor_app.domain.values import (
    Cloze,
    Event,
    Quote,
    Sentence,
    TraceShown,
    VariablesShown,
    VariableTable,
)
from tutor_app.programs.variable_tables.variable_table_words import name_line, name_outcome
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.run_tables import table_of


def last_words(shown: Iterable[Event]) -> str:
    """Return a reply as a student saw it, in one line: quotes, sentences, gaps, a table's last row.

    The question that it asks comes last, wherever it stood: it is what the next message answers.
    The labelled rows that the classifier learns from have the tutor's words in this form.
    """
    events = list(shown)
    asks = [one for one in events if isinstance(one, Sentence) and one.text.endswith("?")][-1:]
    in_order = [*(one for one in events if one not in asks), *asks]
    return " ".join(filter(None, map(_words, in_order)))


def _words(event: Event) -> str:
    match event:
        case Sentence():
            return event.text
        case Quote(quiet=False):
            marked = " ".join(mark.text for mark in event.marked)
            return f"“{marked or event.paragraph}” (page {event.page})"
        case Cloze(quiet=False):
            return f"{event.before}____{event.after}"
        case TraceShown():
            return _last_row_of_run(event)
        case VariablesShown():
            return _last_row_of_program(event.table)
        case _:
            return ""


def _last_row_of_run(shown: TraceShown) -> str:
    table = table_of(run(shown.problem), upto=shown.upto)
    if not table.rows:
        return ""
    return _row(zip(table.heads, table.rows[-1], strict=True))


def _last_row_of_program(table: VariableTable) -> str:
    if not table.rows:
        return ""
    last = table.rows[-1]
    cells = zip(table.columns, last.values or (), strict=False)
    outcome = [("", name_outcome(last))]
    return _row([("line", name_line(last)), *((n, v or "") for n, v in cells), *outcome])


def _row(cells: Iterable[tuple[str, str]]) -> str:
    return " | ".join(f"{name} {cell}".strip() for name, cell in cells if cell)
