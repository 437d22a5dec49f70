"""What is read in a message that holds an algorithm problem."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tutor_app.domain.traces import Lack, Problem, StudentTrace

# The whole run is asked for; own work is to be judged; "what comes next?".
Kind = Literal["trace", "check", "next"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A part of the message: characters `start` up to, but not with, `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """What must be asked before the problem can be run.

    `detail` says it of this problem ("edge D-C has no weight"); the question that the student is
    asked is made from both in convention_texts.py.
    """

    reason: Lack
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One message as a problem.

    `problem` is all that was read, also where `question` says that something is missing: then it
    cannot be run yet, and the answer to the question completes it (`known` of `read_problem`). Its
    conventions hold what the message states and what the course's defaults say; those that neither
    names are left to the algorithm's own defaults. `stated` names the conventions that the message
    itself states ("tie_break", "directed"). `student` is None where the message shows no own work.
    `used` are the parts of the message that the problem's data were read from.
    """

    problem: Problem
    kind: Kind
    stated: frozenset[str] = frozenset()
    student: StudentTrace | None = None
    question: Clarification | None = None
    used: tuple[Span, ...] = ()


# A model's reading of prose: the problem it found in the text, or None.
Extract = Callable[[str], Problem | None]
