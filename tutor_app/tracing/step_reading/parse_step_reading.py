"""What a message about a run says: statements, questions, and what it does beside that.

A reading is text of one statement a line, which a model writes; the language stands in
evals/questions/step_readings/README.md. Each line is read by itself, and one that does not fit the
problem is left out: a reading says less then, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast, get_args

from tutor_app.domain.traces import Problem
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.step_reading.line_parts import LineParts
from tutor_app.tracing.step_reading.question_lines import read_question
from tutor_app.tracing.step_reading.statement_lines import read_statement
from tutor_app.tracing.step_reading.step_question import StepQuestion

Does = Literal[
    "tells",
    "asks",
    "contests",
    "takes_back",
    "stuck",
    "all",
    "new",
    "score",
    "agrees",
    "ends",
    "talk",
]
Wished = Literal["easier", "harder", "shorter"]
DOES: Final = "does:"
ASKS: Final = "?"
TOPIC: Final = "topic"
STANDS_BY: Final = "not blame"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepReading:
    """What a message does, tells and asks, each in its order.

    `topic` is the algorithm of the exercise that it wishes for, `wished` what that is to be.
    """

    does: tuple[Does, ...]
    told: tuple[RunStatement, ...] = ()
    asked: tuple[StepQuestion, ...] = ()
    topic: str | None = None
    wished: tuple[Wished, ...] = ()

    def is_any(self, *kinds: Does) -> bool:
        """Whether the message does one of these."""
        return any(kind in self.does for kind in kinds)


def parse_reading(text: str, problem: Problem) -> StepReading | None:
    """Return the reading that a model wrote of a message about a problem's run.

    None where it does not begin with what the message does, or the problem has no graph.
    """
    first, *lines = text.strip().split("\n")
    if problem.graph is None or not first.casefold().startswith(DOES):
        return None
    named = [each.strip() for each in first[len(DOES) :].split(",")]
    parts = LineParts(problem)
    told: list[RunStatement] = []
    asked: list[StepQuestion] = []
    topic, wished = None, []
    for line in (each.strip() for each in lines):
        if line.startswith(ASKS):
            asked += read_question(line[len(ASKS) :], parts)
        elif line == STANDS_BY:  # "my rows are all right"
            asked.append(StepQuestion(kind="right"))
        elif line.startswith(f"{TOPIC} "):
            topic = parts.algorithm(line[len(TOPIC) :])
        elif line in get_args(Wished):
            wished.append(cast(Wished, line))
        else:
            told += read_statement(line, parts)
    return StepReading(
        does=tuple(cast(Does, each) for each in named if each in get_args(Does)),
        told=tuple(told),
        asked=tuple(asked),
        topic=topic,
        wished=tuple(wished),
    )
