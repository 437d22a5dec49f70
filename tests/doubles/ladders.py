"""Ladders in memory that know what was held."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.teaching import LadderEvent, ListedLadders


class WatchedLadders:
    """What happened before, in `events`; `held` is the problem that a reply asked to hold last."""

    def __init__(self, events: Sequence[LadderEvent] = ()) -> None:
        self.events = tuple(events)
        self.held: str | None = None

    def of(self, problem_key: str) -> tuple[LadderEvent, ...]:
        return ListedLadders(self.events).of(problem_key)

    def hold(self, problem_key: str) -> tuple[LadderEvent, ...]:
        self.held = problem_key
        return self.of(problem_key)

    def moved(self, moves: Sequence[LadderEvent]) -> WatchedLadders:
        """Return the ladders of the next turn; a reply moves only what it holds."""
        assert {move.problem_key for move in moves} <= {self.held}, "it moved what it did not hold"
        return WatchedLadders((*self.events, *moves))
