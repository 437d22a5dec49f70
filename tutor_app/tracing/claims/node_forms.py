"""The forms in which nodes are claimed: sets and orders, paths, parents, places, counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tutor_app.tracing.claims.claim_parts import ValueRead
from tutor_app.tracing.claims.claims_so_far import ClaimsSoFar
from tutor_app.tracing.claims.trace_claims import TraceClaim

_COUNTED = frozenset(("expansions", "expansion"))


class NodeForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ClaimsSoFar) -> None:
        self._told = told
        self.first: tuple[Callable[[int], int | None], ...] = (
            self._count,
            self._denied,
            self._path,
            self._parent,
            self._taken,
            self._relation,
        )
        self.last: tuple[Callable[[int], int | None], ...] = (self._end, self._answer)

    def _count(self, place: int) -> int | None:
        """ "5 nodes are expanded", "it takes 5 nodes", "5 expansions"."""
        parts = self._told.parts
        through = parts.kind(place) == "come" and parts.kind(place + 1) == "via"
        taking = parts.kind(place) == "take" or through
        at = parts.skip(place + 1, "filler", "equals", "is", "via") if taking else place
        if parts.kind(at) != "number":
            return None
        number, behind = parts.at(at).number, parts.skip(at + 1, "filler", "of")
        if parts.at(behind).text.casefold() in _COUNTED:
            self._told.claims.append(TraceClaim(kind="count", number=number))
            return behind + 1
        if parts.kind(behind) != "nodes":
            return None
        after = parts.skip(behind + 1, "is", "of", "filler")
        if not taking and parts.kind(after) != "take":
            return None
        self._told.claims.append(TraceClaim(kind="count", number=number))
        return behind + 1 if taking else after + 1

    def _denied(self, place: int) -> int | None:
        """ "never expands U", "U is not expanded"."""
        parts = self._told.parts
        if parts.kind(place) == "not":
            verb = parts.skip(place + 1, "is", "filler")
            nodes = parts.nodes(parts.skip(verb + 1, "filler", "nodes"))
            if parts.kind(verb) == "take" and nodes is not None and not self._relates(nodes.behind):
                return self._leave_out(nodes.nodes, nodes.behind)
            if nodes is None and parts.kind(verb) == "take" and self._told.subject is not None:
                return self._leave_out((self._told.subject,), verb + 1)  # "it isn't expanded"
            alone = parts.nodes(place + 1) if parts.at(place).text.casefold() == "never" else None
            if alone is not None and parts.kind(alone.behind) in ("", "end", "comma", "break"):
                return self._leave_out(alone.nodes, alone.behind)
        nodes = parts.nodes(place)
        if nodes is None:
            return None
        word = parts.skip(nodes.behind, "is", "filler")
        if (behind := self._is_skipped(word)) is not None:
            return self._leave_out(nodes.nodes, behind)
        if parts.kind(word) != "not":
            return None
        verb = parts.skip(word + 1, "is", "filler", "come", "out")
        if parts.kind(verb) != "take" or self._relates(verb + 1):
            return None
        return self._leave_out(nodes.nodes, verb + 1)

    def _is_skipped(self, place: int) -> int | None:
        """Return the place behind "left out" or "skipped"; None elsewhere."""
        parts = self._told.parts
        if parts.kind(place) == "skip":
            return place + 1
        if parts.kind(place) != "stay":
            return None
        return place + 2 if parts.kind(place + 1) in ("out", "skip") else None

    def _relates(self, place: int) -> bool:
        """Whether a relation follows: "isn't taken before G"."""
        return self._told.parts.kind(self._told.parts.skip(place, "filler")) in (
            *("before", "after", "first", "last", "next"),
        )

    def _leave_out(self, nodes: Iterable[str], behind: int) -> int:
        for node in nodes:
            self._told.claims.append(TraceClaim(kind="left_out", node=node))
            self._told.subject = node
        return behind

    def _path(self, place: int) -> int | None:
        """ "path S B D, cost 6", "the path is S B D", "S B D with 6"."""
        parts = self._told.parts
        first = parts.skip(place, "least", "less")  # "the shortest path"
        named = parts.kind(first) == "path"
        place = first if named else place
        at = parts.skip(place + 1, "is", "of", "filler", "equals", "via") if named else place
        nodes = parts.nodes(at)
        if nodes is not None and named and len(nodes.nodes) == 1:  # "the path to D is …"
            at = parts.skip(nodes.behind, "is", "filler", "equals")
            nodes = parts.nodes(at) if at > nodes.behind else nodes
        if nodes is None or len(nodes.nodes) < 2:
            return None
        behind = parts.skip(nodes.behind, "comma", "is", "filler", "of", "equals", "then")
        costs = parts.kind(behind) == "cost"
        value = parts.value(parts.skip(behind, "cost", "is", "of", "filler", "equals"))
        apart = parts.kind(nodes.behind) in ("equals", "open_bracket")
        alone = value is not None and parts.is_alone(place, value.behind)
        whole = len(nodes.nodes) > 2 and not nodes.joined and (alone or not apart)
        if not named and not costs and (value is None or not whole):
            return self._bare_list(nodes.nodes, nodes.behind)
        self._told.claims.append(TraceClaim(kind="path", nodes=nodes.nodes))
        if value is None:
            return nodes.behind
        self._told.claims.extend(value.sums)
        self._told.claims.append(TraceClaim(kind="cost", number=value.number, nodes=nodes.nodes))
        total = parts.skip(value.behind, "of", "filler")
        return total + 1 if parts.kind(total) == "cost" else value.behind

    def _bare_list(self, nodes: tuple[str, ...], behind: int) -> int | None:
        """Read nodes with nothing said of them, where an order, nodes or a path was asked for."""
        asked = self._told.expected.kind if self._told.expected is not None else ""
        after = self._told.parts.kind(self._told.parts.skip(behind, "filler", "is", "comma", "not"))
        if after in ("take", "number", "before", "after", "stay", "come", "next", "first"):
            return None
        if asked in ("path", "result", "parent") and len(nodes) > 1:
            self._told.claims.append(TraceClaim(kind="path", nodes=nodes))
            return behind
        if asked == "taken":
            self._told.claims.append(TraceClaim(kind="taken", nodes=nodes))
            return behind
        return None

    def _parent(self, place: int) -> int | None:
        """ "C comes from A", "the parent of C is A", "A gave C its 4"."""
        parts = self._told.parts
        if parts.kind(place) == "parent":
            child = parts.skip(place + 1, "of", "filler", "open_bracket")
            at = parts.skip(child + 1, "is", "filler", "equals", "close_bracket")
            if parts.kind(child) == parts.kind(at) == "node":
                return self._told.come_from(parts.at(child).node, parts.at(at).node, at + 1)
            return None
        if parts.kind(place) != "node":
            return None
        verb = parts.skip(place + 1, "is", "filler", "come", "reach")
        if parts.kind(verb) == "gave" and parts.kind(verb + 1) == "node":
            given = parts.at(verb + 1).node
            value = parts.value(parts.skip(verb + 2, "filler", "is", "of"))
            self._tell_value(given, value)
            behind = verb + 2 if value is None else value.behind
            return self._told.come_from(given, parts.at(place).node, behind)
        if parts.kind(verb) in ("via", "back") and parts.kind(verb + 1) == "node":
            return self._told.come_from(parts.at(place).node, parts.at(verb + 1).node, verb + 2)
        return None

    def _taken(self, place: int) -> int | None:
        """ "expands P Q R and also U", "P, Q, R are expanded", "the order is P Q R"."""
        parts = self._told.parts
        if parts.kind(place) in ("take", "order"):
            ordered = parts.kind(place) == "order"
            at = parts.skip(place + 1, "is", "filler", "nodes", "equals", "order", "of")
            ordered = ordered or any(parts.kind(each) == "order" for each in range(place, at))
            nodes = parts.nodes(at)
            if nodes is None or self._relates(nodes.behind) or self._has_value(nodes.behind):
                return None
            if parts.kind(nodes.behind) == "is":
                return None
            return self._take(nodes.nodes, nodes.behind, ordered=ordered or nodes.ordered)
        nodes = parts.nodes(place)
        if nodes is None or len(nodes.nodes) < 2:
            return None
        verb = parts.skip(nodes.behind, "is", "filler", "nodes")
        if parts.kind(verb) != "take" or self._relates(verb + 1):
            return None
        if self._has_value(verb + 1):
            return None
        return self._take(nodes.nodes, verb + 1, ordered=nodes.ordered)

    def _has_value(self, place: int) -> bool:
        """Whether a number follows that belongs to the node before: "takes R with 7"."""
        parts = self._told.parts
        behind = parts.skip(place, "is", "of", "filler", "equals", "open_bracket")
        return parts.kind(behind) == "number" and parts.kind(behind + 1) != "nodes"

    def _take(self, nodes: tuple[str, ...], behind: int, *, ordered: bool) -> int:
        self._told.claims.append(TraceClaim(kind="taken", nodes=nodes, ordered=ordered))
        self._told.strong = self._told.strong or len(nodes) > 2
        self._told.subject = nodes[-1]
        return behind

    def _relation(self, place: int) -> int | None:
        """ "G with 8 leaves before U", "R is next", "first P", "T is third"."""
        parts = self._told.parts
        if parts.kind(place) in ("first", "last", "next", "ordinal"):
            at = parts.skip(place + 1, "is", "filler", "nodes", "take", "equals")
            if parts.kind(at) != "node" or self._relates(at + 1):
                return None
            if (end := self._first_then(place, at)) is not None:
                return end
            value = parts.value(parts.skip(at + 1, "is", "of", "filler", "equals", "open_bracket"))
            self._tell_value(parts.at(at).node, value)
            return self._put(parts.at(at).node, place, at + 1 if value is None else value.behind)
        if parts.kind(place) != "node":
            return None
        node = parts.at(place).node
        behind = parts.skip(
            place + 1, "is", "of", "filler", "open_bracket", "take", "come", "out", "list"
        )
        value = parts.value(behind)
        if value is not None:
            behind = parts.skip(value.behind, "filler", "close_bracket")
        word = parts.skip(behind, "is", "filler", "take", "come", "out", "of", "list", "via")
        relation = parts.kind(word)
        if relation in ("before", "after"):
            other = parts.skip(word + 1, "filler", "is", "than", "of")
            subject = self._told.subject
            if parts.kind(other) == "node":
                named, end = parts.at(other).node, other + 1
            elif parts.at(word + 1).text.casefold() == "it" and subject not in (None, node):
                named, end = str(subject), word + 2
            else:
                return None
            pair = (node, named)
            pair = pair if relation == "before" else pair[::-1]
            self._tell_value(node, value)
            self._told.claims.append(TraceClaim(kind="before", nodes=pair))
            return end
        if relation in ("first", "last", "next", "ordinal"):
            behind = parts.skip(word + 1, "is", "of", "filler")
            late = parts.value(behind) if value is None and behind > word + 1 else None
            self._tell_value(node, value or late)
            return self._put(node, word, late.behind if late is not None else word + 1)
        return None

    def _first_then(self, place: int, at: int) -> int | None:
        """Read "first D, then C" of two nodes: the one comes before the other."""
        parts = self._told.parts
        then = parts.skip(at + 1, "comma")
        other = parts.skip(then, "then", "filler")
        more = parts.skip(other + 1, "comma")
        pair = parts.kind(place) == "first" and parts.kind(then) == "then"
        if not pair or parts.kind(other) != "node" or parts.kind(more) in ("then", "node"):
            return None
        if self._has_value(other + 1) or self._relates(other + 1):
            return None
        nodes = (parts.at(at).node, parts.at(other).node)
        self._told.claims.append(TraceClaim(kind="before", nodes=nodes))
        return other + 1

    def _tell_value(self, node: str, value: ValueRead | None) -> None:
        self._told.subject = node
        if value is not None:
            claim = TraceClaim(kind="value", node=node, number=value.number, bare=True)
            self._told.claims.append(claim)

    def _put(self, node: str, place: int, behind: int) -> int:
        word = self._told.parts.at(place)
        if word.kind == "next":
            self._told.claims.append(TraceClaim(kind="next", node=node))
            return behind
        number = {"first": 1, "last": -1}.get(word.kind, word.number)
        self._told.claims.append(TraceClaim(kind="place", node=node, number=number))
        return behind

    def _end(self, place: int) -> int | None:
        """ "It is over", "then it stops at G"."""
        parts = self._told.parts
        if parts.kind(place) != "end":
            return None
        self._told.claims.append(TraceClaim(kind="over"))
        at = parts.skip(place + 1, "is", "of", "filler", "via")
        return at + 1 if at > place + 1 and parts.kind(at) == "node" else place + 1

    def _answer(self, place: int) -> int | None:
        """Read a number or a node alone as the answer to what was asked last."""
        asked = self._told.expected
        if asked is None or any(claim.kind != "over" for claim in self._told.claims):
            return None
        parts = self._told.parts
        if asked.kind == "value" and (value := parts.value(place)) is not None:
            self._told.claims.extend(value.sums)
            self._told.claims.append(
                TraceClaim(
                    kind="value", node=asked.node, quantity=asked.quantity, number=value.number
                )
            )
            self._told.subject = None
            return value.behind
        if asked.kind == "parent" and parts.kind(place) == "node" and asked.node is not None:
            nodes = parts.nodes(place)
            assert nodes is not None
            parent = nodes.nodes[0]
            return self._told.come_from(asked.node, parent, place + 1)
        return None
