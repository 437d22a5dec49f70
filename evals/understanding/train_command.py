"""`make understanding`: trains the act classifier; says how it does on writers it never saw."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from evals.understanding.act_labels import (
    hashes_of_own_rows,
    read_seen,
    write_labels,
    write_seen,
)
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
from tutor_app.understanding.act_classifier import FOLDER, TOKENIZER, ActClassifier, Thresholds

Writers = Mapping[str, Sequence[ActRow]]
MEASURES = (
    "rows",
    "acts",
    "acts_top2",
    "macro_f1",
    "about_table",
    "about_table_false_f1",
    "move_accuracy",
    "confident",
    "constant_rule",
)

out = Console()


def understanding_command(
    also: Annotated[
        list[Path], typer.Option(help="folders of more writer_*.jsonl", exists=True)
    ] = [],  # noqa: B006  (typer reads it)
    unseen: Annotated[
        list[str],
        typer.Option(
            help="writers to leave out in turn (a+b: together, as who wrote to the same last words)"
        ),
    ] = [],  # noqa: B006
    to: Annotated[Path, typer.Option(help="folder to write the classifier to")] = FOLDER,
    onward: Annotated[
        bool, typer.Option(help="go on from the network that ships; only new writers are left out")
    ] = False,
    report_only: Annotated[bool, typer.Option(help="write nothing")] = False,
) -> None:
    """Train the classifier of dialogue acts; print how well it does on writers it never saw.

    Each writer in turn is left out, and the form that ships is measured on their rows. The
    thresholds come from these rows. Then one network learns from all.
    """
    settings = read_settings()
    writers = read_writers([OWN_ROWS, *also])
    base = load_settings().elenchus_cache / "models" / EMBEDDER.target
    known = read_seen(FOLDER) if onward else frozenset()
    learn = _Learning(base=base, settings=settings, known=known)
    left_out = unseen or [name for name, rows in writers.items() if learn.is_new(rows)]
    if not left_out:
        raise typer.BadParameter(
            "the network that ships has seen every writer", param_hint="onward"
        )
    if unknown := {each for name in left_out for each in name.split("+")} - writers.keys():
        raise typer.BadParameter(f"no rows of {', '.join(unknown)}", param_hint="unseen")
    judged = {
        name: rows
        for together in left_out
        for name, rows in _judge_unseen(together.split("+"), writers, learn).items()
    }
    thresholds = thresholds_of(
        [one for rows in judged.values() for one in rows], settings.sure_when_right
    )
    _report(judged, writers, thresholds)
    if report_only:
        return
    rows = [row for own in writers.values() for row in own]
    learn.and_export(rows, to)
    write_labels(to, thresholds, hashes_of_own_rows())
    write_seen(to, (row.fingerprint for row in rows))
    out.print(f"{len(rows)} rows of {len(writers)} writers learned; written to {to}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Learning:
    """From MiniLM, or onward from the network that ships where the rows that it saw are `known`."""

    base: Path
    settings: TrainingSettings
    known: frozenset[str]

    def is_new(self, rows: Sequence[ActRow]) -> bool:
        """Whether a writer's rows are none that the network to begin with has seen."""
        return not any(row.fingerprint in self.known for row in rows)

    def and_export(self, rows: Sequence[ActRow], folder: Path) -> None:
        """Learn from the rows and write what ships into the folder."""
        # torch takes seconds to import, and only who trains needs it.
        from evals.understanding.act_training import train, train_onward, untrained  # noqa: PLC0415
        from evals.understanding.network_export import read_network, write_network  # noqa: PLC0415

        if self.known:
            network = read_network(untrained(self.base, self.settings), FOLDER)
            new = [row for row in rows if row.fingerprint not in self.known]
            known = [row for row in rows if row.fingerprint in self.known]
            network = train_onward(network, new, known, self.base, self.settings)
        else:
            network = train(rows, self.base, self.settings)
        write_network(network, folder, part="message")
        shutil.copyfile(self.base / TOKENIZER, folder / TOKENIZER)
        write_labels(folder, Thresholds(), {})  # nobody has measured them yet


def _judge_unseen(
    names: Sequence[str], writers: Writers, learn: _Learning
) -> dict[str, list[JudgedRow]]:
    """Train on all writers but these, and judge their rows by what would ship."""
    learned = [row for other, rows in writers.items() if other not in names for row in rows]
    with tempfile.TemporaryDirectory() as place:
        learn.and_export(learned, Path(place))
        classifier = ActClassifier(Path(place))
        judged = {name: judge(classifier, writers[name]) for name in names}
    for name, rows in judged.items():
        out.print(f"{name}: {measure(rows)['acts']:.3f}")
    return judged


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
