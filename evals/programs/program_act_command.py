"""The command that says what is heard of what messages about programs do, and trains it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evals.programs.program_act_rows import learn_acts, measure_acts, read_act_rows, write_weights
from evals.programs.told_rows import LEARNED, MESSAGES
from tutor_app.domain.settings import load_settings
from tutor_app.programs.ideas.program_acts import shipped_model
from tutor_app.runtime.composition import build_embedder


def program_acts_command(
    questions: Annotated[Path, typer.Option(help="programs with messages", exists=True)] = MESSAGES,
    writers: Annotated[str, typer.Option(help="whose messages are judged")] = "W2,W6",
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """What messages about programs do: precision, recall and F1 by act; by writer.

    Those of a writer who is learned from are judged by weights that are learned without them.
    """
    embedder = build_embedder(load_settings(), threads=1)
    learned = read_act_rows(MESSAGES, LEARNED, embedder)
    if train:
        write_weights(learned, embedder.name)
    shipped = shipped_model()
    for writer in writers.split(","):
        others = [each for each in learned if each.writer != writer]
        is_new = len(others) == len(learned)
        rows = read_act_rows(questions, [writer], embedder)
        for vectors in (True, False):
            weights = shipped.weights if vectors else shipped.plain
            weights = weights if is_new else learn_acts(others, vectors=vectors)
            found = measure_acts(rows, weights, vectors=vectors)
            told = {"writer": writer, "vectors": vectors, **found}
            print(json.dumps(told) if as_json else f"{writer} vectors={vectors}: {found}")
