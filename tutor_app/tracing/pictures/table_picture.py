"""The table of LCS or of a knapsack: filled row by row, then walked back."""

from __future__ import annotations

from typing import cast

from tutor_app.domain.traces import Number, Problem, Row
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.pictures.cell_drawing import Drawing, box, keys
from tutor_app.tracing.pictures.svg import Palette, number_text, shorten_text, text_at
from tutor_app.wording.catalogue import phrase

ROW_ZERO = phrase("trace_pictures.row_zero")
ROW_FILLED = phrase("trace_pictures.row_filled", "row", "name")
BACK_TO_ITEM = phrase("trace_pictures.back_to_item", "action", "item", "room")
BACK_TAKEN = phrase("trace_pictures.back_taken", "row", "column", "symbol")
BACK_UP = phrase("trace_pictures.back_up", "row", "column")
BACK_LEFT = phrase("trace_pictures.back_left", "row", "column")
ROWS_FILLED = phrase("trace_pictures.rows_filled", "number", "row", "values")
WAY_BACK = phrase("trace_pictures.way_back", "cells")
ROOM_AND_ARROWS = phrase("trace_pictures.room_and_arrows")
PART_OF_TABLE = phrase(
    "trace_pictures.part_of_table", "top", "bottom", "left", "right", "rows", "columns"
)

MOST_COLUMNS = 16
MOST_ROWS = 16
_WIDE, _HIGH, _HEAD, _SIDE, _LEFT = 36.0, 30.0, 40.0, 76.0, 12.0
_ARROWS = {("lcs", "take"): "↖", ("lcs", "up"): "↑", ("lcs", "left"): "←"}
Table = list[tuple[Number, ...]]
Cell = tuple[int, int]


def table(problem: Problem, run: AlgorithmRun, place: int, colours: Palette) -> Drawing:
    """Return the table after `run.steps[place]`: rows filled so far, the way back walked so far."""
    rows = [step.row for step in run.steps[: place + 1]]
    filled: Table = [
        cast(tuple[Number, ...], row["values"]) for row in rows if row["phase"] == "fill"
    ]
    way = {_cell_of(row): str(row["action"]) for row in rows if row["phase"] == "trace"}
    now = _now(rows[-1], filled)
    across = _window(len(filled[0]), MOST_COLUMNS, now[1])
    all_rows = 1 + len(problem.strings[0] if problem.strings else problem.items or ())
    down = _window(all_rows, MOST_ROWS, now[0])
    body = _heads(problem, across, down, colours)
    states: set[str] = set()
    for i in down:
        for j in across:
            state = _state((i, j), now, way, rows[-1])
            states |= {state} if i < len(filled) else set()
            body += _cell(
                (i, j), (down.start, across.start), _text(run, filled, way, (i, j)), state, colours
            )
    return Drawing(
        body=body,
        width=_SIDE + len(across) * _WIDE + 2 * _LEFT,
        height=_HEAD + len(down) * _HIGH + 8,
        words=_words(rows[-1]),
        description=_description(filled, way),
        notes=_notes(run, across, down, (all_rows, len(filled[0]))),
        keys=keys(states - {"plain"}, colours),
    )


def _cell_of(row: Row) -> Cell:
    return cast(int, row["i"]), cast(int, row["w"] if "w" in row else row["j"])


def _now(row: Row, filled: Table) -> Cell:
    """Return the cell around which to look: the first that differs from the row above it."""
    if row["phase"] == "trace":
        return _cell_of(row)
    i = len(filled) - 1
    above = filled[i - 1] if i else filled[0]
    return i, next((j for j, cell in enumerate(filled[i]) if cell != above[j]), 0)


def _window(length: int, most: int, focus: int) -> range:
    start = max(0, min(focus - most // 2, length - most))
    return range(start, min(start + most, length))


def _state(cell: Cell, now: Cell, way: dict[Cell, str], row: Row) -> str:
    if row["phase"] == "fill":
        return "filled" if cell[0] == now[0] else "plain"
    if cell == now:
        return "now"
    return "path" if cell in way else "plain"


def _text(run: AlgorithmRun, filled: Table, way: dict[Cell, str], cell: Cell) -> str:
    i, j = cell
    if i >= len(filled):
        return ""
    arrow = _ARROWS.get((run.algorithm.id, way.get(cell, "")), "")
    if run.algorithm.id == "knapsack":
        arrow = {"take": "✓", "leave": "↑"}.get(way.get(cell, ""), "")
    return f"{arrow}{number_text(filled[i][j])}"


def _heads(problem: Problem, across: range, down: range, colours: Palette) -> str:
    """Return the heads above the columns and left of the rows, with their numbers."""
    parts: list[str] = []
    second = problem.strings[1] if problem.strings else None
    for column, j in enumerate(across):
        x = _LEFT + _SIDE + (column + 0.5) * _WIDE
        if second is not None:
            parts.append(text_at(x, 14, second[j - 1] if j else "–", colours.ink, font_weight=700))
        parts.append(text_at(x, 32, str(j), colours.soft, font_size=11))
    for line, i in enumerate(down):
        y = _HEAD + (line + 0.5) * _HIGH + 5
        if problem.strings:
            name = problem.strings[0][i - 1] if i else "–"
        else:
            name = (problem.items or ())[i - 1].name if i else "–"
        x = _LEFT + _SIDE - 6
        parts.append(text_at(_LEFT + 16, y, str(i), colours.soft, font_size=11, text_anchor="end"))
        parts.append(
            text_at(x, y, shorten_text(name, 5), colours.ink, font_weight=700, text_anchor="end")
        )
    return "".join(parts)


def _cell(cell: Cell, first: Cell, text: str, state: str, colours: Palette) -> str:
    i, j = cell
    x = _LEFT + _SIDE + (j - first[1]) * _WIDE
    y = _HEAD + (i - first[0]) * _HIGH
    drawn = box((x + 1, y + 1), (_WIDE - 2, _HIGH - 2), text, state, colours)
    return f'<g data-cell="{i},{j}" data-state="{state}">{drawn}</g>'


def _words(row: Row) -> str:
    if row["phase"] == "fill":
        if row["i"] == 0:
            return ROW_ZERO()
        name = row["symbol"] if "symbol" in row else row["item"]
        return ROW_FILLED(row=row["i"], name=name)
    if "w" in row:
        return BACK_TO_ITEM(action=row["action"], item=row["item"], room=row["w"])
    sentence = {"take": BACK_TAKEN, "up": BACK_UP, "left": BACK_LEFT}[str(row["action"])]
    return sentence(row=row["i"], column=row["j"], symbol=row["symbol"])


def _description(filled: Table, way: dict[Cell, str]) -> str:
    last = ", ".join(number_text(cell) for cell in filled[-1])
    sentences = [ROWS_FILLED(number=len(filled), row=len(filled) - 1, values=last)]
    if way:
        cells = ", ".join(f"({i}, {j}) {action}" for (i, j), action in way.items())
        sentences.append(WAY_BACK(cells=cells))
    return ". ".join(sentences)


def _notes(run: AlgorithmRun, across: range, down: range, size: tuple[int, int]) -> list[str]:
    notes: list[str] = []
    if run.algorithm.id == "knapsack":
        notes.append(ROOM_AND_ARROWS())
    if (len(down), len(across)) != size:
        notes.append(
            PART_OF_TABLE(
                top=down[0],
                bottom=down[-1],
                left=across[0],
                right=across[-1],
                rows=size[0],
                columns=size[1],
            )
        )
    return notes
