"""The table of a student's run: what its variables hold after each line. Everything is frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VariableRowKind = Literal["call", "line", "return", "exception", "limit", "left_out"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableRow:
    """One line that was run, with the values after it, in the order of the table's columns.

    None stands for a variable that has no value yet; `changed` are the columns whose value this
    line has set anew. `code` is the line's text. `detail` holds the arguments of a "call", the
    value of a "return" (None where the program as a whole ends), the name and message of an
    "exception"; of a "limit" it is the kind: "kept" where only the record of the run ends here,
    otherwise what ended the run. `count` is how many rows were "left_out", or how many lines had
    been run when the "limit" was reached, 0 where that is not known.
    """

    kind: VariableRowKind
    line: int | None = None
    code: str = ""
    values: tuple[str | None, ...] = ()
    changed: tuple[int, ...] = ()
    detail: str | None = None
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VariableTable:
    """A run of one call of a student's program; `call` is "" where it is the program as a whole.

    `columns` are the variables that the call sets.
    """

    call: str
    columns: tuple[str, ...]
    rows: tuple[VariableRow, ...]
