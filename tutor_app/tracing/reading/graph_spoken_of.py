"""Whether edges in a message are a graph of its own, or those of the problem at hand in a reason.

"Because S-A is 3 and A-G is 6, that's 9" names two edges of the graph on the table: it brings none.
"""

from __future__ import annotations

import re
from typing import Final

from tutor_app.domain.traces import Edge, Graph, Problem, ProblemInvalid
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.algorithm_names import name_algorithm
from tutor_app.tracing.reading.gather_data import Gathered, gather
from tutor_app.tracing.reading.start_and_goal import find_ends
from tutor_app.tracing.reading.student_rows.list_entries import Nodes

SHARED = 0.7  # of the edges are the same: the graph is told again
MOST_OTHER = 3  # edges with another weight than theirs: more are another graph
_FEWEST_ROWS: Final = 2
_HEAD: Final = re.compile(r"(?:^|[.;\n])\s*(\w+)\s*:\s*\w")
_SAYS_DATA: Final = re.compile(r"(?i)\b(?:graphs?|edges?|matrix|adjacency|exercise|problem)\b")
_GIVES_REASON: Final = re.compile(r"(?i)\b(?:because|since|cause|cuz|bc|so|then|that['’]?s)\b")


def brings_graph(text: str, algorithm: Algorithm, known: Problem) -> bool:
    """Return whether a message holds a graph of its own, and none that is only spoken of."""
    found = gather(text, algorithm)
    return found.whole and not is_spoken_of(text, found, known)


def is_spoken_of(text: str, found: Gathered, known: Problem) -> bool:
    """Return whether what was read as data are edges of the known graph that a message speaks of.

    They are where all of them are in it with their weights, and it has more. Edges with other
    weights, and ways that are no edge, are in a message that names neither an algorithm nor data
    nor where a run begins.
    """
    there, read = known.graph, found.problem.graph
    if there is None or read is None:
        return False
    if (
        _takes_in_order(text, known)
        or (found.told and _may_be_rows(text, read, there))
        or _joins_values(text, read, there, told=found.told)
    ):
        return True
    if len(read.edges) >= len(there.edges):
        return False
    if not set(read.nodes) <= set(there.nodes) or begins_elsewhere(text, known):
        return False
    weights = {_ends(edge): edge.weight for edge in there.edges}
    own = [edge for edge in read.edges if _ends(edge) in weights]
    same = all(edge.weight in (None, weights[_ends(edge)]) for edge in own)
    if len(own) == len(read.edges) and same:
        return not _names_other(text, known)
    if name_algorithm(text) is not None or _SAYS_DATA.search(text):
        return False
    if find_ends(text, there.nodes).goals or len(read.edges) > MOST_OTHER:
        return False
    return len(own) == len(read.edges) or bool(_GIVES_REASON.search(text))


def _may_be_rows(text: str, read: Graph, there: Graph) -> bool:
    """Whether what is read as told in prose may be rows: "queue: B C", "C with 9, F gets 14"."""
    called_so = name_algorithm(text) is not None or _SAYS_DATA.search(text) is not None
    fewer = not read.weighted or len(read.edges) < SHARED * len(there.edges)
    return fewer and set(read.nodes) <= set(there.nodes) and not called_so


def _takes_in_order(text: str, known: Problem) -> bool:
    """Whether a message goes on with the rows of a run: "C: A G. A: G." lists no neighbours.

    What stands before its colons are nodes that the run takes one after the other, after the first.
    """
    heads = [found[1].casefold() for found in _HEAD.finditer(text)]
    if len(heads) < _FEWEST_ROWS or name_algorithm(text) is not None or _SAYS_DATA.search(text):
        return False
    try:
        steps = run(known).steps
    except ProblemInvalid:
        return False
    taken = [str(step.row.get("node")).casefold() for step in steps if step.row.get("node")]
    return any(taken[at : at + len(heads)] == heads for at in range(1, len(taken)))


def _joins_values(text: str, read: Graph, there: Graph, *, told: bool) -> bool:
    """Whether numbers were read as nodes beside a graph that has none: "lake comes to 10".

    Where all are numbers, as in "2 + 3 + 2 is 7", prose has to call them a graph.
    """
    numbers = [node.isdecimal() for node in read.nodes]
    called_so = not told or _SAYS_DATA.search(text) is not None
    values = any(numbers) and not (all(numbers) and called_so)
    return values and there.weighted and not any(node.isdecimal() for node in there.nodes)


def _names_other(text: str, known: Problem) -> bool:
    return name_algorithm(text) not in (None, known.algorithm)


def begins_elsewhere(text: str, known: Problem) -> bool:
    """Return whether a message names another start; "from B to C is 1" tells of an edge."""
    if known.graph is None:
        return False
    name = Nodes(known.graph.nodes).known
    told = rf"(?i)\bfrom\s+{name}\s+to\s+{name}\s*(?:it['’]?s|is|costs?|takes|=|:|\()?\s*\d"
    ends = find_ends(re.sub(told, " ", text), known.graph.nodes)
    return bool(ends.starts) and ends.starts[0] != known.start


def _ends(edge: Edge) -> frozenset[str]:
    return frozenset((edge.source, edge.target))


def has_edges_of(known: Graph, found: Graph | None) -> bool:
    """Return whether every edge that is read is one of the known ones: a path, and no graph."""
    if found is None or any(edge.weight is not None for edge in found.edges):
        return False
    pairs = {_ends(edge) for edge in known.edges}
    return all(_ends(edge) in pairs for edge in found.edges)


def is_written_anew(found: Gathered, known: Problem) -> bool:
    """Whether a graph is that of the problem at hand, told once more: its ends stay.

    It has the same nodes, and most edges of the one that has fewer.
    """
    graph, before = found.problem.graph, known.graph
    if graph is None or before is None or found.problem.algorithm != known.algorithm:
        return False
    own = {frozenset((edge.source, edge.target)) for edge in graph.edges}
    held = {frozenset((edge.source, edge.target)) for edge in before.edges}
    most = len(own & held) > SHARED * min(len(own), len(held))
    same = graph.nodes == before.nodes or set(graph.nodes) >= set(before.nodes)
    return same and most and len(own) >= len(held)
