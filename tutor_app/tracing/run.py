"""An exact run of a problem, replayable row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.registry import algorithm_named
from tutor_app.tracing.values import Assign, Change, Number, Problem, Row, Step

MAX_STEPS = 200_000  # a run that is longer is not a problem for a table


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The rows of one problem and what comes out."""

    problem: Problem
    algorithm: Algorithm
    steps: tuple[Step, ...]
    final: Row

    def rows(self, start: int = 0, stop: int | None = None) -> Iterator[Row]:
        """Yield the rows of `steps[start:stop]` in full, each with "step"."""
        array = list(self.problem.array or ())
        has_array = "array" in self.algorithm.columns
        for place, step in enumerate(self.steps[:stop]):
            for change in step.changes:
                apply_change(array, change)
            if place < start:
                continue
            whole = {"step": step.number, **step.row}
            if has_array and "array" not in step.row:
                whole["array"] = tuple(array)
            yield whole

    def array_after(self, place: int) -> tuple[Number, ...]:
        """Return the array after `steps[place]`."""
        array = list(self.problem.array or ())
        for step in self.steps[: place + 1]:
            for change in step.changes:
                apply_change(array, change)
        return tuple(array)


def apply_change(array: list[Number], change: Change) -> None:
    """Change the array in place."""
    if isinstance(change, Assign):
        array[change.start : change.start + len(change.values)] = change.values
    else:
        array.insert(change.target, array.pop(change.source))


def run(problem: Problem) -> Run:
    """Run a problem to its end.

    Raises:
        ProblemInvalid: it cannot be run as it stands (see tracing/errors.py).
        UnknownAlgorithm: there is no such algorithm.
    """
    algorithm = algorithm_named(problem.algorithm)
    problem = with_defaults(problem, algorithm)
    steps: list[Step] = []
    going = algorithm.run(problem)
    while True:
        try:
            steps.append(next(going))
        except StopIteration as end:
            return Run(problem=problem, algorithm=algorithm, steps=tuple(steps), final=end.value)


def with_defaults(problem: Problem, algorithm: Algorithm) -> Problem:
    """Return the problem with every convention that applies, the default where none is chosen."""
    chosen = {
        name: problem.conventions.get(name, convention.default)
        for name, convention in algorithm.conventions.items()
    }
    return replace(problem, conventions=chosen)


def scored(run: Run) -> Sequence[Step]:
    """Return the steps that count: without the initial state."""
    return [step for step in run.steps if step.number >= run.algorithm.first_step]
