"""The forms in which sentences tell ways of a run: paths, edges, parents, the row to blame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor_app.tracing.claims.claim_parts import NodesRead
from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.words_at import says

_JOINS: Final = frozenset(("dash", "arrow"))
LEAST_OF_A_WAY = 3  # nodes: fewer, without the word, are an edge


class WayForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar) -> None:
        self._told = told
        self.all: tuple[Callable[[int], int | None], ...] = (
            self._path,
            self._edge,
            self._parent_named,
            self._goes_on,
            self._comes,
            self._gives,
            self._blamed,
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
            so_far & {"path", "parent"}
            and parts.kind(place - 1) in ("then", "also", "filler", "break", "")
        )
        joined = told.facts.sum_along(nodes.nodes) is not None
        of_nodes = parts.kind(parts.skip(at - 1, "filler")) == "nodes"  # "the nodes a-b-c"
        if not named and (of_nodes or not (whole and joined and (dashed or alone))):
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
            if parts.kind(place) == "via" or says(parts, at - 1, "edge"):
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
        if not says(parts, at, "edge") and not (at > place and says(parts, at - 1, "edge")):
            return None
        to = parts.skip(at if not says(parts, at, "edge") else at + 1, "filler")
        node = parts.skip(to + 1, "filler")
        found = parts.at(to).text.casefold() == "to" and parts.kind(node) == "node"
        return node if found else None

    def _parent_named(self, place: int) -> int | None:
        """ "the parent of Y is W", "T's parent is S", "S as T's parent"."""
        parts = self._told.parts
        if parts.kind(place) == "parent":
            child = parts.skip(place + 1, "of", "filler", "open_bracket", "via")
            at = parts.skip(child + 1, "is", "filler", "equals", "close_bracket")
            if parts.kind(child) == parts.kind(at) == "node":
                return self._comes_from(parts.at(child).node, at)
            return None
        if parts.kind(place) != "node":
            return None
        if parts.kind(place + 1) == "possessive" and parts.kind(place + 2) == "parent":
            at = parts.skip(place + 3, "is", "filler", "equals")
            found = parts.kind(at) == "node"
            return self._comes_from(parts.at(place).node, at) if found else None
        child = place + 2
        as_parent = parts.at(place + 1).text.casefold() == "as" and parts.kind(child) == "node"
        if as_parent and parts.kind(parts.skip(child + 1, "possessive")) == "parent":
            self._comes_from(parts.at(child).node, place)
            return parts.skip(child + 1, "possessive") + 1
        return None

    def _goes_on(self, place: int) -> int | None:
        """ "Y was put by W and not by Z": what goes on with a parent that was told."""
        parts = self._told.parts
        last = self._told.statements[-1] if self._told.statements else None
        if last is None or last.kind != "parent" or parts.kind(place) != "also":
            return None
        at = parts.skip(place + 2, "via", "filler", "of")
        if parts.kind(place + 1) != "not" or parts.kind(at) != "node":
            return None
        return self._comes_from(str(last.node), at, denied=True)

    def _comes(self, place: int) -> int | None:
        """ "Y was put by W", "6 came from 4"."""
        parts = self._told.parts
        if parts.kind(place) != "node":
            return None
        verb = parts.skip(place + 1, "is", "filler", "come", "reach")
        if says(parts, verb, "puts", "finds"):
            verb = parts.skip(verb + 1, "filler")
        at = parts.skip(verb + 1, "filler")
        edge = parts.kind(at + 1) in _JOINS
        if parts.kind(verb) != "via" or parts.kind(at) != "node" or edge:
            return None
        if parts.value(parts.skip(at + 1, "is", "equals", "filler", "come")) is not None:
            return None  # "C over B is 6": what it brings
        return self._comes_from(parts.at(place).node, at)

    def _gives(self, place: int) -> int | None:
        """ "W gave Y its 4", "C gave it the 6"."""
        parts, told = self._told.parts, self._told
        verb = parts.skip(place + 1, "filler")
        if parts.kind(place) != "node" or parts.kind(verb) != "gave":
            return None
        at = verb + 1
        if parts.at(at).text.casefold() == "it":
            given = told.subject
        else:
            at = parts.skip(at, "filler")
            given = parts.at(at).node if parts.kind(at) == "node" else None
        if given is None:
            return None
        told.tell("parent", node=given, nodes=(parts.at(place).node,))
        value = parts.value(parts.skip(at + 1, "filler", "is", "of"))
        if value is None:
            return at + 1
        told.tell("value", node=given, number=value.number)
        return value.behind

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
        return says(self._told.parts, place, "edge")
