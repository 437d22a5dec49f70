"""`statements` and `statement-training`: what messages state, as the network reads it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from evals.understanding.generated_bindings import generate_rows
from evals.understanding.statement_measures import measure_statements, weigh_rows
from evals.understanding.statement_rows import OWN_ROWS, StatementRow, read_statements
from evals.understanding.statements_of_readings import statements_of_readings
from evals.understanding.step_rows import judging_step_rows, learned_step_rows
from tutor_app.domain.settings import load_settings
from tutor_app.models.model_files import EMBEDDER
from tutor_app.understanding.statement_classifier import FOLDER, LABELS, STANCES

LEARNED: Final = ("written_1.jsonl", "written_4.jsonl", "said_1.jsonl", "said_2.jsonl")
JUDGE: Final = ("written_5.jsonl", "said_4.jsonl")

out = Console()


def statements_command(
    questions: Annotated[
        list[Path], typer.Option(help="files of rows; without one, all that judge", exists=True)
    ] = [],  # noqa: B006  (typer reads it)
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """Measure what the network that ships makes of messages and statements."""
    learned = json.loads((FOLDER / LABELS).read_text(encoding="utf-8"))["learned_from"]
    judged = {path.name: read_statements([path]) for path in questions} or _judging()
    figures = {
        name: {
            **measure_statements(rows, weigh_rows(rows)),
            "seen_in_training": name in learned,
        }
        for name, rows in judged.items()
    }
    if as_json:
        typer.echo(json.dumps(figures, indent=1))
        return
    for name, of in figures.items():
        out.print(name, of)


def statement_training_command(
    generated: Annotated[int, typer.Option(help="messages made of parts")] = 6500,
    to: Annotated[Path | None, typer.Option(help="folder to write the network to")] = None,
) -> None:
    """Train the network that tells what messages about runs do with statements; judge it on files
    and readings that it does not learn from."""
    # torch takes seconds to import, and only who trains needs it.
    from evals.understanding.network_export import write_network  # noqa: PLC0415
    from evals.understanding.statement_training import train_statements  # noqa: PLC0415

    learned = [OWN_ROWS / name for name in LEARNED]
    written = [row for row in read_statements(learned) if row.subject == "trace"]
    written += statements_of_readings(learned_step_rows())
    base = load_settings().elenchus_cache / "models" / EMBEDDER.target
    network = train_statements(written, list(generate_rows(generated, seed=1)), base)
    with tempfile.TemporaryDirectory() as place:
        folder = to or Path(place)
        write_network(network, folder, part="part")
        labels = {"stances": STANCES, "learned_from": LEARNED}
        (folder / LABELS).write_text(json.dumps(labels, indent=1) + "\n", encoding="utf-8")
        for name, rows in _judging().items():
            out.print(name, measure_statements(rows, weigh_rows(rows, folder)))


def _judging() -> dict[str, list[StatementRow]]:
    """Return the rows about runs that nothing is learned from."""
    files = {name: read_statements([OWN_ROWS / name]) for name in JUDGE}
    of_runs = {
        name: [row for row in rows if row.subject == "trace"] for name, rows in files.items()
    }
    return {"readings": list(statements_of_readings(judging_step_rows())), **of_runs}
