"""One thing that a message asks of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Number
from tutor_app.tracing.spoken.statements import RunStatement

QuestionKind = Literal[
    "whether",  # is `told` so?
    "why",  # why is `told` so?
    "which",  # the node taken in `row`, or next
    "value",  # of `node`
    "list",  # what waits after `row`
    "path",
    "cost",
    "end",  # when it stops, or whether it has
    "row",  # what happens in `row`
    "wrong",  # what is wrong in the student's own rows
    "right",  # whether what the message tells is right
    "if",  # what would be then: `supposed`
    "course",  # `words` put to the course
    "reason",  # the course's reason behind what the run does: `words` ask for it
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupposedChange:
    """The problem as a question would have it: one of these is another one, or ties are broken
    the other way (`ties`). `weight` None: there is no such edge.
    """

    edge: tuple[str, str] | None = None
    weight: Number | None = None
    start: str | None = None
    goal: str | None = None
    algorithm: str | None = None
    ties: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StepQuestion:
    """One thing asked; the fields beside `kind` are those that it is about."""

    kind: QuestionKind
    told: RunStatement | None = None
    node: str | None = None
    row: int | None = None
    supposed: SupposedChange | None = None
    words: str = ""
