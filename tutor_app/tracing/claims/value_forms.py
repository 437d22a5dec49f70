"""The forms in which values are claimed: of quantities, comparisons, costs, the rule of choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tutor_app.tracing.claims.claim_parts import QUANTITIES
from tutor_app.tracing.claims.claims_so_far import ClaimsSoFar
from tutor_app.tracing.claims.trace_claims import TraceClaim


class ValueForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ClaimsSoFar) -> None:
        self._told = told
        self.first: tuple[Callable[[int], int | None], ...] = (
            self._chosen_by,
            self._rule,
            self._edge,
            self._quantity,
            self._comparison,
        )
        self.last: tuple[Callable[[int], int | None], ...] = (
            self._number_of_node,
            self._node_of_number,
            self._cost,
        )

    def _chosen_by(self, place: int) -> int | None:
        """ "It goes by f"."""
        parts = self._told.parts
        at = parts.skip(place + 1, "filler", "list")
        if parts.kind(place) not in ("come", "take", "is") or parts.at(at).text.casefold() != "by":
            return None
        named = parts.skip(at + 1, "filler", "least")
        if parts.kind(named) not in QUANTITIES or parts.kind(named + 1) in ("of", "open_bracket"):
            return None
        self._told.claims.append(TraceClaim(kind="chosen_by", quantity=parts.kind(named)))
        return named + 1

    def _rule(self, place: int) -> int | None:
        """ "The smallest f comes out first"."""
        parts = self._told.parts
        if parts.kind(place) not in ("least", "most"):
            return None
        behind = parts.skip(place + 1, *QUANTITIES, "filler", "nodes", "is", "of", "list")
        after = parts.skip(behind, "take", "come", "out", "first", "next", "filler", "is")
        named = {parts.kind(each) for each in range(behind, after)}
        if not named & {"take", "come", "first", "next"}:
            return None
        self._told.claims.append(TraceClaim(kind="rule", more=parts.kind(place) == "most"))
        return after

    def _edge(self, place: int) -> int | None:
        """ "Q-R is 1"."""
        parts = self._told.parts
        ends = parts.at(place).node, parts.at(place + 2).node
        kinds = [parts.kind(each) for each in range(place, place + 4)]
        if kinds != ["node", "dash", "node", "is"] or parts.kind(place - 1) == "dash":
            return None
        value = parts.value(parts.skip(place + 4, "filler"))
        if value is None:
            return None
        self._told.claims.append(TraceClaim(kind="edge", nodes=ends, number=value.number))
        return value.behind

    def _quantity(self, place: int) -> int | None:
        """ "f(U) = 10", "U's g is 5", "f is 10", "f(U) > 8"."""
        parts = self._told.parts
        read = parts.quantity(place)
        if read is None or (read.node is None and read.quantity == "cost"):
            return None
        node = read.node or self._subject_for(read.quantity, place)
        behind = read.behind
        while parts.kind(behind) in ("equals", "plus") and (more := parts.quantity(behind + 1)):
            behind = more.behind  # "f(U) = g(U) + h(U) = 10"
        behind = parts.skip(behind, "is", "filler", "comma", "come", "out", "of")
        denied = parts.kind(behind) == "not"
        behind = parts.skip(behind, "not", "is", "filler")
        if parts.kind(behind) in ("more", "less"):
            return self._compare(behind, None, node, read.quantity) if node else None
        value = parts.value(behind)
        if value is None or node is None:
            return read.behind if read.node is not None else None
        self._told.subject = node
        self._told.strong = True
        self._told.claims.extend(value.sums)
        self._told.claims.append(
            TraceClaim(
                kind="value",
                node=node,
                quantity=read.quantity,
                number=value.number,
                denied=denied,
            )
        )
        after = self._and_parent(self._past_denied(value.behind), node)
        return self._compare(after, value.number) or after

    def _past_denied(self, place: int) -> int:
        """Return the place behind "not 8", "instead of 8" after the value that is told."""
        parts = self._told.parts
        at = parts.skip(place, "comma", "filler", "also")
        if parts.kind(at) != "not":
            return place
        number = parts.skip(at + 1, "of", "filler")
        return number + 1 if parts.kind(number) == "number" else place

    def _and_parent(self, place: int, node: str) -> int:
        """Read "… through R" behind a value of a node."""
        parts = self._told.parts
        via = parts.skip(place, "filler")
        if parts.kind(via) == "via" and parts.kind(via + 1) == "node":
            other = parts.at(via + 1).node
            self._told.claims.append(TraceClaim(kind="parent", nodes=(node, other)))
            return via + 2
        return place

    def _subject_for(self, quantity: str, place: int) -> str | None:
        """Return the node of "f is 10": the one told of last, else the one that was asked for."""
        asked = self._told.expected
        of_asked = asked.node if asked is not None and asked.kind in ("value", "reason") else None
        return self._told.subject or of_asked or self._only_node_before(place)

    def _only_node_before(self, place: int) -> str | None:
        """Return the node named before "its f is 11", where it is the only one."""
        parts = self._told.parts
        named = {parts.at(each).node for each in range(place) if parts.kind(each) == "node"}
        return named.pop() if len(named) == 1 else None

    def _comparison(self, place: int) -> int | None:
        """ "10 is bigger than 8"."""
        value = self._told.parts.value(place)
        return None if value is None else self._compare(value.behind, value.number)

    def _compare(
        self,
        place: int,
        number: float | None,
        node: str | None = None,
        quantity: str | None = None,
    ) -> int | None:
        """Read "> 8", "is more than 8", "is more than f(G)" behind one side of a comparison."""
        parts = self._told.parts
        sign = parts.skip(place, "is", "filler", "also")
        denied = parts.kind(sign) == "not"
        sign = parts.skip(sign, "not", "filler")
        if parts.kind(sign) not in ("more", "less"):
            return None
        behind = parts.skip(sign + 1, "than", "filler", "equals")
        more = parts.kind(sign) == "more"
        claim = TraceClaim(
            kind="comparison", number=number, node=node, quantity=quantity, more=more, denied=denied
        )
        value = parts.value(behind)
        if value is not None:
            self._told.claims.append(replace(claim, other=value.number))
            return self._of_node(value.behind, value.number) or value.behind
        other = parts.quantity(behind)
        named = other.node if other is not None else None
        if other is None and parts.kind(behind) == "node":
            named = parts.at(behind).node
        if named is None:
            return None
        quantity = other.quantity if other is not None else None
        claim = replace(claim, nodes=(named,), quantity=claim.quantity or quantity)
        self._told.claims.append(claim)
        end = other.behind if other is not None else behind + 1
        told = parts.value(parts.skip(end, "is", "filler"))
        if told is None:
            return end
        self._told.claims.append(
            TraceClaim(kind="value", node=named, quantity=quantity, number=told.number, bare=True)
        )
        return told.behind

    def _number_of_node(self, place: int) -> int | None:
        """ "U has 10", "U = 10", "U (10)", "takes R with 7"."""
        parts = self._told.parts
        if parts.kind(place) != "node":
            return None
        behind = parts.skip(
            place + 1, "is", "of", "filler", "open_bracket", "stay", "equals", "list", "come", "out"
        )
        denied = parts.kind(behind) == "not"
        behind = parts.skip(behind, "not", "is", "filler")
        named = parts.kind(behind) if parts.kind(behind) in QUANTITIES else None
        behind = parts.skip(behind + 1, "is", "of", "filler") if named else behind
        value = parts.value(behind)
        if value is None:
            return None
        node, end = parts.at(place).node, value.behind
        behind = parts.skip(end, "of", "filler")  # "U = 10 for f"
        if named is None and behind > end and parts.kind(behind) in QUANTITIES:
            if parts.kind(behind + 1) not in ("of", "open_bracket", "is", "equals", "node"):
                named, end = parts.kind(behind), behind + 1
        self._told.subject = node
        self._told.claims.extend(value.sums)
        self._told.claims.append(
            TraceClaim(
                kind="value",
                node=node,
                quantity=named,
                number=value.number,
                denied=denied,
                bare=named is None,
            )
        )
        says = any(parts.kind(each) == "is" for each in range(place + 1, value.behind))
        self._told.strong = self._told.strong or named is not None or says
        after = self._and_parent(self._past_denied(parts.skip(end, "close_bracket")), node)
        return self._compare(after, value.number) or after

    def _node_of_number(self, place: int) -> int | None:
        """ "8 which is the goal", "10 for U"."""
        value = self._told.parts.value(place)
        return None if value is None else self._of_node(value.behind, value.number)

    def _of_node(self, place: int, number: float) -> int | None:
        """Read the node behind a number that is its value."""
        parts = self._told.parts
        at = parts.skip(place, "is", "of", "filler", "ask")
        if at == place or parts.kind(at) != "node":
            return None
        if parts.kind(at + 1) in ("equals", "number", "is"):
            return None
        node = parts.at(at).node
        self._told.claims.append(TraceClaim(kind="value", node=node, number=number, bare=True))
        return at + 1

    def _cost(self, place: int) -> int | None:
        """ "cost 8", "8 in total"."""
        parts = self._told.parts
        at = parts.skip(place + 1, "is", "filler", "equals", "of")
        if parts.kind(place) == "cost" and (value := parts.value(at)) is not None:
            self._costs(value.number)
            return value.behind
        value = parts.value(place)
        if value is None:
            return None
        word = parts.skip(value.behind, "of", "filler", "is")
        if parts.kind(word) != "cost":
            return None
        self._costs(value.number)
        return word + 1

    def _costs(self, number: float) -> None:
        """Keep a cost; behind a path it is that path's."""
        paths = [claim.nodes for claim in self._told.claims if claim.kind == "path"]
        along = paths[-1] if paths else ()
        self._told.claims.append(TraceClaim(kind="cost", number=number, nodes=along))
