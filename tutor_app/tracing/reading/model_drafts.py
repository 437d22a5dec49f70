"""A model's draft of a problem becomes a problem, or the check that it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from tutor_app.domain.traces import Edge, Graph, Number, Problem
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.reading.node_mentions import Mentions, says_goal
from tutor_app.tracing.reading.numbers_in_words import (
    letters_told,
    says,
    told_numbers,
    unused_numbers,
    uses_numbers,
)

_BOTH_WAYS = re.compile(
    r"(?i)\b(?:both|either|any)\s+(?:ways?|directions?)\b|\btwo-?\s?way\b|\bundirected\b"
    r"|\b(?:no|not|without|nothing)\s+(?:\w+\s+)?one-?\s?way\b|\bback and forth\b"
)
_ONE_WAY = re.compile(
    r"(?i)(?<!no )(?<!not )(?<!without )\bone-?\s?way\b|(?<!un)(?<!un-)\bdirected\b|\bone\s+way\b"
    r"|\b(?:only\s+(?:in\s+)?one|one)\s+direction\b|\bdownhill\s+only\b|\bprerequisites?\b"
)
# Where such a word stands, an array's order may be another than that of its numbers in the text.
_MOVED = re.compile(r"(?i)\b(?:before|in front|between|reverse|backwards?|right to left)\b")
_ARTICLE = re.compile(r"(?i)^(?:the|an?|node|vertex|city|town|room)\s+(?=\S)")


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class EdgeDraft(_Shape):
    """One edge as a model writes it."""

    source: str = Field(alias="from")
    target: str = Field(alias="to")
    weight: float | None = None


class EstimateDraft(_Shape):
    """h of one node."""

    node: str
    value: float


class GraphDraft(_Shape):
    """The shape of a reply about a graph; an algorithm asks only for the fields that it uses."""

    directed: bool
    edges: list[EdgeDraft]
    start: str | None = None
    goal: str | None = None
    heuristic: list[EstimateDraft] = []


class ArrayDraft(_Shape):
    """The shape of a reply about an array."""

    array: list[float]
    target: float | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """A check that a draft failed. `detail` names what; `final`: asking again is no use."""

    check: str
    detail: str = ""
    final: bool = False


NO_DATA = Failure("no data in the text", final=True)


def problem_of_array(draft: ArrayDraft, text: str, algorithm: Algorithm) -> Problem | Failure:
    """Return the array that a text tells, or the check that the draft fails."""
    if not draft.array:
        return NO_DATA
    array = tuple(_whole(value) for value in draft.array)
    used = [*array, *([] if draft.target is None else [_whole(draft.target)])]
    wrong = _foreign(text, used) or _left_out(text, used, [len(array)])
    if wrong is not None:
        return wrong
    if not (_in_order(text, array) or _MOVED.search(text)):
        return Failure("the numbers in another order")
    target = None if draft.target is None else _whole(draft.target)
    return Problem(algorithm=algorithm.id, array=array, target=target)


def problem_of_graph(draft: GraphDraft, text: str, algorithm: Algorithm) -> Problem | Failure:
    """Return the graph that a text tells, start and goal, or the check that the draft fails."""
    if not draft.edges:
        return NO_DATA
    names = _Names(draft)
    directed = _direction(text, draft, algorithm)
    edges = _edges(draft, names, directed)
    if isinstance(edges, Failure):
        return edges
    nodes = tuple(dict.fromkeys(name for edge in edges for name in (edge.source, edge.target)))
    heuristic = {names.of(each.node): _whole(each.value) for each in draft.heuristic}
    start, goal = (names.of(end) if end else None for end in (draft.start, draft.goal))
    wrong = next(_wrong_names(text, nodes, [start, goal, *heuristic]), None)
    if wrong is not None:
        return wrong
    weights = [edge.weight for edge in edges if edge.weight is not None]
    numbers = [*weights, *heuristic.values()]
    wrong = _foreign(text, numbers) or _untold(edges, Mentions(text, nodes, [start, goal]))
    if wrong is None and uses_numbers(algorithm):
        named = [n for n in map(_number, nodes) if n is not None for _ in text.split()]
        wrong = _left_out(text, [*numbers, *named], [len(nodes), len(edges)])
    if wrong is not None:
        return wrong
    if goal is not None and "goal" not in algorithm.needs and not says_goal(text, goal):
        goal = None
    graph = Graph(
        directed=directed,
        weighted=bool(weights),
        nodes=nodes,
        edges=edges,
        heuristic=heuristic or None,
    )
    return Problem(algorithm=algorithm.id, graph=graph, start=start, goal=goal)


class _Names:
    """One spelling for each node: without article, and without a word that all of them begin with.

    "the mill" is "mill"; "chamber 1", "chamber 2" are 1 and 2.
    """

    def __init__(self, draft: GraphDraft) -> None:
        written = [name for edge in draft.edges for name in (edge.source, edge.target)]
        bare = [_bare(name) for name in written]
        firsts = {name.split(" ", 1)[0].casefold() for name in bare}
        shared = len(firsts) == 1 and all(" " in name for name in bare)
        self._shared = firsts.pop() if shared else None
        self._spelled: dict[str, str] = {}
        for name in bare:
            short = self._shortened(name)
            self._spelled.setdefault(short.casefold(), short)

    def of(self, name: str) -> str:
        """Return the node's spelling; a name that no edge has stays as it is."""
        short = self._shortened(_bare(name))
        return self._spelled.get(short.casefold(), short)

    def _shortened(self, name: str) -> str:
        first, _, rest = name.partition(" ")
        return rest if rest and first.casefold() == self._shared else name


def _bare(name: str) -> str:
    return _ARTICLE.sub("", " ".join(name.split()))


def _direction(text: str, draft: GraphDraft, algorithm: Algorithm) -> bool:
    """What the text says in so many words stands before what the algorithm needs and the model."""
    both, one = _BOTH_WAYS.search(text), _ONE_WAY.search(text)
    if bool(both) != bool(one):
        return bool(one)
    return draft.directed if algorithm.directed is None else algorithm.directed


def _edges(draft: GraphDraft, names: _Names, directed: bool) -> tuple[Edge, ...] | Failure:
    """Return each edge once; one with two weights is no exact reading."""
    found: dict[tuple[str, ...], Edge] = {}
    for drafted in draft.edges:
        source, target = names.of(drafted.source), names.of(drafted.target)
        weight = None if drafted.weight is None else _whole(drafted.weight)
        ends = (source, target) if directed else tuple(sorted((source, target)))
        edge = Edge(source=source, target=target, weight=weight)
        known = found.setdefault(ends, edge)
        if known.weight != weight:
            return Failure("an edge with two weights", f"{source} – {target}")
    return tuple(found.values())


def _wrong_names(
    text: str, nodes: Sequence[str], others: Sequence[str | None]
) -> Iterator[Failure]:
    """Yield what is wrong with names: not in the text, no node, or a letter left out."""
    for node in nodes:
        if not says(text, node):
            yield Failure("a name that is not in the text", node)
    for other in others:
        if other is not None and other not in nodes:
            yield Failure("a start, goal or estimate that is no end of an edge", other)
    if all(len(node) == 1 for node in nodes):
        for letter in sorted(letters_told(text) - {node.upper() for node in nodes}):
            yield Failure("a node of the text without an edge", letter)


def _foreign(text: str, used: Sequence[Number]) -> Failure | None:
    there = {number.value for number in told_numbers(text) if number.may_weigh}
    foreign = [number for number in used if abs(number) not in there]
    return Failure("a number that is not in the text", f"{foreign[0]:g}") if foreign else None


def _left_out(text: str, used: Sequence[Number], sizes: Sequence[int]) -> Failure | None:
    unused = unused_numbers(told_numbers(text), used, sizes)
    if not unused:
        return None
    return Failure("a number of the text left out", ", ".join(f"{each:g}" for each in unused))


def _untold(edges: Sequence[Edge], mentions: Mentions) -> Failure | None:
    """Return the first edge that stands nowhere in the text, or not with this weight."""
    for edge in edges:
        if not mentions.tell(edge.source, edge.target, edge.weight):
            weighs = "" if edge.weight is None else f" with {edge.weight:g}"
            return Failure(
                "an edge that the text does not tell", f"{edge.source} – {edge.target}{weighs}"
            )
    return None


def _in_order(text: str, array: Sequence[Number]) -> bool:
    """Tell whether the array's numbers stand in the text in this order."""
    told = iter([number.value for number in told_numbers(text)])
    return all(abs(value) in told for value in array)


def _number(name: str) -> Number | None:
    return _whole(float(name)) if re.fullmatch(r"\d+(?:\.\d+)?", name) else None


def _whole(value: float) -> Number:
    return int(value) if float(value).is_integer() else value
