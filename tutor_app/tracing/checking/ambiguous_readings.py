"""The readings that a message leaves open: other conventions, directed or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, islice, product

from tutor_app.domain.traces import Problem, ProblemInvalid, Value
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.exact_run import AlgorithmRun, run, with_defaults

# What textbooks mean unless they say otherwise: a student who sorts the other way round has not
# read "sort" differently. A goal that is tested too early is a mistake where costs count.
ASSUMED = frozenset(
    {
        "order",
        "heap",
        "child_order",
        "objective",
        "heapsort.variant",
        "ucs.goal_test",
        "astar.goal_test",
    }
)
MAX_RUNS = 64  # other readings that are run
MAX_TOGETHER = 3  # conventions changed at once
MAX_STEPS = 2_000  # of a run that is worth repeating under every reading
FEW_STEPS = 60  # of a run whose repetitions are kept for the next reading of the message

OtherRun = tuple[Mapping[str, Value], AlgorithmRun]


def open_choices(
    problem: Problem, algorithm: Algorithm, stated: frozenset[str]
) -> dict[str, tuple[Value, ...]]:
    """Return, by convention that the message leaves open, the choices not in force."""
    found: dict[str, tuple[Value, ...]] = {}
    for name, convention in algorithm.conventions.items():
        if name in stated or {name, f"{algorithm.id}.{name}"} & ASSUMED:
            continue
        in_force = problem.conventions.get(name, convention.default)
        others = tuple(choice for choice in convention.choices if choice != in_force)
        if others:
            found[name] = others
    graph = problem.graph
    if graph is not None and algorithm.directed is None and "directed" not in stated:
        found["directed"] = (not graph.directed,)
    return found


def other_runs(exact: AlgorithmRun, stated: frozenset[str]) -> Iterator[OtherRun]:
    """Yield the runs under the other open readings, fewest changes first, each with its changes.

    A run whose rows are those of one before it is left out, and so is a reading under which the
    problem cannot be run.
    """
    if len(exact.steps) > MAX_STEPS:
        return iter(())
    if len(exact.steps) > FEW_STEPS:
        return _runs(exact, stated)
    return iter(_known_runs(_PosedRun(exact=exact, said=repr(exact.problem), stated=stated)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _PosedRun:
    """A run, known by its problem as it is written out: the problem itself cannot be hashed."""

    exact: AlgorithmRun = field(compare=False)
    said: str
    stated: frozenset[str]


@lru_cache(maxsize=16)  # a message is read in hundreds of ways, and each is judged
def _known_runs(asked: _PosedRun) -> tuple[OtherRun, ...]:
    return tuple(_runs(asked.exact, asked.stated))


def _runs(exact: AlgorithmRun, stated: frozenset[str]) -> Iterator[OtherRun]:
    choices = open_choices(exact.problem, exact.algorithm, stated)
    seen = [exact]
    for changes in islice(_changes(choices), MAX_RUNS):
        other = run_under(exact.problem, changes)
        if other is not None and not any(_is_same(other, each) for each in seen):
            seen.append(other)
            yield changes, other


def _is_same(one: AlgorithmRun, other: AlgorithmRun) -> bool:
    """Whether no trace can be right in one run and wrong in the other."""
    graphs = one.problem.graph, other.problem.graph
    return one.steps == other.steps and one.final == other.final and graphs[0] == graphs[1]


def _changes(choices: Mapping[str, tuple[Value, ...]]) -> Iterator[dict[str, Value]]:
    for together in range(1, min(len(choices), MAX_TOGETHER) + 1):
        for names in combinations(choices, together):
            for values in product(*(choices[name] for name in names)):
                yield dict(zip(names, values, strict=True))


def run_under(problem: Problem, changes: Mapping[str, Value]) -> AlgorithmRun | None:
    """Run a problem with some conventions changed; None if that cannot be run."""
    try:
        return run(with_conventions(problem, changes))
    except ProblemInvalid:
        return None


def with_conventions(problem: Problem, changes: Mapping[str, Value]) -> Problem:
    """Return the problem with these conventions; "directed" changes its graph."""
    problem = with_defaults(problem, algorithm_named(problem.algorithm))
    conventions = {k: v for k, v in changes.items() if k != "directed"}
    graph = problem.graph
    if graph is not None and "directed" in changes:
        graph = replace(graph, directed=bool(changes["directed"]))
    return replace(problem, graph=graph, conventions={**problem.conventions, **conventions})
