"""Random problems of each algorithm, as they stand on exercise sheets: small, of any names."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

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
from tutor_app.tracing.exact_run import run, scored_steps, with_defaults

TRIES = 60
_NAMES: tuple[tuple[str, ...], ...] = (
    ("S", "A", "B", "C", "D", "G"),
    ("A", "B", "C", "D", "E", "F"),
    ("P", "Q", "R", "T", "U", "V"),
    ("1", "2", "3", "4", "5", "6"),
    ("s", "t", "u", "x", "y", "z"),
    ("X", "Y", "Z", "W", "U", "V"),
    ("a", "b", "c", "d", "e", "f"),
    ("Ulm", "Bonn", "Kiel", "Mainz", "Hof", "Jena"),
)
_WITHOUT_NEGATIVE = frozenset(("ucs", "dijkstra", "astar", "greedy", "prim", "kruskal"))


def made_up(algorithm_id: str, dice: random.Random) -> Problem:
    """Return a problem that can be run and has at least two steps.

    Every second one states all its conventions; of the others the readings are open.

    Raises:
        ProblemInvalid: none of many tries could be run.
    """
    algorithm = algorithm_named(algorithm_id)
    states_all = dice.random() < 0.5
    last: ProblemInvalid | None = None
    for _ in range(TRIES):
        problem = _draw(algorithm, dice)
        try:
            exact = run(problem)
        except ProblemInvalid as exc:
            last = exc
            continue
        if 2 <= len(scored_steps(exact)) <= 30 and not exact.final.get("negative_cycle"):
            return _stating_all(problem, algorithm) if states_all else problem
    raise last or ProblemInvalid("missing_data", f"no problem of {algorithm_id} was found")


def _stating_all(problem: Problem, algorithm: Algorithm) -> Problem:
    whole = with_defaults(problem, algorithm)
    if problem.goal is not None:
        return whole
    # Without a goal nobody says when it is tested for.
    kept = {name: value for name, value in whole.conventions.items() if name != "goal_test"}
    return replace(whole, conventions=kept)


def _draw(algorithm: Algorithm, dice: random.Random) -> Problem:
    match algorithm.data:
        case "graph":
            return _graph_problem(algorithm, dice)
        case "array":
            return _array_problem(algorithm, dice)
        case "game_tree":
            return Problem(
                algorithm=algorithm.id, tree=_tree(dice), root=dice.choice(("max", "min"))
            )
        case "strings":
            return Problem(algorithm=algorithm.id, strings=(_word(dice), _word(dice)))
        case "items":
            items = tuple(
                KnapsackItem(name=name, weight=dice.randint(1, 4), value=dice.randint(2, 15))
                for name in "ABC"
            )
            return Problem(algorithm=algorithm.id, items=items, capacity=dice.randint(5, 7))
        case _:
            return Problem(algorithm=algorithm.id, operations=_operations(algorithm.id, dice))


def _graph_problem(algorithm: Algorithm, dice: random.Random) -> Problem:
    size = 4 if algorithm.id == "floyd_warshall" else dice.choice((5, 6))
    names = dice.choice(_NAMES)[:size]
    weighted = "weights" in algorithm.needs or algorithm.id in ("bellman_ford", "floyd_warshall")
    directed = dice.random() < 0.4 if algorithm.directed is None else algorithm.directed
    edges = _edges(names, algorithm, dice, weighted=weighted)
    has_goal = "goal" in algorithm.needs or (
        "goal" in algorithm.may_have and algorithm.id in ("bfs", "dfs") and dice.random() < 0.5
    )
    h: dict[str, Number] | None = None
    if "heuristic" in algorithm.needs:
        h = {name: dice.randint(1, 9) if name != names[-1] else 0 for name in names}
    starts = "start" in (algorithm.needs | algorithm.may_have)
    return Problem(
        algorithm=algorithm.id,
        graph=Graph(directed=directed, weighted=weighted, nodes=names, edges=edges, heuristic=h),
        start=names[0] if starts else None,
        goal=names[-1] if has_goal else None,
    )


def _edges(
    names: Sequence[str], algorithm: Algorithm, dice: random.Random, *, weighted: bool
) -> tuple[Edge, ...]:
    """Return edges that lead from the first node towards the last, never between these two."""
    pairs = [(u, v) for u in names for v in names if names.index(u) < names.index(v)]
    pairs.remove((names[0], names[-1]))
    chain = [(u, v) for u, v in zip(names, names[1:], strict=False) if dice.random() < 0.7]
    others = [pair for pair in pairs if pair not in chain]
    chosen = [*chain, *dice.sample(others, min(len(others), max(1, len(names) + 1 - len(chain))))]
    dice.shuffle(chosen)
    lightest = 1 if algorithm.id in _WITHOUT_NEGATIVE else -1
    return tuple(
        Edge(source=u, target=v, weight=(dice.randint(lightest, 9) or 2) if weighted else None)
        for u, v in chosen
    )


def _array_problem(algorithm: Algorithm, dice: random.Random) -> Problem:
    if "target" in algorithm.needs:
        values = sorted(dice.sample(range(1, 99), dice.randint(7, 12)))
        target = dice.choice(values) if dice.random() < 0.8 else 50
        return Problem(algorithm=algorithm.id, array=tuple(values), target=target)
    many = dice.choice((range(1, 10), range(10, 99)))
    return Problem(algorithm=algorithm.id, array=tuple(dice.sample(many, dice.randint(4, 6))))


def _tree(dice: random.Random) -> Tree:
    width = dice.choice((2, 3))
    return tuple(tuple(dice.sample(range(1, 20), width)) for _ in range(3))


def _word(dice: random.Random) -> str:
    return "".join(dice.choice("ABCD") for _ in range(dice.randint(4, 5)))


def _operations(algorithm_id: str, dice: random.Random) -> tuple[Operation, ...]:
    values = dice.sample(range(1, 60), 5)
    inserted = tuple(Operation(kind="insert", value=value) for value in values)
    if algorithm_id == "heap_operations":
        return (*inserted, Operation(kind="extract"))
    last = dice.choice(("delete", "search"))
    return (*inserted, Operation(kind=last, value=dice.choice(values)))
