"""What two people claim of a run in one message: "my friend says S A G, I say S B G. Who is?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from tutor_app.domain.normal_form import split_sentences
from tutor_app.domain.traces import Problem
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.claims.claim_reader import read_claims
from tutor_app.tracing.claims.speakers import WORDS, Side, claims_told_apart, without_reason
from tutor_app.tracing.claims.trace_claims import ClaimsRead, TraceClaim

LEAST_OF_PATH = 3  # nodes


@dataclass(frozen=True, slots=True)
class ClaimsOfSide:
    """What one of the two claims."""

    side: Side
    claims: tuple[TraceClaim, ...]


def claims_of_part(part: str, problem: Problem) -> tuple[TraceClaim, ...]:
    """Return what a part claims where all of it is read; a path if its nodes lead to the goal."""
    path = path_told(part, problem)
    if path is not None:
        return (path,)
    read = read_claims(part.rstrip("?"), problem, None)
    return read.claims if read is not None and read.sure else ()


def path_told(part: str, problem: Problem) -> TraceClaim | None:
    """Return the path that a part tells: nodes in a row from the start to the goal, called so."""
    graph = problem.graph
    if graph is None or problem.start is None or problem.goal is None:
        return None
    items = AnswerItems(part, graph.nodes).items
    nodes = tuple(each.name for each in items if each.kind == "node")
    called = not WORDS["paths"].isdisjoint(re.findall(r"\w+", part.casefold()))
    alone = all(each.kind in ("node", "mark") or each.text.casefold() == "is" for each in items)
    begin = next((n for n, node in enumerate(nodes) if node == problem.start), len(nodes))
    told = nodes[begin:]
    if not (called or alone) or len(told) < LEAST_OF_PATH or told[-1] != problem.goal:
        return None
    return TraceClaim(kind="path", nodes=told) if len({*told}) == len(told) else None


def path_alone(text: str, problem: Problem) -> ClaimsRead | None:
    """Return the path that one sentence of a message claims, where the others name no node."""
    if problem.graph is None:
        return None
    names = re.compile("|".join(rf"\b{re.escape(node)}\b" for node in problem.graph.nodes))
    telling = [each for each in split_sentences(text) if names.search(each)]
    path = path_told(telling[0], problem) if len(telling) == 1 else None
    return None if path is None else ClaimsRead(claims=(path,), strong=True)


def sides_told(text: str, problem: Problem) -> tuple[ClaimsOfSide, ...]:
    """Return what another claims, and what the student does, where a message asks who is right.

    Nothing where a part of either could not be read.
    """
    words = {*re.findall(r"[\w'’]+", text.casefold())}
    if words.isdisjoint(WORDS["others"]) or words.isdisjoint(WORDS["asks"]):
        return ()
    found: dict[Side, tuple[TraceClaim, ...]] = {}
    numbers: dict[Side, TraceClaim] = {}
    node = None
    for side, part in claims_told_apart(text):
        if side is None:
            continue
        told = claims_of_part(part, problem)
        if told:
            found[side] = (*found.get(side, ()), *told)
        elif (value := _number_told(without_reason(part), problem, node)) is not None:
            node = value.node
            numbers.setdefault(side, value)
    if len(numbers) > len(found):  # "my friend says that park gets 10, i keep 9"
        found = {side: (value,) for side, value in numbers.items()}
    if "other" not in found:
        return ()
    return tuple(ClaimsOfSide(side, claims) for side, claims in found.items())


def _number_told(part: str, problem: Problem, node: str | None) -> TraceClaim | None:
    """Return the one number that a part gives to a node, else to the node spoken of before."""
    items = AnswerItems(part, problem.graph.nodes if problem.graph is not None else ()).items
    numbers = [each.value for each in items if each.kind == "number"]
    if len(numbers) != 1:
        return None
    ahead = next(
        (one.name for one, two in pairwise(items) if (one.kind, two.kind) == ("node", "number")),
        None if any(each.kind == "node" for each in items) else node,
    )
    return None if ahead is None else TraceClaim(kind="value", node=ahead, number=numbers[0])
