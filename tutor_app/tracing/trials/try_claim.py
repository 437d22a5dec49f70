"""A general claim tried on many small graphs: always, sometimes or never."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Literal

from tutor_app.domain.traces import Graph, ProblemInvalid
from tutor_app.tracing.trials.general_claim import ESTIMATES, TREES, WITH_ESTIMATES, GeneralClaim
from tutor_app.tracing.trials.outcomes import Tried, try_on
from tutor_app.tracing.trials.small_graphs import small_graphs

_FEWEST = 30  # graphs on which a claim must have been tried
_SHOWN = 5  # of a kind
_STOPS_EARLY = frozenset({"bfs", "dfs", "ucs", "greedy", "astar"})  # by a convention they have
_DIRECTED = frozenset({"bellman_ford", "floyd_warshall"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A graph on which a claim holds or fails, and what tells it."""

    graph: Graph
    tried: Tried


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedClaim:
    """How often a claim held on `count` graphs, with the smallest graphs on which it does so, and
    on which it does not."""

    claim: GeneralClaim
    count: int
    holds: tuple[Witness, ...]
    fails: tuple[Witness, ...]

    @property
    def how_often(self) -> Literal["always", "sometimes", "never"]:
        """Whether it held on all graphs, on some or on none."""
        if not self.fails:
            return "always"
        return "sometimes" if self.holds else "never"


@cache
def try_claim(claim: GeneralClaim) -> TriedClaim | None:
    """Return how often a claim holds; None where it is nothing that can be tried."""
    if not claim.subjects or not _can_be_run(claim):
        return None
    found: dict[bool, list[Witness]] = {True: [], False: []}
    for graph in _graphs(claim):
        tried = None
        with suppress(ProblemInvalid, KeyError):
            tried = try_on(claim, graph)
        if tried is not None:
            found[tried.holds].append(Witness(graph=graph, tried=tried))
        if min(map(len, found.values())) >= _SHOWN:
            break  # it is so sometimes; the smaller graphs came first
    count = sum(map(len, found.values()))
    if count < _FEWEST and not all(found.values()):
        return None
    holds, fails = (tuple(sorted(found[each], key=_size)[:_SHOWN]) for each in (True, False))
    return TriedClaim(claim=claim, count=count, holds=holds, fails=fails)


def _can_be_run(claim: GeneralClaim) -> bool:
    """Whether every subject has a run under what the claim supposes."""
    if "negative_cycle" in claim.setting and claim.outcome != "extra_round_changes":
        return False
    stops = "stops_when_goal_seen" in claim.setting
    return not stops or set(claim.subjects) <= _STOPS_EARLY


def _size(witness: Witness) -> tuple[int, int]:
    return len(witness.graph.nodes), len(witness.graph.edges)


def _graphs(claim: GeneralClaim) -> Iterator[Graph]:
    """Yield the graphs: directed ones for what is run on those, with its edges in any order."""
    estimates = not WITH_ESTIMATES.isdisjoint(claim.subjects)
    setting = claim.setting
    if "greedy" in claim.subjects and setting.isdisjoint(ESTIMATES):
        setting |= {"h_admissible"}  # that h is too large would be another reason
    chance = Random(1)
    for graph in small_graphs(setting, estimates=estimates):
        if not set(TREES).isdisjoint(claim.subjects):
            yield replace(graph, directed=False)  # whatever weighs less than nothing
        elif _DIRECTED.isdisjoint(claim.subjects):
            yield graph
        else:
            edges = tuple(chance.sample(graph.edges, len(graph.edges)))
            yield replace(graph, directed=True, edges=edges)
