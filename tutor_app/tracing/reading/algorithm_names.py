"""Which algorithm a message names or asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from tutor_app.tracing.algorithm import Algorithm, all_algorithms
from tutor_app.tracing.reading.message_size import MOST_CHARACTERS, ends_of
from tutor_app.tracing.reading.plain_spelling import plain

# A name that another contains, or a tool of another: "depth-first iterative deepening" is not
# depth-first search, and Dijkstra's algorithm with a priority queue is none of heaps.
_INSIDE = {
    "dfs": ("ids",),
    "greedy": ("astar",),
    "heap_operations": ("heapsort", "dijkstra", "prim", "ucs", "astar", "greedy"),
}
_NOT_THIS = re.compile(r"\b(?:not|unlike|instead of|rather than|than|versus|vs\.?)\s+(?:\w+\s+)?$")
# What is asked for without a name, where only one algorithm of the course gives it.
_RESULTS = (
    (r"\btopological(?:ly)?\b", ("toposort",)),
    (r"\b(?:minimum|minimal|min)\s+(?:cost\s+)?spanning\s+tree\b|\bmst\b", ("prim", "kruskal")),
    (r"\bshortest\s+(?:paths?|distances?|routes?|way)\b", ("dijkstra", "bellman_ford")),
    (r"\ball\s+pairs\b", ("floyd_warshall",)),
    (r"\b(?:build|make)\s+(?:a|the)?\s*(?:max|min)\s*heap\b", ("heapsort",)),
)


def name_algorithm(text: str) -> str | None:
    """Return the id of the algorithm that a text names first, None if it names none.

    Of a text of more than `MOST_CHARACTERS` both ends are looked at.
    """
    return _name_algorithm(ends_of(text, MOST_CHARACTERS))


def name_algorithms(text: str) -> tuple[str, ...]:
    """Return the ids of all algorithms that a text names, in its order, without those within."""
    found = sorted(_named(ends_of(text, MOST_CHARACTERS), all_algorithms().values()))
    names = tuple(dict.fromkeys(name for _, _, name in found))
    within = {name for name in names if set(_INSIDE.get(name, ())) & set(names)}
    return tuple(name for name in names if name not in within)


@lru_cache(maxsize=512)  # a message's parts are asked about for each item of the course
def _name_algorithm(text: str) -> str | None:
    found = sorted(_named(text, all_algorithms().values()))
    if not found:
        return None
    names = {name for _, _, name in found}
    first = found[0][2]
    longer = [name for name in _INSIDE.get(first, ()) if name in names]
    return longer[0] if longer else first


def first_place(text: str) -> int | None:
    """Return where a text in plain spelling names its first algorithm, None if it names none."""
    return min((place for place, _, _ in _named(text, all_algorithms().values())), default=None)


def asked_for(text: str) -> tuple[str, ...]:
    """Return the algorithms that give what a text asks for without naming one, the likeliest first.

    "the shortest distances from A": Dijkstra, or Bellman–Ford where a weight is negative.
    """
    spelled = plain(text)
    for pattern, algorithms in _RESULTS:
        if re.search(pattern, spelled):
            return tuple(name for name in algorithms if name in all_algorithms())
    return ()


def _named(text: str, algorithms: Iterable[Algorithm]) -> Iterator[tuple[int, int, str]]:
    """Yield where each algorithm is named, how sure its pattern is (0: surest), and its id."""
    spelled = plain(text)
    respelled = spelled != text.casefold()
    for algorithm in algorithms:
        for rank, pattern in enumerate(algorithm.called):
            place = place_of_pattern(pattern, spelled)
            if place is None and respelled and place_of_pattern(pattern, text) is not None:
                place = len(spelled)  # only in the message's own spelling: as if named last
            if place is not None:
                yield place, rank, algorithm.id


def place_of_pattern(pattern: str, text: str) -> int | None:
    """Return where the pattern stands first, other than in "not …" or "instead of …"."""
    for found in re.finditer(pattern, text, re.IGNORECASE):
        if not _NOT_THIS.search(text[max(0, found.start() - 24) : found.start()]):
            return found.start()
    return None
