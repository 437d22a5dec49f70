"""What stands on the sheets: calculations, programs and tables that writers have written."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evals.calculations.calculation_rows import read_calculation_rows

Kind = Literal["calculation", "program", "table"]
Part = Literal["looked_at", "kept"]
QUESTIONS = Path(__file__).parents[1] / "questions"
_LONGEST = 600  # characters: a sheet, no book
_LINES = 3
_CALCULATIONS = {"looked_at": "half_a.jsonl", "kept": "half_b.jsonl"}
_PROGRAM_WRITERS = {"looked_at": ("W1", "W2"), "kept": ("W5", "W6")}
_TABLES = {"looked_at": "traces_told.jsonl", "kept": "traces_told_t3.jsonl"}


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a student has written on a sheet."""

    kind: Kind
    text: str


def read_sheets(part: Part, of_each: int, seed: int = 18) -> list[Sheet]:
    """Return so many sheets of each kind; writers of the kept part are not those looked at.

    LaTeX is left out: nobody writes its commands on paper.
    """
    chance = random.Random(seed)
    sheets: list[Sheet] = []
    written: dict[Kind, Iterator[str]] = {
        "calculation": _calculations(part),
        "program": _programs(part),
        "table": _tables(part),
    }
    for kind, texts in written.items():
        fitting = sorted({text for text in texts if _fits(text)})
        chosen = chance.sample(fitting, min(of_each, len(fitting)))
        sheets += [Sheet(kind, text) for text in chosen]
    return sheets


def _fits(text: str) -> bool:
    is_short = len(text) <= _LONGEST and max(map(len, text.splitlines())) <= 70
    return is_short and text.count("\n") + 1 >= _LINES and text.isascii()


def _calculations(part: Part) -> Iterator[str]:
    for row in read_calculation_rows(QUESTIONS / "calculations" / _CALCULATIONS[part]):
        if "\\" not in row.message and "$" not in row.message:
            yield row.message.strip()


def _programs(part: Part) -> Iterator[str]:
    for line in (QUESTIONS / "program_messages.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["writer"] in _PROGRAM_WRITERS[part]:
            yield row["program"].strip()


def _tables(part: Part) -> Iterator[str]:
    for line in (QUESTIONS / _TABLES[part]).read_text("utf-8").splitlines():
        yield json.loads(line)["message"].strip()
