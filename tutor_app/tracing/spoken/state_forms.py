"""The forms in which sentences tell the state of a node: it waits, it is closed, it is new."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor_app.tracing.spoken.statement_kinds import StatementKind
from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.words_at import says

_THERE: Final = frozenset(("there", "waiting", "inside"))


class StateForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar) -> None:
        self._told = told
        self.all: tuple[Callable[[int], int | None], ...] = (
            self._closed_are,
            self._waits,
            self._is,
        )

    def _closed_are(self, place: int) -> int | None:
        """ "closed is only K and P"."""
        parts = self._told.parts
        if not says(parts, place, "marked") or parts.kind(place + 1) != "is":
            return None
        nodes = parts.nodes(parts.skip(place + 2, "filler", "nodes"))
        if nodes is None:
            return None
        self._told.tell("closed", nodes=nodes.nodes)
        return nodes.behind

    def _waits(self, place: int) -> int | None:
        """ "W only waits", "D and B wait", where places decide."""
        parts, told = self._told.parts, self._told
        node = self._node_at(place)
        if node is None or told.facts.key is not None:
            return None
        nodes = parts.nodes(place)
        verb = parts.skip(place + 1 if nodes is None else nodes.behind, "filler", "also")
        if parts.kind(verb) != "stay":
            return None
        if nodes is not None and len(nodes.nodes) > 1:
            told.tell("waits", nodes=nodes.nodes)
            return verb + 1
        return self._tell_state("waits", node, verb + 1)

    def _is(self, place: int) -> int | None:
        """ "W is not closed", "it is not new", "Y is already there", "P is in the queue"."""
        parts = self._told.parts
        node = self._node_at(place)
        if node is None:
            return None
        at = parts.skip(place + 1, "filler", "is")
        denied = parts.kind(at) == "not"
        if denied and parts.at(at).text.casefold() == "never":
            return None  # of the whole run
        at = parts.skip(at + 1, "filler", "is") if denied else at
        if says(parts, at, "new"):
            return self._tell_state("new", node, at + 1, denied=denied)
        if denied and says(parts, at, "marked"):
            return self._tell_state("closed", node, at + 1, denied=True)
        listed = parts.skip(at + 1, "filler")
        if says(parts, at, "inside") and parts.kind(listed) == "list":
            return self._tell_state("waits", node, listed + 1, denied=denied)
        again = parts.skip(at, "filler", "of")
        inside = says(parts, again, "inside") or parts.at(again).text.casefold() == "in"
        again = parts.skip(again + 1, "filler", "list") if inside else again
        if not denied and parts.at(again).text.casefold() == "twice":  # "is D in twice?"
            return self._tell_state("waits", node, again + 1)
        there = range(place + 1, at + 1)
        if any(parts.at(n).text.casefold() in _THERE for n in there):
            return self._tell_state("waits", node, max(at, place + 1), denied=denied)
        return None

    def _node_at(self, place: int) -> str | None:
        symbol = self._told.parts.at(place)
        if symbol.kind == "node":
            return symbol.node
        return self._told.subject if symbol.text.casefold() == "it" else None

    def _tell_state(
        self, kind: StatementKind, node: str, behind: int, *, denied: bool = False
    ) -> int:
        if not self._told.supposed:
            self._told.tell(kind, nodes=(node,), node=node, denied=denied)
        self._told.subject = node
        parts = self._told.parts
        # "W waits since P took it": P is what brought it.
        at = parts.skip(behind, "reason", "filler", "of")
        lead = any(parts.kind(n) == "reason" for n in range(behind, at))
        took = parts.kind(at) == "node" and parts.kind(at + 1) in ("take", "gave")
        if lead and took and parts.at(at + 2).text.casefold() == "it":
            self._told.tell("parent", node=node, nodes=(parts.at(at).node,))
            return at + 3
        return behind
