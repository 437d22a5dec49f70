"""The forms in which sentences tell what waits: what a node adds, and the list as it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor_app.domain.traces import Number
from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.words_at import says

_ENDS: Final = frozenset(("", "break", "comma", "question", "also", "then", "reason"))
_JOINS: Final = frozenset(("comma", "also"))
Entries = tuple[tuple[str, ...], tuple[Number | None, ...], int]


class ListForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar) -> None:
        self._told = told
        self.all: tuple[Callable[[int], int | None], ...] = (
            self._added,
            self._listed,
            self._listed_behind,
            self._in_and_out,
        )

    def _added(self, place: int) -> int | None:
        """ "T puts only Z", "it adds W and Z", "5 adds nothing"."""
        parts, told = self._told.parts, self._told
        node = told.subject if parts.at(place).text.casefold() == "it" else None
        verb = place + 1
        if parts.kind(place) == "node":
            node = parts.at(place).node
            verb = parts.skip(place + 1, "filler")
        elif node is None:
            node, verb = told.taken, place
        if node is None or not (says(parts, verb, "puts", "finds") or parts.kind(verb) == "gave"):
            return None
        at = parts.skip(verb + 1, "filler")
        if told.supposed:
            return at
        brings = parts.at(at).text.casefold() == "it" and told.subject not in (None, node)
        if parts.kind(place) == "node" and brings:  # "because B already put it"
            told.tell("parent", node=told.subject, nodes=(node,))
            return at + 1
        if parts.kind(place) == "node":
            self._speak_of(node)
        if says(parts, at, "nothing"):
            told.tell("adds", node=node)
            return at + 1
        entries = self._entries(at)
        if entries is None:
            return None
        nodes, values, behind = entries
        if parts.kind(verb) == "gave" and len(nodes) == 1 and values[0] is None:
            return None
        told.tell("adds", node=node, nodes=nodes)
        self._tell_values(nodes, values)
        return behind

    def _speak_of(self, node: str) -> None:
        """A node that adds others is taken: the row is its own, or the next one."""
        if node != self._told.taken:
            self._told.take(node)

    def _tell_values(self, nodes: tuple[str, ...], values: tuple[Number | None, ...]) -> None:
        """Tell the values that stand beside nodes."""
        for node, value in zip(nodes, values, strict=True):
            if value is not None:
                self._told.tell("value", node=node, number=value)

    def _listed(self, place: int) -> int | None:
        """ "my queue is now W, Z", "OPEN has A and C both with 1"."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) != "list":
            return None
        at = parts.skip(place + 1, "is", "filler", "equals", "of", "cell", "after", "then")
        if says(parts, at, "nothing") or parts.at(at).text.casefold() == "empty":
            told.tell("listed")
            return at + 1
        entries = self._entries(at)
        if entries is None:
            return None
        nodes, values, behind = entries
        if parts.kind(behind) == "after" and parts.kind(parts.skip(behind + 1, "filler")) == "node":
            at = parts.skip(behind + 1, "filler")
            told.place(parts.at(at).node)
            behind = at + 1
        told.tell("listed", nodes=nodes, values=values)
        return behind

    def _listed_behind(self, place: int) -> int | None:
        """ "P and T go in the queue", "A 2, B 5 in the queue"."""
        parts, told = self._told.parts, self._told
        entries = self._entries(place)
        if entries is None:
            return None
        nodes, values, behind = entries
        at = parts.skip(behind, "is", "filler", "come", "also")
        at = at + 1 if says(parts, at, "puts") else at
        inside = parts.skip(at, "filler")
        if not says(parts, inside, "inside"):
            return None
        listed = parts.skip(inside + 1, "filler")
        if parts.kind(listed) != "list" or told.supposed:
            return None
        if len(nodes) == 1 and values[0] is None:
            return None  # a state
        if inside > behind and any(parts.kind(n) == "come" for n in range(behind, inside)):
            told.tell("adds", node=told.taken, nodes=nodes)
            self._tell_values(nodes, values)
        else:
            told.tell("listed", nodes=nodes, values=values)
        return listed + 1

    def _in_and_out(self, place: int) -> int | None:
        """ "B C in", "nothing in", behind the node that is taken."""
        parts, told = self._told.parts, self._told
        entries = self._entries(place)
        at = place + 1 if says(parts, place, "nothing") else entries[2] if entries else None
        at = parts.skip(at, "come", "filler") if at is not None else None
        if at is None or told.taken is None or parts.at(at).text.casefold() != "in":
            return None
        if parts.kind(at + 1) not in (*_ENDS, "open_bracket"):
            return None
        told.tell("adds", node=told.taken, nodes=entries[0] if entries else ())
        return at + 1

    def _entries(self, place: int) -> Entries | None:
        """Read nodes with their values, if any: "A 2, B 5", "A and C both with 1"."""
        parts = self._told.parts
        nodes: list[str] = []
        values: list[Number | None] = []
        behind = place
        while parts.kind(behind) == "node":
            nodes.append(parts.at(behind).node)
            at = parts.skip(behind + 1, "open_bracket", "equals", "of", "filler", "f", "g", "dist")
            number = parts.value(at)
            both = any(parts.at(n).text.casefold() == "both" for n in range(behind + 1, at))
            alone = at == behind + 1 and number is not None
            joined = any(
                parts.kind(n) in ("open_bracket", "equals", "of") for n in range(behind, at)
            )
            if number is not None and (alone or joined or both):
                values.append(number.number)
                if both and len(values) > 1 and values[-2] is None:
                    values[-2] = number.number
                end = parts.skip(number.behind, "close_bracket")
            else:
                values.append(None)
                end = behind + 1
            step = end
            while parts.kind(step) in _JOINS or parts.kind(step) == "dash":
                step += 1
            if parts.kind(step) != "node" or self._begins_clause(step):
                return tuple(nodes), tuple(values), end
            behind = step
        return (tuple(nodes), tuple(values), behind) if nodes else None

    def _begins_clause(self, place: int) -> bool:
        """Whether a node behind a comma begins a sentence of its own: "Z, W is not closed"."""
        parts = self._told.parts
        verb = parts.skip(place + 1, "filler")
        if parts.kind(place - 1) == "also" and parts.kind(verb) == "come":
            return parts.at(verb + 1).text.casefold() != "in"  # "Y and Z go in"
        return parts.kind(verb) in ("is", "stay", "come", "not", "take", "reach") or says(
            parts, verb, "puts", "finds", "turns"
        )
