"""Tables in a message, drawn with strokes: a head, a line of dashes, rows."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

_RULE = re.compile(r"^[\s|:+=-]*-[\s|:+=-]*$")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_WORD = re.compile(r"\w+")
_NOTHING = ("", "null", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownTable:
    """A table: its `rows` hold values as SQL writes them ("'Ann'", "3", "NULL").

    `words_above` are the words of the line above it.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words_above: frozenset[str] = frozenset()


def read_tables(text: str) -> tuple[MarkdownTable, ...]:
    """Return the tables in a text; a row with too few or too many cells ends one."""
    lines = text.split("\n")
    found = []
    for place in range(1, len(lines)):
        if _RULE.match(lines[place]) and "|" in lines[place - 1]:
            found.append(_table(lines, place))
    return tuple(found)


def write_table(table: MarkdownTable) -> str:
    """Return a table as a line of JSON, to be kept."""
    return json.dumps([table.columns, table.rows])


def read_kept_table(lines: Sequence[str]) -> MarkdownTable | None:
    """Return the table that was kept, None where none was."""
    if not lines:
        return None
    columns, rows = json.loads(lines[0])
    return MarkdownTable(columns=tuple(columns), rows=tuple(map(tuple, rows)))


def _table(lines: Sequence[str], rule: int) -> MarkdownTable:
    columns = _cells(lines[rule - 1])
    rows: list[tuple[str, ...]] = []
    for line in lines[rule + 1 :]:
        cells = _cells(line)
        if "|" not in line or len(cells) != len(columns):
            break
        rows.append(tuple(map(_value, cells)))
    above = next((line for line in reversed(lines[: rule - 1]) if line.strip()), "")
    words = frozenset(word.casefold() for word in _WORD.findall(above)) if "|" not in above else ()
    return MarkdownTable(columns=columns, rows=tuple(rows), words_above=frozenset(words))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip().strip("|").split("|"))


def _value(cell: str) -> str:
    plain = cell.strip("`")
    if plain.casefold() in _NOTHING:
        return "NULL"
    if _NUMBER.fullmatch(plain):
        return plain
    return "'" + plain.strip("'\"").replace("'", "''") + "'"
