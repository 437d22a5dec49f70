"""The command that says how well it is heard that a message tells a change, and trains it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evals.programs.change_speech_rows import (
    learn_change_speech,
    measure_change_speech,
    read_change_speech,
    write_weights,
)
from evals.programs.told_rows import JUDGES, LEARNED, MESSAGES
from tutor_app.domain.settings import load_settings
from tutor_app.programs.ideas.change_speech import shipped_model
from tutor_app.runtime.composition import build_embedder


def change_speech_command(
    questions: Annotated[Path, typer.Option(help="programs with messages", exists=True)] = MESSAGES,
    writers: Annotated[str, typer.Option(help="whose messages are judged")] = JUDGES,
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Whether messages about programs tell a change: precision, recall and F1; by writer.

    Those of a writer who is learned from are judged by weights that are learned without them.
    """
    embedder = build_embedder(load_settings(), threads=1)
    known = read_change_speech(MESSAGES, LEARNED, embedder)
    if train:
        write_weights(known, embedder.name)
    for writer in writers.split(","):
        others = [each for each in known if each.writer != writer]
        is_unseen = len(others) == len(known)
        rows = read_change_speech(questions, [writer], embedder)
        for vectors in (True, False):
            learned = (
                shipped_model(vectors=vectors)
                if is_unseen
                else learn_change_speech(others, embedder.name, vectors=vectors)
            )
            told = {"writer": writer, "vectors": vectors, **measure_change_speech(rows, learned)}
            print(json.dumps(told) if as_json else told)
