"""`python -m evals said-parts`: whether all that a message about the course does is heard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evals.answers.said_rows import (
    JUDGES,
    LEARNED,
    ROWS,
    measure_said,
    read_talk,
    write_said_weights,
)
from tutor_app.domain.settings import load_settings
from tutor_app.runtime.composition import build_embedder


def said_parts_command(
    messages: Annotated[Path, typer.Option(help="labelled messages", exists=True)] = ROWS,
    writers: Annotated[str, typer.Option(help="whose messages are judged")] = ",".join(JUDGES),
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages divided into complaints, questions, claims and wishes; by unseen writers."""
    embedder = build_embedder(load_settings(), threads=1)
    if train:
        write_said_weights(read_talk(messages, LEARNED), embedder)
    for writer in writers.split(","):
        told = {"writer": writer, **measure_said(read_talk(messages, [writer]), embedder)}
        print(json.dumps(told) if as_json else told)
