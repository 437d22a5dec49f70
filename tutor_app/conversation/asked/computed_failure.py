"""An example of ours in which an algorithm's result is not the right one: computed, then told.

Dijkstra's algorithm beside a negative edge, and what may return a path that is not the cheapest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Final

from tutor_app.conversation.asked.asked_words import ASKED, plain
from tutor_app.conversation.trace_replies.trace_reply_sentences import cut_result
from tutor_app.conversation.turn_context import TurnContext
from tutor_app.domain.traces import Edge, Graph, Number, Problem, ProblemInvalid
from tutor_app.domain.values import (
    AnswerDone,
    Event,
    ProblemRead,
    Sentence,
    TraceShown,
    TurnRecord,
)
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.practice_problems import make_practice_problem
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.wording.catalogue import phrase

NEGATIVE = phrase(
    "conversation_quotes.fails_on_negative",
    "edges",
    "node",
    "closed",
    "other",
    "waits",
    "weight",
    "true",
)
COSTS_MORE = phrase("conversation_quotes.costs_more", "algorithm")
CHEAPEST = phrase("conversation_quotes.cheapest_is", "path", "cost", "true")
TOO_LARGE = phrase("conversation_quotes.estimate_too_large", "node", "guess", "true")
_MAY_COST_MORE: Final = frozenset({"greedy", "bfs", "dfs", "ids", "astar"})
_TRIES: Final = 60
_TOO_MUCH: Final = (4, 8)  # added to an estimate


def computed_failure(turn: TurnContext, said: str) -> Iterator[Event] | None:
    """Return an example in which the algorithm that is named goes wrong; None where none is made.

    `said` is what the example is to show.
    """
    words = plain(said)
    algorithm = name_algorithm(turn.message.text)
    if ASKED["goes_wrong"].isdisjoint(words):
        return None
    if algorithm == "dijkstra" and not ASKED["negative"].isdisjoint(words):
        return _done(_on_negative_edge(100 + len(turn.session.before)))
    if algorithm in _MAY_COST_MORE:
        found = _costs_more(algorithm, 1 + len(turn.session.before))
        return None if found is None else _done(found)
    return None


def _done(events: list[Event]) -> Iterator[Event]:
    yield from events
    yield AnswerDone(record=TurnRecord(intent="conceptual", found=None))


def _on_negative_edge(seed: int) -> list[Event]:
    """Return a graph in which a closed node would get less by a negative edge, told in words."""
    choices = [(x, y, z) for x, y, z in product(range(2, 6), range(4, 8), range(3, 7)) if x < y]
    fitting = [(x, y, z) for x, y, z in choices if 0 < y - z < x]
    closed, waits, less = fitting[seed % len(fitting)]
    ends = (("S", "A", closed), ("S", "B", waits), ("B", "A", -less))
    edges = tuple(Edge(source=one, target=two, weight=weight) for one, two, weight in ends)
    graph = Graph(directed=True, weighted=True, nodes=("S", "A", "B"), edges=edges)
    true = _distances(Problem(algorithm="bellman_ford", graph=graph, start="S"))["A"]
    assert true == waits - less < closed
    text = NEGATIVE(
        edges=", ".join(f"{one} → {two} {_signed(weight)}" for one, two, weight in ends),
        node="A",
        closed=closed,
        other="B",
        waits=waits,
        weight=less,
        true=true,
    )
    return [Sentence(text=text, role="result")]


def _signed(weight: int) -> str:
    return f"−{-weight}" if weight < 0 else str(weight)


def _costs_more(algorithm: str, seed: int) -> list[Event] | None:
    """Return a run that ends with a path which is not the cheapest, and the cheapest one."""
    for at in range(seed, seed + _TRIES):
        for problem in _problems(algorithm, at):
            assert problem.graph is not None
            exact = run(problem)
            path = exact.final.get("path")
            if not isinstance(path, tuple):
                continue
            cost = _cost([str(node) for node in path], problem.graph)
            best = run(replace(problem, algorithm="ucs", conventions={})).final
            least = best["cost"]
            if not isinstance(least, int) or cost <= least:
                continue
            name = algorithm_named(algorithm).name
            shortest = best["path"]
            assert isinstance(shortest, tuple)
            told = CHEAPEST(path=" → ".join(map(str, shortest)), true=least, cost=cost)
            if algorithm == "astar":
                told = f"{told} {_too_large(problem)}"
            return [
                Sentence(text=COSTS_MORE(algorithm=name), role="lead_in"),
                ProblemRead(problem=problem, assumed=()),
                TraceShown(problem=problem),
                Sentence(text=cut_result(exact), role="result"),
                Sentence(text=told, role="result"),
            ]
    return None


def _problems(algorithm: str, seed: int) -> Iterator[Problem]:
    """Yield problems on a small graph with weights; for A* with one estimate made too large."""
    try:
        made = make_practice_problem("astar", seed)
    except ProblemInvalid:
        return
    graph = made.graph
    if graph is None or graph.heuristic is None:
        return
    if algorithm != "astar":
        with_estimates = graph if algorithm == "greedy" else replace(graph, heuristic=None)
        yield Problem(algorithm=algorithm, graph=with_estimates, start=made.start, goal=made.goal)
        return
    for node, more in product(graph.nodes, _TOO_MUCH):
        if node not in (made.start, made.goal):
            raised = {**graph.heuristic, node: graph.heuristic[node] + more}
            yield replace(made, graph=replace(graph, heuristic=raised))


def _too_large(problem: Problem) -> str:
    """Return which estimate of a problem is too large, with the true cost that it is of."""
    assert problem.graph is not None and problem.graph.heuristic is not None
    for node, guess in problem.graph.heuristic.items():
        true = run(replace(problem, algorithm="ucs", start=node, conventions={})).final["cost"]
        if isinstance(true, int) and guess > true:
            return TOO_LARGE(node=node, guess=guess, true=true)
    return ""


def _cost(path: Sequence[str], graph: Graph) -> Number:
    costs = {(one.source, one.target): one.weight for one in graph.edges}
    if not graph.directed:
        costs |= {(one.target, one.source): one.weight for one in graph.edges}
    return sum(costs[pair] or 0 for pair in pairwise(path))


def _distances(problem: Problem) -> Mapping[str, Number]:
    found = run(problem).final["dist"]
    assert isinstance(found, Mapping)
    return {node: cost for node, cost in found.items() if isinstance(cost, int | float)}
