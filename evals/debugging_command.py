"""The command of the evaluation of help with programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.table import Table

from evals import debugging
from evals.debugging_dialogue import Dialogue
from evals.latency import local_model
from tutor_app.duties.identity import identify_model
from tutor_app.settings import load_settings

out = Console()


def debugging_command(  # noqa: PLR0913  (typer: one argument an option)
    questions: Annotated[
        Path, typer.Option(help="dialogues: JSON lines, or YAML of our own", exists=True)
    ],
    split: Annotated[
        Literal["all", "tune", "kept"], typer.Option(help="which half of our own dialogues")
    ] = "all",
    model_alone: Annotated[
        Literal["none", "small", "default"],
        typer.Option(help="the comparison: this model alone; goes on where it was"),
    ] = "none",
    sample: Annotated[int | None, typer.Option(help="so many dialogues, chosen by seed")] = None,
    seed: Annotated[int, typer.Option(help="of the sample")] = 6,
    limit: Annotated[int | None, typer.Option(help="only the first so many dialogues")] = None,
    ask: Annotated[int | None, typer.Option(help="at most so many of the model's replies")] = None,
    replies: Annotated[Path | None, typer.Option(help="file to write every reply to")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Own replies at every turn of a teacher: leaks of the fix, about this program, repeated."""
    chosen = debugging.read_dialogues(questions, limit, split)
    if sample is not None:
        chosen = debugging.choose(chosen, sample, seed)
    if model_alone == "none":
        result, rows = debugging.measure(chosen, debugging.tutor_replies)
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


def _alone(
    chosen: list[Dialogue], name: str, ask: int | None
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    settings = load_settings().model_copy(update={"model": name, "model_base_url": ""})
    sheet = debugging.alone_sheet(settings.elenchus_cache / "evals", identify_model(settings))
    if not all(debugging.is_asked(dialogue, sheet) for dialogue in chosen):
        with local_model(settings, name) as model:
            for done in debugging.ask_alone(chosen, sheet, model, ask):
                out.print(f"{done}: kept", style="dim")
    begun = [dialogue for dialogue in chosen if debugging.alone_replies(dialogue, sheet)]
    return debugging.measure(begun, lambda each: debugging.alone_replies(each, sheet))
