"""A fact of a run that words spell out, and all of those that a message does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isclose
from typing import Final, NamedTuple

from tutor_app.domain.traces import Number
from tutor_app.tracing.fact_pool.said_symbols import WORDS, NamedSymbol
from tutor_app.tracing.spoken.statements import RunStatement

LEAST_ALIKE: Final = 3  # numbers, rows or edges that say something together
_OUT: Final = frozenset(("out",))  # of a tree; a node that comes out of a queue is taken
_BREAKS: Final = frozenset((",", ".", ";", ":", "\n", "and", "so", "then"))


class PoolFact(NamedTuple):
    """Something that the run shows: `size` symbols of the message spell it out.

    `row` is that of a row. `edge`, `inside`: an edge, and whether it is in the tree. `firm`: what
    can hardly be said by chance.
    """

    size: int
    statements: tuple[RunStatement, ...] = ()
    row: int | None = None
    edge: tuple[str, str] | None = None
    inside: bool = True
    firm: bool = False


@dataclass(frozen=True, slots=True)
class Cover:
    """The facts that a message spells out, and what is left over."""

    facts: tuple[PoolFact, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def covered(self) -> int:
        return sum(each.size for each in self.facts)

    @property
    def statements(self) -> tuple[RunStatement, ...]:
        told = [one for each in self.facts for one in each.statements]
        return tuple(dict.fromkeys(told))

    @property
    def edges(self) -> Cover:
        """The edges alone; what else is told of them, as their sum, is left open."""
        return Cover(tuple(each for each in self.facts if each.edge is not None))

    @property
    def is_firm(self) -> bool:
        """Whether all of the message is spelled out, by facts that say something together."""
        alike = [each for each in self.facts if each.edge is not None or each.row is not None]
        firm = any(each.firm for each in self.facts) or len(alike) >= LEAST_ALIKE
        return not self.left and firm and self.covered >= LEAST_ALIKE

    @property
    def claims(self) -> bool:
        """Whether anything is spelled out beside where the run begins and ends."""
        return any(each.statements or each.edge for each in self.facts)


def is_left_out(said: Sequence[NamedSymbol], place: int, end: int) -> bool:
    """Whether the words beside a node or an edge, up to the next comma, say that it is left out."""
    ahead = _clause(said[place].before[::-1])
    behind = _clause(said[end].before if end < len(said) else ())
    words = WORDS["left_out_behind"] | (_OUT if end - place > 1 else frozenset())
    outside = not words.isdisjoint(behind)
    return outside or not WORDS["left_out_ahead"].isdisjoint(ahead)


def _clause(words: Sequence[str]) -> Sequence[str]:
    return words[: next((n for n, word in enumerate(words) if word in _BREAKS), len(words))]


def is_same(one: Number | None, other: Number | None) -> bool:
    return one is not None and other is not None and isclose(one, other)
