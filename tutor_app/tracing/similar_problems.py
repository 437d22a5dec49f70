"""Smaller problems of the same kind, made up and run by the engine, as exercises and examples."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tutor_app.domain.traces import (
    Edge,
    Graph,
    KnapsackItem,
    Number,
    Operation,
    Problem,
    ProblemInvalid,
    Tree,
)
from tutor_app.tracing.algorithm import Algorithm, algorithm_named
from tutor_app.tracing.checking.mistakes.repeated_mistakes import mistaken_runs
from tutor_app.tracing.checking.row_differences import row_differences
from tutor_app.tracing.decisive_step import decisive_step
from tutor_app.tracing.exact_run import AlgorithmRun, run, scored_steps
from tutor_app.wording.catalogue import phrase

NO_SMALLER_PROBLEM = phrase("trace_problems.no_smaller_problem")

TRIES = 200
_NAMES = (("S", "A", "B", "C", "G"), ("P", "Q", "R", "T", "U"), ("K", "L", "M", "N", "O"))


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedExample:
    """A worked example: its exact run, and the step on which the mistake would show.

    `certain`: made with the mistake, the run differs at this step.
    """

    run: AlgorithmRun
    step: int
    certain: bool


def make_similar_problem(problem: Problem, seed: int = 0) -> Problem:
    """Return a fresh problem of the same kind, smaller, with the same conventions.

    The same problem and seed give the same one. Raises ProblemInvalid only if no such problem
    could be made in many tries.
    """
    return next(_fresh(problem, seed)).problem


def analogue_for(problem: Problem, mistake: str | None, seed: int = 0) -> WorkedExample:
    """Return a smaller problem of the same kind on which the same mistake shows.

    If the mistake cannot be made throughout a run, a step of the kind in which it was made stands
    for it.
    """
    first: WorkedExample | None = None
    for candidate in _fresh(problem, seed):
        certain = _where_it_shows(candidate, mistake)
        if certain is not None:
            return WorkedExample(run=candidate, step=certain, certain=True)
        likely = decisive_step(candidate, mistake)
        if first is None and likely is not None:
            first = WorkedExample(run=candidate, step=likely, certain=False)
        if first is not None and not _is_followed(candidate, mistake):
            return first
    if first is not None:
        return first
    only = next(_fresh(problem, seed))
    return WorkedExample(run=only, step=scored_steps(only)[0].number, certain=False)


def _is_followed(candidate: AlgorithmRun, mistake: str | None) -> bool:
    """Return whether runs with this mistake exist, so that it is worth looking for one."""
    return any(name == mistake for name, _ in mistaken_runs(candidate))


def _where_it_shows(candidate: AlgorithmRun, mistake: str | None) -> int | None:
    """Return the first step, after the first of all, at which the run with the mistake differs."""
    exact = {row["step"]: row for row in candidate.rows()}
    for name, rows in mistaken_runs(candidate):
        if name != mistake:
            continue
        made = {row["step"]: row for row in rows}
        for number, row in exact.items():
            if not isinstance(number, int) or number < candidate.algorithm.first_step:
                continue
            other = made.get(number)
            if other is None or row_differences(candidate, row, other):
                return number
    return None


def _fresh(problem: Problem, seed: int) -> Iterator[AlgorithmRun]:
    """Yield runs of random smaller problems; those that cannot be run are left out."""
    known = zlib.crc32(repr((problem, seed)).encode())
    dice = random.Random(known)
    algorithm = algorithm_named(problem.algorithm)
    last: ProblemInvalid | None = None
    made = 0
    for _ in range(TRIES):
        try:
            candidate = run(_made_up(problem, algorithm, dice))
        except ProblemInvalid as exc:
            last = exc
            continue
        if len(scored_steps(candidate)) >= 2:
            made += 1
            yield candidate
    if not made:
        raise last or ProblemInvalid("missing_data", NO_SMALLER_PROBLEM())


def _made_up(problem: Problem, algorithm: Algorithm, dice: random.Random) -> Problem:
    if problem.graph is not None:
        return _made_up_graph(problem, problem.graph, algorithm, dice)
    if problem.array is not None:
        return _made_up_array(problem, dice)
    if problem.tree is not None:
        return replace(problem, tree=_made_up_tree(dice))
    if problem.strings is not None:
        return replace(problem, strings=(_word(dice), _word(dice)))
    if problem.items is not None:
        items = tuple(
            KnapsackItem(name=str(place), weight=dice.randint(1, 3), value=dice.randint(1, 9))
            for place in range(1, 4)
        )
        return replace(problem, items=items, capacity=5)
    return replace(problem, operations=_made_up_operations(problem, dice))


def _made_up_graph(
    problem: Problem, graph: Graph, algorithm: Algorithm, dice: random.Random
) -> Problem:
    taken = {node.casefold() for node in graph.nodes}
    names = next((n for n in _NAMES if not taken & {x.casefold() for x in n}), _NAMES[0])
    weighted = graph.weighted or "weights" in algorithm.needs
    pairs = [(u, v) for u in names for v in names if names.index(u) < names.index(v)]
    if problem.goal is not None:
        pairs.remove((names[0], names[-1]))  # a goal beside the start shows little
    chosen = dice.sample(pairs, dice.randint(5, 8))
    # Only a graph without weights can have a cycle put in by chance; a sort needs it to have none.
    turn = graph.directed and algorithm.id != "toposort"
    edges = tuple(
        Edge(
            source=v if turn and dice.random() < 0.2 else u,
            target=u if turn and dice.random() < 0.2 else v,
            weight=dice.randint(1, 9) if weighted else None,
        )
        for u, v in chosen
    )
    edges = tuple(edge for edge in edges if edge.source != edge.target)
    needs_h = "heuristic" in algorithm.needs
    h = {node: dice.randint(0, 9) for node in names[:-1]} | {names[-1]: 0}
    return replace(
        problem,
        graph=Graph(
            directed=graph.directed,
            weighted=weighted,
            nodes=names,
            edges=edges,
            heuristic=h if needs_h else None,
        ),
        start=None if problem.start is None else names[0],
        goal=None if problem.goal is None else names[-1],
    )


def _made_up_array(problem: Problem, dice: random.Random) -> Problem:
    if problem.target is not None:
        values: list[Number] = sorted(dice.sample(range(1, 40), 7))
        return replace(problem, array=tuple(values), target=dice.choice(values))
    length = min(5, max(3, len(problem.array or ()) - 1))
    return replace(problem, array=tuple(dice.sample(range(1, 30), length)))


def _made_up_tree(dice: random.Random) -> Tree:
    return tuple(tuple(dice.sample(range(1, 15), 2)) for _ in range(3))


def _word(dice: random.Random) -> str:
    return "".join(dice.choice("ABC") for _ in range(4))


def _made_up_operations(problem: Problem, dice: random.Random) -> tuple[Operation, ...]:
    """Return the same kinds of operations, at most five, with other values."""
    values = dice.sample(range(1, 30), 5)
    known = (problem.operations or ())[:5]
    return tuple(
        Operation(kind=each.kind, value=None if each.value is None else values[place])
        for place, each in enumerate(known)
    )
