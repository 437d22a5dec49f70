"""One thing that a message tells of a run, in the row that it speaks of."""

from __future__ import annotations

from dataclasses import dataclass

from tutor_app.domain.traces import Number
from tutor_app.tracing.spoken.statement_kinds import StatementKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RunStatement:
    """One thing told; which fields count says its kind. `denied`: it says that this is not so.

    `row` is the row that it speaks of, None where the message names none. `spoken`: all of it
    stands in the message's own words; what is only meant is never called wrong. `lasting`: it is
    said that the value stays, so that a later row must not change it.
    """

    kind: StatementKind
    node: str | None = None
    nodes: tuple[str, ...] = ()
    number: Number | None = None
    quantity: str | None = None
    values: tuple[Number | None, ...] = ()
    terms: tuple[Number, ...] = ()
    row: int | None = None
    before: bool = False
    denied: bool = False
    spoken: bool = True
    lasting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementsRead:
    """What a message tells, in its order; `left` are nodes and numbers that nothing could place."""

    statements: tuple[RunStatement, ...]
    left: tuple[str, ...] = ()
