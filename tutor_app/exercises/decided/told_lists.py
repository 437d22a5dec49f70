"""Lists of nodes in an answer, held against the run of the item's problem and the solution's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tutor_app.domain.traces import Problem, ProblemInvalid
from tutor_app.exercises.decided.decided_data import Kind, ToldList
from tutor_app.exercises.decided.node_lists import edge_lists, node_lists
from tutor_app.tracing.exact_run import run


def lists_told(text: str, problem: Problem) -> list[ToldList]:
    """Return the lists that begin as the run of the problem does."""
    try:
        done = run(problem)
    except ProblemInvalid:
        return []
    wanted: dict[Kind, tuple[str, ...]] = {
        "order": tuple(str(step.row["node"]) for step in done.steps if step.row.get("node"))
    }
    path = done.final.get("path")
    if isinstance(path, tuple):
        wanted["path"] = tuple(map(str, path))
    found = [hold_list(words, nodes, wanted) for words, nodes in node_lists(text)]
    parents = done.final.get("parent")
    if isinstance(parents, Mapping):
        found += hold_edges(text, {str(a): str(b) for a, b in parents.items() if b is not None})
    return [one for one in found if one.fitting]


def hold_edges(text: str, parents: Mapping[str, str]) -> Iterator[ToldList]:
    """Yield the lists of edges beside the tree in which each node has its parent."""
    tree = {frozenset(pair) for pair in parents.items()}
    for told in edge_lists(text):
        within = [words for words, pair in told if frozenset(pair) in tree]
        off = [words for words, pair in told if frozenset(pair) not in tree]
        right = not off and len({frozenset(pair) for _, pair in told}) == len(tree)
        yield ToldList(
            words=", ".join(words for words, _ in told),
            nodes=(*within, *off),
            kind="tree",
            fitting=len(within),
            right=right,
        )


def lists_of_points(text: str, points: Sequence[str], statement: str) -> dict[int, str]:
    """Return the words that give, in its order, a list of nodes which a point has."""
    found: dict[int, str] = {}
    given = {nodes for _, nodes in node_lists(statement)}
    for words, nodes in node_lists(text):
        for place, point in enumerate(points):
            if any(own == nodes and own not in given for _, own in node_lists(point)):
                found[place] = words
    return found


def hold_list(
    words: str, nodes: tuple[str, ...], wanted: Mapping[Kind, tuple[str, ...]]
) -> ToldList:
    """Return a list of nodes beside the one of the `wanted` that it goes with longest."""
    held = []
    for kind, there in wanted.items():
        same = 0
        while same < min(len(nodes), len(there)) and nodes[same] == there[same]:
            same += 1
        right = same == len(nodes) == len(there)
        held.append(ToldList(words=words, nodes=nodes, kind=kind, fitting=same, right=right))
    return max(held, key=lambda one: (one.right, one.fitting))
