"""What a scripted student says, and what docs/teaching.md has happen on the hint ladder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.teaching import LadderCause, RevealPolicy
from tutor_app.domain.values import Intent

# What can be seen of a reply, beside the ladder.
Sign = Literal[
    "praise",
    "right",
    "offers a hint",
    "no question",
    "one question",
    "whole table",
    "not the whole table",
    "other words",
    "a quote",
    "a person",
    "a new exercise",
    "a worked example",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderStep:
    """One message and the row of the table that it is an instance of.

    `level` is the ladder's level afterwards, None where the ladder must not have moved or been
    written to. `another_day` opens a new conversation first.
    """

    what: str
    says: str
    level: int | None
    cause: LadderCause | None = None
    signs: tuple[Sign, ...] = ()
    wanted: Intent | None = None
    another_day: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderStudent:
    """One learner with one way of going about it, in a course with this reveal policy."""

    name: str
    policy: RevealPolicy
    steps: tuple[LadderStep, ...]
