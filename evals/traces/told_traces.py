"""Traces as students type them: is each read, and judged as it should be?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from tutor_app.conversation.problem_by_name import with_problem
from tutor_app.conversation.trace_replies.reading_turns.understand_problem import understand_problem
from tutor_app.domain.traces import Problem, StudentTrace
from tutor_app.domain.values import Session
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.reading.problem_reader import read_problem

OWN = Path(__file__).parents[1] / "questions" / "traces_told.jsonl"
ORDER = "Run {problem}"

Said = Literal["right", "wrong", "so_far"]
Outcome = Literal["judged", "false", "unread"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTrace:
    """A message with a trace; `problem` was told before unless it is in the message itself.

    `wrong_row` counts the student's rows from 1; None where all are right, or only the result is
    wrong.
    """

    id: str
    writer: str
    problem: str
    in_message: bool
    message: str
    verdict: Said
    wrong_row: int | None
    why: str = ""


def read_told_traces(path: Path) -> list[ToldTrace]:
    """Return the traces of a JSON Lines file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [ToldTrace(**json.loads(line)) for line in lines if line.strip()]


def judge(told: ToldTrace) -> Outcome:
    """Return whether the message is judged as it should be, falsely, or asked about."""
    read = _in_message(told) if told.in_message else _after_its_problem(told)
    if read is None or read[2].doubts:
        return "unread"
    problem, settled, student = read
    found = judge_kindly(problem, settled, student)
    said: Said = "right" if found.correct else "so_far" if found.missing else "wrong"
    same_row = told.wrong_row is None or found.first_error_step == told.wrong_row
    return "judged" if said == told.verdict and same_row else "false"


_Read = tuple[Problem, frozenset[str], StudentTrace]


def _in_message(told: ToldTrace) -> _Read | None:
    reading = read_problem(told.message)
    if reading is None or reading.question is not None or reading.student is None:
        return None
    return reading.problem, reading.stated, reading.student


def _after_its_problem(told: ToldTrace) -> _Read | None:
    before = read_problem(ORDER.format(problem=told.problem))
    if before is None or before.question is not None:
        return None
    session = Session(conversation_id="", course_id="", course_name="")
    session = with_problem(session, before.problem)
    assert session.tracing is not None
    known = replace(session.tracing, stated=before.stated)  # "undirected" is said, too
    turn = understand_problem(told.message, replace(session, tracing=known))
    if turn is None or turn.question is not None or turn.student is None:
        return None
    return turn.problem, turn.settled_conventions, turn.student


def measure(traces: Sequence[ToldTrace]) -> dict[str, Any]:
    """Return for each writer how many traces are judged rightly, falsely, and asked about."""
    counts: dict[str, Counter[str]] = {}
    for told in traces:
        counts.setdefault(told.writer, Counter())[judge(told)] += 1
    return {
        writer: {
            "traces": count.total(),
            **{key: count[key] for key in ("judged", "false", "unread")},
        }
        for writer, count in counts.items()
    }


def told_traces_command(
    questions: Annotated[Path, typer.Option(help="traces as JSON Lines")] = OWN,
    as_json: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Traces in layouts of students' own, by writer: judged as they should be, falsely, unread."""
    figures = measure(read_told_traces(questions))
    if as_json:
        typer.echo(json.dumps(figures))
        return
    for writer, each in figures.items():
        typer.echo(f"{writer}: " + ", ".join(f"{key} {value}" for key, value in each.items()))
