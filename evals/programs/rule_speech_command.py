"""The command that says how students' words on the rules of Python are heard, and trains it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evals.programs.ridge_learning import written
from evals.programs.rule_speech_rows import learn_speech, measure_speech, read_speech
from evals.programs.told_rows import QUESTIONS
from tutor_app.domain.settings import load_settings
from tutor_app.programs.behaviour.rule_speech import WEIGHTS, shipped_model
from tutor_app.runtime.composition import build_embedder

SENTENCES = QUESTIONS / "rule_sentences.jsonl"
SPEECH_LEARNED = ("R1", "R2")  # R3 judges


def rule_speech_command(
    questions: Annotated[Path, typer.Option(help="sentences by rule", exists=True)] = SENTENCES,
    writers: Annotated[str, typer.Option(help="whose sentences are judged")] = "R3",
    train: Annotated[bool, typer.Option(help="write the weights that ship")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """How sentences on Python's rules are heard where the one rule goes on; by writer.

    Each writer is judged by weights that are learned from the others of those learned from.
    """
    embedder = build_embedder(load_settings(), threads=1)
    known = [each for each in read_speech(SENTENCES, embedder) if each.writer in SPEECH_LEARNED]
    if train:
        found = written(learn_speech(known, embedder.name))
        WEIGHTS.write_text(json.dumps(found) + "\n", encoding="utf-8")
    rows = read_speech(questions, embedder)
    for writer in writers.split(","):
        others = [each for each in known if each.writer != writer]
        is_unseen = len(others) == len(known)
        learned = shipped_model() if is_unseen else learn_speech(others, embedder.name)
        shares = measure_speech([each for each in rows if each.writer == writer], learned)
        told = {"writer": writer, **shares}
        print(json.dumps(told) if as_json else told)
