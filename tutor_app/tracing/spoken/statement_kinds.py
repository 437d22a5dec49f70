"""What a message can tell of a run."""

from __future__ import annotations

from typing import Literal

StatementKind = Literal[
    "taken",  # `node` is taken; `number` is the value with which, where it is told
    "value",  # `node` has `number` after row `row`; before it where `before`
    "listed",  # `nodes` wait in this order after the row; `values` beside them
    "adds",  # taking `node` brings `nodes` into the list
    "unchanged",  # the row of `node` changes nothing, or the value of nodes[0]
    "path",  # the way found leads along `nodes`
    "offer",  # the way through nodes[0] brings nodes[1] `number`
    "parent",  # `node` is reached from nodes[0]
    "waits",
    "closed",
    "new",
    "sum",  # `terms` add up to `number`
    "edge",  # an edge joins `nodes`, with the weight `number` where it is told
    "order",  # `nodes` are taken one after the other, from the first on
    "follows",  # `node` is taken right after nodes[0]
    "cost",  # the way along `nodes`, or the result where there are none, costs `number`
    "ended",  # the run is over after row `row`
    "goal",  # `node` is the goal, and is reached
    "blamed",  # the row in which `node` is taken, or row `row`, is the wrong one
]
