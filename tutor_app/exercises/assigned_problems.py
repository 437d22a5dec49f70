"""The problems that a course's assignments set, recognised by their data however they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tutor_app.domain.traces import Graph, Problem
from tutor_app.domain.values import Chunk
from tutor_app.exercises.assignment_items import find_items
from tutor_app.exercises.policy_in_material import SHARE, policy_in_material
from tutor_app.retrieval.index_files import MATERIAL, MATERIAL_ADAPTER, current_version
from tutor_app.tracing.reading.problem_reader import read_problem
from tutor_app.tracing.reading.reading_results import Span

LEAST_EDGES = 3  # fewer, or fewer numbers, stand in many a problem
LEAST_CELLS = 4
# An assignment gives the data of several items before them, where no algorithm is named.
_ORDERS = ("", "Run breadth-first search.\n", "Run merge sort.\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignedProblems:
    """What assignments say, and the problems that could be read there."""

    chunks: tuple[Chunk, ...] = ()
    problems: tuple[Problem, ...] = ()

    def include(self, problem: Problem, text: str, used: Sequence[Span]) -> bool:
        """Say whether an assignment sets this problem; `used` are the places of its data in `text`.

        The algorithm does not count: the run of another one on the same graph gives much away.
        """
        if any(same_data(problem, one) for one in self.problems):
            return True
        return policy_in_material(text, used, self.chunks) == "hints"


def assigned_problems(course_dir: Path) -> AssignedProblems:
    """Return those of the course's index in force; none if there is no index."""
    version = current_version(course_dir)
    return AssignedProblems() if version is None else _of_version(version)


@lru_cache(maxsize=32)
def _of_version(version: Path) -> AssignedProblems:
    """A version never changes."""
    try:
        material = MATERIAL_ADAPTER.validate_json((version / MATERIAL).read_bytes())
    except (OSError, ValueError):
        return AssignedProblems()
    return of_chunks(material.chunks)


def of_chunks(chunks: Iterable[Chunk]) -> AssignedProblems:
    """Return the problems of the assignments among `chunks`."""
    assigned = tuple(chunk for chunk in chunks if chunk.document.kind == "assignment")
    texts = (
        *(item.statement for item in find_items(assigned)),
        *(sentence.text for chunk in assigned for sentence in chunk.sentences),
    )
    found = (_read(text) for text in dict.fromkeys(texts))
    return AssignedProblems(
        chunks=assigned, problems=tuple(problem for problem in found if problem is not None)
    )


def _read(text: str) -> Problem | None:
    """Return the problem that the text gives enough data of."""
    for order in _ORDERS:
        reading = read_problem(f"{order}{text}")
        if reading is not None and same_data(reading.problem, reading.problem):
            return reading.problem
    return None


def same_data(one: Problem, other: Problem) -> bool:
    """Say whether two problems have the same data, or nearly the same graph."""
    if one.graph is not None and other.graph is not None:
        return _same_graph(one.graph, other.graph)
    if one.array is not None and one.array == other.array:
        return len(one.array) >= LEAST_CELLS
    if one.operations is not None and one.operations == other.operations:
        return len(one.operations) >= LEAST_CELLS
    return any(
        mine is not None and mine == theirs
        for mine, theirs in (
            (one.tree, other.tree),
            (one.strings, other.strings),
            (one.items, other.items),
        )
    )


def _same_graph(one: Graph, other: Graph) -> bool:
    mine, theirs = _edges(one), _edges(other)
    least = max(LEAST_EDGES, SHARE * max(len(mine), len(theirs)))
    return len(mine & theirs) >= least


def _edges(graph: Graph) -> frozenset[tuple[frozenset[str], float | None]]:
    return frozenset(
        (
            frozenset((edge.source.casefold(), edge.target.casefold())),
            None if edge.weight is None else float(edge.weight),
        )
        for edge in graph.edges
    )
