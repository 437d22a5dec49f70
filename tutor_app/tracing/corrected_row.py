"""The exact row, or answer, in place of the student's wrong one."""

from __future__ import annotations

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.narration.run_sentences import explain_step, name_step
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    is_plural,
    name_column,
    write_cell,
)
from tutor_app.wording.catalogue import phrase

FIELD_IS = phrase("trace_hints.field_is", "field", "value", "count")
ROW_IS = phrase("trace_hints.row_is", "row", "cells")
IN_THIS_ROW = phrase("trace_hints.in_this_row", "row")
LIST_BEGINS = phrase("trace_hints.list_begins", "values", "number")
VALUE_IN_PLACE = phrase("trace_hints.value_in_place", "value", "place")
MAX_WORDS = 120  # of one hint, its question included
MAX_ROW = 85  # of these, for the corrected row: columns that do not fit are left to the table
MAX_QUESTION = 10
MAX_CELL = 30  # entries of a cell that are written out


def correct_final(verdict: Verdict) -> tuple[str, ...]:
    """Return what each wrong part of the final answer should be."""
    return tuple(
        FIELD_IS(
            field=name_column(each.field),
            value=write_cell(each.field, each.expected),
            count=2 if is_plural(each.field) else 1,
        )
        for each in verdict.differences
    )


def write_corrected_row(verdict: Verdict, number: int, row: Row) -> tuple[str, ...]:
    """Return the exact row of this number, and its reason where a hint has room for it."""
    run = verdict.run
    name = name_step(run.algorithm, number)
    cells = _write_cells(verdict, row)
    sentence = ROW_IS(row=begin_sentence(name), cells=cells) if cells else IN_THIS_ROW(row=name)
    step = next((each for each in run.steps if each.number == number), None)
    if step is None:
        return (sentence,)
    reason = explain_step(run.algorithm.id, step)
    fits = len(f"{sentence} {reason}".split()) <= MAX_WORDS - MAX_QUESTION
    return (sentence, reason) if fits else (sentence,)


def _write_cells(verdict: Verdict, row: Row) -> str:
    """Return the corrected row: its main column, and the others that the student shows."""
    shown = {name for student in verdict.student.rows for name in student}
    algorithm = verdict.run.algorithm
    wanted = [
        name
        for name in algorithm.columns
        if row.get(name) is not None
        and name != "limit"
        and (name in shown or name in algorithm.selected or not shown)
    ]
    cells: list[str] = []
    for name in wanted:
        cell = f"{name_column(name)}: {_write_short_cell(verdict, name, row[name])}"
        if len(" ".join((*cells, cell)).split()) <= MAX_ROW:
            cells.append(cell)
    return "; ".join(cells)


def _write_short_cell(verdict: Verdict, name: str, value: Value) -> str:
    """Return a cell in words; of a very long list, only the first place that is wrong."""
    if not isinstance(value, tuple | list) or len(value) <= MAX_CELL:
        return write_cell(name, value)
    shown = next((d.shown for d in verdict.differences if d.field == name), None)
    if not isinstance(shown, tuple | list):
        return LIST_BEGINS(values=write_cell(name, value[:3]), number=len(value) - 3)
    pairs = enumerate(zip(value, shown, strict=False))
    place = next((place for place, (right, claimed) in pairs if right != claimed), 0)
    return VALUE_IN_PLACE(value=write_cell(name, value[place : place + 1]), place=place)
