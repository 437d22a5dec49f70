"""`python -m evals acts`: what the classifier makes of labelled messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evals.understanding.act_labels import read_seen
from evals.understanding.act_measures import by_act, judge, measure
from evals.understanding.act_rows import read_rows
from tutor_app.understanding.act_classifier import FOLDER, ActClassifier

out = Console()


def acts_command(
    questions: Annotated[Path, typer.Option(help="labelled messages (.jsonl)", exists=True)],
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """What students do with messages: acts told beside labels, and how many rows were learned."""
    judged = judge(ActClassifier(), read_rows(questions))
    result = measure(judged, read_seen(FOLDER))
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value", caption=f"{questions.name}")
    for name, figure in result.items():
        table.add_row(name, str(figure))
    table.add_section()
    for act, (rows, share) in by_act(judged).items():
        table.add_row(f"{act}, {rows} rows", f"{share:.2f}")
    out.print(table)
