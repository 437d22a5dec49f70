"""What a message costs: CPU seconds, function calls, and whether it crashes."""

from __future__ import annotations

import gc
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any

from evals.robustness.fuzz.mutations import Mutation

LIMIT = 20.0  # CPU seconds after which a message is given up
LENGTHS = (20_000, 20_000, 10_000, 6_000, 3_000, 1_500)  # characters; drawn for each message
STEP_GROWTH = 2.5  # steps at twice the length, at most
FEW_STEPS = 20_000  # below, a constant part hides growth

Answer = Callable[[str], object]


class _GivenUp(BaseException):
    """The CPU limit of one message is reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """One message: CPU seconds, and where it crashed ("" where it did not)."""

    kind: str
    characters: int
    begins: str
    seconds: float
    crash: str


def measure_cost(mutation: Mutation, answer: Answer, random: Random) -> Cost:
    """Answer a message of a length drawn, with a limit of CPU seconds."""
    text = mutation.at_length(random.choice(LENGTHS))
    crash = ""
    before = signal.signal(signal.SIGPROF, _give_up)
    began = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        answer(text)
    except _GivenUp:
        crash = "given up"
    except Exception:  # noqa: BLE001  (any crash is what is looked for)
        crash = "".join(traceback.format_exc().splitlines(keepends=True)[-4:])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return Cost(
        kind=mutation.kind,
        characters=len(text),
        begins=mutation.seed[:60],
        seconds=time.process_time() - began,
        crash=crash,
    )


def count_steps(text: str, answer: Answer) -> int:
    """Return how many functions are called, of Python and of C, while a message is answered.

    The collector of garbage waits: what it finalises of other work would be counted too.
    """
    steps = 0

    def count(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    collecting = gc.isenabled()
    gc.disable()
    sys.setprofile(count)
    try:
        answer(text)
    finally:
        sys.setprofile(None)
        if collecting:
            gc.enable()
    return steps


def growth(mutation: Mutation, characters: int, answer: Answer) -> float:
    """Return by how much the steps grow where the message is twice as long.

    Few steps count as `FEW_STEPS`. Each message was read once before, so that what is remembered
    of one, and not of the other, does not count.
    """
    for times in (1, 2):
        answer(mutation.at_length(times * characters))
    short = count_steps(mutation.at_length(characters), answer)
    long = count_steps(mutation.at_length(2 * characters), answer)
    return long / max(short, FEW_STEPS)


def _give_up(number: int, frame: FrameType | None) -> None:
    raise _GivenUp
