"""The second part of "answer": sentences that a model wrote and passed, read by a person.

The reading file holds one JSON object per line; a person puts true or false after `supported`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from tutor_app.models.duties.answer import DUTY as ANSWER
from tutor_app.models.duties.duty_registry import READ_SUPPORTED, duty_named, prompts_version
from tutor_app.models.duties.exam_results import Figure
from tutor_app.models.duties.model_identity import ModelIdentity
from tutor_app.models.exams.exam_figures import share
from tutor_app.models.exams.exam_items import FOLDER
from tutor_app.models.exams.take_exam import Answer

SHIPPED_READINGS = FOLDER / "readings"
WRITTEN = 100  # sentences that a person reads


class ReadSentence(BaseModel):
    """A sentence of the model's beside the passage that code gave it as its source."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    passage: str
    sentence: str
    supported: bool | None = None


def reading_name(model: ModelIdentity) -> str:
    return f"{model.digest[:16]}-{prompts_version(duty_named(ANSWER))}.jsonl"


def write_reading(path: Path, answers: Mapping[str, Answer]) -> int:
    """Lay out what the model wrote for a person to read, once; return how many sentences."""
    rows = [
        ReadSentence(id=f"{item}-{number}", **sentence)
        for item, answer in answers.items()
        for number, sentence in enumerate(answer.get("sentences", ()), 1)
    ][:WRITTEN]
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (json.dumps(row.model_dump(), ensure_ascii=False) for row in rows)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return len(rows)


def reading_figure(paths: Iterable[Path]) -> Figure | None:
    """Return what a person's reading amounts to; None while there is none or it is not finished."""
    for path in paths:
        if not path.exists():
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        rows = [TypeAdapter(ReadSentence).validate_json(line) for line in lines if line.strip()]
        if rows and all(row.supported is not None for row in rows):
            return share(READ_SUPPORTED, sum(bool(row.supported) for row in rows), len(rows))
    return None
