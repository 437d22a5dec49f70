"""Claims about random runs, true and false by exact facts, in the wordings of a data file."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import yaml

from evals.traces.styles.style_problems import made_up
from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.algorithm import algorithm_named
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.exact_run import run, with_defaults
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.waiting_entries import list_waiting

FILE = Path(__file__).parents[2] / "questions" / "run_claims.yaml"
LOOKED = ("astar", "ucs", "dijkstra", "bfs", "greedy", "dfs", "bellman_ford")
HELD = ("prim", "toposort", "hill_climbing", "astar")
MOST_WAITING = 4
LONGEST_WALK = 5  # nodes
ClaimTruth = Literal["right", "partly", "wrong"]
Split = Literal["looked", "held"]
Wording = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldClaim:
    """A claim as a student writes it about a problem, and whether it is true."""

    text: str
    problem: Problem
    truth: ClaimTruth
    kind: str
    family: str
    expected: Expectation


@dataclass(frozen=True, slots=True)
class _Fact:
    kind: str
    truth: ClaimTruth
    slots: Mapping[str, str | Sequence[str]]


def read_wordings(split: Split) -> list[Wording]:
    """Return the families of wordings that the grammar grew with, or those kept out."""
    families = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return [each for each in families if bool(each.get("held")) == (split == "held")]


def make_claims(problems: int, seed: int, split: Split) -> Iterator[ToldClaim]:
    """Yield the claims of `problems` random problems of each algorithm, in each wording."""
    dice = random.Random(seed)
    wordings = read_wordings(split)
    for algorithm in LOOKED if split == "looked" else HELD:
        for _ in range(problems):
            problem = made_up(algorithm, dice)
            problem = with_defaults(problem, algorithm_named(algorithm))
            facts = ExactFacts(run(problem))
            for wording in wordings:
                for fact in _facts(facts, dice):
                    if fact.kind in wording:
                        yield _told(fact, wording, problem, dice)


def _told(fact: _Fact, wording: Wording, problem: Problem, dice: random.Random) -> ToldClaim:
    nodes = problem.graph.nodes if problem.graph is not None else ()
    short = all(len(node) == 1 and node.isalpha() for node in nodes)
    join = wording["join"] if wording["join"] or short else " "
    slots = {
        name: value if isinstance(value, str) else join.join(value)
        for name, value in fact.slots.items()
    }
    if "nodes" in fact.slots:
        slots["nodes and"] = " and ".join(fact.slots["nodes"])
    step = algorithm_named(problem.algorithm).first_step + dice.choice((0, 1))
    return ToldClaim(
        text=_walk(fact, wording) if fact.kind == "walk" else wording[fact.kind].format(**slots),
        problem=replace(problem),
        truth=fact.truth,
        kind=fact.kind,
        family=wording["family"],
        expected=Expectation(kind="row", step=step),
    )


def _walk(fact: _Fact, wording: Wording) -> str:
    """Return a walk in sentences: how it begins, one part for each node between, its end."""
    begin, step, end = wording["walk"].split("|")
    first, *between, last = list(fact.slots["nodes"])
    parts = (begin.format(n=first), *(step.format(n=node) for node in between), end.format(n=last))
    return "".join(parts)


def _facts(facts: ExactFacts, dice: random.Random) -> Iterator[_Fact]:
    yield from _values(facts, dice)
    yield from _nodes(facts, dice)
    yield from _ways(facts, dice)
    yield from _choices(facts, dice)


def _choices(facts: ExactFacts, dice: random.Random) -> Iterator[_Fact]:
    """Yield what waits after a row and what is taken next; walks from the start on."""
    order = facts.order
    if len(order) < 3:
        return
    place = dice.randrange(len(order) - 2)
    node, then = order[place], order[place + 1]
    row = facts.row_of(node)
    waiting = [] if row is None else [each.node for each in list_waiting(facts.run, row)]
    if 2 <= len(waiting) <= MOST_WAITING:
        yield _Fact("waiting", "right", {"n": node, "nodes": waiting})
        yield _Fact("waiting", "wrong", {"n": node, "nodes": [waiting[0], order[0]]})
    yield _Fact("next", "right", {"n": node, "m": then})
    yield _Fact("next", "wrong", {"n": node, "m": dice.choice(order[place + 2 :])})
    walk = list(order[: dice.randint(3, min(len(order), LONGEST_WALK))])
    yield _Fact("walk", "right", {"nodes": walk})
    if len(order) > 3:
        yield _Fact("walk", "wrong", {"nodes": [order[0], order[2], order[1]]})


def _values(facts: ExactFacts, dice: random.Random) -> Iterator[_Fact]:
    key = facts.key
    if key is None:
        return
    nodes = [node for node in facts.order[1:] if facts.value(node, key) is not None]
    if not nodes:
        return
    node = dice.choice(nodes)
    value = facts.value(node, key)
    assert value is not None
    yield _Fact("value", "right", {"q": key, "n": node, "v": write_number(value)})
    false = _false_value(facts, node, key, dice)
    yield _Fact("value", "wrong", {"q": key, "n": node, "v": write_number(false)})
    small, great = sorted(dice.sample(range(1, 30), 2))
    yield _Fact("comparison", "right", {"v": str(great), "x": str(small)})
    yield _Fact("comparison", "wrong", {"v": str(small), "x": str(great)})


def _false_value(facts: ExactFacts, node: str, key: str, dice: random.Random) -> Number:
    """Return a value that a node never has, and that no way to it makes."""
    true = {value for _, value in facts.history(node, key)}
    h = facts.value(node, "h") or 0 if key == "f" else 0
    true |= {total + h for _, total in facts.ways_to(node)}
    greatest = max(value for value in true if math.isfinite(value))
    return greatest + dice.randint(1, 9)


def _nodes(facts: ExactFacts, dice: random.Random) -> Iterator[_Fact]:
    order = facts.order
    graph = facts.run.problem.graph
    if len(order) < 2 or graph is None:
        return
    others = [node for node in graph.nodes if node not in order]
    yield _Fact("taken", "right", {"nodes": order})
    if len(order) > 3:
        kept = [node for node in order if node != order[1]]
        yield _Fact("taken", "partly", {"nodes": kept})
    if others:
        yield _Fact("taken", "wrong", {"nodes": [*order, others[0]]})
        yield _Fact("left_out", "right", {"n": others[-1]})
    yield _Fact("left_out", "wrong", {"n": dice.choice(order[:-1])})
    first, then = sorted(dice.sample(range(len(order)), 2))
    yield _Fact("before", "right", {"n": order[first], "m": order[then]})
    yield _Fact("before", "wrong", {"n": order[then], "m": order[first]})
    yield _Fact("count", "right", {"v": str(len(order))})
    yield _Fact("count", "wrong", {"v": str(len(order) + dice.choice((1, 2, 3)))})
    child = dice.choice([node for node in order if node in facts.parents] or [""])
    if child:
        yield _Fact("parent", "right", {"n": child, "m": facts.parents[child]})
        strangers = [
            node for node in graph.nodes if facts.weight(node, child) is None and node != child
        ]
        if strangers:
            yield _Fact("parent", "wrong", {"n": child, "m": dice.choice(strangers)})


def _ways(facts: ExactFacts, dice: random.Random) -> Iterator[_Fact]:
    goal = facts.goal
    if goal is None or not facts.takes_goal:
        return
    path, cost = facts.path_to(goal), facts.cost_to(goal)
    if cost is None or len(path) < 3:
        return
    yield _Fact("path", "right", {"path": path, "v": write_number(cost)})
    yield _Fact("path", "wrong", {"path": path, "v": write_number(cost + dice.choice((3, 4, 7)))})
    ways = [way for way, total in facts.ways_to(goal) if total != cost and len(way) > 2]
    if ways:
        yield _Fact("path", "wrong", {"path": dice.choice(ways), "v": write_number(cost)})
    if facts.run.final.get("cost") is not None:
        yield _Fact("cost", "right", {"v": write_number(cost)})
        yield _Fact("cost", "wrong", {"v": write_number(cost + dice.choice((1, 2, 5)))})
