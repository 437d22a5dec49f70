"""The forms in which sentences tell facts of a run: values, sums, ways, parents, states, edges."""

from __future__ import annotations

from collections.abc import Callable

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.claim_parts import NodesRead
from tutor_app.tracing.spoken.row_forms import RowForms
from tutor_app.tracing.spoken.told_so_far import ToldSoFar

_JOINS = frozenset(("dash", "arrow"))
_QUANTITIES = frozenset(("f", "g", "h", "dist", "key", "cost"))
LEAST_OF_A_WAY = 3  # nodes: fewer, without the word, are an edge


class FactForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar, rows: RowForms) -> None:
        self._told = told
        self._rows = rows
        self.first: tuple[Callable[[int], int | None], ...] = (
            self._path,
            self._edge,
            self._parent,
            self._blamed,
        )
        self.last: tuple[Callable[[int], int | None], ...] = (
            self._state,
            self._value,
            self._compared,
            self._sum,
        )

    def _path(self, place: int) -> int | None:
        """ "the way to P is H-B-M-P", "the way must be K, P, W, Y", "S-A-B-G"."""
        parts, told = self._told.parts, self._told
        named = parts.kind(place) == "path"
        at = place
        if named:
            at = parts.skip(place + 1, "of", "filler", "is", "via", "equals", "cell")
            if parts.kind(at) == "node":
                behind = parts.skip(at + 1, "is", "filler", "equals", "cell", "then")
                if behind > at + 1 and parts.kind(behind) == "node":
                    at = behind  # "the way to P is …"
        nodes = self._joined_by_dashes(at) or parts.nodes(at)
        if nodes is None or len(nodes.nodes) < 2:
            return None
        start = told.facts.run.problem.start
        whole = start in (nodes.nodes[0], nodes.nodes[-1]) and len(nodes.nodes) >= LEAST_OF_A_WAY
        dashed = parts.kind(at + 1) in _JOINS
        so_far = {each.kind for each in told.statements}
        alone = parts.kind(nodes.behind) in ("", "break", "question") and (
            so_far & {"path", "parent"} and parts.kind(place - 1) in ("then", "also", "filler", "break", "")
        )
        if not named and not (whole and (dashed or alone)):
            return None
        if not told.supposed:
            told.tell("path", nodes=nodes.nodes)
        told.subject = nodes.nodes[-1]
        at = parts.skip(nodes.behind, "comma", "is", "filler", "of", "equals", "cost", "also")
        value = parts.value(at) if at > nodes.behind else None
        if value is None or told.supposed:
            return nodes.behind
        told.tell("value", node=nodes.nodes[-1], number=value.number)
        return value.behind

    def _joined_by_dashes(self, place: int) -> NodesRead | None:
        """Read "H-B-M" alone: what "and" joins to it is said of something else."""
        parts = self._told.parts
        nodes: list[str] = []
        while parts.kind(place) == "node":
            nodes.append(parts.at(place).node)
            if parts.kind(place + 1) not in _JOINS:
                break
            place += 2
        ends = parts.kind(place) == "node" and len(nodes) >= LEAST_OF_A_WAY
        read = NodesRead(nodes=tuple(nodes), behind=place + 1, ordered=True, joined=True)
        return read if ends else None

    def _edge(self, place: int) -> int | None:
        """ "from M to P is 1", "the edge A-G is 9", "T has a line to W"."""
        parts, told = self._told.parts, self._told
        at = parts.skip(place + 1, "filler") if parts.kind(place) == "via" else place
        if parts.kind(at) != "node":
            return None
        source = parts.at(at).node
        joined = at + 1
        if parts.kind(joined) in _JOINS:
            joined += 1
        elif parts.kind(place) == "via" and self._is_to(parts.skip(joined, "filler")):
            joined = parts.skip(joined, "filler") + 1
        elif (end := self._edge_to(joined)) is not None:
            told.tell("edge", nodes=(source, parts.at(end).node))
            return end + 1
        else:
            return None
        joined = parts.skip(joined, "filler")
        if parts.kind(joined) != "node" or parts.kind(joined + 1) in _JOINS:
            return None
        target = parts.at(joined).node
        value_at = parts.skip(joined + 1, "is", "equals", "filler", "cost", "open_bracket", "of")
        summed = parts.kind(value_at) == "number" and parts.kind(value_at + 1) == "plus"
        if parts.kind(value_at) != "number" or summed:
            if parts.kind(place) == "via" or self._rows.says(at - 1, "edge"):
                told.tell("edge", nodes=(source, target))
                return joined + 1
            return None
        told.tell("edge", nodes=(source, target), number=parts.at(value_at).number)
        return parts.skip(value_at + 1, "close_bracket")

    def _is_to(self, place: int) -> bool:
        parts = self._told.parts
        return parts.at(place).text.casefold() == "to" or (
            parts.at(place).text.casefold() == "back"
            and parts.at(place + 1).text.casefold() == "to"
        )

    def _edge_to(self, place: int) -> int | None:
        """Return the place of the node in "has a line to W"; None elsewhere."""
        parts = self._told.parts
        at = parts.skip(place, "is", "filler")
        if not self._rows.says(at, "edge") and not (at > place and self._rows.says(at - 1, "edge")):
            return None
        to = parts.skip(at if not self._rows.says(at, "edge") else at + 1, "filler")
        node = parts.skip(to + 1, "filler")
        found = parts.at(to).text.casefold() == "to" and parts.kind(node) == "node"
        return node if found else None

    def _parent(self, place: int) -> int | None:
        """ "the parent of Y is W", "Y was put by W and not by Z", "W gave Y", "Y from W"."""
        parts = self._told.parts
        if parts.kind(place) == "parent":
            child = parts.skip(place + 1, "of", "filler", "open_bracket", "via")
            at = parts.skip(child + 1, "is", "filler", "equals", "close_bracket")
            if parts.kind(child) == parts.kind(at) == "node":
                return self._comes_from(parts.at(child).node, at)
            return None
        last = self._told.statements[-1] if self._told.statements else None
        goes_on = parts.kind(place) == "also" and last is not None and last.kind == "parent"
        if goes_on and last is not None and parts.kind(place + 1) == "not":
            at = parts.skip(place + 2, "via", "filler", "of")
            if parts.kind(at) == "node":
                return self._comes_from(str(last.node), at, denied=True)
        if parts.kind(place) != "node":
            return None
        node = parts.at(place).node
        owns = parts.kind(place + 1) == "possessive" and parts.kind(place + 2) == "parent"
        if owns:  # "T's parent is S"
            at = parts.skip(place + 3, "is", "filler", "equals")
            return self._comes_from(node, at) if parts.kind(at) == "node" else None
        child = place + 2
        as_parent = parts.at(place + 1).text.casefold() == "as" and parts.kind(child) == "node"
        if as_parent and parts.kind(parts.skip(child + 1, "possessive")) == "parent":
            self._comes_from(parts.at(child).node, place)  # "S as T's parent"
            return parts.skip(child + 1, "possessive") + 1
        verb = parts.skip(place + 1, "is", "filler", "come", "reach")
        verb = parts.skip(verb + 1, "filler") if self._rows.says(verb, "puts", "finds") else verb
        if parts.kind(verb) == "via":
            at = parts.skip(verb + 1, "filler")
            edge = parts.kind(at + 1) in _JOINS
            if parts.kind(at) == "node" and not edge:
                return self._comes_from(node, at)
        if parts.kind(parts.skip(place + 1, "filler")) == "gave":
            it = parts.skip(place + 1, "filler") + 1
            if parts.at(it).text.casefold() == "it" and self._told.subject is not None:
                self._told.tell("parent", node=self._told.subject, nodes=(node,))
                value = parts.value(parts.skip(it + 1, "filler"))
                return it + 1 if value is None else value.behind
            at = parts.skip(it, "filler")
            if parts.kind(at) == "node":
                self._told.tell("parent", node=parts.at(at).node, nodes=(node,))
                value = parts.value(parts.skip(at + 1, "filler", "is", "of"))
                if value is None:
                    return at + 1
                self._told.tell("value", node=parts.at(at).node, number=value.number)
                return value.behind
        return None

    def _comes_from(self, child: str, place: int, *, denied: bool = False) -> int:
        parent = self._told.parts.at(place).node
        if not self._told.supposed:
            self._told.tell("parent", node=child, nodes=(parent,), denied=denied)
        return place + 1

    def _blamed(self, place: int) -> int | None:
        """ "the step of T", "the L row", "row 3" where the wrong row was asked for."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) == "node" and parts.kind(place + 1) == "steps":
            told.tell("blamed", node=parts.at(place).node)
            return place + 2
        if parts.kind(place) != "steps":
            return None
        at = parts.skip(place + 1, "of", "filler")
        if parts.kind(at) == "node" and at > place + 1 and not self._edge_is_told(place):
            told.tell("blamed", node=parts.at(at).node)
            return at + 1
        return None

    def _edge_is_told(self, place: int) -> bool:
        """Whether "line" is an edge: "a line to W"."""
        return self._rows.says(place, "edge")

    def _state(self, place: int) -> int | None:
        """ "W only waits", "W is not closed", "closed is only K and P", "Y is already there"."""
        parts, told = self._told.parts, self._told
        if self._rows.says(place, "marked") and parts.kind(place + 1) == "is":
            nodes = parts.nodes(parts.skip(place + 2, "filler", "nodes"))
            if nodes is None:
                return None
            told.tell("closed", nodes=nodes.nodes)
            return nodes.behind
        node = parts.at(place).node if parts.kind(place) == "node" else None
        if parts.at(place).text.casefold() == "it":
            node = told.subject
        if node is None:
            return None
        verb = parts.skip(place + 1, "filler", "also")
        if parts.kind(verb) == "stay" and told.facts.key is None:
            return self._tell_state("waits", node, verb + 1)
        at = parts.skip(place + 1, "filler", "is")
        denied = parts.kind(at) == "not"
        at = parts.skip(at + 1, "filler", "is") if denied else at
        if self._rows.says(at, "new"):
            return self._tell_state("new", node, at + 1, denied=denied)
        if denied and self._rows.says(at, "marked"):
            return self._tell_state("closed", node, at + 1, denied=True)
        there = any(self._rows.says(n, "there") for n in range(place + 1, at + 1))
        if self._rows.says(at, "inside") and parts.kind(parts.skip(at + 1, "filler")) == "list":
            return self._tell_state("waits", node, parts.skip(at + 1, "filler") + 1, denied=denied)
        is_there = any(
            parts.at(n).text.casefold() in ("there", "waiting", "inside")
            for n in range(place + 1, at + 1)
        )
        if there and is_there:
            return self._tell_state("waits", node, max(at, place + 1), denied=denied)
        return None

    def _tell_state(self, kind: str, node: str, behind: int, *, denied: bool = False) -> int:
        if not self._told.supposed:
            self._told.tell(kind, nodes=(node,), node=node, denied=denied)  # type: ignore[arg-type]
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

    def _value(self, place: int) -> int | None:
        """ "P = 10", "B stays 4", "D drops to 8", "G 6", "f(C) is 8"."""
        parts, told = self._told.parts, self._told
        named = parts.quantity(place)
        quantity = named.quantity if named is not None else None
        if named is not None and named.node is not None:
            node, at = named.node, named.behind
        elif parts.kind(place) == "node":
            node, at = parts.at(place).node, place + 1
        else:
            return None
        behind = at
        while True:
            behind = parts.skip(
                behind, "is", "equals", "filler", "of", "come", "stay", "open_bracket", "then"
            )
            if self._rows.says(behind, "turns", "nothing") and parts.kind(behind) != "not":
                behind += 1
            elif parts.kind(behind) in _QUANTITIES and quantity is None:
                quantity = parts.kind(behind)
                behind += 1
            elif self._rows.says(behind, "turns"):
                behind += 1
            else:
                break
        value = parts.value(behind)
        if value is None or self._counts_something(value.behind):
            return None
        if len(self._terms(behind, value.behind)) > 1 and not value.sums:
            return None  # "S 0+7": the sum is not told
        told.subject = node
        terms = self._terms(behind, value.behind)
        if len(terms) > 1 and value.sums:
            told.tell("sum", node=node, terms=terms, number=value.number)
        if not told.supposed:
            told.tell("value", node=node, number=value.number, quantity=quantity)
        after = parts.skip(value.behind, "close_bracket", "also")
        while parts.kind(after) in _QUANTITIES and parts.kind(
            parts.skip(after + 1, "is", "equals")
        ) == "number":  # "C has g 4 and f 8"
            more = parts.value(parts.skip(after + 1, "is", "equals"))
            assert more is not None
            told.tell("value", node=node, number=more.number, quantity=parts.kind(after))
            after = parts.skip(more.behind, "close_bracket")
        cause = parts.skip(after, "filler")
        if parts.kind(cause) in ("reason", "via") and not told.supposed:
            at = parts.skip(cause + 1, "of", "filler")
            alone = parts.kind(at) == "node" and parts.kind(at + 1) not in _JOINS
            ends = parts.kind(parts.skip(at + 1, "filler")) in (
                *("", "comma", "break", "question", "also", "then"),
            )
            if alone and ends:
                told.tell("parent", node=node, nodes=(parts.at(at).node,))
                return at + 1
        return parts.skip(value.behind, "close_bracket") if after == value.behind else after

    def _counts_something(self, place: int) -> bool:
        return self._told.parts.kind(place) in ("nodes", "steps")

    def _terms(self, begin: int, end: int) -> tuple[Number, ...]:
        """Return the numbers that are added up before the first equals sign between two places."""
        parts = self._told.parts
        terms: list[Number] = []
        for place in range(begin, end):
            if parts.kind(place) == "number":
                terms.append(parts.at(place).number)
            elif parts.kind(place) != "plus":
                break
        return tuple(terms)

    def _compared(self, place: int) -> int | None:
        """ "which is better than 11", "less than 9": what it is compared with was told before."""
        parts = self._told.parts
        if parts.kind(place) not in ("more", "less"):
            return None
        at = parts.skip(place + 1, "than", "filler")
        number = parts.kind(at) == "number" and parts.kind(at + 1) != "plus"
        return at + 1 if number or parts.kind(at) == "node" else place + 1

    def _sum(self, place: int) -> int | None:
        """ "9 + 8 = 17", "3+5"; of "not 8" nothing is claimed."""
        parts, told = self._told.parts, self._told
        if parts.kind(place) == "not":
            at = parts.skip(place + 1, "filler")
            return at + 1 if parts.kind(at) == "number" else None
        value = parts.value(place)
        if value is None:
            return None
        terms = self._terms(place, value.behind)
        if len(terms) < 2:
            return None
        if value.sums:
            told.tell("sum", terms=terms, number=value.number)
        return value.behind
