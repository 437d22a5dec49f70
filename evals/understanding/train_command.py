"""`make understanding`: trains the act classifier; says how it does on writers it never saw."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evals.understanding.act_labels import hashes_of_own_rows, write_labels, write_seen
from evals.understanding.act_measures import (
    JudgedRow,
    judge,
    judge_again,
    measure,
    table_rule,
    thresholds_of,
)
from evals.understanding.act_rows import OWN_ROWS, ActRow, read_writers
from evals.understanding.training_settings import TrainingSettings, read_settings
from tutor_app.domain.settings import load_settings
from tutor_app.models.model_files import EMBEDDER
from tutor_app.understanding.act_classifier import FOLDER, ActClassifier, Thresholds

Writers = Mapping[str, Sequence[ActRow]]
MEASURES = (
    "rows",
    "acts",
    "acts_top2",
    "macro_f1",
    "about_table",
    "about_table_false_f1",
    "confident",
    "constant_rule",
)

out = Console()


def understanding_command(
    also: Annotated[
        list[Path], typer.Option(help="folders of more writer_*.jsonl", exists=True)
    ] = [],  # noqa: B006  (typer reads it)
    unseen: Annotated[
        list[str], typer.Option(help="writers to leave out in turn; all of them unless named")
    ] = [],  # noqa: B006
    to: Annotated[Path, typer.Option(help="folder to write the classifier to")] = FOLDER,
    report_only: Annotated[bool, typer.Option(help="write nothing")] = False,
) -> None:
    """Train the classifier of dialogue acts; print how well it does on writers it never saw.

    Each writer in turn is left out, and the form that ships is measured on their rows. The
    thresholds come from these rows. Then one network learns from all.
    """
    settings = read_settings()
    writers = read_writers([OWN_ROWS, *also])
    base = load_settings().elenchus_cache / "models" / EMBEDDER.target
    judged = {
        name: _judge_unseen(name, writers, base, settings) for name in unseen or list(writers)
    }
    thresholds = thresholds_of(
        [one for rows in judged.values() for one in rows], settings.sure_when_right
    )
    _report(judged, writers, thresholds)
    if report_only:
        return
    rows = [row for own in writers.values() for row in own]
    _train_and_export(rows, base, settings, to)
    write_labels(to, thresholds, hashes_of_own_rows())
    write_seen(to, (row.fingerprint for row in rows))
    out.print(f"{len(rows)} rows of {len(writers)} writers learned; written to {to}")


def _judge_unseen(
    name: str, writers: Writers, base: Path, settings: TrainingSettings
) -> list[JudgedRow]:
    """Train on all writers but one, and judge that one's rows by what would ship."""
    learned = [row for other, rows in writers.items() if other != name for row in rows]
    with tempfile.TemporaryDirectory() as place:
        _train_and_export(learned, base, settings, Path(place))
        judged = judge(ActClassifier(Path(place)), writers[name])
    out.print(f"{name}: {measure(judged)['acts']:.3f}")
    return judged


def _train_and_export(
    rows: Sequence[ActRow], base: Path, settings: TrainingSettings, folder: Path
) -> None:
    # torch takes seconds to import, and only who trains needs it.
    from evals.understanding.act_export import export  # noqa: PLC0415
    from evals.understanding.act_training import train  # noqa: PLC0415

    export(train(rows, base, settings), base, folder)


def _report(
    judged: Mapping[str, Sequence[JudgedRow]], writers: Writers, thresholds: Thresholds
) -> None:
    table = Table("left out", *judged)
    figures = {name: measure(judge_again(rows, thresholds)) for name, rows in judged.items()}
    for measured in MEASURES:
        table.add_row(measured, *(str(of[measured]) for of in figures.values()))
    table.add_row("constant_rule by table", *(str(_table_rule(name, writers)) for name in judged))
    out.print(table)
    out.print(f"Thresholds, from all these rows: {asdict(thresholds)}")


def _table_rule(name: str, writers: Writers) -> float:
    learned = [row for other, rows in writers.items() if other != name for row in rows]
    return table_rule(learned, writers[name])
