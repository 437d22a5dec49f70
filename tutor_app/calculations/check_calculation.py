"""A message's calculation under every reading of its doubtful places, and what they come to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tutor_app.calculations.checking.calculation_verdicts import CheckedCalculation, Outcome
from tutor_app.calculations.checking.check_lines import check_lines
from tutor_app.calculations.checking.silent_claims import is_borne_out
from tutor_app.calculations.checking.task_value import held_to_task
from tutor_app.calculations.reading.calculation_lines import (
    LONGEST,
    WrittenCalculation,
    read_calculation,
    read_tokens,
)
from tutor_app.calculations.reading.choose_reading import DOUBTFUL, Reading, readings_of, settle
from tutor_app.calculations.reading.silent_steps import silent_readings


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAndChecked:
    """A calculation with the reading that was taken, and what was found.

    `others` are the doubtful readings that come to something else, with what they come to; where
    there are any, the outcome is "ask".
    """

    written: WrittenCalculation
    reading: Reading
    checked: CheckedCalculation
    outcome: Outcome
    others: tuple[tuple[Reading, Outcome], ...] = ()


_COMMA = re.compile(r"(?<![\d.,(\[{])(\d+),(\d+)(?![\d,.]*[\d)\]}])")  # none of a list


def check_message(message: str) -> ReadAndChecked:
    """Return what is found of the calculation in a message.

    Where blanks may part equations, both ways are tried; the one that is right counts, else the
    one that was read apart. So does a comma between two digits that may be a point: what is wrong
    only without it is not called so.
    """
    found = _check_told(message)
    decimal = _COMMA.sub(r"\1.\2", message)
    if decimal == message or found.outcome in ("right", "worked_right"):
        return found
    other = _check_told(decimal)
    if other.outcome in ("right", "worked_right"):
        return other
    is_doubtful = found.outcome == "wrong" != other.outcome
    return replace(found, outcome="unknown") if is_doubtful else found


def _check_told(message: str) -> ReadAndChecked:
    found = _check_as_written(message)
    if found.outcome in ("wrong", "ask"):
        return found
    steps = check_silent_steps(message)
    is_other = steps is not None and (steps.outcome == "wrong" or found.outcome != "right")
    return steps if steps is not None and is_other else found


def _check_as_written(message: str) -> ReadAndChecked:
    whole = check_written(read_calculation(message))
    if whole.outcome in ("right", "worked_right"):
        return whole
    written = read_calculation(message, apart=True)
    if written.lines == whole.written.lines:
        return whole
    apart = check_written(written)
    if apart.outcome == "wrong" != whole.outcome:
        return whole  # wrong only if it is parted, by a sign that nobody wrote
    return apart


def check_silent_steps(message: str) -> ReadAndChecked | None:
    """Return what a message comes to whose steps have no sign between them, or are parted by
    slashes, if that is borne out; None if it is not."""
    plain, readings = silent_readings(message[:LONGEST])
    for each in readings:
        found = check_written(read_tokens(plain, each.tokens))
        if found.outcome not in ("right", "wrong"):
            continue
        chains = [chain for line in found.written.lines for chain in line.chains]
        exprs = [settle(expr, found.reading) for chain in chains for expr in chain.exprs]
        if is_borne_out(found.checked, each, exprs):
            return found
    return None


def check_written(written: WrittenCalculation) -> ReadAndChecked:
    """Return the verdict: right under any convention is right, and a real doubt is asked."""
    doubts = written.doubts & DOUBTFUL
    conventions = written.doubts - DOUBTFUL
    found = [(reading, *_best(written, reading, conventions)) for reading in readings_of(doubts)]
    reading, taken, checked = found[0]
    outcomes = {each.outcome for _, _, each in found}
    outcome: Outcome = checked.outcome if len(outcomes) == 1 else "ask"
    if outcome == "ask" and outcomes <= {"unknown", "nothing"}:
        outcome = "unknown"
    others = tuple((one, each.outcome) for one, _, each in found[1:]) if outcome == "ask" else ()
    return ReadAndChecked(
        written=written, reading=taken, checked=checked, outcome=outcome, others=others
    )


_OF_COMPLEX = frozenset("izw")


def _best(
    written: WrittenCalculation, reading: Reading, conventions: frozenset[str]
) -> tuple[Reading, CheckedCalculation]:
    """Return the convention under which a calculation is right, else the plainest one.

    Where conventions find different lines wrong, nobody can tell.
    """
    found: list[tuple[Reading, CheckedCalculation]] = []
    complex_only = "imaginary" in conventions and written.names <= _OF_COMPLEX
    for convention in readings_of(conventions):
        if complex_only and "imaginary" not in convention:
            continue  # beside z there is nothing else that i could be
        taken = reading | convention
        checked = held_to_task(written, taken, check_lines(written, taken))
        if checked.outcome in ("right", "worked_right"):
            return taken, checked
        found.append((taken, checked))
    wrong = [each for each in found if each[1].outcome == "wrong"]
    if not wrong:
        return found[0]
    if len(wrong) < len(found) and any(each[1].outcome == "unknown" for each in found):
        return next(each for each in found if each[1].outcome == "unknown")
    of_before = [each for each in wrong if "percent" in each[0]]
    return (of_before or wrong)[0]  # so many per cent less are those of the number before
