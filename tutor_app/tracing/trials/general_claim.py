"""A statement on what algorithms do on all graphs, or on those of a kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Outcome = Literal[
    "cheapest",
    "fewest_edges",
    "same_path",
    "same_cost",
    "same_tree",
    "one_tree",
    "one_path",
    "has_cheapest_edge",
    "has_dearest_edge",
    "same_order",
    "fewer_nodes",
    "changes_later",
    "admissible",
    "consistent",
    "done_early",
    "extra_round_changes",
    "has_cut_edge",
]
# What the network has learned; whether the cheapest edge is meant of a cut is told by its words.
OUTCOMES: Final[tuple[Outcome, ...]] = get_args(Outcome)[:-1]
# What is said of two that are compared.
OF_TWO: Final = frozenset({"same_path", "same_cost", "same_order", "fewer_nodes"})
CHANGES: Final = frozenset({"add_to_every_edge", "multiply_every_edge"})
ESTIMATES: Final = (  # the kinds of estimates, the narrower ones first
    "h_zero",
    "h_exact",
    "h_not_consistent",
    "h_consistent",
    "h_admissible",
    "h_too_large",
)
SEARCHES: Final = ("bfs", "dfs", "ids", "ucs", "greedy", "astar", "dijkstra")
TREES: Final = ("mst", "prim", "kruskal")
WITH_ESTIMATES: Final = frozenset({"greedy", "astar", "heuristic"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneralClaim:
    """That the `subjects` have an `outcome` where the graph and the run are as `setting` says.

    Subjects are ids of algorithms, "mst", "shortest_path" or "heuristic"; of two that are compared
    the first is the one of which it is said.
    """

    subjects: tuple[str, ...]
    outcome: Outcome
    setting: frozenset[str] = frozenset()

    @property
    def change(self) -> str:
        """What is done to every edge; empty where nothing is."""
        return next(iter(sorted(self.setting & CHANGES)), "")
