"""Rows of a query held against those that must come out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tutor_app.programs.run_values import SqlRun
from tutor_app.programs.sql_queries.markdown_tables import MarkdownTable

Row = tuple[object, ...]
_NULLS = ("NULL", "None")


@dataclass(frozen=True, slots=True, kw_only=True)
class RowComparison:
    """What is other than it must be. Rows are as texts; `is_ordered` says that the query sorts.

    `is_same` holds where nothing is; `other_order` where only the order is.
    """

    missing: tuple[tuple[str, ...], ...] = ()
    extra: tuple[tuple[str, ...], ...] = ()
    other_order: bool = False
    is_ordered: bool = False

    @property
    def is_same(self) -> bool:
        return not (self.missing or self.extra or self.other_order)


def compare_rows(run: SqlRun, expected: MarkdownTable, query: str) -> RowComparison:
    """Return how the rows of a run differ; their order counts only where the query sorts."""
    seen = [_plain_row(row) for row in run.rows]
    wanted = [_plain_row(row) for row in expected.rows]
    is_ordered = sorts(query)
    missing = _without(expected.rows, wanted, seen)
    extra = _without(run.rows, seen, wanted)
    other_order = is_ordered and not missing and not extra and seen != wanted
    return RowComparison(
        missing=missing, extra=extra, other_order=other_order, is_ordered=is_ordered
    )


def sorts(query: str) -> bool:
    """Whether a query has an ORDER BY outside of all brackets and texts."""
    words: list[str] = []
    depth, quote = 0, ""
    for sign in query.casefold():
        if quote or sign in "'\"":
            quote = sign if not quote else "" if sign == quote else quote
            continue
        depth += (sign == "(") - (sign == ")")
        words.append(sign if not depth and sign not in "()" else " ")
    plain = "".join(words).split()
    return any(pair == ("order", "by") for pair in zip(plain, plain[1:], strict=False))


def _without(
    shown: Sequence[tuple[str, ...]], rows: Sequence[Row], others: Iterable[Row]
) -> tuple[tuple[str, ...], ...]:
    """Return the rows that the others don't have, each as often as they lack it."""
    left = Counter(others)
    found = []
    for text, row in zip(shown, rows, strict=True):
        if left[row]:
            left[row] -= 1
        else:
            found.append(text)
    return tuple(found)


def _plain_row(row: tuple[str, ...]) -> Row:
    return tuple(map(_plain, row))


def _plain(cell: str) -> object:
    """Return a cell's value; a text that is a number is that number, as a drawn table has it."""
    if cell in _NULLS:
        return None
    try:
        value = ast.literal_eval(cell)
    except (ValueError, SyntaxError):
        return cell
    try:
        return float(value) if isinstance(value, str | int | float) else cell
    except (ValueError, OverflowError):
        return value
