"""`python -m evals acts`: what the classifier makes of labelled messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.understanding.act_labels import read_seen
from evals.understanding.act_measures import by_act, judge, measure
from evals.understanding.act_rows import read_rows
from evals.understanding.intents_through_respond import (
    demo_services,
    help_told,
    is_of_intents,
    measure_intents,
    read_intents,
)
from tutor_app.understanding.act_classifier import FOLDER, ActClassifier

out = Console()


def acts_command(
    questions: Annotated[Path, typer.Option(help="labelled messages (.jsonl)", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """What students do with messages: acts told beside labels, and how many rows were learned.

    Rows with `intent` in place of `act` go through the whole tutor, on the demo course.
    """
    if is_of_intents(questions):
        rows = read_intents(questions)
        services = demo_services()
        _print(measure_intents(rows, [help_told(row.text, services) for row in rows]), as_json)
        return
    judged = judge(ActClassifier(), read_rows(questions))
    _print(measure(judged, read_seen(FOLDER)), as_json, by_act(judged))


def _print(figures: dict[str, Any], as_json: bool, acts: Any = None) -> None:
    if as_json:
        print(json.dumps(figures))
        return
    table = Table("measure", "value")
    for name, figure in figures.items():
        table.add_row(name, str(figure))
    table.add_section()
    for act, (rows, share) in (acts or {}).items():
        table.add_row(f"{act}, {rows} rows", f"{share:.2f}")
    out.print(table)
