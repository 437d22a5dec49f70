"""The numbers and lists of nodes of an answer that are decided exactly, as they were told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["order", "path", "tree"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedValue:
    """A value that is given for the question which the point at `place` answers.

    `words` are those of the student that carry it; `fitting` of its `terms` are the solution's. It
    `is_part` where it is one term of the sum that is asked for.
    """

    place: int
    value: str
    words: str
    right: bool
    fitting: int = 0
    terms: int = 0
    is_part: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldList:
    """A list of nodes as the student wrote it, beside the order or the path of the run.

    The first `fitting` of its `nodes` are those of the run; it is `right` where all are, and none
    lacks. Of a `tree` they are edges, those first that it has.
    """

    words: str
    nodes: tuple[str, ...]
    kind: Kind
    fitting: int
    right: bool

    @property
    def stops_early(self) -> bool:
        return not self.right and self.fitting == len(self.nodes)
