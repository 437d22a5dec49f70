"""A problem as a message changes it: a weight, a heuristic value, an order that is another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from tutor_app.domain.traces import Edge, Graph, Number, Problem
from tutor_app.tracing.answers.answer_items import AnswerItems, Item
from tutor_app.tracing.exact_run import AlgorithmRun, run
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.reading.stated_conventions import stated_conventions
from tutor_app.wording.catalogue import phrase

WITHOUT_EDGE = phrase("trace_asked.without_edge", "source", "target")
IN_PLACE_OF = phrase("trace_asked.in_place_of", "value")
FROM_START = phrase("trace_asked.from_start", "node")
TO_GOAL = phrase("trace_asked.to_goal", "node")
LEAST_CLAIMED = 3  # nodes in a row: fewer are no order


def with_changes(text: str, problem: Problem) -> Problem | None:
    """Return the problem with the weight or the heuristic value that a message gives; else None."""
    graph = problem.graph
    if graph is None:
        return None
    items = AnswerItems(text, graph.nodes).items
    changed = _with_edge(items, graph) or _with_heuristic(items, graph)
    return None if changed is None or changed == graph else replace(problem, graph=changed)


def name_change(before: Problem, after: Problem) -> str:
    """Return what differs between two problems: "h(B) = 6 instead of 5", "with B as the start"."""
    old, new = before.graph, after.graph
    if old is None or new is None:
        return ""
    was = {(edge.source, edge.target): edge.weight for edge in old.edges}
    now = {(edge.source, edge.target) for edge in new.edges}
    told = [
        f"{edge.source}-{edge.target}"
        if edge.weight is None
        else f"{edge.source}-{edge.target} = {write_number(edge.weight)}"
        f"{_instead(was.get((edge.source, edge.target)))}"
        for edge in new.edges
        if edge not in old.edges
    ]
    told += [
        WITHOUT_EDGE(source=one, target=other) for one, other in was if (one, other) not in now
    ]
    told += [FROM_START(node=after.start)] if after.start != before.start else []
    told += [TO_GOAL(node=after.goal)] if after.goal != before.goal else []
    known = old.heuristic or {}
    told += [
        f"h({node}) = {write_number(value)}{_instead(known.get(node))}"
        for node, value in (new.heuristic or {}).items()
        if known.get(node) != value
    ]
    return ", ".join(told)


def _instead(value: Number | None) -> str:
    return "" if value is None else f" {IN_PLACE_OF(value=write_number(value))}"


def _with_edge(items: Sequence[Item], graph: Graph) -> Graph | None:
    found = [change for place in range(len(items)) if (change := _edge_at(items, place))]
    if len(found) != 1:
        return None
    source, target, weight = found[0]
    edges = tuple(
        replace(edge, weight=weight) if _joins(edge, source, target, graph.directed) else edge
        for edge in graph.edges
    )
    return replace(graph, edges=edges)


def _with_heuristic(items: Sequence[Item], graph: Graph) -> Graph | None:
    """Read "B had h = 6", "h(B) = 6": one node, "h", and a number that it does not have yet."""
    nodes = {item.name for item in items if item.kind == "node"}
    if graph.heuristic is None or len(nodes) != 1:
        return None
    node = nodes.pop()
    named = [place for place, item in enumerate(items) if item.text.casefold() == "h"]
    told = {_number_after_name(items[place + 1 :]) for place in named} - {None}
    value = told.pop() if len(told) == 1 else None
    if value is None or value == graph.heuristic.get(node):
        return None
    return replace(graph, heuristic={**graph.heuristic, node: value})


def _number_after_name(items: Sequence[Item]) -> Number | None:
    """Return the number that belongs to the name before it: "= 6", "(B) was 6"."""
    for item in items:
        if item.kind == "number":
            return item.value
        joins = item.is_mark("equals", "open_bracket", "close_bracket")
        if not (joins or item.kind == "node" or item.is_word("link", "filler")):
            return None
    return None


def _edge_at(items: Sequence[Item], place: int) -> tuple[str, str, Number] | None:
    """Return the edge and the number of "S-A is 5", "S-A = 5"."""
    ends = items[place : place + 3]
    if len(ends) < 3 or not ends[1].is_mark("dash", "arrow"):
        return None
    if ends[0].kind != "node" or ends[2].kind != "node":
        return None
    for item in items[place + 3 :]:
        if item.kind == "number":
            return ends[0].name, ends[2].name, item.value
        if not (item.is_word("link", "cost", "filler") or item.is_mark("equals")):
            return None
    return None


def _joins(edge: Edge, source: str, target: str, directed: bool) -> bool:
    ends = (edge.source, edge.target)
    return ends == (source, target) or (not directed and ends == (target, source))


# --- another order ------------------------------------------------------------------------------


def with_other_rule(text: str, problem: Problem) -> Problem | None:
    """Return the problem with the rule that a message supposes: "if I push A before B"; else None.

    The rule is the one that it states, or the one by which the two nodes that it names change
    places.

    Raises:
        ProblemInvalid: the problem cannot be run.
    """
    graph = problem.graph
    items = AnswerItems(text, graph.nodes if graph is not None else (), whole=True).items
    stated = _stated_otherwise(text, items, problem)
    return stated or (_turned_round(items, problem) if graph is not None else None)


def order_claimed(text: str, problem: Problem) -> tuple[str, ...]:
    """Return the nodes that a message names one right behind the other, three at least."""
    graph = problem.graph
    items = AnswerItems(text, graph.nodes if graph is not None else ()).items
    nodes = [item.name if item.kind == "node" else "" for item in items if item.kind != "mark"]
    longest: tuple[str, ...] = ()
    begin = 0
    for place, node in enumerate([*nodes, ""]):
        if node:
            continue
        longest = max(longest, tuple(nodes[begin:place]), key=len)
        begin = place + 1
    return longest if len(longest) >= LEAST_CLAIMED else ()


def agrees(claimed: Sequence[str], exact: AlgorithmRun) -> int:
    """Return how many nodes a run takes in the order claimed, from the first on."""
    taken = [str(row["node"]) for row in exact.rows() if row.get("node") is not None]
    pairs = zip(claimed, taken, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def comes_out(claimed: Sequence[str], exact: AlgorithmRun) -> bool:
    """Whether a run takes nodes in the order claimed, or finds this path."""
    taken = [str(row["node"]) for row in exact.rows() if row.get("node") is not None]
    return list(claimed) in (taken, list(_items(exact.final.get("path"))))


def _stated_otherwise(text: str, items: Sequence[Item], problem: Problem) -> Problem | None:
    """Return the problem with a convention that the message states, or denies."""
    exact = run(problem)
    in_force, conventions = exact.problem, exact.algorithm.conventions
    denied = any(item.is_word("negation") for item in items)
    for name, value in stated_conventions(text, exact.algorithm).items():
        held = in_force.conventions[name]
        others = [each for each in conventions[name].choices if each != held]
        meant = value if value != held else others[0] if denied and others else held
        if meant != held:
            return replace(in_force, conventions={**in_force.conventions, name: meant})
    return None


def _turned_round(items: Sequence[Item], problem: Problem) -> Problem | None:
    """Return the problem with the rule by which two nodes that are named change places."""
    nodes = list(dict.fromkeys(item.name for item in items if item.kind == "node"))
    if len(nodes) < 2:
        return None
    exact = run(problem)
    pushed = any(item.is_word("added", "list") for item in items)
    if _is_ahead(nodes[0], nodes[1], exact, pushed=pushed) is not False:
        return None
    for name, convention in exact.algorithm.conventions.items():
        for choice in convention.choices:
            other = replace(problem, conventions={**exact.problem.conventions, name: choice})
            if _is_ahead(nodes[0], nodes[1], run(other), pushed=pushed):
                return other
    return None


def _is_ahead(first: str, second: str, exact: AlgorithmRun, *, pushed: bool) -> bool | None:
    """Whether a run adds one node before the other, or takes it before; None where it does not."""
    groups = [list(_items(step.reason.facts.get("added"))) for step in exact.steps]
    if not pushed:
        groups = [[str(row.get("node")) for row in exact.rows()]]
    both = (each for each in groups if first in each and second in each)
    found = next(both, None)
    return None if found is None else found.index(first) < found.index(second)


def _items(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else ()
