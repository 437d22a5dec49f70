"""The forms in which sentences tell the rows of a run: what is taken, what changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.words_at import says

LEAST_OF_AN_ORDER = 3  # nodes
_ENDS: Final = frozenset(("", "break", "comma", "question", "also", "then", "reason", "of", "out"))
_JOINS: Final = frozenset(("comma", "also"))
_LEADS: Final = frozenset(("then", "now", "afterwards", "finally", "say", "guess", "so"))
_HEADS: Final = frozenset(("is", "equals", "come", "via", "number"))
_RELATES: Final = frozenset(("before", "after", "first", "last"))


class RowForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar) -> None:
        self._told = told
        self.all: tuple[Callable[[int], int | None], ...] = (
            self._follows,
            self._order,
            self._placed,
            self._unchanged,
            self._headed,
            self._answered,
            self._taken,
            self._is_taken,
            self._next,
        )

    def _follows(self, place: int) -> int | None:
        """ "from W it must go to T, not Y", of a depth-first search."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) not in ("via", "after") or told.facts.run.algorithm.id != "dfs":
            return None
        first = parts.skip(place + 1, "filler")
        verb = parts.skip(first + 1, "filler", "comma")
        at = parts.skip(verb + 1, "of", "filler") if parts.kind(verb) in ("come", "take") else verb
        if parts.kind(first) != "node" or parts.kind(at) != "node" or at == first + 1:
            return None
        if parts.kind(at + 1) == "also" and parts.kind(at + 2) == "node":
            return None  # of several
        after = parts.at(first).node
        told.tell("follows", node=parts.at(at).node, nodes=(after,))
        behind = parts.skip(at + 1, "comma", "also")
        other = parts.skip(behind + 1, "of", "filler")
        if parts.kind(behind) == "not" and parts.kind(other) == "node":
            told.tell("follows", node=parts.at(other).node, nodes=(after,), denied=True)
            return other + 1
        return at + 1

    def _order(self, place: int) -> int | None:
        """ "DFS goes K, P, W, Y", "the order is K P W Y"."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) not in ("come", "take", "order"):
            return None
        at = parts.skip(place + 1, "is", "filler", "equals", "of", "nodes")
        nodes = parts.nodes(at)
        if nodes is None or len(nodes.nodes) < LEAST_OF_AN_ORDER:
            return None
        ends = parts.kind(nodes.behind) in _ENDS or says(parts, nodes.behind, "but")
        if nodes.nodes[0] != told.facts.run.problem.start or not ends:
            return None
        told.tell("order", nodes=nodes.nodes)
        return nodes.behind

    def _placed(self, place: int) -> int | None:
        """ "after B is settled", "after B", "when T is taken", "in row 3"."""
        parts = self._told.parts
        numbered = parts.kind(place + 1) in ("number", "node") and parts.at(place + 1).number > 0
        if parts.kind(place) == "steps" and numbered:
            self._told.row, self._told.taken = int(parts.at(place + 1).number), None
            self._told.named_row = True
            return place + 2
        if parts.kind(place) in ("ordinal", "first") and parts.kind(place + 1) == "steps":
            self._told.row, self._told.taken = int(parts.at(place).number), None
            self._told.named_row = True
            return place + 2
        if parts.kind(place) == "node" and parts.kind(place + 1) == "end":  # "d done, b next"
            self._told.place(parts.at(place).node)
            return place + 2
        leads = parts.kind(place) == "after" or parts.at(place).text.casefold() in (
            "when",
            "once",
            "at",
        )
        points = parts.at(place + 1).text.casefold() in ("that", "this")  # "after that i took c"
        node = parts.skip(place + 1, "filler", "nodes", "take")
        if not leads or points or parts.kind(node) != "node":
            return None
        verb = parts.skip(node + 1, "is", "filler")
        behind = verb + 1 if parts.kind(verb) == "take" else node + 1
        if parts.kind(place) != "after" and behind == node + 1:
            return None
        self._told.place(parts.at(node).node)
        return behind

    def _unchanged(self, place: int) -> int | None:
        """ "nothing changes", "C stays", "no change"."""
        parts, told = self._told.parts, self._told
        if says(parts, place, "nothing"):
            at = parts.skip(place + 1, "filler")
            if says(parts, at, "changes", "new", "puts", "turns") or (
                parts.kind(at) in ("less", "more") and not told.supposed
            ):
                row = parts.skip(at + 1, "filler", "of")
                if parts.kind(row) == "steps" and parts.at(row + 1).number > 0:
                    told.row, told.taken = int(parts.at(row + 1).number), None
                    told.tell("unchanged")
                    return row + 2
                told.tell("unchanged", node=told.taken)
                return at + 1
        if parts.kind(place) == "node":
            at = parts.skip(place + 1, "filler", "also")
            stays = parts.at(at).text.casefold() in ("stays", "stay", "remains", "keeps")
            behind = parts.skip(at + 1, "filler", "of")
            ends = parts.kind(behind) in _ENDS or says(parts, behind, "but")
            if stays and ends and told.facts.key is not None:
                told.tell("unchanged", nodes=(parts.at(place).node,), node=told.taken)
                return behind
        return None

    def _headed(self, place: int) -> int | None:
        """ "Then N: O becomes 5, R is 11", "B: L=5": a row with its node in front."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) != "node" or parts.at(place + 1).text != ":" or told.supposed:
            return None
        before = parts.kind(place - 1)
        led = before in ("", "break", "then", "next", "first", "last", "comma")
        other = parts.kind(place + 2) == "node" and parts.kind(place + 3) in _HEADS
        if not led or not other or parts.at(place + 2).node == parts.at(place).node:
            return None
        told.take(parts.at(place).node)
        return place + 2

    def _answered(self, place: int) -> int | None:
        """ "O with 5. So …": the node that comes next, where a message begins with it."""
        parts, told = self._told.parts, self._told
        if parts.kind(0) != "node" or place or parts.kind(1) != "of":
            return None
        value = parts.value(2)
        if value is None or parts.kind(value.behind) not in _ENDS or told.supposed:
            return None
        node = parts.at(0).node
        if told.facts.row_of(node) != told.seen + 1:
            return None
        told.take(node, value.number)
        return value.behind

    def _taken(self, place: int) -> int | None:
        """ "i settle M", "take C with 1", "next i take B"."""
        parts, told = self._told.parts, self._told
        if told.supposed or (parts.kind(place) != "take" and not self._goes(place)):
            return None
        before = place - 1
        while parts.kind(before) == "filler":
            before -= 1
        node = parts.skip(place + 1, "filler", "nodes", "of")
        if parts.kind(before) == "not" or parts.kind(node) != "node":
            return None
        if parts.kind(before) == "node" and parts.kind(place - 1) != "filler":
            return None  # "W is closed P"
        if parts.kind(parts.skip(node + 1, "filler")) in _RELATES:
            return None
        return self._take(node)

    def _goes(self, place: int) -> bool:
        """Whether "i go X" is said, and no more of X."""
        parts = self._told.parts
        own = parts.at(place - 1).text.casefold() in ("i", "we")
        node = parts.kind(place + 1) == "node" and parts.kind(place + 2) in _ENDS
        return parts.kind(place) == "come" and own and node

    def _take(self, node: int) -> int:
        """Tell that a node is taken, with the value behind it."""
        parts, told = self._told.parts, self._told
        at = parts.skip(node + 1, "of", "open_bracket", "is", "filler", "least", "out")
        if at > node + 1 and parts.kind(at) == told.facts.key:  # "with f = 6"
            at = parts.skip(at + 1, "is", "equals")
        value = parts.value(at) if at > node + 1 else None
        told.take(parts.at(node).node, value.number if value is not None else None)
        return node + 1 if value is None else parts.skip(value.behind, "close_bracket")

    def _is_taken(self, place: int) -> int | None:
        """ "B is settled", "M is next", "B (3) settled", "3 is the smallest"."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) == "number":
            at = parts.skip(place + 1, "is", "filler")
            return at + 1 if at > place + 1 and parts.kind(at) == "least" else None
        if parts.kind(place) != "node" or told.supposed:
            return None
        at = parts.skip(place + 1, "open_bracket", "of")
        bare = place == 0 and parts.kind(1) in ("break", "comma")
        if bare and (parts.kind(2) == "then" or says(parts, 2, "nothing")):  # "A. then C is 4"
            told.take(parts.at(place).node)
            return place + 1
        value = parts.value(at) if at > place + 1 else None
        after = place + 1 if value is None else parts.skip(value.behind, "close_bracket")
        verb = parts.skip(after, "is", "filler")
        if parts.at(after).text.casefold() == "now" and parts.kind(after + 1) in _ENDS:
            verb = after
        if parts.kind(verb) == "least" and verb > after:
            worth = parts.value(parts.skip(verb + 1, "of", "filler", "open_bracket"))
            told.take(parts.at(place).node, worth.number if worth is not None else None)
            return verb + 1 if worth is None else worth.behind
        now = parts.at(verb).text.casefold() == "now" and parts.kind(verb + 1) in _ENDS
        ends = verb > after or parts.kind(verb + 1) in (*_ENDS, "equals")
        next_one = (
            now
            or parts.kind(verb) == "next"
            or (parts.kind(verb) in ("first", "last", "ordinal") and ends)
        )
        out = parts.kind(verb) == "out" and parts.kind(verb + 1) in (*_ENDS, "node")
        if parts.kind(verb) != "take" and not next_one and not out:
            return None
        behind = parts.skip(verb + 1, "filler")
        told_apart = parts.kind(behind) == "node" and not out  # but "e out h goes in"
        if told_apart or parts.at(verb + 1).text.casefold() == "it":
            return None  # "P took it"
        if parts.kind(behind) in _RELATES:
            return None
        worth = parts.value(parts.skip(verb + 1, "of", "open_bracket"))
        number = worth if worth is not None and worth.behind > verb + 2 else value
        told.take(parts.at(place).node, number.number if number is not None else None)
        return verb + 1 if number is None or number is value else number.behind

    def _next(self, place: int) -> int | None:
        """ "then Y", "now A", "last P with 10", "first K", "out comes A"."""
        parts, told = self._told.parts, self._told
        leads = (
            parts.kind(place) in ("next", "last", "first")
            or parts.at(place).text.casefold() in _LEADS
            or (parts.kind(place) == "out" and parts.kind(place + 1) == "come")
        )
        if not leads or told.supposed:
            return None
        node = parts.skip(
            place + 1, "filler", "comma", "is", "equals", "take", "nodes", "last", "come"
        )
        comes = any(parts.kind(n) == "come" for n in range(place, node))
        if parts.kind(node) != "node":
            return None
        if any(parts.at(n).text.casefold() == "it" for n in range(place, node)):
            return None
        behind = parts.skip(node + 1, "filler")
        if says(parts, behind, "puts", "finds") or parts.kind(behind) in ("take", "least"):
            return None  # read with its verb
        if says(parts, behind, "inside") and parts.kind(parts.skip(behind + 1, "filler")) == "list":
            return None  # "then is A in OPEN": it waits
        at = parts.skip(node + 1, "of", "open_bracket")
        with_value = at > node + 1 and parts.value(at) is not None
        ends = parts.kind(behind) in _ENDS or says(parts, behind, "but")
        if not (with_value or ends):
            return None
        if parts.kind(behind) in _JOINS and not comes and self._is_list(node):
            return None
        return self._take(node)

    def _is_list(self, node: int) -> bool:
        """Whether other nodes follow with no word of their own: a list, or an order."""
        parts = self._told.parts
        nodes = parts.nodes(node)
        if nodes is None or len(nodes.nodes) < 2:
            return False
        return parts.kind(nodes.behind) in ("", "break", "question", "come", "stay")
