"""A reading of a message, in part or whole, and what it costs where it does not fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tutor_app.domain.traces import Row
from tutor_app.tracing.telling.layouts import Content, Layout
from tutor_app.tracing.telling.student_run import State
from tutor_app.tracing.telling.typed_rows import TypedRow

SLIP = 3.0  # a wrong value, a node that is not next, an entry that should not be there
TWICE = 2.7  # an entry put in twice: nearer to what is told than one of the two left out
NOT_SAID = 1.0  # an entry left out, though it follows
FORGOTTEN = 2.5  # an entry left out, and left out of what follows
LEFT_OUT = 0.8  # a node named for no reason
ASIDE = 0.25  # a node named in passing: where one comes from, what stays as it is
OF_IMPLIED = 2.0  # a node is told in front of a list, which was to be without
ROW_LOST = 2.5  # a list goes on where a row should begin
UPWARDS = 0.6  # lines that begin with the last
NUMBER_LEFT = 0.5  # a number that is told of such a node
TALK = 0.1  # a node named before the rows or behind them
ENDS = 1.0  # the rows end before the message does
FIT = -0.25  # a node or a value that is as it follows


class PartReading(NamedTuple):
    """A message read up to some mention; a tuple, since hundreds of thousands are made of one."""

    state: State
    cost: float = 0.0
    row: TypedRow | None = None
    rows: tuple[Row, ...] = ()
    slips: int = 0
    fits: int = 0
    over: bool = False
    inline: bool = False  # a row and its entries stood without what separates rows
    said: str = ""  # what was read so far: two readings that read the same are one

    @property
    def worth(self) -> float:
        """The lower, the better."""
        return self.cost + FIT * self.fits

    def pay(self, cost: float, *, slip: bool = False) -> PartReading:
        """Return the reading that costs more; what costs much is a slip, as what is said to be."""
        if cost == 0 and not slip:
            return self
        # Named one by one: `_replace` takes four times as long.
        return PartReading(
            state=self.state,
            cost=self.cost + cost,
            row=self.row,
            rows=self.rows,
            slips=self.slips + (slip or cost >= FORGOTTEN),
            fits=self.fits,
            over=self.over,
            inline=self.inline,
            said=self.said,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """One reading of a whole message: its rows from the first on, and how well it fits.

    `fits` counts the nodes and values that are as they follow from what was told before, `slips`
    those that are not.
    """

    rows: tuple[Row, ...]
    cost: float
    slips: int
    fits: int
    content: Content
    layout: Layout

    @property
    def worth(self) -> float:
        """The lower, the better."""
        return self.cost + FIT * self.fits

    @property
    def noise(self) -> float:
        """What the reading costs beside its slips."""
        return self.cost - SLIP * self.slips
