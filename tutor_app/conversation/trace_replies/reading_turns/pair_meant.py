"""Which two nodes a question sets against each other: "why C after A? I said B"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor_app.domain.traces import Problem
from tutor_app.tracing.claims.claim_symbols import symbols_of

_AFTER: Final = frozenset(("after", "via"))
_PAIRS: Final = frozenset(("before", "after", "not", "either"))
_MOST = 4  # different nodes: more are a run that is retold


@dataclass(frozen=True, slots=True, kw_only=True)
class PairMeant:
    """The two nodes; `behind` is the node after which the choice between them is made."""

    nodes: tuple[str, str]
    behind: str | None = None


def pair_meant(text: str, problem: Problem) -> PairMeant | None:
    """Return the two nodes that a question compares; None where it names no such pair."""
    if problem.graph is None:
        return None
    symbols = symbols_of(text, problem)
    nodes: list[str] = []
    behind: str | None = None
    related = False
    asks_first = next((n for n, each in enumerate(symbols) if each.kind == "ask"), 0)
    for place in range(asks_first, len(symbols)):
        symbol = symbols[place]
        related = related or symbol.kind in _PAIRS or symbol.text.casefold() == "instead"
        if symbol.kind != "node" or symbol.node in (*nodes, behind):
            continue
        before = [each for each in symbols[:place] if each.kind not in ("filler", "take")]
        if before and before[-1].kind in _AFTER and nodes:
            behind = symbol.node
        else:
            nodes.append(symbol.node)
    if behind is not None and len(nodes) == 1:  # "why C after A?": of these two
        nodes, behind = [*nodes, behind], None
    if not related or not 2 <= len(nodes) <= _MOST:
        return None
    return PairMeant(nodes=(nodes[0], nodes[1]), behind=behind)
