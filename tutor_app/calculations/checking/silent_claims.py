"""Whether values bear out that expressions one below the other claim to be the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tutor_app.calculations.checking.calculation_verdicts import (
    CHECKED,
    CheckedCalculation,
)
from tutor_app.calculations.checking.same_value import compare
from tutor_app.calculations.reading.expression_tree import Node, names_in, walk
from tutor_app.calculations.reading.silent_steps import SilentSteps
from tutor_app.calculations.slips.find_slip import find_slip


def is_borne_out(checked: CheckedCalculation, steps: SilentSteps, exprs: Sequence[Node]) -> bool:
    """Whether what was found of silent steps may be said: right work of a task that is told, or a
    wrong step beside others that hold, or that a known slip explains.

    Expressions of which no two agree may be a list of tasks, and one behind the other its
    derivative.
    """
    wrong = checked.first_wrong
    if wrong is None:
        return steps.trusted and not steps.left
    if wrong.sense != "different" or len(wrong.before) != 1 or len(wrong.after) != 1:
        return not steps.whole and steps.trusted
    before, after = wrong.before[0], wrong.after[0]
    if before in walk(after) or _is_derivative(before, after) or _is_derivative(after, before):
        return False  # it is worked on, or another task is done with it
    if any(each.sense in CHECKED for each in checked.verdicts if each is not wrong):
        return before.op != "num"  # with a number that was reached something else may begin
    if not steps.asked or (_is_value(before) and _is_value(after)):
        return False
    agree = any(compare(one, other) in ("same", "rounded") for one, other in pairwise(exprs))
    worked = not names_in(before) and (_is_value(after) or _is_value(before) or agree)
    return worked or find_slip((before,), (after,)) is not None


def _is_derivative(whole: Node, other: Node) -> bool:
    return any(
        compare(Node("deriv", (whole, name, "1")), other) == "same"
        for name in sorted(names_in(whole))
    )


def _is_value(node: Node) -> bool:
    """Whether nothing is to be worked out: 3, −3/7, 12%."""
    return node.op in ("num", "const") or (
        node.op in ("neg", "div", "percent", "mixed") and all(map(_is_value, node.nodes))
    )
