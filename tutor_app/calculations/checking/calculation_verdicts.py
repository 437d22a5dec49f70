"""What is known of a calculation's lines once they are checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.calculations.reading.expression_tree import Node

# In which sense a line follows, or does not.
Sense = Literal[
    "given",
    "unverified",
    "set_up",
    "same_value",
    "rounded",
    "where_positive",
    "same_solutions",
    "follows",
    "case",
    "none_left",
    "no_value",
    "different",
    "does_not_follow",
    "loses",
    "gains",
    "no_solution",
    "off_task",
    "unknown",
]
WRONG: Final[frozenset[Sense]] = frozenset(
    {"different", "does_not_follow", "loses", "gains", "no_solution", "off_task"}
)
CHECKED: Final[frozenset[Sense]] = frozenset(
    {"same_value", "rounded", "where_positive", "same_solutions", "follows", "case", "none_left"}
)
# "worked_right": what was worked out is right; whether it was set up rightly is not known.
Outcome = Literal["right", "worked_right", "wrong", "nothing", "unknown", "ask"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineVerdict:
    """What was found of one relation of a line.

    `line` counts the lines as read from 0, `place` is where its right side stands in the plain
    text; `before` and `after` are the sides. Of an equation that does not follow, `before` are the
    sides of the one that it was drawn from, and `after` its own, each two with the sign of
    `relations`.
    """

    line: int
    place: tuple[int, int]
    sense: Sense
    before: tuple[Node, ...] = ()
    after: tuple[Node, ...] = ()
    relations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedCalculation:
    """The verdicts in the order of the lines, and what they come to."""

    verdicts: tuple[LineVerdict, ...]
    outcome: Outcome

    @property
    def first_wrong(self) -> LineVerdict | None:
        return next((each for each in self.verdicts if each.sense in WRONG), None)


def outcome_of(verdicts: tuple[LineVerdict, ...]) -> Outcome:
    """Return what verdicts come to: wrong at the first wrong line, right only if all is known."""
    for each in verdicts:
        if each.sense in WRONG:
            return "wrong"
        if each.sense == "unknown":
            return "unknown"
    if not any(each.sense in CHECKED for each in verdicts):
        return "nothing"
    solved = max(
        (k for k, each in enumerate(verdicts) if each.sense == "same_solutions"), default=0
    )
    if any(each.sense == "unverified" for each in verdicts[solved:]):
        return "unknown"  # an equation that is solved with the others is none
    return "worked_right" if any(each.sense == "set_up" for each in verdicts) else "right"
