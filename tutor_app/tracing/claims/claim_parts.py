"""The parts that claims about a run are made of: quantities of nodes, values, lists of nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.claims.trace_claims import TraceClaim

QUANTITIES: Final = frozenset(("f", "g", "h", "dist", "key", "cost"))
SILENT: Final = frozenset(("filler", "comma", "is", "question", "also", "dots"))
_BETWEEN: Final = frozenset(("comma", "also", "dash", "arrow", "then", "open_bracket", "cell"))
_END: Final = Symbol("")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRead:
    """A number, the claims that its sum makes, and the place behind it."""

    number: float
    behind: int
    sums: tuple[TraceClaim, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityRead:
    """A quantity, its node where it is named, and the place behind it."""

    quantity: str
    node: str | None
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NodesRead:
    """Nodes one after the other; `ordered` where arrows or "then" join them."""

    nodes: tuple[str, ...]
    behind: int
    ordered: bool
    joined: bool


class ClaimParts:
    """Reads parts from places of a message's symbols; None where there is no such part."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._symbols = symbols

    def at(self, place: int) -> Symbol:
        return self._symbols[place] if 0 <= place < len(self._symbols) else _END

    def kind(self, place: int) -> str:
        return self.at(place).kind

    def skip(self, place: int, *kinds: str) -> int:
        """Return the first place from `place` on whose symbol is of another kind."""
        while self.kind(place) in kinds:
            place += 1
        return place

    def is_alone(self, begin: int, end: int) -> bool:
        """Whether nothing but words that add nothing stands outside of two places."""
        outside = (*self._symbols[:begin], *self._symbols[end:])
        return all(symbol.kind in (*SILENT, "break", "then") for symbol in outside)

    def value(self, place: int) -> ValueRead | None:
        """Read "10", "5 + 5", "5 + 5 = 10": the last number counts, the sum is a claim."""
        place = self.skip(place, "equals")
        if self.kind(place) != "number":
            return None
        total, sums = self.at(place).number, []
        place += 1
        terms = 1
        while self._adds(place) and self.kind(place + 1) == "number":
            total += self.at(place + 1).number
            place, terms = place + 2, terms + 1
        comes = self._comes_to(place) if terms > 1 else place
        while terms and (self.kind(place) == "equals" or comes > place):
            further = self.value(max(comes, place + 1))
            if further is None:
                break
            if terms > 1:
                sums.append(TraceClaim(kind="sum", number=further.number, other=total))
            return ValueRead(
                number=further.number, behind=further.behind, sums=(*sums, *further.sums)
            )
        return ValueRead(number=total, behind=place)

    def _adds(self, place: int) -> bool:
        return self.kind(place) == "plus" or self.at(place).text.casefold() == "plus"

    def _comes_to(self, place: int) -> int:
        """Return the place of what a sum in words comes to: "4 plus 5, so 9", "4 plus 5 is 9"."""
        at = self.skip(place, "comma", "then", "is", "filler")
        led = any(self.kind(n) in ("then", "is") for n in range(place, at))
        alone = self.kind(at) == "number" and self.kind(at + 1) in (
            "",
            "break",
            "comma",
            "question",
        )
        return at if led and alone else place

    def quantity(self, place: int) -> QuantityRead | None:
        """Read "f(U)", "f of U", "the distance to D", "U's f", or "f" alone."""
        symbol = self.at(place)
        if symbol.kind == "node" and self.kind(place + 1) == "possessive":
            behind = self.skip(place + 2, "filler")
            if self.kind(behind) in QUANTITIES:
                return QuantityRead(quantity=self.kind(behind), node=symbol.node, behind=behind + 1)
        if symbol.kind not in QUANTITIES:
            return None
        behind = place + 1
        if self.kind(behind) == "open_bracket" and self.kind(behind + 1) == "node":
            closed = self.skip(behind + 2, "close_bracket")
            return QuantityRead(quantity=symbol.kind, node=self.at(behind + 1).node, behind=closed)
        of = self.skip(behind, "of", "filler", "nodes")
        if self.kind(of) == "node" and (of > behind or symbol.kind != "cost"):
            return QuantityRead(quantity=symbol.kind, node=self.at(of).node, behind=of + 1)
        return QuantityRead(quantity=symbol.kind, node=None, behind=behind)

    def nodes(self, place: int) -> NodesRead | None:
        """Read nodes one after the other, with nothing but joining words and signs between."""
        if self.kind(place) != "node":
            return None
        found, ordered, joined = [self.at(place).node], False, False
        behind = place + 1
        while True:
            step = behind
            while self.kind(step) in _BETWEEN or self._is_joining_filler(step):
                step += 1
            if self.kind(step) != "node" or self._begins_value(step, joined=step > behind):
                break
            between = {self.kind(each) for each in range(behind, step)}
            ordered = ordered or bool(between & {"arrow", "then"})
            joined = joined or bool(between)
            found.append(self.at(step).node)
            behind = step + 1
        return NodesRead(nodes=tuple(found), behind=behind, ordered=ordered, joined=joined)

    def _is_joining_filler(self, place: int) -> bool:
        """Whether a word that adds nothing stands between joining words: "and then also"."""
        return self.kind(place) == "filler" and self.kind(place - 1) in _BETWEEN

    def _begins_value(self, place: int, *, joined: bool) -> bool:
        """Whether a node begins a claim of its own: "A = 3, C = 7"."""
        behind = self.skip(place + 1, "is")
        told = self.kind(place + 1) in ("equals", "possessive") or (
            behind > place + 1 and self.kind(behind) in ("number", "not")
        )
        return joined and told
