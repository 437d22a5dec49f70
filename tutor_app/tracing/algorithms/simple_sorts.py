"""Insertion, selection and bubble sort."""

from __future__ import annotations

from bisect import bisect_right, insort
from heapq import heapify, heappop, heappush

from tutor_app.domain.traces import Assign, Bubble, Number, Problem, Reason, Rotate, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import ORDER, given_array, sign_of


def insertion(problem: Problem) -> Steps:
    """Move each element left past all that come after it in order.

    Raises:
        ProblemInvalid: no array.
    """
    array, sign = given_array(problem), sign_of(problem)
    yield TraceStep(number=0, row={"key": None}, reason=Reason(code="start"))
    for place in range(1, len(array)):
        key = array[place]
        # Behind its equals: a key moves only past elements that are strictly after it.
        target = bisect_right(array, sign * key, hi=place, key=lambda each: sign * each)
        array.insert(target, array.pop(place))
        stays = target == place
        yield TraceStep(
            number=place,
            row={"key": key},
            reason=Reason(
                code="stays" if stays else "inserted",
                facts={"key": key, "from": place, "to": target, "shifted": place - target},
            ),
            changes=() if stays else (Rotate(source=place, target=target),),
        )
    return {"array": tuple(array)}


def selection(problem: Problem) -> Steps:
    """Swap the best of the unsorted part to that end of it at which the sort works.

    Raises:
        ProblemInvalid: no array.
    """
    array = given_array(problem)
    to_end = problem.conventions["variant"] == "last_to_end"
    sign = -sign_of(problem) if to_end else sign_of(problem)
    yield TraceStep(number=0, row={"selected": None}, reason=Reason(code="start"))
    waiting = [(sign * each, place) for place, each in enumerate(array)]
    heapify(waiting)
    for number in range(1, len(array)):
        place = len(array) - number if to_end else number - 1
        unsorted = range(place + 1) if to_end else range(place, len(array))
        best = _best(waiting, array, sign, unsorted)
        selected, other = array[best], array[place]
        array[place], array[best] = selected, other
        heappush(waiting, (sign * other, best))
        yield TraceStep(
            number=number,
            row={"selected": selected},
            reason=Reason(
                code="stays" if best == place else "swapped",
                facts={"selected": selected, "from": best, "to": place, "other": other},
            ),
            changes=() if best == place else (_put(place, selected), _put(best, other)),
        )
    return {"array": tuple(array)}


def _best(
    waiting: list[tuple[Number, int]], array: list[Number], sign: int, unsorted: range
) -> int:
    """Return the first place of the best value left.

    It uses a heap, since looking at all values is slow. Swaps leave entries behind whose value has
    moved; these are skipped.
    """
    while True:
        value, place = heappop(waiting)
        if place in unsorted and sign * array[place] == value:
            return place


def _put(place: int, value: Number) -> Assign:
    return Assign(start=place, values=(value,))


def bubble(problem: Problem) -> Steps:
    """Pass over the array, swapping neighbours out of order.

    An element moves left by one in each pass as long as one that belongs behind it stands before
    it. So pass k has as many swaps as there are elements with at least k such elements: counted
    once, not in each of the passes.

    Raises:
        ProblemInvalid: no array.
    """
    array, sign = given_array(problem), sign_of(problem)
    yield TraceStep(number=0, row={"swaps": None}, reason=Reason(code="start"))
    before: list[Number] = []
    with_at_least = [0] * (len(array) + 1)
    for place, each in enumerate(array):
        with_at_least[place - bisect_right(before, sign * each)] += 1
        insort(before, sign * each)
    for count in range(len(array) - 1, -1, -1):
        with_at_least[count] += with_at_least[count + 1]
    in_order = tuple(sorted(array, reverse=sign < 0))
    for number in range(1, len(array)):
        swaps = with_at_least[number]
        yield TraceStep(
            number=number,
            row={"swaps": swaps},
            reason=Reason(
                code="swapped" if swaps else "no_swaps",
                facts={"swaps": swaps, "settled": in_order[-number], "at": len(array) - number},
            ),
            changes=(Bubble(descending=sign < 0),) if swaps else (),
        )
        if not swaps and problem.conventions["early_exit"]:
            break
    return {"array": in_order}


ALGORITHMS = (
    Algorithm(
        id="insertion_sort",
        called=(r"\binsertion[\s-]*sort(?:ed|ing)?\b", r"\bsort\w*\s+by\s+insertion\b"),
        data="array",
        columns=("key", "array"),
        selected=("array",),
        topic="insertion sort",
        run=insertion,
        conventions=ORDER,
    ),
    Algorithm(
        id="selection_sort",
        called=(r"\bselection[\s-]*sort(?:ed|ing)?\b", r"\bsort\w*\s+by\s+selection\b"),
        data="array",
        columns=("selected", "array"),
        selected=("array",),
        topic="selection sort",
        run=selection,
        conventions={
            **ORDER,
            "variant": Convention(
                default="first_to_front", choices=("first_to_front", "last_to_end")
            ),
        },
    ),
    Algorithm(
        id="bubble_sort",
        called=(r"\bbubble[\s-]*sort(?:ed|ing)?\b", r"\bsort\w*\s+by\s+bubbling\b"),
        data="array",
        columns=("array", "swaps"),
        selected=("array",),
        topic="bubble sort",
        run=bubble,
        conventions={**ORDER, "early_exit": Convention(default=False, choices=(False, True))},
    ),
)
