"""Claims of the form "OPEN: B, C": the cells of a row, the fields of a final answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evals.traces.claims.grammar import TraceFacts, flat, tokens
from tutor_app.domain.traces import Value
from tutor_app.tracing.checking.trace_verdict import row_at
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import (
    LABELS,
    name_column,
    write_cell,
    write_number,
)

MAX_ROWS = 500  # that are searched for a cell whose step is not named
_ROW = re.compile(r"(?i:\b(?:step|pass|limit|row)) (?P<a>\d+) (?:is|should be):")


def row_named(sentence: str) -> int | None:
    """Return the number of the row that a sentence writes out ("Step 3 is: …"), None if none."""
    match = _ROW.search(sentence)
    return None if match is None else int(match["a"])


def mask_row_name(sentence: str) -> str:
    """Return the sentence without "Step 3 is:"."""
    return _ROW.sub(lambda match: "#" * len(match[0]), sentence)


def cells(sentence: str, facts: TraceFacts) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the cells that a sentence names, each with its field."""
    named = {name_column(field).casefold(): field for field in fields_of(facts.run)}
    named_cell, said = _patterns(tuple(sorted(named, key=len, reverse=True)))
    for match in named_cell.finditer(sentence):
        yield match, named[match["field"].casefold()]
    for match in said.finditer(sentence):
        if tokens(match["value"], facts.nodes):  # "the array is sorted" names no value
            yield match, named[match["field"].casefold()]


def fields_of(run: AlgorithmRun) -> tuple[str, ...]:
    """Return what can stand in a row or a final answer; those of other algorithms too, so that a
    cell that this one does not have is found out."""
    return tuple(dict.fromkeys((*LABELS, *run.algorithm.columns, *run.final)))


@lru_cache(maxsize=64)
def _patterns(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    known = "|".join(re.escape(name) for name in names)
    value = r"(?P<value>[^;:]*?)(?=;|[.?!](?:\s|$)|$)"
    return (
        re.compile(rf"\b(?P<field>{known}): {value}", re.I),
        re.compile(rf"\b[Tt]he (?:final |whole )?(?P<field>{known}) (?:is|are|should be) {value}"),
    )


def cell_holds(facts: TraceFacts, field: str, text: str, step: int | None) -> bool:
    """Return whether a cell has this value: in row `step`, else at the end, else anywhere."""
    if step is not None:
        row = row_at(facts.run, step) or {}
        return field in row and same_words(facts, field, row[field], text)
    if field in facts.run.final:
        return same_words(facts, field, facts.run.final[field], text)
    return any(
        same_words(facts, field, row[field], text)
        for row in facts.run.rows(0, MAX_ROWS)
        if field in row
    )


def same_words(facts: TraceFacts, field: str, value: Value, text: str) -> bool:
    """Return whether a value in words is this value."""
    if text.strip() == write_cell(field, value):  # also names that are no nodes, such as items
        return True
    said = tokens(text, facts.nodes)
    exact = flat(value)
    if isinstance(value, bool) or (isinstance(value, str) and value not in facts.nodes):
        return text.strip().casefold() == write_number(value).casefold()
    if match := re.search(r"and (\d+) more$", text):
        shown = said[:-1]
        return shown == exact[: len(shown)] and len(exact) - len(shown) == int(match[1])
    if match := re.search(r"in position (\d+)$", text):
        place = int(match[1])
        return place < len(exact) and said[:-1] == [exact[place]]
    return said == exact
