"""The command that says where changes are put that students tell in words, and trains it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal

import typer

from evals.programs.change_rows import (
    ChangeRow,
    read_changes,
    read_programs,
    read_untold,
    same,
    told_by_templates,
)
from evals.programs.change_speech_rows import heard_acts, read_change_speech, unseen_acts
from evals.programs.change_training import learn_edits, read_all, write_weights
from evals.programs.told_rows import JUDGES, LEARNED, MESSAGES, OWN_MESSAGES
from tutor_app.domain.settings import load_settings
from tutor_app.programs.student_changes.placed_change import place_change
from tutor_app.retrieval.embedder import Embedder
from tutor_app.runtime.composition import build_embedder

Placed = Literal["right", "wrong", "asked", "asked_elsewhere", "nothing"]


def changes_command(
    questions: Annotated[Path, typer.Option(help="programs with messages", exists=True)] = MESSAGES,
    writers: Annotated[str, typer.Option(help="whose messages are judged")] = JUDGES,
    train: Annotated[bool, typer.Option(help="first learn the weights that ship")] = False,
    misses: Annotated[
        str, typer.Option(help="the writer of whom each miss is shown; never who judges")
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Changes told in words: placed right, placed wrongly, asked about, not heard; by writer.

    Learning rests on the weights of `change-speech`, which are to be learned first.
    """
    embedder = build_embedder(load_settings(), threads=1)
    if train:
        known = unseen_acts(read_change_speech(MESSAGES, LEARNED, embedder), embedder.name)
        told = (row for writer in LEARNED for row in read_changes(MESSAGES, writer))
        written = read_all(told, lambda row: known[row.text])
        written += read_all(
            read_untold(OWN_MESSAGES, MESSAGES),
            lambda row: heard_acts(row.text, row.program, embedder),
        )
        made = [
            row for writer in LEARNED for row in told_by_templates(read_programs(MESSAGES, writer))
        ]
        write_weights(learn_edits(written, read_all(made)))
    for writer in writers.split(","):
        counts: Counter[str] = Counter()
        for row in read_changes(questions, writer):
            placed = judge(row, embedder)
            counts[f"{'told' if row.after is not None else 'untold'}_{placed}"] += 1
            if writer == misses and placed != "right" and (row.after or placed != "nothing"):
                print(f"{row.program_id} {row.text!r} {placed}")
        print(json.dumps({"writer": writer, **counts}) if as_json else f"{writer}: {counts}")


def judge(row: ChangeRow, embedder: Embedder) -> Placed:
    """Hold where a message's change is put against the program that its writer means."""
    acts = heard_acts(row.text, row.program, embedder)
    placement = place_change(row.program, row.text, acts, row.values)
    if not placement.candidates:
        return "nothing"
    if placement.change is not None:
        is_right = row.after is not None and same(placement.change.source, row.after)
        return "right" if is_right else "wrong"
    after = row.after
    meant = after is not None and any(same(each.source, after) for each in placement.candidates)
    return "asked" if meant else "asked_elsewhere"
