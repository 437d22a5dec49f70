"""What a message tells of a run, with what the run says to it."""

from __future__ import annotations

from collections.abc import Iterable
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


def rows_told(judged: Iterable[JudgedStatement]) -> list[int]:
    """Return the rows of which statements that are right tell a number: a node alone is no row."""
    told = [each.statement for each in judged if each.verdict == "right"]
    told = [each for each in told if each.kind == "value" and not (each.denied or each.before)]
    return [each.row for each in told if each.row is not None]
