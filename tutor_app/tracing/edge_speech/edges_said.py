"""What a message says of the edges of a spanning tree, and what it asks of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Number
from tutor_app.tracing.edge_speech.edge_tokens import Ends

EdgeSaidKind = Literal[
    "taken",  # `edge` is taken, in row `row` where it is named
    "rejected",  # it is looked at, and not taken
    "weight",  # it has the weight `number`
    "sum",  # `terms` add up to `number`
    "total",  # the tree weighs `number`
    "outside",  # `nodes` are not in the tree yet
    "inside",
    "tree",  # the tree is `nodes`, and no more
    "joined",  # `nodes` are in one tree already
    "apart",
    "crossing",  # `edges` lead out of the tree
    "lightest",  # the weight `number`, or `edge`, is the least
    "blamed",  # row `row`, or that of `edge`, is the wrong one
]


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeSaid:
    """One thing said; `row` is a number, LAST for the last one of before."""

    kind: EdgeSaidKind
    edge: Ends | None = None
    edges: tuple[Ends, ...] = ()
    nodes: tuple[str, ...] = ()
    number: Number | None = None
    terms: tuple[Number, ...] = ()
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeAsked:
    """A question: which of `edges` or `nodes` comes, why not the first of the edges, which never.

    Without edges the one spoken of last is meant; behind it those that it is compared with.
    """

    kind: Literal["which", "why_not", "never"]
    edges: tuple[Ends, ...] = ()
    nodes: tuple[str, ...] = ()
    row: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgesRead:
    """All of a message: what it says, what it asks; `left`: edges that nothing could place."""

    said: tuple[EdgeSaid, ...]
    asked: tuple[EdgeAsked, ...]
    left: int = 0
