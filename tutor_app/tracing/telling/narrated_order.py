"""The order of a walk told in sentences: "I start at G, then I take D, from D I go to A"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.domain.traces import Graph, Problem, ProblemInvalid, Row, StudentTrace
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.claims.claim_parts import ClaimParts
from tutor_app.tracing.claims.claim_symbols import CLAIM_WORDS, symbols_of
from tutor_app.tracing.claims.doubtful_symbols import Symbol

LEAST_NODES = 3
LEAST_STEPS = 2  # sentences or parts of them that take a node
LONGEST = 1_200  # characters
_ENDS: Final = frozenset(("comma", "break", "then", "question", "dots", "arrow"))
_TAKES: Final = frozenset(("take", "come", "next", "first", "last", "reach", "end"))
# Where nodes are said to be something, compared or put among those that wait.
_ELSE: Final = frozenset(("stay", "list", "not", "before", "more", "less", "equals"))
_FROM: Final = frozenset(("via", "after"))
_AMONG: Final = frozenset(("filler", "also", "of", "nodes", "reason"))
_MOVES: Final = (
    CLAIM_WORDS["take"] | CLAIM_WORDS["come"] | CLAIM_WORDS["start"] | {"begin", "began"}
)
_OWN: Final = frozenset(("i", "we"))


def narrated_order(text: str, problem: Problem) -> StudentTrace | None:
    """Return the nodes that a message tells to be taken, one row each; None where it tells no walk.

    Where the walk does not name its start, that is put before it.
    """
    if problem.graph is None or problem.start is None or len(text) > LONGEST:
        return None
    symbols = symbols_of(text, problem)
    told = _read_walk(symbols)
    own = {*_OWN, "my"}
    if told is None or not any(symbol.text.casefold() in own for symbol in symbols):
        return None
    walk, waits = told
    if problem.start not in walk:
        walk.insert(0, problem.start)
    if len(walk) < LEAST_NODES or walk[0] != problem.start or len({*walk}) < len(walk):
        return None
    rows: list[Row] = [{"node": node} for node in walk]
    if problem.algorithm == "bfs" and {*waits} == _neighbours(problem.graph, walk[0]):
        # Who entered first was said, and the order of neighbours with it.
        rows[0] = {**rows[0], "open": tuple({"node": node} for node in waits)}
    return StudentTrace(rows=tuple(rows))


def listed_order(text: str, problem: Problem) -> StudentTrace | None:
    """Return the nodes that a question lists from the start on; None where it lists none, or two.

    What may be the order in which nodes are taken, or the path, is what it is right as.
    """
    if problem.graph is None or "?" not in text or len(text) > LONGEST:
        return None
    symbols = symbols_of(text, problem)
    parts = ClaimParts(symbols)
    place, found = 0, []
    while place < len(symbols):
        nodes = parts.nodes(place)
        if nodes is not None and len(nodes.nodes) >= LEAST_NODES:
            found.append(nodes.nodes)
        place = place + 1 if nodes is None else nodes.behind
    if len(found) != 1 or found[0][0] != problem.start or len({*found[0]}) < len(found[0]):
        return None
    if any(symbol.kind in ("number", "list", "not") for symbol in symbols):
        return None
    order = StudentTrace(rows=tuple({"node": node} for node in found[0]))
    if found[0][-1] != problem.goal or any(symbol.kind == "order" for symbol in symbols):
        return order
    path = StudentTrace(final={"path": found[0]})
    if any(symbol.kind == "path" for symbol in symbols):
        return path
    try:
        is_path = judge_kindly(problem, frozenset({"directed"}), path).correct
        is_order = judge_kindly(problem, frozenset({"directed"}), order).correct
    except ProblemInvalid:
        return None
    return path if is_path and not is_order else order


def tells_own_walk(text: str) -> bool:
    """Whether a student tells of steps of their own, whatever the nodes: "I start at G"."""
    return len(_own_steps(text)) >= LEAST_STEPS


def before_own_walk(text: str) -> str:
    """Return what stands before a student tells of their own steps; all of it without such."""
    steps = _own_steps(text)
    return text[: steps[0]] if len(steps) >= LEAST_STEPS else text


def _own_steps(text: str) -> list[int]:
    """Return the places at which "I take", "I then go" and the like begin."""
    words = [*re.finditer(r"\S+", text)]
    plain = [word[0].strip(".,:;!?()").casefold() for word in words]
    return [
        words[place].start()
        for place, word in enumerate(plain[:-1])
        if word in _OWN and _MOVES & {*plain[place + 1 : place + 3]}
    ]


def _read_walk(symbols: Sequence[Symbol]) -> tuple[list[str], list[str]] | None:
    """Return the nodes taken, and what is said to wait after the first; None without a walk."""
    taken: list[str] = []
    waits: list[str] = []
    steps = 0
    for clause in _clauses(symbols):
        if not any(symbol.kind == "node" for symbol in clause):
            continue
        nodes = _taken_in(clause, goes_on=bool(taken))
        if nodes is None:
            return None  # half a walk would be judged
        if not nodes and not waits and len(taken) == 1 and _tells_list(clause):
            waits = _named(clause, 0)
        steps += bool(nodes)
        taken.extend(node for node in nodes if taken[-1:] != [node])
    return (taken, waits) if steps >= LEAST_STEPS else None


def _tells_list(clause: Sequence[Symbol]) -> bool:
    return any(symbol.kind in ("list", "stay") for symbol in clause)


def _neighbours(graph: Graph, node: str) -> set[str]:
    there = {edge.target for edge in graph.edges if edge.source == node}
    back = {edge.source for edge in graph.edges if edge.target == node and not graph.directed}
    return there | back


def _clauses(symbols: Sequence[Symbol]) -> Iterator[Sequence[Symbol]]:
    """Yield the parts of a message without the reasons in them; a new part begins with "then"."""
    part: list[Symbol] = []
    in_reason = False
    for symbol in symbols:
        if symbol.kind in _ENDS:
            yield tuple(part)
            part, in_reason = ([symbol] if symbol.kind in ("then", "arrow") else []), False
            continue
        in_reason = in_reason or symbol.kind == "reason"
        if not in_reason:
            part.append(symbol)
    yield tuple(part)


def _taken_in(clause: Sequence[Symbol], *, goes_on: bool) -> list[str] | None:
    """Return the nodes that a part of a message says to be taken, in its order.

    Empty where it says something else of its nodes; None where that is not clear.
    """
    if any(symbol.kind in _ELSE for symbol in clause):
        return []
    if any(symbol.kind == "number" for symbol in clause):
        return None
    verbs = [place for place, symbol in enumerate(clause) if symbol.kind in _TAKES]
    if verbs:
        behind = _named(clause, verbs[0] + 1)
        return behind or _named(clause, 0, verbs[0])
    then = bool(clause) and clause[0].kind in ("then", "arrow")
    starts = any(
        symbol.kind == "node" and symbol.text.casefold().startswith("start") for symbol in clause
    )
    alone = all(symbol.kind in (*_AMONG, "node", "then", "arrow") for symbol in clause)
    if starts or (alone and (then or goes_on)):
        return _named(clause, 0)
    # "S has the neighbours A and B"; before the walk begins, nodes are those of the problem.
    return [] if not goes_on or any(symbol.kind == "is" for symbol in clause) else None


def _named(clause: Sequence[Symbol], begin: int, end: int | None = None) -> list[str]:
    """Return the nodes between two places, without those that something is reached from."""
    found = []
    for place in range(begin, len(clause) if end is None else end):
        symbol = clause[place]
        before = [each for each in clause[:place] if each.kind != "filler"]
        if symbol.kind == "node" and not (before and before[-1].kind in _FROM):
            found.append(symbol.node)
    return found
