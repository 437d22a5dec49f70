"""What a message has claimed so far, while its symbols are gone through."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor_app.domain.teaching import Expectation
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.trace_claims import TraceClaim


@dataclass(slots=True, kw_only=True)
class ClaimsSoFar:
    """The claims read so far; `subject` is the node that was told of last.

    `strong`: one of them has a form that no row has. `expected` is what was asked last, `after` the
    node after which a choice is told of, `row` the number of the row that is named. `own_denied`
    are nodes that the student says not to have taken.
    """

    parts: ClaimParts
    expected: Expectation | None
    claims: list[TraceClaim] = field(default_factory=list)
    subject: str | None = None
    strong: bool = False
    after: str | None = None
    row: int | None = None
    own_denied: tuple[str, ...] = ()

    def come_from(self, child: str, parent: str, behind: int) -> int:
        """Keep from which node another one is reached; return the place behind it."""
        self.claims.append(TraceClaim(kind="parent", nodes=(child, parent)))
        self.subject = child
        return behind
