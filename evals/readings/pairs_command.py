"""Writes pairs of replies for readers who are not told whose is whose, and counts their choices."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.console import Console
from rich.progress import track

from demo_course.build import DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom
from evals.readings.reply_pairs import count_choices, is_wanted, pair_up, read_model_conversations
from evals.talk import reply_text
from tutor_app.runtime.evaluation_course import index_folder

pairs_app = typer.Typer(help=__doc__, no_args_is_help=True)
_console = Console(stderr=True)


@pairs_app.command("write")
def write_command(  # noqa: PLR0913  (typer: one argument an option)
    conversations: Annotated[Path, typer.Argument(help="model conversations (.md) or dialogues")],
    out: Annotated[Path, typer.Option(help="what readers get (.jsonl)")],
    key: Annotated[Path, typer.Option(help="which reply is the tutor's (.json)")],
    only: Annotated[str, typer.Option(help="ids, separated by commas")] = "",
    limit: Annotated[int | None, typer.Option(help="conversations at most")] = None,
    seed: Annotated[int, typer.Option(help="of the order of the replies")] = 1,
    materials: Annotated[
        Path | None, typer.Option(help="folder of PDFs (the demo course)", exists=True)
    ] = None,
) -> None:
    """Hold the students' side of model conversations with the tutor; keep both replies."""
    if materials is None:
        build(DEFAULT_OUT)
    classroom = Classroom(index_folder(materials or DEFAULT_OUT))
    wanted = [each.strip() for each in only.split(",") if each.strip()]
    found = [one for one in read_model_conversations(conversations) if is_wanted(one, wanted)]
    draw = random.Random(seed)
    pairs: list[dict[str, Any]] = []
    for conversation in track(found[:limit], "Talking", console=_console, transient=True):
        learner = classroom.known_learner(uuid4().hex)
        pairs += pair_up(conversation, lambda text, one=learner: reply_text(one.say(text)), draw)  # type: ignore[misc]
    key.write_text(json.dumps({each["id"]: each.pop("ours") for each in pairs}), encoding="utf-8")
    lines = (json.dumps(each, ensure_ascii=False) for each in pairs)
    out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    typer.echo(f"{len(pairs)} pairs: {out}")


@pairs_app.command("count")
def counting_command(
    choices: Annotated[Path, typer.Argument(help='lines of {"id", "choice": "A" | "B" | "tie"}')],
    key: Annotated[Path, typer.Option(help="which reply is the tutor's (.json)")],
) -> None:
    """Count how often readers chose the tutor's reply; prints JSON."""
    lines = choices.read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines if line.strip()]
    chosen = {each["id"]: each["choice"] for each in told}
    try:
        counted = count_choices(chosen, json.loads(key.read_text(encoding="utf-8")))
    except ValueError as exc:
        raise typer.BadParameter(str(exc)) from exc
    typer.echo(json.dumps(counted))
