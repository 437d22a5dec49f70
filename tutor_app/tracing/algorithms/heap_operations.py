"""Operations on a binary heap: build, insert, extract; one row per operation."""

from __future__ import annotations

from tutor_app.domain.traces import (
    Number,
    Operation,
    Problem,
    ProblemInvalid,
    Reason,
    Row,
    TraceStep,
)
from tutor_app.tracing.algorithm import Algorithm, Convention, Steps
from tutor_app.tracing.algorithms._arrays import check_size
from tutor_app.tracing.algorithms._heap import first_violation, heap_sign, sift_down, sift_up
from tutor_app.wording.catalogue import phrase

NO_HEAP_OPERATIONS = phrase("trace_problems.no_heap_operations")
NO_HEAP_OPERATION = phrase("trace_problems.no_heap_operation", "operation")
NO_INSERTED_VALUE = phrase("trace_problems.no_inserted_value")
HEAP_IS_EMPTY = phrase("trace_problems.heap_is_empty")
NOT_A_HEAP = phrase("trace_problems.not_a_heap", "kind", "value", "parent")


def operate(problem: Problem) -> Steps:
    """Do the operations in their order, on the array given or on an empty heap.

    Raises:
        ProblemInvalid: no operations and no array, an operation that is not known, lacks its value
            or finds the heap empty, or an array that is no heap and is not built first.
    """
    heap = list(problem.array or ())
    operations = problem.operations or ()
    if not operations:
        if problem.array is None:
            raise ProblemInvalid("missing_data", NO_HEAP_OPERATIONS())
        operations = (Operation(kind="build"),)  # an array alone: "build a heap from it"
    sign = heap_sign(problem.conventions["heap"])
    check_size(len(operations) * (len(heap) + len(operations)))
    if operations[0].kind != "build":
        _check_heap(heap, sign, str(problem.conventions["heap"]))
    row: Row = {"operation": None, "value": None, "swaps": None, "array": tuple(heap)}
    yield TraceStep(number=0, row=row, reason=Reason(code="start"))
    extracted: list[Number] = []
    for number, operation in enumerate(operations, 1):
        value, swaps, reason = _do(operation, heap, sign, problem)
        if operation.kind == "extract" and value is not None:
            extracted.append(value)
        row = {"operation": operation.kind, "value": value, "swaps": swaps, "array": tuple(heap)}
        yield TraceStep(number=number, row=row, reason=reason)
    return {"array": tuple(heap), "extracted": tuple(extracted)}


def _do(
    operation: Operation, heap: list[Number], sign: int, problem: Problem
) -> tuple[Number | None, int, Reason]:
    """Return the value inserted or extracted, the number of swaps, and why."""
    if operation.kind == "insert":
        return _insert(operation, heap, sign)
    if operation.kind == "extract":
        return _extract(heap, sign)
    if operation.kind != "build":
        raise ProblemInvalid("missing_data", NO_HEAP_OPERATION(operation=operation.kind))
    swaps = 0
    if problem.conventions["build"] == "insertions":
        for place in range(1, len(heap)):
            swaps += len(sift_up(heap, place, sign)) - 1
    else:
        for root in range(len(heap) // 2 - 1, -1, -1):
            swaps += len(sift_down(heap, root, len(heap), sign)) - 1
    return None, swaps, Reason(code="built", facts={"swaps": swaps})


def _insert(operation: Operation, heap: list[Number], sign: int) -> tuple[Number, int, Reason]:
    if operation.value is None:
        raise ProblemInvalid("missing_data", NO_INSERTED_VALUE())
    heap.append(operation.value)
    path = sift_up(heap, len(heap) - 1, sign)
    facts = {"value": operation.value, "path": path}
    return operation.value, len(path) - 1, Reason(code="inserted", facts=facts)


def _extract(heap: list[Number], sign: int) -> tuple[Number, int, Reason]:
    if not heap:
        raise ProblemInvalid("missing_data", HEAP_IS_EMPTY())
    root, last = heap[0], heap.pop()
    if not heap:
        return root, 0, Reason(code="extracted_last", facts={"extracted": root})
    heap[0] = last
    path = sift_down(heap, 0, len(heap), sign)
    facts = {"extracted": root, "value": last, "path": path}
    return root, len(path) - 1, Reason(code="extracted", facts=facts)


def _check_heap(heap: list[Number], sign: int, kind: str) -> None:
    place = first_violation(heap, sign)
    if place is not None:
        parent = heap[(place - 1) // 2]
        raise ProblemInvalid(
            "missing_data",
            NOT_A_HEAP(kind=kind, value=heap[place], parent=parent),
        )


ALGORITHMS = (
    Algorithm(
        id="heap_operations",
        called=(
            r"\b(?:max|min|binary)[\s-]*heaps?\b",
            r"\b(?:extract|delete|remove)[\s_-]*(?:max|min)\b",
            r"\bpriority\s+queues?\b",
            r"\bheap(?:ify)?\b(?![\s-]*sort)",
        ),
        data="operations",
        columns=("operation", "value", "swaps", "array"),
        selected=("array",),
        topic="heap insert extract",
        run=operate,
        conventions={
            "heap": Convention(default="max", choices=("max", "min")),
            "build": Convention(default="bottom_up", choices=("bottom_up", "insertions")),
        },
    ),
)
