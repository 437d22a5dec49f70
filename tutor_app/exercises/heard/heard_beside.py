"""What is heard in a message about an exercise beside the answer that it brings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.domain.values import Quote


@dataclass(frozen=True, slots=True)
class CourseOnClaim:
    """What the course says of a claim, and the sentence that says it."""

    judgement: Literal["borne_out", "denied"]
    quote: Quote


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """`hears` holds a claim against the course; None where nothing is sure.

    The student `insists` that what was sent is the answer, or `asks_verdict`: right or wrong.
    """

    hears: Callable[[str], CourseOnClaim | None] | None = None
    insists: bool = False
    asks_verdict: bool = False


NOTHING_HEARD: Final = Hearing()
