"""Calculations are looked at in a process of their own, which can be ended.

A tower of powers may keep a library busy for hours, whatever it is told about time; a process is
killed. It is forked, so that it begins within milliseconds with all libraries in memory.
"""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from tutor_app.calculations.calculation_facts import CalculationFacts, find_facts
from tutor_app.calculations.claim_facts import ClaimFacts, find_claim
from tutor_app.calculations.parts_of_lines import PartOfLine, find_part
from tutor_app.calculations.reading.unit_trees import unit_tree
from tutor_app.calculations.slips.rule_demonstrations import Demonstration, find_demonstrations
from tutor_app.calculations.slips.side_changes import TermChange, find_changes
from tutor_app.calculations.slips.slip_book import known_slips
from tutor_app.calculations.slips.step_rules import CalculationStep, find_steps
from tutor_app.calculations.slips.term_origins import TermOrigin, find_origin
from tutor_app.calculations.trials.tested_values import TestedValues, find_tested

SECONDS = 6.0  # of the processor
WAITS = 3  # times as long where others use the processor: nothing short is too large then
MOST_MEMORY = 1_500 * 1024 * 1024  # bytes on top of what the process has
FIRST_CALCULATION = "2x + 1 = 5\n2x = 4\nx = 2"
SIGNS = "=<>≤≥≈≡⇔↔→⇒⟹"


class CalculationTooLong(Exception):
    """A calculation took more time or memory than it is given."""


def may_be_calculation(text: str) -> bool:
    """Whether a message has a sign of a relation at all, so that reading it is worth a process."""
    has_sign = any(sign in text for sign in SIGNS) or "\\" in text
    return has_sign or (" is " in f" {text} " and any(sign in text for sign in "+*/×÷%^"))


Found = TypeVar("Found")


def examine_calculation(text: str, seconds: float = SECONDS) -> CalculationFacts:
    """Return what is found of the calculation in a text.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_facts, (text,), seconds)


@dataclass(frozen=True, slots=True)
class ExaminedTexts:
    """Examines each text once, however often it is asked about: for the messages of one turn."""

    found: dict[str, CalculationFacts | None] = field(default_factory=dict)

    def __call__(self, text: str) -> CalculationFacts:
        """Return what is found of the calculation in a text.

        Raises:
            CalculationTooLong: it was ended before it came to a result, now or before.
        """
        if text not in self.found:
            self.found[text] = None
            self.found[text] = examine_calculation(text)
        facts = self.found[text]
        if facts is None:
            raise CalculationTooLong
        return facts


def examine_claim(work: str, claim: str, seconds: float = SECONDS) -> ClaimFacts:
    """Return what a claim comes to in a calculation.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_claim, (work, claim), seconds)


def examine_steps(text: str, seconds: float = SECONDS) -> tuple[CalculationStep, ...]:
    """Return the steps of a calculation.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_steps, (text,), seconds)


def examine_changes(text: str, seconds: float = SECONDS) -> tuple[TermChange, ...]:
    """Return what the first wrong step of an equation did to its terms, on both sides.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_changes, (text,), seconds)


def examine_origin(text: str, values: tuple[str, ...]) -> TermOrigin | None:
    """Return where a term of a calculation comes from.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_origin, (text, values), SECONDS)


def examine_part(work: str, told: str) -> PartOfLine | None:
    """Return which part of a line of a calculation is told.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_part, (work, told), SECONDS)


def examine_tested(work: str, message: str) -> TestedValues | None:
    """Return what a test of a calculation in a message comes to.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(_tested, (work, message), SECONDS)[0]


def _tested(work: str, message: str) -> tuple[TestedValues | None]:
    return (find_tested(work, message),)


def examine_rule(rule: str, avoided: tuple[str, ...], count: int) -> tuple[Demonstration, ...]:
    """Return up to so many ways to show a rule in numbers, none of those `avoided`.

    Raises:
        CalculationTooLong: it was ended before it came to a result.
    """
    return _in_process(find_demonstrations, (rule, avoided, count), SECONDS)


def _in_process(find: Callable[..., Found], told: tuple[Any, ...], seconds: float) -> Found:
    """Return what a function finds, in a process that is ended after so many of its seconds."""
    _load_tables()
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_examine, args=(find, told, theirs, seconds), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(seconds * WAITS):
            raise CalculationTooLong
        found: Found | None = ours.recv()
    except EOFError as exc:
        raise CalculationTooLong from exc
    finally:
        process.kill()
        process.join()
        ours.close()
    if found is None:
        raise CalculationTooLong
    return found


@cache
def _load_tables() -> None:
    """Read grammar, slips and units before the fork, so that each process has them.

    What a solver imports and remembers at its first equation is most of the work on a short one.
    """
    find_facts(FIRST_CALCULATION)
    known_slips()
    unit_tree("km")


def _examine(
    find: Callable[..., Any], told: tuple[str, ...], answer: Connection, seconds: float
) -> None:
    whole = int(seconds) + 1
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole))
    with suppress(ValueError, OSError):
        used = _address_space()
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, used + MOST_MEMORY))
    try:
        answer.send(find(*told))
    except (MemoryError, RecursionError):
        answer.send(None)
    finally:
        answer.close()


def _address_space() -> int:
    with open("/proc/self/statm", encoding="ascii") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
