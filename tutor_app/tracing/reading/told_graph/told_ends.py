"""Start and goal as prose tells them beside a graph: the words next to the nodes that are left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.tracing.reading.start_and_goal import Ends
from tutor_app.tracing.reading.told_graph.told_events import ToldText

LEAST: Final = 1.5  # what a node must be said to be, to be it
STRONG, WEAK, ASKED = 2.0, 0.7, 0.8
NEAR = 4  # words in front of a node, or behind it
_TO: Final = frozenset(("to", "until", "till"))


def told_ends(text: str, nodes: Sequence[str]) -> Ends:
    """Return the start and goal that a text without its edges names, each where one stands out."""
    told = ToldText(text)
    spelled = {node.casefold(): node for node in nodes}
    names = {
        at: spelled[token.text.casefold()]
        for at, token in enumerate(told.cursor.tokens)
        if token.text.casefold() in spelled and (len(token.text) > 1 or token.text in nodes)
    }
    starts: dict[str, float] = {}
    goals: dict[str, float] = {}
    for at, name in names.items():
        start, goal = _said(told, at, names)
        starts[name] = max(start, starts.get(name, 0.0))
        goals[name] = max(goal, goals.get(name, 0.0))
    begins = _outstanding(starts)
    ends = _outstanding({name: worth for name, worth in goals.items() if name != begins})
    return Ends(
        starts=() if begins is None else (begins,),
        goals=() if ends is None else (ends,),
    )


def _said(told: ToldText, at: int, names: dict[int, str]) -> tuple[float, float]:
    """Return how much the words around a node say that it is the start, and the goal."""
    begin, end = told.clause(at)
    before = range(max(begin, at - NEAR), at)
    before = range(max([place + 1 for place in before if place in names] or [before.start]), at)
    behind = range(at + 1, min(end, at + 1 + NEAR))
    behind = range(at + 1, min([place for place in behind if place in names] or [behind.stop]))
    asked = ASKED * bool(told.counts(begin, end, "asks"))
    start = asked + WEAK * told.counts(before.start, before.stop, "starts_weakly")
    goal = 0.0
    if told.counts(before.start, before.stop, "starts"):
        start += STRONG
    if told.counts(before.start, before.stop, "goals"):
        start, goal = start - STRONG, goal + STRONG
    if told.counts(behind.start, behind.stop, "starts"):
        start += STRONG
    if told.counts(behind.start, behind.stop, "goals") and behind.stop not in names:
        goal += STRONG
    wished = told.asks(at) or told.counts(*told.sentence(at), "asks") > 0
    if wished and _is_way(told, at + 1, names):
        start += STRONG
    if wished and _is_way_back(told, at - 1, names):
        start, goal = start - STRONG, goal + STRONG
    return start, goal


def _is_way(told: ToldText, at: int, names: dict[int, str]) -> bool:
    """Whether "to B" follows: "dijkstra, A to B"."""
    return told.cursor.word(at) in _TO and at + 1 in names


def _is_way_back(told: ToldText, at: int, names: dict[int, str]) -> bool:
    return told.cursor.word(at) in _TO and at - 1 in names


def _outstanding(worths: dict[str, float]) -> str | None:
    best = max(worths, key=lambda name: worths[name], default=None)
    if best is None or worths[best] < LEAST:
        return None
    rivals = [name for name, worth in worths.items() if name != best and worth >= worths[best]]
    return None if rivals else best
