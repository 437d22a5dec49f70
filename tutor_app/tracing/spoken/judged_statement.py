"""What a message tells of a run, with what the run says to it."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.tracing.spoken.statement_causes import StatementCause, StatementVerdict
from tutor_app.tracing.spoken.statements import RunStatement


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedStatement:
    """A statement with its verdict, why it is not so, and the nodes, way or row that show it."""

    statement: RunStatement
    verdict: StatementVerdict
    cause: StatementCause | None = None
    nodes: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    row: int | None = None
