"""What algorithms on arrays share: the array itself, its order, what changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from tutor_app.domain.traces import Assign, Number, Problem, ProblemInvalid
from tutor_app.tracing.algorithm import Convention
from tutor_app.wording.catalogue import phrase

NO_ARRAY = phrase("trace_problems.no_array")
LONG_ARRAY = phrase("trace_problems.long_array", "most")
LARGE_TABLE = phrase("trace_problems.large_table", "cells")

MAX_LENGTH = 20_000  # of an array: quicksort of a sorted one looks at half of its square
MAX_CELLS = 2_000_000  # of the rows of one run together, where each row holds the whole state

# In which order equal elements come out is the algorithm's own; `order` says which end is first.
ORDER: Mapping[str, Convention] = {
    "order": Convention(default="ascending", choices=("ascending", "descending"))
}


def given_array(problem: Problem) -> list[Number]:
    """Return a copy of the problem's array.

    Raises:
        ProblemInvalid: there is none ("missing_array"), or it is too long ("too_large").
    """
    if problem.array is None:
        raise ProblemInvalid("missing_array", NO_ARRAY())
    if len(problem.array) > MAX_LENGTH:
        raise ProblemInvalid("too_large", LONG_ARRAY(most=MAX_LENGTH))
    return list(problem.array)


def sign_of(problem: Problem) -> int:
    """Return 1, or -1 if the largest comes first: times it, elements are in ascending order."""
    return -1 if problem.conventions["order"] == "descending" else 1


def cells(array: Sequence[Number], places: Collection[int]) -> tuple[Assign, ...]:
    """Return the new values of these cells of the array, neighbouring cells together."""
    found: list[Assign] = []
    # Neighbouring places differ from their rank by the same number.
    for _, together in groupby(enumerate(sorted(places)), key=lambda pair: pair[1] - pair[0]):
        run = [place for _, place in together]
        found.append(Assign(start=run[0], values=tuple(array[run[0] : run[-1] + 1])))
    return tuple(found)


def check_size(cells: int) -> None:
    """Raise "too_large" if the rows of a run would hold more cells than a page can show."""
    if cells > MAX_CELLS:
        raise ProblemInvalid("too_large", LARGE_TABLE(cells=cells))
