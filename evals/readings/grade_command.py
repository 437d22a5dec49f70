"""Makes a reading's sheet from kept transcripts, and counts what its readers wrote into it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from evals.readings.reading_rates import by, rates
from evals.readings.reading_sheet import GradedReply, SheetInvalid, blank_sheet, read_sheets

SHEET = ".jsonl"


def grade_command(  # noqa: PLR0913  (typer: one argument an option)
    files: Annotated[
        list[Path],
        typer.Argument(help="transcripts (.md) to make a sheet of, or sheets (.jsonl) to count"),
    ],
    reading: Annotated[str, typer.Option("--round", help="the reading's name")] = "",
    reader: Annotated[str, typer.Option(help="a person or a model, and by which brief")] = "",
    kind: Annotated[str, typer.Option(help="what the conversations are about")] = "",
    course: Annotated[str, typer.Option(help="the course they are held in")] = "demo",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Make a reading's sheet from transcripts, or count the grades of filled-in sheets."""
    sheets = [path for path in files if path.suffix == SHEET]
    if not sheets:
        for path in files:
            told = {"round": reading, "reader": reader, "kind": kind, "course": course}
            for reply in blank_sheet(path, **told):
                typer.echo(reply.line())
        return
    if len(sheets) != len(files):
        raise typer.BadParameter("give transcripts or sheets, not both")
    try:
        counted = count(read_sheets(sheets))
    except (SheetInvalid, ValueError) as exc:
        raise typer.BadParameter(str(exc)) from exc
    typer.echo(json.dumps(counted, indent=1) if as_json else _table(counted))


def count(replies: list[GradedReply]) -> dict[str, Any]:
    """Return the rates of all replies, and the grades by round, kind and course."""
    return {
        "replies": sum(reply.grade is not None for reply in replies),
        "rates": {name: asdict(rate) for name, rate in rates(replies).items()},
        "by_round": by(replies, lambda reply: reply.round),
        "by_kind": by(replies, lambda reply: reply.kind),
        "by_course": by(replies, lambda reply: reply.course),
    }


def _table(counted: dict[str, Any]) -> str:
    lines = [f"{counted['replies']} graded replies", "", "| | rate [95% interval] | of |"]
    lines.append("|---|---|---|")
    for name, rate in counted["rates"].items():
        interval = f"{rate['share']:.2f} [{rate['low']:.2f}, {rate['high']:.2f}]"
        lines.append(f"| {name} | {interval} | {rate['replies']} |")
    for group in ("by_round", "by_kind", "by_course"):
        if len(counted[group]) > 1:
            lines += ["", f"| {group[3:]} | replies | good | good or acceptable | wrong |"]
            lines.append("|---|---|---|---|---|")
            lines += [
                f"| {key} | {each['replies']} | {each['good']:.2f} "
                f"| {each['good_or_acceptable']:.2f} | {each['wrong']:.2f} |"
                for key, each in counted[group].items()
            ]
    return "\n".join(lines)
