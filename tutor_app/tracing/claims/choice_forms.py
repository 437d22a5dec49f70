"""The forms in which a choice is told: what waits, and which of it is taken: "so R"."""

from __future__ import annotations

from collections.abc import Callable

from tutor_app.tracing.claims.claims_so_far import ClaimsSoFar
from tutor_app.tracing.claims.trace_claims import TraceClaim

_AFTER_NODE = (
    *("is", "filler", "take", "come", "out", "equals", "comma", "of", "list", "next"),
    *("stay", "order"),
)
# What tells more of the nodes behind a conclusion: another form reads it.
_GOES_ON = frozenset(
    ("is", "equals", "number", "before", "after", "not", "more", "less", "cost", "possessive")
)
_DID_NOT = frozenset(("didn't", "didnt", "haven't", "havent"))
_RIGHT_AFTER = frozenset(("one", "right", "directly", "immediately"))
_CONCLUDES = frozenset(("so", "therefore", "thus", "hence"))


class ChoiceForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ClaimsSoFar) -> None:
        self._told = told
        self.first: tuple[Callable[[int], int | None], ...] = (
            self._row_named,
            self._own_act,
            self._after,
            self._done,
            self._waiting,
            self._one_after,
            self._listed,
            self._concluded,
        )

    def _row_named(self, place: int) -> int | None:
        """ "Row 2": which row is spoken of."""
        parts = self._told.parts
        if parts.kind(place) != "steps" or parts.kind(place + 1) != "number":
            return None
        self._told.row = int(parts.at(place + 1).number)
        return place + 2

    def _own_act(self, place: int) -> int | None:
        """ "I didn't take E": what the student has not done says nothing of the run."""
        parts = self._told.parts
        own = parts.at(place - 1).text.casefold() in ("i", "we")
        if not own or parts.at(place).text.casefold() not in _DID_NOT:
            return None
        nodes = parts.nodes(parts.skip(place + 1, "filler", "take", "nodes"))
        if parts.kind(place + 1) != "take" or nodes is None:
            return None
        self._told.own_denied = (*self._told.own_denied, *nodes.nodes)
        return nodes.behind

    def _after(self, place: int) -> int | None:
        """ "After Q there is R and T", "once Q is out, R and T wait", "with R settled it's T"."""
        parts = self._told.parts
        with_node = parts.at(place).text.casefold() == "with"
        if parts.kind(place) != "after" and not with_node:
            return None
        at = parts.skip(place + 1, "filler", "take", "nodes", "of")
        if parts.kind(at) != "node" or (with_node and parts.kind(at + 1) != "take"):
            return None
        begin = parts.skip(at + 1, *_AFTER_NODE)
        listed, values, _ = self._with_values(begin)
        if len(listed) == len(values) > 1:  # none of them is said to be taken
            return self._valued_wait(begin, parts.at(at).node)
        there = any(
            parts.at(each).text.casefold() == "there" or parts.kind(each) == "stay"
            for each in range(at + 1, begin)
        )
        nodes = parts.nodes(begin)
        waits = None if nodes is None else self._says_wait(nodes.behind)
        if nodes is None or (begin == at + 1 and waits is None):
            return None
        self._told.after = parts.at(at).node
        if waits is not None or there or (len(nodes.nodes) > 1 and not nodes.ordered):
            return self._wait(nodes.nodes, waits or nodes.behind)
        return self._choose(nodes.nodes, nodes.behind)

    def _done(self, place: int) -> int | None:
        """ "R done, so …", "R is out": the choice behind it is made after R."""
        parts = self._told.parts
        if parts.kind(place) != "node" or parts.kind(place - 1) in ("node", "comma", "also"):
            return None
        at = parts.skip(place + 1, "is", "filler")
        leads = at > place + 1 or parts.kind(at + 1) in ("arrow", "then", "comma")
        if parts.kind(at) != "end" and not (parts.kind(at) == "out" and leads):
            return None
        behind = parts.skip(at + 1, "comma", "also", "then", "filler", "arrow")
        if behind == at + 1 or parts.kind(behind) != "node":
            return None
        listed, values, _ = self._with_values(behind)
        if len(listed) == len(values) > 1:
            return self._valued_wait(behind, parts.at(place).node)
        self._told.after = parts.at(place).node
        nodes = parts.nodes(behind)
        assert nodes is not None
        waits = self._says_wait(nodes.behind)
        if waits is not None:
            return self._wait(nodes.nodes, waits)
        if len(nodes.nodes) > 1:
            return None
        return self._choose(nodes.nodes, parts.skip(nodes.behind, "next", "filler", "is"))

    def _one_after(self, place: int) -> int | None:
        """ "M is the one after N": right after it."""
        parts = self._told.parts
        if parts.kind(place) != "node":
            return None
        at = parts.skip(place + 1, "is", "filler", "come", "take", "next")
        other = parts.skip(at + 1, "filler", "nodes")
        right_after = (
            parts.at(at - 1).text.casefold() in _RIGHT_AFTER or parts.kind(at - 1) == "next"
        )
        if parts.kind(at) != "after" or not right_after or parts.kind(other) != "node":
            return None
        self._told.after = parts.at(other).node
        return self._choose((parts.at(place).node,), other + 1)

    def _waiting(self, place: int) -> int | None:
        """ "R and T are waiting", "R and T are in the queue"."""
        nodes = self._told.parts.nodes(place)
        if nodes is None or len(nodes.nodes) < 2 or nodes.ordered:
            return self._valued_wait(place, self._told.after)
        behind = self._says_wait(self._told.parts.skip(nodes.behind, "ask"))
        return None if behind is None else self._wait(nodes.nodes, self._said_after(behind))

    def _said_after(self, place: int) -> int:
        """Return the place behind "once T was taken", which is said of what waits."""
        parts = self._told.parts
        at = parts.skip(place + 1, "filler", "take", "nodes")
        if parts.kind(place) != "after" or parts.kind(at) != "node":
            return place
        self._told.after = parts.at(at).node
        return parts.skip(at + 1, "is", "take", "out")

    def _listed(self, place: int) -> int | None:
        """ "In the queue are R and T", "waiting: R (7), T (11)"."""
        parts = self._told.parts
        if parts.kind(place) not in ("list", "stay"):
            return None
        at = parts.skip(place + 1, "is", "filler", "nodes", "of", "equals", "list")
        if at == place + 1 or parts.kind(at) != "node":
            return None
        nodes, values, behind = self._with_values(at)
        if len(nodes) < 2:
            return None
        self._told.claims.extend(values)
        return self._wait(nodes, behind)

    def _valued_wait(self, place: int, after: str | None) -> int | None:
        """ "R (7) and T (11) wait": nodes with their numbers, said to wait."""
        nodes, values, behind = self._with_values(place)
        waits = self._says_wait(behind) if len(nodes) == len(values) > 1 else None
        if waits is None:
            return None
        self._told.after = after
        self._told.claims.extend(values)
        return self._wait(nodes, waits)

    def _with_values(self, place: int) -> tuple[tuple[str, ...], list[TraceClaim], int]:
        """Return nodes one after the other, the values told of them, and the place behind."""
        parts = self._told.parts
        nodes: list[str] = []
        values: list[TraceClaim] = []
        at = behind = place
        while parts.kind(at) == "node":
            node = parts.at(at).node
            value = parts.value(parts.skip(at + 1, "open_bracket", "of", "is", "filler", "equals"))
            nodes.append(node)
            behind = at + 1
            if value is not None:
                number = value.number
                values.append(TraceClaim(kind="value", node=node, number=number, bare=True))
                behind = parts.skip(value.behind, "close_bracket")
            at = parts.skip(behind, "comma", "also")
        return tuple(nodes), values, behind

    def _concluded(self, place: int) -> int | None:
        """ "… so R", "so it's T, then G"."""
        parts = self._told.parts
        if parts.kind(place) != "then" or not self._may_conclude(place):
            return None
        at = parts.skip(place + 1, "then", "filler", "is", "take", "come")
        nodes = parts.nodes(at)
        if nodes is None or (len(nodes.nodes) > 1 and not nodes.ordered):
            return None
        behind = parts.skip(nodes.behind, "filler", "come", "take", "out", "next", "first", "is")
        before = parts.skip(nodes.behind, "filler")
        if parts.kind(before) in _GOES_ON or parts.kind(behind) in _GOES_ON:
            return None
        return self._choose(nodes.nodes, behind)

    def _may_conclude(self, place: int) -> bool:
        """Whether something is told that a conclusion can rest on, or a row was asked for."""
        asked = self._told.expected
        if self._told.after is not None:
            return bool(self._told.claims)
        concludes = self._told.parts.at(place).text.casefold() in _CONCLUDES
        return concludes and bool(self._told.claims) and asked is not None and asked.kind == "row"

    def _says_wait(self, place: int) -> int | None:
        """Return the place behind "wait", "are waiting" or "are in the queue"; None elsewhere."""
        parts = self._told.parts
        at = parts.skip(place, "is", "filler", "of", "come", "nodes")
        if parts.kind(at) not in ("stay", "list") or parts.kind(at + 1) in ("out", "skip"):
            return None
        return parts.skip(at + 1, "of", "filler", "list")

    def _wait(self, nodes: tuple[str, ...], behind: int) -> int:
        after = self._told.after
        self._told.claims.append(TraceClaim(kind="waiting", node=after, nodes=nodes))
        self._told.strong = self._told.strong or after is not None
        self._told.subject = None
        return behind

    def _choose(self, nodes: tuple[str, ...], behind: int) -> int:
        """Keep which node is taken next, and each that follows it."""
        said_again = nodes[0] == self._told.after
        for node in dict.fromkeys(nodes[said_again:]):
            after = () if self._told.after is None else (self._told.after,)
            self._told.claims.append(TraceClaim(kind="next", node=node, nodes=after))
            self._told.after = node if after else None
        self._told.subject = nodes[-1]
        self._told.strong = True
        parts = self._told.parts
        value = parts.value(parts.skip(behind, "is", "of", "filler", "open_bracket", "equals"))
        if value is None or len(nodes) > 1:
            return behind
        claim = TraceClaim(kind="value", node=nodes[-1], number=value.number, bare=True)
        self._told.claims.extend((*value.sums, claim))
        return parts.skip(value.behind, "close_bracket")
