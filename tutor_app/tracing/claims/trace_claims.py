"""Claims about a run: values, nodes taken, orders, paths, costs, counts, comparisons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ClaimKind = Literal[
    "value",  # `quantity` of `node` is `number`; without a quantity, that by which it is chosen
    "taken",  # `nodes` are those taken, in this order where `ordered`
    "left_out",  # `node` is never taken
    "place",  # `node` is the one taken at place `number`, counted from 1; -1: the last
    "next",  # `node` is taken next, after the one in `nodes` where it is told
    "waiting",  # `nodes` are what waits, once `node` is taken where it is told
    "before",  # nodes[0] is taken before nodes[1]
    "path",  # the way found leads along `nodes`
    "cost",  # the way found costs `number`
    "count",  # `number` nodes are taken
    "parent",  # nodes[0] is reached from nodes[1]
    "comparison",  # `number` is `more` than `other`, or less
    "rule",  # what is least (`more`: greatest) is taken first
    "edge",  # the edge between two `nodes` has the weight `number`
    "chosen_by",  # what is taken next is told by `quantity`
    "sum",  # the terms that were added up give `number`
    "over",  # the run is at its end
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceClaim:
    """One thing that a message says of a run; which fields count says its kind.

    `denied`: it says that this is not so. `bare`: a value told without the name of a quantity.
    """

    kind: ClaimKind
    node: str | None = None
    nodes: tuple[str, ...] = ()
    quantity: str | None = None
    number: float | None = None
    other: float | None = None
    more: bool = False
    ordered: bool = False
    denied: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsRead:
    """The claims of a message, in its order.

    `strong`: one of them has a form that no row of a table has, as "f(U) = 5" or "never expands U".
    `unread` are words that the grammar does not know, `left` nodes and numbers that it could not
    place: where some are, nothing is judged. `asks` where a question mark ends it. `row` is the
    number of the row that it names; `own_denied` are nodes that the student did not mean to take.
    """

    claims: tuple[TraceClaim, ...]
    strong: bool = False
    unread: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    asks: bool = False
    row: int | None = None
    own_denied: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether everything that is told was placed."""
        return bool(self.claims) and not self.left
