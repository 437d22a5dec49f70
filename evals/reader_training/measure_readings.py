"""The command that says how well the running model reads messages about programs."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.reader_training.reading_rows import JUDGE, ReadingRow, read_rows
from evals.reader_training.reading_scores import STATEMENTS, ReadingScores
from evals.reader_training.training_examples import READ, request_of
from evals.running_reader import running_reader
from tutor_app.conversation.services import ReadsMessages
from tutor_app.programs.message_reading.reading import parse_reading


def program_readings_command(
    questions: Annotated[Path, typer.Option(help="labelled messages", exists=True)] = JUDGE,
    ids: Annotated[str, typer.Option(help="only rows that begin so: p11,p12")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages about programs as the running model reads them, against their labels."""
    rows = [row for row in read_rows(questions) if row.id.startswith(tuple(ids.split(",")))]
    result = measure_readings(rows, running_reader())
    if as_json:
        print(json.dumps(result))
    else:
        Console().print(_table(result))


def measure_readings(rows: list[ReadingRow], reader: ReadsMessages) -> dict[str, Any]:
    """Return what a reader makes of rows: changes, statements, and seconds to a reading."""
    scores, seconds, unread = ReadingScores(), [], 0
    for row in rows:
        request = request_of(row)
        began = time.monotonic()
        text = reader(READ, request, lambda: False, ())
        seconds.append(time.monotonic() - began)
        written = parse_reading(text, row.program) if text is not None else None
        unread += written is None
        scores.add(row.program, row.reading, written)
    return {
        "rows": scores.rows,
        "without_a_reading": unread,
        "changes": {
            "told": scores.told.total(),
            "right": scores.told["right"],
            "wrong": scores.told["wrong"],
            "nothing_heard": scores.told["nothing"],
            "none_told": scores.untold.total(),
            "heard_where_none_told": scores.untold["wrong"],
        },
        "statements": {name: _figures(scores, name) for name in STATEMENTS},
        "seconds_p50": round(statistics.median(seconds), 2) if seconds else None,
    }


def _figures(scores: ReadingScores, name: str) -> dict[str, float]:
    figures = scores.figures(name)
    return {
        "precision": round(figures.precision, 3),
        "recall": round(figures.recall, 3),
        "f1": round(figures.f1, 3),
        "labelled": figures.labelled,
    }


def _table(result: dict[str, Any]) -> Table:
    table = Table("measure", "value")
    for key in ("rows", "without_a_reading"):
        table.add_row(key, str(result[key]))
    for key, count in result["changes"].items():
        table.add_row(f"changes.{key}", str(count))
    for name, figures in result["statements"].items():
        shown = ", ".join(f"{key} {value}" for key, value in figures.items())
        table.add_row(name, shown)
    table.add_row("seconds_p50", str(result["seconds_p50"]))
    return table
