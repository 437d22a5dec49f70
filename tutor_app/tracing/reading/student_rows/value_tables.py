"""The tables of dynamic programming: their rows, with what stands over and in front of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Doubt, Number, Row, StudentTrace
from tutor_app.tracing.reading.student_rows.line_labels import label_lines
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, numbers_in
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_LABEL = re.compile(r"^\W*?(?P<label>[^\W\d]\w{0,14}|[ø∅ε-])?(?=[\s|│:&\t\[,])\W*?")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line: its number where one is said, the name in front, its values."""

    number: int | None
    label: str
    values: tuple[Number, ...]
    text: str


def read_values(lines: Sequence[str], about: Context) -> StudentTrace | None:
    """Return the rows of the table that lines show, None where they show none.

    A line of letters or of the rooms 0, 1, 2 … over the table is none of its rows. A table with
    the other string in front of its rows is turned. Row 0 is the row of zeros.
    """
    if about.width < 3:
        return None
    found = _without_head(_read(lines))
    if len(found) < 2:
        return None
    found = _without_indices(found, about)
    turned = _turned(found, about)
    if turned is not None:
        found = turned
    sure = all(len(line.values) == about.width for line in found)
    if all(len(line.values) == about.width - 1 for line in found):
        # Without the column of zeros.
        found = [_with_values(line, (0, *line.values)) for line in found]
    first, counted = _first_number(found, about)
    sure = sure and counted
    rows: list[Row] = []
    for place, line in enumerate(found):
        number = line.number if line.number is not None else first + place
        rows.append({"step": number, "values": line.values})
    doubts = () if sure else (Doubt(row=0, line=""),)
    return StudentTrace(rows=tuple(rows), doubts=doubts)


def _read(lines: Sequence[str]) -> list[_Line]:
    found: list[_Line] = []
    for line in label_lines(lines):
        text = line.rest
        numbered = line.number is not None and line.kind in ("i", "row", "step", "k", "item")
        if line.number is not None and not numbered:
            text = f"{line.number} {text}"  # it may be the name of an item, or a value
        cut = re.search(rf"[\[({{]\s*{NUMBER}", text)
        head = text[: cut.start()] if cut else text
        if len(re.findall(r"[^\W\d_]{3,}", head)) > 1:
            continue  # a sentence
        label = _LABEL.match(text)
        values = numbers_in(text[cut.start() :] if cut else text[label.end() :] if label else text)
        if len(values) > 2:
            found.append(
                _Line(
                    number=line.number if numbered else None,
                    label=(label["label"] or "") if label else "",
                    values=values,
                    text=text.strip(),
                )
            )
    return found


def _without_head(found: list[_Line]) -> list[_Line]:
    """Return the lines without one of rooms or places above them: 0, 1, 2, 3 …"""
    if not found or found[0].number is not None:
        return found
    values = found[0].values
    counting = values in (
        tuple(range(len(values))),
        tuple(range(1, len(values) + 1)),
        (0, *range(len(values) - 1)),
    )
    return found[1:] if counting and len(values) > 2 else found


def _without_indices(found: list[_Line], about: Context) -> list[_Line]:
    """Return the lines without the number in front of each: the row's, or an item's name."""
    if not all(len(line.values) == about.width + 1 for line in found):
        return found
    firsts = [line.values[0] for line in found]
    begin = firsts[0]
    if firsts != list(range(int(begin), int(begin) + len(found))) or begin not in (0, 1):
        return found
    return [
        _Line(number=int(line.values[0]), label="", values=line.values[1:], text=line.text)
        for line in found
    ]


def _turned(found: list[_Line], about: Context) -> list[_Line] | None:
    """Return a table of strings with its rows and columns exchanged, None where they need not be.

    They need to where the second string stands in front, or the rows are as long as the first.
    """
    if about.strings is None:
        return None
    one, two = (text.casefold() for text in about.strings)
    labels = "".join(line.label for line in found if len(line.label) == 1 and line.label.isalpha())
    across = len(one) + 1
    if any(len(line.values) != across for line in found) or len(found) != about.width:
        return None
    if labels.casefold() == one or (not labels and len(one) == len(two)):
        return None
    if labels.casefold() not in ("", two):
        return None
    columns = list(zip(*(line.values for line in found), strict=True))
    return [_Line(number=None, label="", values=column, text="") for column in columns]


def _with_values(line: _Line, values: tuple[Number, ...]) -> _Line:
    return _Line(number=line.number, label=line.label, values=values, text=line.text)


def _first_number(found: Sequence[_Line], about: Context) -> tuple[int, bool]:
    """Return the number of the first row, 0 for the row of zeros, and whether that is sure."""
    zeros = not any(found[0].values)
    if len(found) == about.height + 1:
        return 0, True
    if not zeros:
        return 1, True
    label = found[0].label.casefold()
    if about.strings is not None and label:
        own = label == about.strings[0][:1].casefold()
        return (1, True) if own and len(found) <= about.height else (0, True)
    return (1, False) if len(found) == about.height else (0, False)
