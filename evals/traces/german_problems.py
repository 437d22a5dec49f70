"""`python -m evals german-problems`: is a problem told in German read as its English twin?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from tutor_app.domain.traces import Problem
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.understanding.problems_in_translation import as_english_problem

ROWS = Path(__file__).parents[1] / "questions" / "problems_german.jsonl"


def german_problems_command(
    questions: Annotated[Path, typer.Option(help="problems in both languages", exists=True)] = ROWS,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Problems read exactly as their English twins are, by split; `kept` was not tuned on."""
    lines = questions.read_text(encoding="utf-8").splitlines()
    figures = measure_problems([json.loads(line) for line in lines])
    typer.echo(json.dumps(figures, indent=None if as_json else 1, ensure_ascii=False))


def measure_problems(rows: list[dict[str, str]]) -> dict[str, Any]:
    """Return `{split: {"rows", "same", "same_untranslated", "missed"}}`."""
    figures: dict[str, Any] = {}
    for row in rows:
        split = figures.setdefault(
            row["split"], {"rows": 0, "same": 0, "same_untranslated": 0, "missed": []}
        )
        german, english = row["german"], _problem(row["english"])
        read = _problem(as_english_problem(german, "de", None) or german)
        same = read is not None and read == english
        split["rows"] += 1
        split["same"] += same
        split["same_untranslated"] += english is not None and _problem(german) == english
        if not same:
            split["missed"].append(german)
    return figures


def _problem(text: str) -> Problem | None:
    reading = read_problem(text)
    return reading.problem if reading is not None and reading.question is None else None
