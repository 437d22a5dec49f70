"""`python -m evals calculations`: how often calculations are decided, and rightly."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from evals.calculations.calculation_rows import read_calculation_rows
from evals.calculations.generated_calculations import generated_rows, hostile_expressions
from evals.calculations.measure_calculations import judge_calculations, measure_calculations
from evals.calculations.planted_slips import measure_planted, planted_rows
from tutor_app.calculations.calculation_process import CalculationTooLong, examine_calculation

out = Console()


def calculations_command(
    questions: Annotated[
        Path | None, typer.Option(help="calculations with what is right (.jsonl)", exists=True)
    ] = None,
    generated: Annotated[int, typer.Option(help="so many generated rows instead", min=0)] = 0,
    planted: Annotated[int, typer.Option(help="so many lines a form with a slip", min=0)] = 0,
    hostile: Annotated[bool, typer.Option("--hostile", help="200 hostile expressions")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Verdicts beside what writers say: decided, right of these, right work called wrong."""
    if hostile:
        figures = measure_hostile_expressions()
    elif planted:
        figures = measure_planted(planted_rows(planted))
    elif questions is None and not generated:
        raise typer.BadParameter(
            "--questions FILE, --generated COUNT, --planted COUNT or --hostile"
        )
    else:
        rows = generated_rows(generated) if questions is None else read_calculation_rows(questions)
        figures = measure_calculations(judge_calculations(rows))
    if as_json:
        print(json.dumps(figures))
        return
    table = Table("measure", "value")
    for name, figure in figures.items():
        table.add_row(name, json.dumps(figure))
    out.print(table)


def measure_hostile_expressions() -> dict[str, Any]:
    """Return how many hostile messages came to an end, how they did, and the longest seconds."""
    ended = stopped = 0
    longest = 0.0
    rows = list(hostile_expressions())
    for text in rows:
        begun = time.monotonic()
        try:
            examine_calculation(text)
            ended += 1
        except CalculationTooLong:
            stopped += 1
        longest = max(longest, time.monotonic() - begun)
    return {
        "rows": len(rows),
        "ended_by_themselves": ended,
        "ended_by_the_limit": stopped,
        "longest_seconds": round(longest, 2),
    }
