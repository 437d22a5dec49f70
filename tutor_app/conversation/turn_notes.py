"""What is recorded for staff while one message is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from tutor_app.domain.values import ModelAttempt, Passage

Stop = Callable[[], bool]


@dataclass(slots=True)
class Notes:
    """Timings and attempts, frozen into the TurnRecord at the end. `stopped` ends the answer."""

    stopped: Stop
    started: float = field(default_factory=time.monotonic)
    timings: dict[str, float] = field(default_factory=dict)
    practice: Passage | None = None
    asked: bool = False  # the answer ends with a question already
    quotes_out_of_view: bool = False  # a model's words stand in their place
    attempts: tuple[ModelAttempt, ...] = ()

    @contextmanager
    def time_stage(self, stage: str) -> Iterator[None]:
        """Add the seconds of one stage."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.timings[stage] = time.monotonic() - began

    def note_attempts(
        self, duty: str, attempts: Sequence[ModelAttempt], problem: str | None
    ) -> None:
        """Note what a model was asked; where it could not even be asked, why not.

        Only staff see this: of an endpoint that fails no student is told.
        """
        why = "" if problem is None else problem
        unasked = ModelAttempt(duty=duty, prompt="", reply="", failed_check=why, seconds=0.0)
        self.attempts += tuple(attempts) or ((unasked,) if why else ())

    def note_point(self, point: str) -> None:
        """Note the seconds from the start to this point."""
        self.timings[point] = time.monotonic() - self.started
