"""What a run says to a thing that is told, and why it is not so."""

from __future__ import annotations

from typing import Literal

StatementVerdict = Literal["right", "wrong", "open"]
StatementCause = Literal[
    "edge_alone",  # the last edge's weight; `way` are its ends
    "another_way",  # what another way brings
    "h_alone",
    "g_alone",
    "before_row",  # the value of the row before
    "old_value",  # a value that the node had in row `row`, changed since
    "old_number",  # the way by `nodes` counts a value which that node had in row `row`
    "waits_already",  # `nodes` are told as new and wait, or stand twice in a list
    "closed_already",
    "no_edge",
    "more_wait",  # the list has others besides
    "order",
    "as_short",  # another way, as short or as cheap
    "not_waiting",
    "order_parts",  # `nodes` up to the first that is not taken there
]
