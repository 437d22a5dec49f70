"""The forms in which sentences tell facts of a run: values and sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tutor_app.domain.traces import Number
from tutor_app.tracing.claims.claim_parts import QUANTITIES
from tutor_app.tracing.spoken.told_so_far import ToldSoFar
from tutor_app.tracing.spoken.words_at import says

_JOINS: Final = frozenset(("dash", "arrow"))
_ENDS: Final = frozenset(("", "comma", "break", "question", "also", "then"))


class FactForms:
    """Each form returns the place behind it, None where it does not begin at the place."""

    def __init__(self, told: ToldSoFar) -> None:
        self._told = told
        self.all: tuple[Callable[[int], int | None], ...] = (
            self._offered,
            self._value,
            self._compared,
            self._sum,
        )

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
        at, quantity = self._number_at(at, quantity)
        value = parts.value(at)
        if value is None or parts.kind(value.behind) in ("nodes", "steps"):
            return None
        terms = self._terms(at, value.behind)
        if len(terms) > 1 and not value.sums:
            return None  # "S 0+7": the sum is not told
        told.subject = node
        if len(terms) > 1:
            told.tell("sum", node=node, terms=terms, number=value.number)
        if not told.supposed:
            told.tell("value", node=node, number=value.number, quantity=quantity)
        behind = self._more_values(node, parts.skip(value.behind, "close_bracket", "also"))
        caused = None if told.supposed else self._cause(node, parts.skip(behind, "filler"))
        if caused is not None:
            return caused
        first = parts.skip(value.behind, "close_bracket")
        return first if behind == parts.skip(first, "also") else behind

    def _offered(self, place: int) -> int | None:
        """ "C over B is 5+1 = 6": what a way through another node brings, which may not count."""
        parts, told = self._told.parts, self._told
        via = parts.skip(place + 1, "filler", "is", "reach")
        other = parts.skip(via + 1, "filler")
        if parts.kind(place) != "node" or parts.kind(via) != "via" or parts.kind(other) != "node":
            return None
        at = parts.skip(other + 1, "is", "equals", "filler", "come", "cost", "also")
        value = parts.value(at) if at > other + 1 else None
        if value is None:
            return None
        told.subject = parts.at(place).node
        terms = self._terms(at, value.behind)
        if len(terms) > 1 and value.sums and not told.supposed:
            told.tell("sum", node=told.subject, terms=terms, number=value.number)
        elif not told.supposed:
            ends = (parts.at(other).node, parts.at(place).node)
            told.tell("offer", node=told.subject, nodes=ends, number=value.number)
        return value.behind

    def _number_at(self, place: int, quantity: str | None) -> tuple[int, str | None]:
        """Return the place of the number behind a node, and the quantity named on the way."""
        parts = self._told.parts
        while True:
            place = parts.skip(
                place, "is", "equals", "filler", "of", "come", "stay", "open_bracket", "then"
            )
            if parts.kind(place) in QUANTITIES and quantity is None:
                quantity = parts.kind(place)
            elif not says(parts, place, "turns"):
                return self._behind_old(place), quantity
            place += 1

    def _behind_old(self, place: int) -> int:
        """Return the place of the new number of "from 10 down to 9"."""
        parts = self._told.parts
        if parts.at(place).text.casefold() != "from" or parts.kind(place + 1) != "number":
            return place
        at = place + 2
        while says(parts, at, "turns") or parts.kind(at) in ("of", "filler", "arrow"):
            at += 1
        return at if at > place + 2 and parts.kind(at) == "number" else place

    def _more_values(self, node: str, place: int) -> int:
        """Read "and f 8" behind "C has g 4", and ", f = 8" or "with f 8"."""
        parts = self._told.parts
        while True:
            at = parts.skip(place, "comma", "of", "filler")
            more = parts.value(parts.skip(at + 1, "is", "equals"))
            if parts.kind(at) not in QUANTITIES or more is None:
                break
            place = at
            self._told.tell("value", node=node, number=more.number, quantity=parts.kind(place))
            place = parts.skip(more.behind, "close_bracket", "also")
        return place

    def _cause(self, node: str, place: int) -> int | None:
        """Read "because of L", "through A", "over O" behind a value."""
        parts = self._told.parts
        if parts.kind(place) not in ("reason", "via"):
            return None
        at = parts.skip(place + 1, "of", "filler")
        if parts.kind(at) != "node" or parts.kind(at + 1) in _JOINS:
            return None
        if parts.kind(parts.skip(at + 1, "filler")) not in _ENDS:
            return None
        self._told.tell("parent", node=node, nodes=(parts.at(at).node,))
        return at + 1

    def _terms(self, begin: int, end: int) -> tuple[Number, ...]:
        """Return the numbers that are added up before the first equals sign between two places."""
        parts = self._told.parts
        terms: list[Number] = []
        for place in range(begin, end):
            if parts.kind(place) == "number":
                terms.append(parts.at(place).number)
            elif parts.kind(place) != "plus" and parts.at(place).text.casefold() != "plus":
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
            at = parts.skip(place + 1, "filler", "of")
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
