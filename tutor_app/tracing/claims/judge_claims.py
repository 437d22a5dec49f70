"""Claims about a run held against its exact facts: right, right for a time, not so, and why."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal

from tutor_app.domain.teaching import Expectation
from tutor_app.domain.traces import Number, Problem
from tutor_app.tracing.checking.ambiguous_readings import other_runs
from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import CLAIMED_OF, ExactFacts
from tutor_app.tracing.claims.known_causes import Cause, cause_of_value
from tutor_app.tracing.claims.trace_claims import TraceClaim
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.waiting_entries import list_waiting

# "so_far": true of a part of the run; "open": the run does not decide it.
ClaimVerdict = Literal["right", "so_far", "wrong", "open"]
_CHOOSES_LEAST: Final = frozenset(("astar", "ucs", "greedy", "dijkstra", "prim"))
MOST_READINGS = 12  # of what a message leaves open: ties, the order of neighbours


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedClaim:
    """A claim with its verdict; `nodes` are those that make it so, `way` one with that sum.

    `total` is what the edges of a path that is claimed add up to.
    """

    claim: TraceClaim
    verdict: ClaimVerdict
    cause: Cause | None = None
    nodes: tuple[str, ...] = ()
    way: tuple[str, ...] = ()
    total: Number | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedClaims:
    """All claims of a message, judged by the open reading of the problem that suits them best."""

    claims: tuple[JudgedClaim, ...]
    facts: ExactFacts

    def of(self, *verdicts: ClaimVerdict) -> tuple[JudgedClaim, ...]:
        """Return the claims with one of these verdicts."""
        return tuple(each for each in self.claims if each.verdict in verdicts)


def judge_claims(
    claims: Sequence[TraceClaim],
    problem: Problem,
    settled: frozenset[str],
    expected: Expectation | None,
) -> JudgedClaims | None:
    """Return the claims with their verdicts; None where the algorithm's runs decide none.

    `settled` are the conventions that messages or the course fix: a claim that is right under any
    other one is not called wrong.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
    """
    if problem.algorithm not in CLAIMED_OF or problem.graph is None:
        return None
    exact = run(problem)
    readings = [exact, *other_readings(exact, settled)]
    judged = [_judge_all(claims, ExactFacts(each), expected) for each in readings]
    best = max(judged, key=lambda each: len(each.of("right")) - len(each.of("wrong")))
    kept = [
        replace(each, verdict="open", cause=None)
        if each.verdict == "wrong" and any(_is_right(other, place) for other in judged)
        else each
        for place, each in enumerate(best.claims)
    ]
    return replace(best, claims=tuple(kept))


def _is_right(judged: JudgedClaims, place: int) -> bool:
    return judged.claims[place].verdict == "right"


def other_readings(exact: AlgorithmRun, settled: frozenset[str]) -> list[AlgorithmRun]:
    """Return the runs by the conventions that are still open."""
    runs = (other for changes, other in other_runs(exact, settled) if "directed" not in changes)
    return list(islice(runs, MOST_READINGS))


def _judge_all(
    claims: Sequence[TraceClaim], facts: ExactFacts, expected: Expectation | None
) -> JudgedClaims:
    at = expected.step if expected is not None and expected.kind == "row" else None
    judge = _ClaimJudge(facts, row_told_of(claims, facts) or at, expected)
    judged = [judge.judge(claim) for claim in claims]
    told = [each.claim for each in judged if each.verdict in ("right", "so_far")]
    return JudgedClaims(claims=tuple(_with_half(each, told, facts) for each in judged), facts=facts)


def row_told_of(claims: Sequence[TraceClaim], facts: ExactFacts) -> int | None:
    """Return the row in which the choice is made that is told of: "after Q, …"; None without."""
    for claim in claims:
        after = {"waiting": claim.node, "next": next(iter(claim.nodes), None)}.get(claim.kind)
        row = None if after is None else facts.row_of(after)
        if row is not None:
            return row + 1
    return None


def _with_half(each: JudgedClaim, told: Sequence[TraceClaim], facts: ExactFacts) -> JudgedClaim:
    """Return a wrong choice with its cause, where half of its number is what was told for it."""
    if each.claim.kind != "next" or each.verdict != "wrong" or facts.key != "f":
        return each
    halves = {claim.quantity for claim in told if claim.node == each.claim.node}
    if "f" in halves or None in halves or not halves & {"g", "h"}:
        return each
    return replace(each, cause="by_h" if "h" in halves else "by_g")


class _ClaimJudge:
    """Holds claims against one run; `at` is the row that was asked for."""

    def __init__(self, facts: ExactFacts, at: int | None, expected: Expectation | None) -> None:
        self._facts = facts
        self._at = at
        self._expected = expected
        self._judges: Mapping[str, Callable[[TraceClaim], JudgedClaim]] = {
            "value": self._value,
            "taken": self._taken,
            "left_out": self._left_out,
            "place": self._place,
            "next": self._next,
            "waiting": self._waiting,
            "before": self._before,
            "path": self._path,
            "cost": self._cost,
            "count": self._count,
            "parent": self._parent,
            "comparison": self._comparison,
            "rule": self._rule,
            "chosen_by": self._chosen_by,
            "sum": self._sum,
            "edge": self._edge,
        }

    def judge(self, claim: TraceClaim) -> JudgedClaim:
        known = {node for node in (claim.node, *claim.nodes) if node is not None}
        graph = self._facts.run.problem.graph
        judge = self._judges.get(claim.kind)
        if judge is None or graph is None or not known <= set(graph.nodes):
            return _open(claim)
        return judge(claim)

    def _value(self, claim: TraceClaim) -> JudgedClaim:
        facts, number = self._facts, claim.number
        quantity = self._quantity_of(claim.quantity)
        if claim.node is None or quantity is None or number is None:
            return _open(claim)
        told = [value for _, value in facts.history(claim.node, quantity)]
        if not told:
            return _open(claim)
        held = any(same_value(value, number) for value in told)
        holds = same_value(told[-1], number)
        if claim.denied:
            return _decide(claim, not holds) if holds or not held else _open(claim)
        if holds or self._held_now(claim.node, quantity, number):
            return _decide(claim, True)
        if held:
            return JudgedClaim(claim=claim, verdict="so_far", cause="for_a_time")
        cause, way = cause_of_value(facts, claim.node, quantity, number)
        if cause == "cheapest":  # true of the graph, though the run does not come to it
            return _open(claim)
        return JudgedClaim(claim=claim, verdict="wrong", cause=cause, way=way)

    def _quantity_of(self, named: str | None) -> str | None:
        """Return the quantity of the run that a name means: "distance" is g where it has one."""
        key = self._facts.key
        if named in (None, "key"):
            return key
        if key == "dist":
            return "dist" if named in ("dist", "cost", "g") else None
        if named in ("dist", "cost"):
            return "g" if key in ("f", "g") else None
        return named if key == "f" or named == key else None

    def _taken(self, claim: TraceClaim) -> JudgedClaim:
        taken = self._facts.order
        nodes = tuple(dict.fromkeys(claim.nodes))
        extra = tuple(node for node in nodes if node not in taken)
        if extra:
            return JudgedClaim(claim=claim, verdict="wrong", cause="extra", nodes=extra)
        if not taken:
            return _open(claim)
        places = [taken.index(node) for node in nodes]
        if len(nodes) == 1:  # "i took C": whether it was C's turn, only the row asked for tells
            return _decide(claim, True) if self._row_node() == nodes[0] else _open(claim)
        missing = tuple(node for node in taken if node not in nodes and not self._is_end(node))
        if claim.ordered and places != sorted(places):
            at = next(n for n, place in enumerate(places) if place != sorted(places)[n])
            return JudgedClaim(claim=claim, verdict="wrong", cause="order", nodes=nodes[:at])
        if missing:
            return JudgedClaim(claim=claim, verdict="so_far", cause="missing", nodes=missing)
        other_order = places != sorted(places)
        return JudgedClaim(
            claim=claim, verdict="right", cause="other_order" if other_order else None
        )

    def _is_end(self, node: str) -> bool:
        """Whether a node is the goal: where the search ends at it, some don't call it expanded."""
        return node == self._facts.goal and node == self._facts.order[-1]

    def _left_out(self, claim: TraceClaim) -> JudgedClaim:
        if claim.node is not None and self._is_end(claim.node):
            return _open(claim)
        return _decide(claim, claim.node not in self._facts.order)

    def _place(self, claim: TraceClaim) -> JudgedClaim:
        taken, place = self._facts.order, int(claim.number or 0)
        if not taken or not -1 <= place <= len(taken):
            return _open(claim)
        exact = taken[-1] if place < 0 else taken[place - 1]
        if exact == claim.node or self._row_node() == claim.node:
            return _decide(claim, True)
        return _open(claim) if place < 2 else _decide(claim, False)

    def _row_node(self) -> str | None:
        rows = (row for row in self._facts.rows if row.get("step") == self._at)
        return next((str(row.get("node")) for row in rows), None)

    def _held_now(self, node: str, quantity: str, number: float) -> bool:
        """Whether a node has a value right before the row that is spoken of."""
        told = self._facts.history(node, quantity)
        before = [value for row, value in told if self._at is not None and row < self._at]
        return bool(before) and same_value(before[-1], number)

    def _waiting(self, claim: TraceClaim) -> JudgedClaim:
        if self._at is None:
            return _open(claim)
        exact = [each.node for each in list_waiting(self._facts.run, self._at - 1)]
        extra = tuple(node for node in dict.fromkeys(claim.nodes) if node not in exact)
        missing = tuple(node for node in exact if node not in claim.nodes)
        if not exact:
            return _open(claim)
        if extra:
            return JudgedClaim(claim=claim, verdict="wrong", cause="not_waiting", nodes=extra)
        if missing:
            return JudgedClaim(claim=claim, verdict="so_far", cause="more_wait", nodes=missing)
        return _decide(claim, True)

    def _next(self, claim: TraceClaim) -> JudgedClaim:
        if claim.nodes:
            return self._next_after(claim)
        order, now = self._facts.order, self._row_node()
        if self._at is None or now not in order or claim.node not in order:
            return _open(claim)
        # Who tells several rows at once is further on than the row that was asked for.
        later = order.index(str(claim.node)) > order.index(now)
        return _open(claim) if later else _decide(claim, now == claim.node)

    def _next_after(self, claim: TraceClaim) -> JudgedClaim:
        """Judge which node is taken right after another one."""
        order, after = self._facts.order, claim.nodes[0]
        if after not in order[:-1]:
            return _open(claim)
        return _decide(claim, order[order.index(after) + 1] == claim.node)

    def _before(self, claim: TraceClaim) -> JudgedClaim:
        taken = self._facts.order
        first, then = claim.nodes
        if first not in taken and then not in taken:
            return _open(claim)
        right = first in taken and (then not in taken or taken.index(first) < taken.index(then))
        return _decide(claim, right)

    def _path(self, claim: TraceClaim) -> JudgedClaim:
        facts, start, goal = self._facts, self._facts.run.problem.start, self._facts.goal
        nodes = claim.nodes if claim.nodes[-1] != start else claim.nodes[::-1]
        if facts.run.algorithm.id == "prim" or nodes[0] != start:
            return _open(claim)
        exact, total = facts.path_to(nodes[-1]), facts.sum_along(nodes)
        if not exact:
            return _open(claim)
        if nodes == exact:
            part = goal is not None and nodes[-1] != goal and facts.takes_goal
            verdict: ClaimVerdict = "so_far" if part else "right"
            return JudgedClaim(claim=claim, verdict=verdict, total=total)
        cause: Cause = "another_path"
        if total is None:
            cause = "no_such_edge"
        elif same_value(facts.sum_along(exact), total):
            cause = "as_cheap"
        return JudgedClaim(claim=claim, verdict="wrong", cause=cause, nodes=exact, total=total)

    def _cost(self, claim: TraceClaim) -> JudgedClaim:
        facts, expected = self._facts, self._expected
        target = claim.nodes[-1] if claim.nodes else None
        if target is not None and target == facts.run.problem.start:
            target = claim.nodes[0]
        if target is None and expected is not None and expected.kind == "path":
            target = expected.node
        exact = facts.cost if target is None else facts.cost_to(target)
        if exact is None or claim.number is None:
            return _open(claim)
        if same_value(exact, claim.number):
            return _decide(claim, True)
        own = facts.sum_along(claim.nodes) if claim.nodes else None
        if own is not None and same_value(own, claim.number):
            return JudgedClaim(claim=claim, verdict="wrong", cause="own_sum", total=own)
        graph = facts.run.problem.graph
        counts = graph is not None and not graph.weighted
        # Without weights some count the nodes of a path.
        return _open(claim) if counts and claim.number == exact + 1 else _decide(claim, False)

    def _count(self, claim: TraceClaim) -> JudgedClaim:
        count = len(self._facts.order)
        ends = sum(self._is_end(node) for node in self._facts.order[-1:])
        return _decide(claim, claim.number in (count, count - ends)) if count else _open(claim)

    def _parent(self, claim: TraceClaim) -> JudgedClaim:
        child, parent = claim.nodes
        facts = self._facts
        exact = facts.parents.get(child)
        if exact is None:
            return _open(claim)
        if exact == parent:
            return _decide(claim, True)
        weight = facts.weight(parent, child)
        if weight is None:
            return JudgedClaim(
                claim=claim, verdict="wrong", cause="no_such_edge", nodes=(parent, child)
            )
        quantity = "dist" if facts.key == "dist" else "g"
        held = facts.value(parent, quantity), facts.value(child, quantity)
        as_good = None not in held and same_value(held[0] + weight, held[1])  # type: ignore[operator]
        return _open(claim) if as_good or facts.key is None else _decide(claim, False)

    def _comparison(self, claim: TraceClaim) -> JudgedClaim:
        left = claim.number if claim.node is None else self._held(claim.node, claim.quantity)
        right = claim.other if not claim.nodes else self._held(claim.nodes[0], claim.quantity)
        if left is None or right is None:
            return _open(claim)
        holds = left > right if claim.more else left < right
        return _decide(claim, holds is not claim.denied)

    def _held(self, node: str, quantity: str | None) -> Number | None:
        named = self._quantity_of(quantity)
        return None if named is None else self._facts.value(node, named)

    def _rule(self, claim: TraceClaim) -> JudgedClaim:
        if self._facts.run.algorithm.id not in _CHOOSES_LEAST:
            return _open(claim)
        return _decide(claim, not claim.more)

    def _chosen_by(self, claim: TraceClaim) -> JudgedClaim:
        key, named = self._facts.key, self._quantity_of(claim.quantity)
        return _open(claim) if key is None else _decide(claim, key == named)

    def _edge(self, claim: TraceClaim) -> JudgedClaim:
        weight = self._facts.weight(*claim.nodes)
        return _open(claim) if weight is None else _decide(claim, weight == claim.number)

    def _sum(self, claim: TraceClaim) -> JudgedClaim:
        return _decide(claim, same_value(claim.other, claim.number))


def _open(claim: TraceClaim) -> JudgedClaim:
    return JudgedClaim(claim=claim, verdict="open")


def _decide(claim: TraceClaim, right: bool) -> JudgedClaim:
    return JudgedClaim(claim=claim, verdict="right" if right else "wrong")
