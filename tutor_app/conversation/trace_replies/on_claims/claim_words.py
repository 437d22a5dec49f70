"""Claims about a run in words, as they were read, and what is said of those that are not so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from tutor_app.conversation.trace_replies.reactions import (
    COST_RIGHT_PATH_NOT,
    NO_SUCH_EDGE,
    PATH_ADDS_UP,
    SUM_RIGHT_PATH_NOT,
)
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.claims.judge_claims import JudgedClaim, JudgedClaims
from tutor_app.tracing.claims.trace_claims import TraceClaim
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    join_items,
    write_number,
    write_path,
)
from tutor_app.wording.catalogue import phrase

VALUE_OF = phrase("trace_claims.value_of", "quantity", "node", "number")
DIST_OF = phrase("trace_claims.dist_of", "node", "number")
LEFT_OUT = phrase("trace_claims.left_out", "node")
PLACE = phrase("trace_claims.place", "node", "number")
LAST = phrase("trace_claims.last", "node")
NEXT = phrase("trace_claims.next", "node")
BEFORE = phrase("trace_claims.before", "first", "then")
PATH = phrase("trace_claims.path", "path")
COST = phrase("trace_claims.cost", "number")
COUNT = phrase("trace_claims.count", "number")
PARENT = phrase("trace_claims.parent", "child", "parent")
MORE = phrase("trace_claims.more", "left", "right")
LESS = phrase("trace_claims.less", "left", "right")
LEAST_FIRST = phrase("trace_claims.least_first")
GREATEST_FIRST = phrase("trace_claims.greatest_first")
EDGE = phrase("trace_claims.edge", "source", "target", "number")
SUM = phrase("trace_claims.sum", "number")
WAITING = phrase("trace_claims.waiting", "nodes", "count")
WAITING_AFTER = phrase("trace_claims.waiting_after", "nodes", "count", "after")
NEXT_AFTER = phrase("trace_claims.next_after", "node", "after")
CHOSEN_BY = phrase("trace_claims.chosen_by", "quantity")
NOT_WAITING = phrase("trace_claims.not_waiting", "nodes", "count")
MORE_WAIT = phrase("trace_claims.more_wait")
BY_HALF = phrase("trace_claims.by_half", "node", "quantity")
NOT_SAID = phrase("trace_claims.not_said", "said")
RIGHT = phrase("trace_claims.right", "said")
NODES_RIGHT = phrase("trace_claims.nodes_right", "nodes", "count")
WRONG = phrase("trace_claims.wrong", "said")
EXTRA = phrase("trace_claims.extra", "nodes", "count")
MISSING = phrase("trace_claims.missing", "count")
ORDER = phrase("trace_claims.order")
OTHER_ORDER = phrase("trace_claims.other_order")
FOR_A_TIME = phrase("trace_claims.for_a_time", "said")
PART_OF_PATH = phrase("trace_claims.part_of_path", "said")
H_ALONE = phrase("trace_claims.h_alone", "number", "node")
G_ALONE = phrase("trace_claims.g_alone", "number", "node")
EDGE_ALONE = phrase("trace_claims.edge_alone", "number", "source")
ANOTHER_WAY = phrase("trace_claims.another_way", "number", "way")
PATH_NOT_YET = phrase("trace_claims.path_not_yet")
AS_CHEAP = phrase("trace_claims.as_cheap", "path")
NOT_DECIDED = phrase("trace_claims.not_decided", "said")


def react_to_claims(judged: JudgedClaims, times: int) -> str:
    """Return what claims deserve, the right ones first; `times`: for other words than before."""
    split = _cost_of_wrong_path(judged)
    right = [
        write_claim(each.claim, judged.facts)
        for each in judged.of("right")
        if each != split and not _is_said_by_value(each, judged)
    ]
    said = list(dict.fromkeys(right))
    parts = []
    if said:
        wordings = RIGHT.wordings(said=join_items(said))
        parts.append(wordings[times % len(wordings)])
    parts += _notes(judged.of("right"))
    parts += [part for each in judged.of("so_far") for part in _so_far(each, judged.facts)]
    parts = list(dict.fromkeys(parts))
    if split is not None:
        parts.append(COST_RIGHT_PATH_NOT(cost=write_number(split.claim.number)))
    parts += [part for each in judged.of("wrong") for part in _wrong(each, judged, times)]
    undecided = [write_claim(each.claim, judged.facts) for each in judged.of("open")]
    if not parts and any(undecided):
        parts.append(NOT_DECIDED(said=join_items([each for each in undecided if each])))
    return " ".join(parts)


def _is_said_by_value(each: JudgedClaim, judged: JudgedClaims) -> bool:
    """Whether a sum is that of a value that is told, too: "f(R) = 3 + 4 = 7"."""
    values = {other.claim.number for other in judged.claims if other.claim.kind == "value"}
    return each.claim.kind == "sum" and each.claim.number in values


def _cost_of_wrong_path(judged: JudgedClaims) -> JudgedClaim | None:
    """Return the right cost of a path that is not yet right."""
    wrong = any(each.claim.kind == "path" for each in judged.of("wrong"))
    costs = (each for each in judged.of("right") if each.claim.kind == "cost")
    return next(costs, None) if wrong else None


def write_claim(claim: TraceClaim, facts: ExactFacts) -> str:
    """Return a claim as it was read: "f(U) = 10"; "" for one that is not repeated."""
    write = _WRITERS.get(claim.kind)
    said = "" if write is None else write(claim, facts)
    return NOT_SAID(said=said) if claim.denied and claim.kind == "value" else said


def _write_value(claim: TraceClaim, facts: ExactFacts) -> str:
    node, number = str(claim.node), write_number(claim.number)
    quantity = name_quantity(claim.quantity, facts)
    if quantity is None or quantity == "dist":
        return DIST_OF(node=node, number=number)
    return VALUE_OF(quantity=quantity, node=node, number=number)


def name_quantity(named: str | None, facts: ExactFacts) -> str | None:
    """Return f, g, h or "dist" for the quantity that was named, or that the run chooses by."""
    if named in (None, "key"):
        return facts.key
    if named in ("cost", "dist"):
        return "dist" if facts.key == "dist" else "g"
    return "dist" if facts.key == "dist" else named


def _write_comparison(claim: TraceClaim, facts: ExactFacts) -> str:
    left = _operand(claim.number, claim.node, claim.quantity, facts)
    right = _operand(claim.other, next(iter(claim.nodes), None), claim.quantity, facts)
    words = MORE if claim.more is not claim.denied else LESS
    return words(left=left, right=right)


def _operand(
    number: float | None, node: str | None, quantity: str | None, facts: ExactFacts
) -> str:
    if number is not None:
        return write_number(number)
    named = name_quantity(quantity, facts)
    return str(node) if named in (None, "dist") else f"{named}({node})"


def _write_place(claim: TraceClaim, _: ExactFacts) -> str:
    number = int(claim.number or 0)
    return (
        LAST(node=claim.node) if number < 0 else PLACE(node=claim.node, number=write_number(number))
    )


def _write_next(claim: TraceClaim) -> str:
    if claim.nodes:
        return NEXT_AFTER(node=claim.node, after=claim.nodes[0])
    return NEXT(node=claim.node)


def _write_waiting(claim: TraceClaim) -> str:
    nodes, count = join_items(list(claim.nodes)), len(claim.nodes)
    if claim.node is not None:
        return WAITING_AFTER(nodes=nodes, count=count, after=claim.node)
    return WAITING(nodes=nodes, count=count)


_WRITERS: Final[Mapping[str, Callable[[TraceClaim, ExactFacts], str]]] = {
    "value": _write_value,
    "taken": lambda claim, _: ", ".join(claim.nodes),
    "left_out": lambda claim, _: LEFT_OUT(node=claim.node),
    "place": _write_place,
    "next": lambda claim, _: _write_next(claim),
    "waiting": lambda claim, _: _write_waiting(claim),
    "chosen_by": lambda claim, facts: CHOSEN_BY(quantity=name_quantity(claim.quantity, facts)),
    "before": lambda claim, _: BEFORE(first=claim.nodes[0], then=claim.nodes[1]),
    "path": lambda claim, _: PATH(path=", ".join(claim.nodes)),
    "cost": lambda claim, _: COST(number=write_number(claim.number)),
    "count": lambda claim, _: COUNT(number=write_number(claim.number)),
    "parent": lambda claim, _: PARENT(child=claim.nodes[0], parent=claim.nodes[1]),
    "comparison": _write_comparison,
    "rule": lambda claim, _: GREATEST_FIRST() if claim.more else LEAST_FIRST(),
    "edge": lambda claim, _: EDGE(
        source=claim.nodes[0], target=claim.nodes[1], number=write_number(claim.number)
    ),
    "sum": lambda claim, _: SUM(number=write_number(claim.number)),
}


def _notes(right: Sequence[JudgedClaim]) -> list[str]:
    return [OTHER_ORDER() for each in right if each.cause == "other_order"]


def _so_far(each: JudgedClaim, facts: ExactFacts) -> Iterator[str]:
    said = begin_sentence(write_claim(each.claim, facts))
    if each.cause == "more_wait":
        yield MORE_WAIT()
    elif each.cause == "missing":
        nodes = each.claim.nodes
        yield NODES_RIGHT(nodes=join_items(list(nodes)), count=len(nodes))
        yield MISSING(count=len(each.nodes))
    elif each.claim.kind == "path":
        yield PART_OF_PATH(said=said)
    else:
        yield FOR_A_TIME(said=write_claim(each.claim, facts))


def _wrong(each: JudgedClaim, judged: JudgedClaims, times: int) -> Iterator[str]:
    """Yield what is not so of a claim, and why, where the cause is known."""
    if each.claim.kind == "taken":
        yield from _wrong_nodes(each)
    elif each.cause == "not_waiting":
        yield NOT_WAITING(nodes=join_items(list(each.nodes)), count=len(each.nodes))
    elif each.cause in ("by_h", "by_g"):
        yield BY_HALF(node=each.claim.node, quantity=each.cause.removeprefix("by_"))
    elif each.claim.kind == "path":
        yield from _wrong_path(each, judged, times)
    else:
        yield from _wrong_value(each, judged, times)


def _wrong_nodes(each: JudgedClaim) -> Iterator[str]:
    if each.cause == "order":
        yield ORDER()
        return
    kept = [node for node in dict.fromkeys(each.claim.nodes) if node not in each.nodes]
    if kept:
        yield NODES_RIGHT(nodes=join_items(kept), count=len(kept))
    yield EXTRA(nodes=join_items(list(each.nodes)), count=len(each.nodes))


def _wrong_path(each: JudgedClaim, judged: JudgedClaims, times: int) -> Iterator[str]:
    path = write_path(each.claim.nodes)
    if any(other.cause == "own_sum" for other in judged.claims):
        yield PATH_NOT_YET()
        yield SUM_RIGHT_PATH_NOT(path=path, total=write_number(each.total))
    elif each.cause == "as_cheap":
        yield AS_CHEAP(path=path)
    elif each.total is not None:
        if _cost_of_wrong_path(judged) is None:
            yield PATH_NOT_YET()
        yield PATH_ADDS_UP(path=path, total=write_number(each.total))
    else:
        yield _not_yet(each.claim, judged.facts, times)
        missing = missing_edge(each.claim, judged.facts)
        if missing is not None:
            yield NO_SUCH_EDGE(source=missing[0], target=missing[1])


def _wrong_value(each: JudgedClaim, judged: JudgedClaims, times: int) -> Iterator[str]:
    number, node = write_number(each.claim.number), each.claim.node
    if each.cause in ("h_alone", "g_alone"):
        alone = H_ALONE if each.cause == "h_alone" else G_ALONE
        yield alone(number=number, node=node)
        return
    if each.cause == "own_sum":
        return  # it is said with the path
    yield _not_yet(each.claim, judged.facts, times)
    if each.cause == "edge_alone":
        yield EDGE_ALONE(number=number, source=each.way[0])
    elif each.cause == "another_way":
        yield ANOTHER_WAY(number=number, way=write_path(each.way))


def missing_edge(claim: TraceClaim, facts: ExactFacts) -> tuple[str, str] | None:
    """Return the first step of a claimed path that no edge of the graph makes."""
    steps = zip(claim.nodes, claim.nodes[1:], strict=False)
    return next((ends for ends in steps if facts.weight(*ends) is None), None)


def _not_yet(claim: TraceClaim, facts: ExactFacts, times: int) -> str:
    wordings = WRONG.wordings(said=write_claim(claim, facts))
    return wordings[times % len(wordings)]
