"""The command that says how well the running model reads messages about runs."""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.reader_training.step_rows import JUDGE, StepRow, read_step_rows
from evals.running_reader import running_reader
from tutor_app.conversation.services import ReadsMessages
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.step_reading.kept_lines import SaidOfRun, keep_said
from tutor_app.tracing.step_reading.parse_step_reading import StepReading, parse_reading
from tutor_app.tracing.step_reading.step_question import StepQuestion

TASK = "read_steps"
NO_READING = StepReading(does=())
# A thing that is read, with its kind.
Item = tuple[str, object]


def step_readings_command(
    questions: Annotated[Path, typer.Option(help="labelled messages", exists=True)] = JUDGE,
    ids: Annotated[str, typer.Option(help="only rows that begin so: H37,H38")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages about runs as the running model reads them, against their labels."""
    rows = [row for row in read_step_rows(questions) if row.id.startswith(tuple(ids.split(",")))]
    result = measure_step_readings(rows, running_reader())
    if as_json:
        print(json.dumps(result))
    else:
        Console().print(_table(result))


@dataclass(slots=True)
class StepScores:
    """Counts over rows, by the kind of what is read."""

    rows: int = 0
    whole: int = 0
    whole_but_rows: int = 0
    told_written: int = 0
    told_wrong: int = 0
    right: Counter[str] = field(default_factory=Counter)
    written: Counter[str] = field(default_factory=Counter)
    labelled: Counter[str] = field(default_factory=Counter)

    def add(self, row: StepRow, written: str | None) -> None:
        """Count a message; what was written is taken as the product takes it, and so are labels."""
        due, found = kept(row, row.written), kept(row, written) if written else NO_READING
        due_items, found_items = set(items(due)), set(items(found))
        self.rows += 1
        self.whole += due_items == found_items
        self.whole_but_rows += _without_rows(due) == _without_rows(found)
        told = {each for each in found_items if each[0].startswith("tells.")}
        known = {_plain(each) for each in due_items}
        self.told_written += len(told)
        self.told_wrong += sum(_plain(each) not in known for each in told)
        for counts, each in (
            (self.right, due_items & found_items),
            (self.written, found_items),
            (self.labelled, due_items),
        ):
            counts.update(kind for kind, _ in each)
            counts.update(kind.partition(".")[0] for kind, _ in each if "." in kind)


def kept(row: StepRow, written: str) -> StepReading:
    """Return a reading with what code keeps of it; one that cannot be read has nothing."""
    reading = parse_reading(written, row.exact.problem)
    if reading is None:
        return NO_READING
    facts = ExactFacts(row.exact)
    return keep_said(reading, SaidOfRun(words=row.words, said=row.said, facts=facts, seen=row.seen))


def items(reading: StepReading) -> Iterator[Item]:
    """Yield what a reading holds; questions to the course count without their wording."""
    yield from (("does", each) for each in reading.does)
    yield from ((f"tells.{each.kind}", replace(each, spoken=True)) for each in reading.told)
    for asked in reading.asked:
        told = replace(asked.told, spoken=True) if asked.told is not None else None
        yield f"asks.{asked.kind}", replace(asked, told=told, words="")
    if reading.topic is not None:
        yield "wishes", reading.topic
    yield from (("wishes", each) for each in reading.wished)


def _plain(item: Item) -> Item:
    """Return what is read without its row."""
    kind, value = item
    if isinstance(value, RunStatement):
        return kind, replace(value, row=None)
    if isinstance(value, StepQuestion):
        told = replace(value.told, row=None) if value.told is not None else None
        return kind, replace(value, row=None, told=told)
    return item


def _without_rows(reading: StepReading) -> set[Item]:
    return {_plain(each) for each in items(reading)}


def measure_step_readings(rows: list[StepRow], reader: ReadsMessages) -> dict[str, Any]:
    """Return what a reader makes of rows: lines by kind, whole readings, seconds to a reading.

    `told_wrong` is the share of the things told that were not said, whatever their row.
    """
    scores, seconds, unread = StepScores(), [], 0
    for row in rows:
        began = time.monotonic()
        text = reader(TASK, row.request, lambda: False, ())
        seconds.append(time.monotonic() - began)
        unread += text is None
        scores.add(row, text)
    kinds = sorted(scores.labelled.keys() | scores.written.keys())
    return {
        "rows": scores.rows,
        "without_a_reading": unread,
        "whole": _share(scores.whole, scores.rows),
        "whole_but_rows": _share(scores.whole_but_rows, scores.rows),
        "told_wrong": _share(scores.told_wrong, scores.told_written),
        "lines": {kind: _figures(scores, kind) for kind in kinds},
        "seconds_p50": round(statistics.median(seconds), 2) if seconds else None,
    }


def _share(part: int, whole: int) -> float:
    return round(part / max(1, whole), 3)


def _figures(scores: StepScores, kind: str) -> dict[str, float]:
    right = scores.right[kind]
    return {
        "precision": _share(right, scores.written[kind]),
        "recall": _share(right, scores.labelled[kind]),
        "labelled": scores.labelled[kind],
    }


def _table(result: dict[str, Any]) -> Table:
    table = Table("measure", "value")
    for key, value in result.items():
        if key != "lines":
            table.add_row(key, str(value))
    for kind, figures in result["lines"].items():
        table.add_row(kind, ", ".join(f"{key} {value}" for key, value in figures.items()))
    return table
