"""What the running model decides of messages beside sentences of a course, against labels."""

from __future__ import annotations

import json
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from evals.running_reader import running_decider
from tutor_app.conversation.services import DecidesByCourse
from tutor_app.models.course_decider import MOST_SENTENCES, Kind, SaidInCourse

FOLDER = Path(__file__).parents[1] / "questions" / "course_decisions"
JUDGE = FOLDER / "writer_n.jsonl"
_SURE = (0.5, 0.8, 0.95)


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A message with the sentences of its topic; `decided_by` has places from 0."""

    sentences: tuple[tuple[str, str], ...]
    before: str
    message: str
    verdict: Kind
    decided_by: tuple[int, ...]

    def among(self, most: int) -> DecisionRow:
        """Return the row with at most so many sentences, those that decide among them."""
        others = [at for at in range(len(self.sentences)) if at not in self.decided_by]
        kept = sorted({*self.decided_by, *others[: most - len(self.decided_by)]})
        return DecisionRow(
            sentences=tuple(self.sentences[at] for at in kept),
            before=self.before,
            message=self.message,
            verdict=self.verdict,
            decided_by=tuple(kept.index(at) for at in self.decided_by),
        )

    @property
    def said(self) -> SaidInCourse:
        """The row as it is put to the model."""
        return SaidInCourse(message=self.message, before=self.before, sentences=self.sentences)


def read_decisions(file: Path) -> Iterator[DecisionRow]:
    """Yield the rows of a file, in which a line of sentences stands before the rows about them."""
    sentences: tuple[tuple[str, str], ...] = ()
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if "sentences" in row:
            sentences = tuple((heading, text) for heading, text in row["sentences"])
            continue
        yield DecisionRow(
            sentences=sentences,
            before=row["before"],
            message=row["message"],
            verdict=row["verdict"],
            decided_by=tuple(number - 1 for number in row["decided_by"]),
        )


def course_decisions_command(
    questions: Annotated[Path, typer.Option(help="labelled messages", exists=True)] = JUDGE,
    every: Annotated[int, typer.Option(help="only each n-th row: some seconds a message")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Messages decided beside sentences of a course by the running model, against their labels."""
    rows = list(read_decisions(questions))[::every]
    result = measure_decisions(rows, running_decider())
    typer.echo(json.dumps(result, indent=None if as_json else 2))


def measure_decisions(rows: Sequence[DecisionRow], decides: DecidesByCourse) -> dict[str, Any]:
    """Return the shares of kinds and sentences that are right, and how often a verdict is."""
    kinds, first, verdicts = 0, 0, Counter[tuple[str, float, bool]]()
    seconds, asked, undecided = [], 0, 0
    for row in (each.among(MOST_SENTENCES) for each in rows):
        began = time.monotonic()
        decided = decides(row.said, lambda: False)
        seconds.append(time.monotonic() - began)
        asked += row.verdict == "answer"
        if decided is None:
            undecided += 1
            continue
        kinds += decided.kind == row.verdict
        answers = decided.kind == row.verdict == "answer"
        first += answers and decided.places[0] in row.decided_by
        if decided.kind in ("right", "wrong"):
            for sure in _SURE:
                if decided.share >= sure:
                    verdicts[decided.kind, sure, row.verdict == decided.kind] += 1
    return {
        "rows": len(rows),
        "undecided": undecided,
        "kind": round(kinds / max(1, len(rows)), 3),
        "answered_first": round(first / max(1, asked), 3),
        "verdicts": {
            f"{kind} at {sure}": [
                verdicts[kind, sure, True],
                verdicts[kind, sure, True] + verdicts[kind, sure, False],
            ]
            for kind in ("right", "wrong")
            for sure in _SURE
        },
        "seconds_p50": round(statistics.median(seconds), 2) if seconds else None,
    }
