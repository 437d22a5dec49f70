"""What is known while the lines of a calculation are gone through, and what each judge needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from tutor_app.calculations.checking.calculation_verdicts import (
    LineVerdict,
    Sense,
)
from tutor_app.calculations.checking.checked_statements import (
    CheckedStatement,
    Link,
)
from tutor_app.calculations.checking.claimed_sides import (
    with_sign,
)
from tutor_app.calculations.checking.follow_equations import (
    Equations,
    Groups,
    SidedRelation,
)
from tutor_app.calculations.checking.known_names import KnownNames, put_in
from tutor_app.calculations.checking.recurrences import Recurrence
from tutor_app.calculations.checking.same_value import (
    compare,
)
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in

MOST_CHOICES = 12  # of values told of several names


@dataclass(slots=True)
class CheckerState:
    """The statements, and what those that were gone through establish."""

    statements: Sequence[CheckedStatement]
    words: frozenset[str]
    data: tuple[str, ...] = ()
    known: KnownNames = field(default_factory=KnownNames)
    equations: Equations = field(default_factory=Equations)
    inequality: Groups | None = None
    congruence: tuple[Groups, Node] | None = None
    recurrence: Recurrence = field(default_factory=Recurrence)
    rounded: bool = False
    drawn: bool = False
    solved: bool = False
    none_left: bool = False
    previous: SidedRelation | None = None
    cases: list[CheckedStatement] = field(default_factory=list)
    told: dict[str, list[Node]] = field(default_factory=dict)
    truths: set[str] = field(default_factory=set)
    recurrent: frozenset[str] = frozenset()
    indexed: frozenset[str] = frozenset()
    begins: frozenset[int] = frozenset()
    beside: frozenset[int] = frozenset()
    asides: frozenset[int] = frozenset()

    def _at_told_values(self, left: Node, right: Node) -> bool:
        """Whether two sides agree where names have the values that the message tells of them."""
        if names_in(left) and names_in(right):
            return False  # only who puts a number in means it at that number
        names = sorted(names_in(left) | names_in(right))
        choices = [self.told.get(name, [Node("name", (name,))]) for name in names]
        if not any(name in self.told for name in names):
            return False
        return any(
            compare(put_in(left, bound), put_in(right, bound)) in ("same", "rounded")
            for choice in islice(product(*choices), MOST_CHOICES)
            for bound in [dict(zip(names, choice, strict=True))]
        )

    def _related(self, statement: CheckedStatement) -> Groups | None:
        """Return the relations of a statement, a ± written out; None if it has none."""
        groups: list[list[SidedRelation]] = []
        for group in statement.groups:
            parts: list[list[list[SidedRelation]]] = []
            for link in group:
                if not link.rels or link.modulus is not None:
                    return None
                parts.append(self._of_link(link))
            groups += [[each for part in choice for each in part] for choice in product(*parts)]
        return groups

    def _of_link(self, link: Link) -> list[list[SidedRelation]]:
        """Return what a link says, in one list for each sign that ± may have."""
        exprs = [self.known.resolve(each) for each in link.exprs]
        signs = [1, -1] if any(has_op(each, "pm") for each in exprs) else [1]
        found = []
        for sign in signs:
            signed = [with_sign(each, sign) for each in exprs]
            related = [
                SidedRelation(signed[place], link.rels[place], signed[place + 1])
                for place in range(len(link.rels))
            ]
            found.append(related)
        return found

    def _verdict(
        self,
        link: Link,
        index: int,
        sense: Sense,
        before: tuple[Node, ...] = (),
        after: tuple[Node, ...] = (),
    ) -> LineVerdict:
        index = min(index, len(link.exprs) - 1)
        return LineVerdict(
            line=link.lines[index],
            place=link.places[index],
            sense=sense,
            before=before,
            after=after,
        )
