"""The command of the evaluation of help with programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from evals.programs import debugging_comparison
from evals.programs.debugging_dialogue import Dialogue
from evals.programs.debugging_facts import fact_figures
from evals.programs.program_fixes import FixReply, fix_figures, fixes_of, tell
from evals.programs.program_mutants import make_mutants
from evals.programs.program_rows import stated_cases
from tutor_app.domain.settings import load_settings
from tutor_app.models.duties.model_identity import identify_model
from tutor_app.runtime.model_for_command import local_model

Json = dict[str, Any]
FIXES = 500

out = Console()


def debugging_command(  # noqa: PLR0913  (typer: one argument an option)
    questions: Annotated[
        Path, typer.Option(help="dialogues: JSON lines, or YAML of our own", exists=True)
    ],
    split: Annotated[
        Literal["all", "tune", "kept"], typer.Option(help="which half, by statement in the data")
    ] = "all",
    model_alone: Annotated[
        Literal["none", "small", "default"],
        typer.Option(help="the comparison: this model alone; goes on where it was"),
    ] = "none",
    sample: Annotated[int | None, typer.Option(help="so many dialogues, chosen by seed")] = None,
    seed: Annotated[int, typer.Option(help="of the sample")] = 6,
    limit: Annotated[int | None, typer.Option(help="only the first so many dialogues")] = None,
    ask: Annotated[int | None, typer.Option(help="at most so many of the model's replies")] = None,
    mutants: Annotated[
        int | None, typer.Option(help="so many wrong fixes; else 500, with --limit one a dialogue")
    ] = None,
    replies: Annotated[Path | None, typer.Option(help="file to write every reply to")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Own replies at every turn of a teacher: leaks of the fix, about this program, repeated."""
    chosen = debugging_comparison.read_dialogues(questions, limit, split)
    if sample is not None:
        chosen = debugging_comparison.choose(chosen, sample, seed)
    if model_alone == "none":
        result, rows = debugging_comparison.measure(chosen, debugging_comparison.tutor_replies)
        told = list(_tell_fixes(chosen, mutants if mutants is not None else limit or FIXES))
        result, rows = _with_fixes(chosen, result, rows, told)
    else:
        result, rows = _alone(chosen, model_alone, ask)
    if replies is not None:
        replies.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    if as_json:
        print(json.dumps(result))
        return
    table = Table("measure", "value")
    for key, value in result.items():
        table.add_row(key, str(value))
    out.print(table)


def _tell_fixes(chosen: Sequence[Dialogue], count: int) -> Iterator[FixReply]:
    """Let students send repaired programs, and wrong ones, of the dialogues' statements."""
    openings = {each.row.id: (each.row, each.said[0]) for each in chosen if each.row is not None}
    rows = [row for row, _ in openings.values() if row.repaired is not None and stated_cases(row)]
    made = make_mutants(rows, count) if count else []
    fixes = {row.id: fixes_of(row, [each for each in made if each.of == row.id]) for row in rows}
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Fixing", total=sum(map(len, fixes.values())))
        for row in rows:
            for told in tell(row, openings[row.id][1], fixes[row.id]):
                progress.advance(task)
                yield told


def _with_fixes(
    chosen: Sequence[Dialogue], result: Json, rows: list[Json], told: Sequence[FixReply]
) -> tuple[Json, list[Json]]:
    """Add what was said to fixes, and the figures of each half where there are both."""
    result = {**result, **fix_figures(told)}
    kept = {each.row.id for each in chosen if each.row is not None and each.kept}
    halves = {"tune": False, "kept": True}
    if {each.kept for each in chosen} == set(halves.values()):
        result["halves"] = {
            name: {
                **fact_figures(
                    [each for each in chosen if each.kept == half],
                    [row for row in rows if row["kept"] == half],
                ),
                **fix_figures([each for each in told if (each.of in kept) == half]),
            }
            for name, half in halves.items()
        }
    return result, [*rows, *map(asdict, told)]


def _alone(chosen: list[Dialogue], name: str, ask: int | None) -> tuple[Json, list[Json]]:
    settings = load_settings().model_copy(update={"model": name, "model_base_url": ""})
    sheet = debugging_comparison.alone_sheet(
        settings.elenchus_cache / "evals", identify_model(settings)
    )
    if not all(debugging_comparison.is_asked(dialogue, sheet) for dialogue in chosen):
        with local_model(settings, name) as model:
            for done in debugging_comparison.ask_alone(chosen, sheet, model, ask):
                out.print(f"{done}: kept", style="dim")
    begun = [dialogue for dialogue in chosen if debugging_comparison.alone_replies(dialogue, sheet)]
    return debugging_comparison.measure(
        begun, lambda each: debugging_comparison.alone_replies(each, sheet)
    )
