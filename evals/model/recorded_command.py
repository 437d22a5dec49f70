"""`python -m evals recorded`: dialogues with a capable model that replies written by hand play."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from demo_course.build import ALGEBRA, DEFAULT_OUT, build
from evals.hint_ladder.recorded_learner import Classroom
from evals.model.measured_turns import (
    CountedModel,
    MeasuredTurns,
    StudentSide,
    beside_plain,
    hold,
)
from evals.model.recorded_model import RecordedModel, read_recorded
from evals.readings.reply_pairs import pair_up
from tutor_app.models.duties.duty_registry import DUTIES
from tutor_app.runtime.evaluation_course import index_folder

FOLDER = Path(__file__).parents[1] / "questions" / "recorded_model"
LOT = 16  # the order of the two replies of a pair
_console = Console(stderr=True)


@dataclass
class TurnsToRead:
    """What students read, with what was cut; and the pairs for readers, in an order by lot."""

    draw: random.Random
    shown: list[dict[str, Any]] = field(default_factory=list)
    pairs: list[dict[str, Any]] = field(default_factory=list)


def recorded_command(  # noqa: PLR0913  (typer: one argument an option)
    folder: Annotated[
        Path, typer.Option(help="of dialogues.jsonl and replies.jsonl", exists=True)
    ] = FOLDER,
    wanted: Annotated[Path | None, typer.Option(help="write the prompts without a reply")] = None,
    only: Annotated[list[str] | None, typer.Option(help="dialogues, by id")] = None,
    pairs: Annotated[
        Path | None, typer.Option(help="write replies with and without the model for readers")
    ] = None,
    shown: Annotated[Path | None, typer.Option(help="write what students read")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Hold the dialogues with all duties in force; count its calls and the sentences shown."""
    model = RecordedModel(read_recorded(folder / "replies.jsonl"))
    rows = [json.loads(line) for line in (folder / "dialogues.jsonl").open(encoding="utf-8")]
    rows = [row for row in rows if not only or row["id"] in only]
    counted = CountedModel(model)
    measured, said = MeasuredTurns(counted), TurnsToRead(random.Random(LOT))
    for course in ("search", "algebra"):
        of_course = [row for row in rows if row["course"] == course]
        if of_course:
            _hold_all(of_course, model, measured, said, plain=pairs is not None)
    if wanted is not None:
        _write_lines(wanted, model.wanted)
    if shown is not None:
        _write_lines(shown, said.shown)
    if pairs is not None:
        key = {each["id"]: each.pop("ours") for each in said.pairs}
        pairs.with_suffix(".key.json").write_text(json.dumps(key), encoding="utf-8")
        _write_lines(pairs, said.pairs)
    same = sum(pair["A"] == pair["B"] for pair in said.pairs)
    figures = {
        "dialogues": len(rows),
        "wanted": len(model.wanted),
        **({"same_as_without": same} if pairs is not None else {}),
        **measured.figures(),
    }
    print(json.dumps(figures) if as_json else json.dumps(figures, indent=1))


def _hold_all(
    rows: Sequence[dict[str, Any]],
    model: RecordedModel,
    measured: MeasuredTurns,
    said: TurnsToRead,
    *,
    plain: bool,
) -> None:
    """Hold the dialogues on one course, and with `plain` also without the model."""
    course = rows[0]["course"]
    folder = DEFAULT_OUT if course == "search" else DEFAULT_OUT.with_name("build-algebra")
    build(folder, DEFAULT_OUT.parent if course == "search" else ALGEBRA)
    indexed = index_folder(folder)
    room, without = Classroom(indexed), Classroom(indexed)
    counted = measured.model
    duties = frozenset(duty.name for duty in DUTIES)
    room.services = replace(room.services, model=lambda: counted, duties=duties)
    for row in track(rows, "Talking", console=_console, transient=True):
        dialogue = StudentSide(id=row["id"], messages=tuple(row["messages"]))
        model.dialogue = row["id"]
        began = len(measured.turns)
        replies = list(hold(room, dialogue, measured))
        for number, (text, (replied, calls)) in enumerate(
            zip(replies, measured.turns[began:], strict=True), 1
        ):
            said.shown.append(
                {
                    "id": f"{row['id']}#{number}",
                    "student": replied.text,
                    "reply": text,
                    "calls": calls,
                    "cut": [
                        [attempt.reply, attempt.failed_check]
                        for attempt in replied.record.attempts
                        if attempt.failed_check
                    ],
                }
            )
        if plain:
            conversation = beside_plain(dialogue, lambda one: hold(without, one))
            told = iter(replies).__next__
            said.pairs += pair_up(conversation, lambda _, told=told: told(), said.draw)  # type: ignore[misc]


def _write_lines(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    lines = (json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
