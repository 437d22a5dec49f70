"""What has been read of a message so far: its statements, and the row and the node spoken of."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.spoken.statement_kinds import StatementKind
from tutor_app.tracing.spoken.statements import RunStatement


@dataclass(slots=True, kw_only=True)
class ToldSoFar:
    """`seen` is the last row that the student has right, `row` the one that is spoken of.

    `named_row`: it was named by its number. `supposed` while a clause says what would be.
    """

    parts: ClaimParts
    facts: ExactFacts
    seen: int
    row: int | None = None
    subject: str | None = None
    taken: str | None = None
    named_row: bool = False
    supposed: bool = False
    statements: list[RunStatement] = field(default_factory=list)

    def tell(self, kind: StatementKind, **fields: object) -> None:
        """Add a statement about the row that is spoken of."""
        told = RunStatement(kind=kind, row=self.row)
        self.statements.append(replace(told, **fields))  # type: ignore[arg-type]

    def take(self, node: str, number: Number | None = None) -> None:
        """Go on to the row in which a node is said to be taken.

        One that was taken in a row of before is spoken of once more; else it is the next row.
        """
        own = self.facts.row_of(node)
        if self.taken == node:
            if number is not None:
                self.tell("value", node=node, number=number, before=True)
            return
        at = self.row if self.row is not None else self.seen
        first = self.facts.run.algorithm.first_step
        begins = any(each.kind == "taken" for each in self.statements)
        if not self.named_row:
            self.row = own if own is not None and own <= (at if begins else self.seen) else at + 1
            self.row = max(self.row, first) if own is None or own >= first else own
        self.named_row = False
        self.tell("taken", node=node)
        if number is not None:
            self.tell("value", node=node, number=number, before=True)
        self.taken = self.subject = node

    def place(self, node: str) -> None:
        """Speak of the row in which a node is taken, without telling that it is."""
        own = self.facts.row_of(node)
        if own is not None:
            self.row = own
            self.taken = self.subject = node
