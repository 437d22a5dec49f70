"""What a message about a run says, by its reading: the statements that it tells and asks about.

A reading is text of one statement a line; the language stands in
evals/questions/step_readings/README.md. A line that does not fit the problem is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from evals.understanding.step_reading.line_parts import LineParts
from evals.understanding.step_reading.question_lines import StepQuestion, read_question
from evals.understanding.step_reading.statement_lines import read_statement
from tutor_app.domain.traces import Problem
from tutor_app.tracing.spoken.statements import RunStatement

ASKS: Final = "?"
_OF_NO_RUN: Final = ("not blame", "easier", "harder", "shorter")


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReading:
    """What a message tells and asks, each in its order."""

    told: tuple[RunStatement, ...] = ()
    asked: tuple[StepQuestion, ...] = ()


def parse_reading(text: str, problem: Problem) -> StepReading | None:
    """Return what a message says, by its reading; None where the problem has no graph.

    The first line, of what the message does, is left out.
    """
    if problem.graph is None:
        return None
    parts = LineParts(problem)
    told: list[RunStatement] = []
    asked: list[StepQuestion] = []
    for line in (each.strip() for each in text.strip().split("\n")[1:]):
        if line.startswith(ASKS):
            asked += read_question(line[len(ASKS) :].strip(), parts)
        elif line not in _OF_NO_RUN and not line.startswith("topic "):
            told += read_statement(line, parts)
    return StepReading(told=tuple(told), asked=tuple(asked))
