"""The lines of a reading that ask something of a run."""

from __future__ import annotations

from dataclasses import dataclass

from evals.understanding.step_reading.line_parts import LineParts, split_row
from evals.understanding.step_reading.statement_lines import read_statement
from tutor_app.tracing.spoken.statements import RunStatement

_OF_NOTHING = ("course", "if", "row")  # what they ask of is no statement


@dataclass(frozen=True, slots=True, kw_only=True)
class StepQuestion:
    """A question whether `told` is so, why it is so, or of a `node`."""

    is_whether: bool = False
    told: RunStatement | None = None
    node: str | None = None


def read_question(line: str, parts: LineParts) -> tuple[StepQuestion, ...]:
    """Return what a line asks of statements and nodes, its mark left out.

    "path S A B = 5" asks two things.
    """
    text, row = split_row(line)
    word, _, rest = text.partition(" ")
    if word in _OF_NOTHING:
        return ()
    if word == "why":
        told = read_statement(f"{rest.strip()} @{row}" if row is not None else rest.strip(), parts)
        return tuple(StepQuestion(told=each) for each in told)
    if word == "value" and (node := parts.node(rest)) is not None:
        return (StepQuestion(node=node),)
    return tuple(StepQuestion(is_whether=True, told=each) for each in read_statement(line, parts))
