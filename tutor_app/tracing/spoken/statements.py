"""One thing that a message tells of a run, in the row that it speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Number

StatementKind = Literal[
    "taken",  # `node` is taken; `number` is the value with which, where it is told
    "value",  # `node` has `number` after row `row`; before it where `before`
    "listed",  # `nodes` wait in this order after the row; `values` beside them
    "adds",  # taking `node` brings `nodes` into the list
    "unchanged",  # the row of `node` changes nothing, or the value of nodes[0]
    "path",  # the way found leads along `nodes`
    "parent",  # `node` is reached from nodes[0]
    "waits",
    "closed",
    "new",
    "sum",  # `terms` add up to `number`
    "edge",  # an edge joins `nodes`, with the weight `number` where it is told
    "order",  # `nodes` are taken one after the other, from the first on
    "follows",  # `node` is taken right after nodes[0]
    "blamed",  # the row in which `node` is taken, or row `row`, is the wrong one
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One thing told; which fields count says its kind. `denied`: it says that this is not so.

    `row` is the row that it speaks of, None where the message names none.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementsRead:
    """What a message tells, in its order; `left` are nodes and numbers that nothing could place."""

    statements: tuple[Statement, ...]
    left: tuple[str, ...] = ()
