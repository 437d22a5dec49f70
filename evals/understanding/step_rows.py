"""Labelled messages about runs: the problem, the rows seen, and each message's reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evals.programs.told_rows import QUESTIONS, Json, read_json_lines
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.reading.problem_reader import read_problem

FOLDER = QUESTIONS / "step_readings"
# Whose rows are learned from; of H, the contexts from JUDGING_FROM on judge, as all of F do.
LEARNED = ("A", "B", "C", "D", "E", "G", "H")
JUDGE = FOLDER / "F.jsonl"
ALSO_JUDGES, JUDGING_FROM = "H", 37


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A message about a run; `said` are the tutor's last words, `written` is its reading."""

    id: str
    exact: AlgorithmRun
    said: str
    words: str
    written: str


def read_step_rows(file: Path) -> list[StepRow]:
    """Return the messages of a file, in which each line is a context with what was said in it.

    Raises:
        ValueError: a problem cannot be read.
    """
    return [row for context in read_json_lines(file) for row in _rows_of(context)]


def learned_step_rows() -> list[StepRow]:
    """Return the rows that are learned from."""
    rows = [row for name in LEARNED for row in read_step_rows(FOLDER / f"{name}.jsonl")]
    return [row for row in rows if not _judges(row)]


def judging_step_rows() -> list[StepRow]:
    """Return the rows that nothing is learned from."""
    others = read_step_rows(FOLDER / f"{ALSO_JUDGES}.jsonl")
    return [*read_step_rows(JUDGE), *(row for row in others if _judges(row))]


def _judges(row: StepRow) -> bool:
    context, _, _ = row.id.partition("-")
    return context[0] == ALSO_JUDGES and int(context[1:]) >= JUDGING_FROM


def _rows_of(context: Json) -> Sequence[StepRow]:
    reading = read_problem(context["problem"], {}, None, None)
    if reading is None:
        raise ValueError(f"{context['id']} has no problem that can be read")
    exact = run(reading.problem)
    return [
        StepRow(
            id=f"{context['id']}-{number}",
            exact=exact,
            said=context["tutor"],
            words=each["message"],
            written="\n".join(each["reading"]),
        )
        for number, each in enumerate(context["messages"], 1)
    ]
