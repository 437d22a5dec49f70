"""A message in two: what it tells, and what it asks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PartedMessage:
    """What a message tells, in its order, and its questions."""

    told: str
    asked: tuple[str, ...] = ()
