"""Binary search in a sorted array."""

from __future__ import annotations

from itertools import pairwise

from tutor_app.domain.traces import Number, Problem, ProblemInvalid, Reason, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import given_array
from tutor_app.wording.catalogue import phrase

NO_TARGET = phrase("trace_problems.no_target")
UNSORTED = phrase("trace_problems.unsorted", "right", "left")


def search(problem: Problem) -> Steps:
    """Look at the middle of what is left until the target is found or nothing is left.

    Raises:
        ProblemInvalid: no array, no target, or an array that is not in ascending order.
    """
    array = given_array(problem)
    if problem.target is None:
        raise ProblemInvalid("missing_target", NO_TARGET())
    _check_sorted(array)
    target, base = problem.target, int(problem.conventions["index_base"] == 1)
    up = int(problem.conventions["mid"] == "ceil")
    lo, hi = base, base + len(array) - 1
    state = {"lo": lo, "hi": hi, "mid": None, "value": None, "action": None}
    yield TraceStep(number=0, row=state, reason=Reason(code="start", facts={"target": target}))
    number = 0
    while lo <= hi:
        number += 1
        mid = (lo + hi + up) // 2
        value = array[mid - base]
        action = "found" if value == target else "right" if value < target else "left"
        yield TraceStep(
            number=number,
            row={"lo": lo, "hi": hi, "mid": mid, "value": value, "action": action},
            reason=Reason(
                code=action,
                facts={"lo": lo, "hi": hi, "mid": mid, "value": value, "target": target},
            ),
        )
        if action == "found":
            return {"found": True, "index": mid}
        lo, hi = (mid + 1, hi) if action == "right" else (lo, mid - 1)
    return {"found": False, "index": None}


def _check_sorted(array: list[Number]) -> None:
    for left, right in pairwise(array):
        if right < left:
            raise ProblemInvalid(
                "unsorted_array",
                UNSORTED(right=right, left=left),
            )


ALGORITHMS = (
    Algorithm(
        id="binary_search",
        called=(
            r"\bbinary[\s-]*search(?:ing|es)?\b(?![\s-]*tree)",
            r"\bbisect(?:ion)?[\s-]*search\b",
        ),
        data="array",
        columns=("lo", "hi", "mid", "value", "action"),
        selected=("mid",),
        topic="binary search",
        run=search,
        needs=frozenset({"target"}),
        conventions={
            "index_base": Convention(default=0, choices=(0, 1)),
            "mid": Convention(default="floor", choices=("floor", "ceil")),
        },
    ),
)
