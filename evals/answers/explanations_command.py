"""Whether each sentence of a student's explanation gets the verdict that its course bears out."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from demo_course.build import DEFAULT_OUT, FOLDER, build
from evals.hint_ladder.recorded_learner import Classroom
from tutor_app.conversation.subject.own_explanation import (
    JudgedPart,
    explains_in_own_words,
    judge_sentences,
    sentences_of,
)
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.conversation.turn_notes import Notes
from tutor_app.domain.values import Message, Session
from tutor_app.runtime.evaluation_course import COURSE, index_folder

EXPLANATIONS = Path(__file__).parents[1] / "questions" / "explanations.jsonl"
RIGHT = {"true": "right", "false": "not so", "open": "open"}


def explanations_command(
    questions: Annotated[Path, typer.Option(exists=True)] = EXPLANATIONS,
    materials: Annotated[
        list[str] | None, typer.Option(help="COURSE=FOLDER of a course that the rows name")
    ] = None,
    verbose: Annotated[bool, typer.Option(help="print what is not as labelled")] = False,
) -> None:
    """Count the verdicts on sentences that are true, false or open by their course, for each split.

    Rows of a course without a folder are left out and counted.
    """
    rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    rooms = _rooms(materials or [], {row["course"] for row in rows})
    told: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        split = told[f"{row['split']}, {row['course']}"]
        if row["course"] not in rooms:
            split["explanations left out"] += 1
            continue
        for (text, verdict), said in zip(
            row["parts"], _verdicts(row, rooms[row["course"]], split), strict=True
        ):
            split[f"{verdict}: {said}"] += 1
            if verbose and said != RIGHT[verdict]:
                typer.echo(f"{verdict}: {said} | {text}", err=True)
    typer.echo(json.dumps({name: dict(sorted(split.items())) for name, split in told.items()}))


def _rooms(materials: Sequence[str], named: set[str]) -> Mapping[str, Classroom]:
    folders = {name: Path(folder) for name, _, folder in (one.partition("=") for one in materials)}
    if "search" in named:
        build(DEFAULT_OUT)
        folders.setdefault("search", DEFAULT_OUT)
    if "algebra" in named:
        algebra = DEFAULT_OUT.with_name("build-algebra")
        build(algebra, FOLDER / "algebra")
        folders.setdefault("algebra", algebra)
    return {name: Classroom(index_folder(folder)) for name, folder in folders.items()}


def _verdicts(row: Mapping[str, Any], room: Classroom, split: Counter[str]) -> list[str]:
    """Return what is said of each sentence: right, not so, open, or right in part."""
    written = " ".join(text for text, _ in row["parts"])
    turn = TurnContext(
        message=Message(text=f"Here is my explanation, please check: {written}"),
        session=Session(conversation_id="evaluated", course_id=COURSE, course_name=row["course"]),
        services=room.services,
        book=None,
        notes=Notes(lambda: False),
    )
    assert turn.index is not None
    split["explanations read as such"] += explains_in_own_words(turn)
    sentences = sentences_of(turn.message.text, turn.index)
    parts = judge_sentences(sentences, turn, turn.index)
    numbers = {text: number for number, text in enumerate(sentences, 1)}
    return [
        _said([part for part in parts if part.number == numbers.get(text)])
        for text, _ in row["parts"]
    ]


def _said(parts: Sequence[JudgedPart]) -> str:
    judged = {part.judged.verdict.judgement for part in parts}
    if "denied" in judged:
        return "not so"
    if "borne_out" in judged:
        return "right in part" if "open" in judged else "right"
    return "open"
