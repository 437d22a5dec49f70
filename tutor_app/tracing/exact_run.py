"""An exact run of a problem, replayable row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappushpop
from itertools import groupby
from typing import cast

from tutor_app.domain.traces import (
    Assign,
    Bubble,
    Change,
    Number,
    Problem,
    ProblemInvalid,
    Rotate,
    Row,
    TraceStep,
    Value,
)
from tutor_app.tracing.algorithm import Algorithm, Convention, algorithm_named
from tutor_app.wording.catalogue import phrase

TOO_MANY_STEPS = phrase("trace_problems.too_many_steps", "most")

MAX_STEPS = 200_000  # a run that is longer is not a problem for a table


@dataclass(frozen=True, slots=True, kw_only=True)
class AlgorithmRun:
    """The rows of one problem and its result."""

    problem: Problem
    algorithm: Algorithm
    steps: tuple[TraceStep, ...]
    final: Row

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of this problem's rows, without "step"."""
        if self.algorithm.varying is None:
            return self.algorithm.columns
        return self.algorithm.varying(self.problem)

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[Row]:
        """Yield the rows of `steps[start:stop]` in full, each with "step"."""
        has_array = "array" in self.columns
        places = range(len(self.steps))[start:stop]
        array = list(self.array_after(places.start - 1)) if has_array else []
        for place in places:
            step = self.steps[place]
            apply_changes(array, step.changes)
            whole = {"step": step.number, **step.row}
            if has_array and "array" not in step.row:
                whole["array"] = tuple(array)
            yield whole

    def array_after(self, place: int) -> tuple[Number, ...]:
        """Return the array after `steps[place]`; as it was given where `place` is below 0."""
        if place >= 0 and "array" in self.steps[place].row:
            return cast(tuple[Number, ...], self.steps[place].row["array"])
        array = list(self.problem.array or ())
        apply_changes(array, (each for step in self.steps[: place + 1] for each in step.changes))
        return tuple(array)


def apply_changes(array: list[Number], changes: Iterable[Change]) -> None:
    """Change the array in place, in this order."""
    for kind, alike in groupby(changes, key=_kind):
        if isinstance(kind, Bubble):
            _bubble(array, passes=sum(1 for _ in alike), descending=kind.descending)
            continue
        for change in alike:
            if isinstance(change, Assign):
                array[change.start : change.start + len(change.values)] = change.values
            elif isinstance(change, Rotate):
                array.insert(change.target, array.pop(change.source))


def _kind(change: Change) -> Change | None:
    return change if isinstance(change, Bubble) else None


def _bubble(array: list[Number], passes: int, descending: bool) -> None:
    """Do several passes of bubble sort at once.

    A pass carries the largest element so far along and leaves all others one place further left; k
    passes carry the k largest so far. So each place gets the smallest of those carried and the next
    element. The index keeps equal elements in their order.
    """
    sign = -1 if descending else 1
    keyed = [(sign * value, index) for index, value in enumerate(array)]
    carried = keyed[:passes]
    heapify(carried)
    order = [heappushpop(carried, each)[1] for each in keyed[passes:]]
    order += [index for _, index in sorted(carried)]
    array[:] = [array[index] for index in order]


def run(problem: Problem) -> AlgorithmRun:
    """Run a problem to its end.

    Raises:
        ProblemInvalid: it cannot be run as it stands (see `Lack`).
        UnknownAlgorithm: there is no such algorithm.
    """
    algorithm = algorithm_named(problem.algorithm)
    problem = with_defaults(problem, algorithm)
    steps: list[TraceStep] = []
    going = algorithm.run(problem)
    while True:
        try:
            steps.append(next(going))
        except StopIteration as end:
            return AlgorithmRun(
                problem=problem, algorithm=algorithm, steps=tuple(steps), final=end.value
            )
        if len(steps) > MAX_STEPS:
            raise ProblemInvalid("too_large", TOO_MANY_STEPS(most=MAX_STEPS))


def with_defaults(problem: Problem, algorithm: Algorithm) -> Problem:
    """Return the problem with every convention that applies, the default where none is chosen.

    A choice that the algorithm does not have counts as none: a course's tie-break by smaller h
    says nothing about Dijkstra's algorithm.
    """
    chosen: dict[str, Value] = {}
    for name, convention in algorithm.conventions.items():
        choice = problem.conventions.get(name)
        known = name in problem.conventions and choice in convention.choices
        chosen[name] = choice if known else _default(convention, problem.conventions)
    return replace(problem, conventions=chosen)


def _default(convention: Convention, stated: Mapping[str, Value]) -> Value:
    if convention.follows is None:
        return convention.default
    other, defaults = convention.follows
    return defaults.get(stated.get(other), convention.default)


def scored_steps(run: AlgorithmRun) -> Sequence[TraceStep]:
    """Return the steps that count: without the initial state."""
    return [step for step in run.steps if step.number >= run.algorithm.first_step]
