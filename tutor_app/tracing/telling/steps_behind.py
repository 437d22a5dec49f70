"""A message that states a problem and tells its steps: where the one ends and the other begins.

Rows look like edges, and edges like rows. Every place at which the problem may end is tried, with
each node as the start with which the rest may begin: that counts under which the rows are borne out
by the exact run, and where none are, the first graph to which what follows adds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Graph, Problem, ProblemInvalid
from tutor_app.tracing.algorithm import Algorithm
from tutor_app.tracing.answers.answer_items import AnswerItems
from tutor_app.tracing.exact_run import run
from tutor_app.tracing.reading.gather_data import Gathered
from tutor_app.tracing.reading.node_mentions import says_goal
from tutor_app.tracing.reading.start_and_goal import Ends, estimated_goal, find_ends
from tutor_app.tracing.reading.tokens import tokenize
from tutor_app.tracing.telling.row_units import manners, read_units
from tutor_app.tracing.telling.rows_by_run import FOLLOWED, UNWEIGHTED, RowsByRun, rows_by_run

LONGEST = 2_500  # characters
MOST_CUTS = 24
LEAST_EDGES = 3
MOST_ENDS = 2
MOST_STARTS = 4  # nodes that are tried as the start
# What may be lacking of the problem: its steps show it.
SHOWN_BY_STEPS = frozenset({"missing_start", "missing_goal"})
_STAR = re.compile(r"\bA\*(?!\w)")  # the search: no node
_ENDS = frozenset({"newline", "dot", "unknown"})

GatherFor = Callable[[str, Algorithm], Gathered]


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """Where the problem ends, what was found of it, and the rows behind it that the run bears out.

    `ends` are its start and goal as named, else as the rows show them.
    """

    cut: int
    algorithm: Algorithm
    found: Gathered
    ends: Ends = Ends()
    rows: RowsByRun | None = None

    @property
    def rank(self) -> tuple[float, bool, int, int]:
        """The higher, the better its rows are borne out; of equal ones the most rows."""
        return self.rows.rank if self.rows is not None else (0, False, 0, 0)


def split_at_steps(text: str, algorithms: Sequence[Algorithm], gather: GatherFor) -> Split | None:
    """Return where a message's steps begin; None where it states no graph in front of any.

    `algorithms` are those that may be meant, the likeliest first.
    """
    if len(text) > LONGEST:
        return None
    best: Split | None = None
    stable: Split | None = None
    before: Split | None = None
    for cut in _cuts(text):
        found, way = _without_way(text[:cut], gather(text[:cut], algorithms[0]))
        graph = found.problem.graph
        if graph is None or len(graph.edges) < LEAST_EDGES:
            continue
        if before is not None and _completes(graph, before.found.problem.graph):
            best = None  # what looked like rows was the rest of its lists
        if before is not None and before.found.problem.graph == graph:
            stable = stable or before
            if best is not None:
                break  # what follows adds nothing, and rows are found
            continue
        before = Split(cut=cut, algorithm=algorithms[0], found=found, ends=way)
        for split in _borne_out(text, before, algorithms):
            if best is None or split.rank >= best.rank:
                best = split
    return best or stable or before


def _without_way(text: str, found: Gathered) -> tuple[Gathered, Ends]:
    """Return the problem without the edge that "from H to T" was read as, and the ends it names.

    It is none beside edges that are told in another way, none of them with a weight.
    """
    graph = found.problem.graph
    if graph is None or graph.weighted or len(graph.edges) <= LEAST_EDGES:
        return found, Ends()
    names = "|".join(sorted(map(re.escape, graph.nodes), key=len, reverse=True))
    told = re.findall(rf"(?i)\bfrom ({names}) (?:to|until) ({names})(?!\w)", text)
    spelled = {node.casefold(): node for node in graph.nodes}
    if len(told) != 1:
        return found, Ends()
    start, goal = (spelled[name.casefold()] for name in told[0])
    kept = tuple(each for each in graph.edges if {each.source, each.target} != {start, goal})
    if len(kept) == len(graph.edges):
        return found, Ends()
    problem = replace(found.problem, graph=replace(graph, edges=kept))
    return replace(found, problem=problem), Ends(starts=(start,), goals=(goal,))


def _completes(graph: Graph, before: Graph | None) -> bool:
    """Whether lists of neighbours become a graph without direction: each edge stands in two."""
    if before is None or graph.directed or not before.directed:
        return False
    pairs = {frozenset((edge.source, edge.target)) for edge in graph.edges}
    return {frozenset((edge.source, edge.target)) for edge in before.edges} <= pairs


def _borne_out(text: str, split: Split, algorithms: Sequence[Algorithm]) -> Iterator[Split]:
    """Yield the readings of what is behind a problem that its run bears out."""
    graph = split.found.problem.graph
    assert graph is not None
    behind = text[split.cut :]
    said = named_ends(text, split)
    heads = [
        head
        for manner in manners(graph.nodes, valued=True)
        for head in [
            unit.head
            for unit in read_units(behind, graph.nodes, manner)
            if unit.head is not None and unit.tells
        ][:2]
    ]
    named = [item.name for item in AnswerItems(behind, graph.nodes).items if item.kind == "node"]
    starts = said.starts[:1] or [*dict.fromkeys(heads)][:MOST_STARTS]
    for algorithm in algorithms:
        if algorithm.id not in FOLLOWED or (len(algorithms) > 1 and not _fits(algorithm, graph)):
            continue
        goal = said.goals[0] if said.goals else None
        if goal is None and algorithm.id == "ucs" and len(algorithms) > 1:
            continue  # what leads to no goal is Dijkstra's
        if goal is None and "goal" in algorithm.needs:
            goal = estimated_goal(graph) or (named[-1] if named else None)
        for start in dict.fromkeys(starts):
            problem = replace(split.found.problem, algorithm=algorithm.id, start=start, goal=goal)
            rows = _rows_of(behind, problem)
            if rows is not None:
                ends = Ends(starts=(start,), goals=(goal,) if goal is not None else ())
                found = replace(split.found, problem=problem)
                yield replace(split, algorithm=algorithm, found=found, ends=ends, rows=rows)


def _fits(algorithm: Algorithm, graph: Graph) -> bool:
    """Whether a graph is what this algorithm is run on, where none is named."""
    if algorithm.id in UNWEIGHTED:
        return not graph.weighted
    return graph.weighted and ("heuristic" in algorithm.needs) == bool(graph.heuristic)


def _rows_of(text: str, problem: Problem) -> RowsByRun | None:
    algorithm_run = None
    try:
        algorithm_run = run(problem)
    except ProblemInvalid:
        return None
    return rows_by_run(text, algorithm_run, frozenset())


def named_ends(text: str, split: Split) -> Ends:
    """Return the ends that a message names in front of its steps, else behind where they begin."""
    if split.ends.starts:
        return split.ends
    graph = split.found.problem.graph
    nodes = graph.nodes if graph is not None else ()
    ahead = _STAR.sub("  ", text[: split.cut])
    for span in split.found.spans:
        ahead = ahead[: span.start] + " " * (span.end - span.start) + ahead[span.end :]
    behind = text[split.cut :]
    first, second = find_ends(ahead, nodes), find_ends(behind, nodes)
    starts = [name for name in (*first.starts, *second.starts) if name in nodes]
    # "so on to D" tells a step: behind the problem a goal has to be called so.
    later = [name for name in second.goals if second.starts or says_goal(behind, name)]
    goals = [name for name in (*first.goals, *later) if name in nodes]
    if not starts:  # beside its edges a problem names no node but its ends: "Prim at H", "S to G"
        items = AnswerItems(ahead, nodes).items
        named = [*dict.fromkeys(item.name for item in items if item.kind == "node")]
        if 0 < len(named) <= MOST_ENDS and named[0] not in goals:
            starts, goals = named[:1], goals or named[1:]
    return Ends(starts=tuple(starts), goals=tuple(goals))


def _cuts(text: str) -> Iterator[int]:
    """Yield the places behind which something new may begin."""
    found = 0
    for token in tokenize(text):
        if token.kind in _ENDS and found < MOST_CUTS:
            found += 1
            yield token.end
