"""Heapsort: a heap is built bottom-up, then its root goes behind the rest again and again."""

from __future__ import annotations

from tutor_app.domain.traces import Problem, Reason, TraceStep
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import cells, given_array
from tutor_app.tracing.algorithms._heap import heap_sign, sift_down


def sort_by_heap(problem: Problem) -> Steps:
    """Build the heap; unless that is all, swap its root to the end and sift, until one is left.

    Raises:
        ProblemInvalid: no array.
    """
    array, sign = given_array(problem), heap_sign(problem.conventions["heap"])
    yield TraceStep(number=0, row={"phase": None}, reason=Reason(code="start"))
    number = 0
    for root in range(len(array) // 2 - 1, -1, -1):
        number += 1
        sifted = array[root]
        path = sift_down(array, root, len(array), sign)
        yield TraceStep(
            number=number,
            row={"phase": "build"},
            reason=Reason(
                code="sifted" if path[1:] else "stays", facts={"value": sifted, "path": path}
            ),
            changes=cells(array, path) if path[1:] else (),
        )
    heap = tuple(array)
    if problem.conventions["variant"] == "build_only":
        return {"heap": heap}
    for end in range(len(array) - 1, 0, -1):
        number += 1
        root_value, sifted = array[0], array[end]
        array[0], array[end] = sifted, root_value
        path = sift_down(array, 0, end, sign)
        yield TraceStep(
            number=number,
            row={"phase": "extract"},
            reason=Reason(
                code="extracted",
                facts={"extracted": root_value, "at": end, "value": sifted, "path": path},
            ),
            changes=cells(array, (*path, end)),
        )
    return {"heap": heap, "array": tuple(array)}


ALGORITHMS = (
    Algorithm(
        id="heapsort",
        called=(r"\bheap[\s-]*sort(?:ed|ing)?\b", r"\bbuild[\s-]*(?:max|min)[\s-]*heap\b"),
        data="array",
        columns=("phase", "array"),
        selected=("array",),
        topic="heapsort",
        run=sort_by_heap,
        conventions={
            "order": Convention(
                default="ascending",
                choices=("ascending", "descending"),
                follows=("heap", {"min": "descending"}),
            ),
            "heap": Convention(
                default="max",
                choices=("max", "min"),
                follows=("order", {"descending": "min"}),
            ),
            "variant": Convention(default="full", choices=("full", "build_only")),
            "index_base": Convention(default=0, choices=(0, 1)),
        },
    ),
)
