"""What one part of a message names: a node that may head a row, and what stands behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tutor_app.domain.traces import Number


@dataclass(slots=True, kw_only=True)
class RowPart:
    """What one part of a message names, in its order.

    `own` are the numbers of the node in front, `entries` the nodes behind it with theirs, `bare`
    the numbers that stand behind it without a node. `lists`: a word calls the entries what waits;
    `chosen`: a word says that the node is taken; `denies`: it says what is not, or asks which.
    `result`: it speaks of a path, an order or a cost, `ways` of a path. `parted`: a sign stands
    behind the node in front; `taken` are the nodes that a word says to be taken or next. `beside`
    counts what is told behind the node and is no part of its list.
    """

    text: str
    step: int | None = None
    head: str | None = None
    own: list[Number] = field(default_factory=list)
    entries: list[tuple[str, list[Number]]] = field(default_factory=list)
    bare: list[Number] = field(default_factory=list)
    lists: bool = False
    empty: bool = False
    chosen: bool = False
    denies: bool = False
    result: bool = False
    ways: bool = False
    beside: int = 0
    parted: bool = False
    taken: list[str] = field(default_factory=list)

    @property
    def tells(self) -> bool:
        """Whether it says more than a node."""
        return bool(self.entries or self.bare or self.own or self.lists)

    @property
    def is_row(self) -> bool:
        """Whether it may be a row: a node, and others with numbers, or a list behind it."""
        valued = self.entries and all(numbers for _, numbers in self.entries)
        return bool(self.head is not None and (valued or self.lists or self.bare))

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.entries]

    def header(self, nodes: Sequence[str]) -> tuple[str, ...]:
        """Return the nodes that stand one behind the other at its end, as over columns."""
        words = self.text.replace(",", " ").replace("|", " ").strip(" ):").split()
        at = next((n for n in range(len(words)) if {*words[n:]} <= {*nodes}), len(words))
        return tuple(words[at:])
