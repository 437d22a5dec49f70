"""Quicksort with Lomuto's or Hoare's partition and a pivot chosen by place."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.domain.traces import Number, Problem, Reason, TraceStep, Value
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import ORDER, cells, given_array, sign_of


def sort_by_partition(problem: Problem) -> Steps:
    """Partition the array, then its left part, then its right part, while they have two elements.

    Raises:
        ProblemInvalid: no array.
    """
    part = _PartitionedArray(given_array(problem), sign_of(problem), problem.conventions)
    row = {"lo": None, "hi": None, "pivot": None, "pivot_index": None}
    yield TraceStep(number=0, row=row, reason=Reason(code="start"))
    waiting = [(0, len(part.array) - 1)]  # not recursion: a sorted array is as deep as it is long
    number = 0
    while waiting:
        lo, hi = waiting.pop()
        if lo >= hi:
            continue
        number += 1
        chosen = part.choose(lo, hi)
        pivot = part.array[chosen]
        part.moved = set()
        split = part.hoare(lo, hi, chosen) if part.is_hoare else part.lomuto(lo, hi, chosen)
        yield TraceStep(
            number=number,
            row={"lo": lo, "hi": hi, "pivot": pivot, "pivot_index": split},
            reason=Reason(
                code="partitioned_hoare" if part.is_hoare else "partitioned",
                facts={"lo": lo, "hi": hi, "pivot": pivot, "at": split, "from": chosen},
            ),
            changes=cells(part.array, part.moved),
        )
        # Hoare's pivot may lie anywhere, so its boundary cell belongs to the left part.
        waiting += [(split + 1, hi), (lo, split if part.is_hoare else split - 1)]
    return {"array": tuple(part.array)}


class _PartitionedArray:
    """The array and how parts of it are partitioned. `moved` are the cells changed by that."""

    def __init__(self, array: list[Number], sign: int, conventions: Mapping[str, Value]) -> None:
        self.array = array
        self.sign = sign
        self.in_order = sorted(sign * each for each in array)
        self.pivot = conventions["pivot"]
        self.is_hoare = conventions["partition"] == "hoare"
        self.equal_to_left = conventions["equal_to_pivot"] == "left"
        self.moved: set[int] = set()

    def choose(self, lo: int, hi: int) -> int:
        """Return where the part's pivot stands."""
        middle = (lo + hi) // 2
        if self.pivot == "median_of_three":
            return sorted((lo, middle, hi), key=lambda place: self.sign * self.array[place])[1]
        return {"first": lo, "middle": middle}.get(str(self.pivot), hi)

    def lomuto(self, lo: int, hi: int, chosen: int) -> int:
        """Partition around the last element and return where it comes to stand."""
        self._swap(chosen, hi)
        pivot = self.sign * self.array[hi]
        small = lo  # the next cell for an element that belongs left of the pivot
        least, most = self._others(lo, hi, pivot)
        if most < pivot or (self.equal_to_left and most == pivot):
            return hi
        # Where all belong right of it too the loop would move nothing: sorted arrays stay fast.
        stays = least > pivot or (least == pivot and not self.equal_to_left)
        for place in () if stays else range(lo, hi):
            value = self.sign * self.array[place]
            if value < pivot or (self.equal_to_left and value == pivot):
                self._swap(small, place)
                small += 1
        self._swap(small, hi)
        return small

    def hoare(self, lo: int, hi: int, chosen: int) -> int:
        """Partition around the first element's value; return the last place of the left part."""
        self._swap(chosen, lo)
        pivot = self.sign * self.array[lo]
        least, most = self._others(lo, hi, pivot)
        if least > pivot:  # the right hand walks down to the pivot itself
            return lo
        if most < pivot:  # one swap, then the left hand walks up to the pivot
            self._swap(lo, hi)
            return hi - 1
        left, right = lo - 1, hi + 1
        while True:
            right -= 1
            while self.sign * self.array[right] > pivot:
                right -= 1
            left += 1
            while self.sign * self.array[left] < pivot:
                left += 1
            if left >= right:
                return right
            self._swap(left, right)

    def _others(self, lo: int, hi: int, pivot: Number) -> tuple[Number, Number]:
        """Return the least and the greatest of the part without its pivot, times the sign.

        A part holds the elements that end up in its cells, so not all need to be looked at.
        """
        first, last = self.in_order[lo], self.in_order[hi]
        least = self.in_order[lo + 1] if first == pivot else first
        return least, self.in_order[hi - 1] if last == pivot else last

    def _swap(self, first: int, second: int) -> None:
        if first == second:
            return
        array = self.array
        array[first], array[second] = array[second], array[first]
        self.moved |= {first, second}


ALGORITHMS = (
    Algorithm(
        id="quicksort",
        called=(r"\bquick[\s-]*sort(?:ed|ing)?\b", r"\b(?:lomuto|hoare)\b"),
        data="array",
        columns=("lo", "hi", "pivot", "pivot_index", "array"),
        selected=("array",),
        topic="quicksort",
        run=sort_by_partition,
        conventions={
            **ORDER,
            "partition": Convention(default="lomuto", choices=("lomuto", "hoare")),
            "pivot": Convention(
                default="last",
                choices=("last", "first", "middle", "median_of_three"),
                follows=("partition", {"hoare": "first"}),
            ),
            "equal_to_pivot": Convention(default="left", choices=("left", "right")),
        },
    ),
)
