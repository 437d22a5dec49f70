"""When a value that a student shows counts as the exact one.

Numbers agree to 1e-6, names without regard to case, a node "3" with the number 3, infinity in any
spelling. What is not shown is not judged: an entry of OPEN may lack its cost, a table of distances
some nodes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Value
from tutor_app.tracing.exact_run import AlgorithmRun

CLOSE = 1e-6
_INFINITE = {"inf", "infinity", "∞", "+inf", "+∞", "infty"}
_NOTHING = {"", "-", "–", "—", "none", "null", "nil"}
# CLOSED and the tree are sets of nodes, whatever the order a student lists them in.
_ALWAYS_SETS = frozenset({"closed", "tree", "pruned"})
_UNSORTED_OPEN = frozenset({"ucs", "greedy", "astar"})


@dataclass(frozen=True, slots=True)
class Rules:
    """Which fields of an algorithm's rows are sets, and whether an edge has a direction."""

    sets: frozenset[str]
    directed: bool


def rules_for(run: AlgorithmRun) -> Rules:
    """Return how rows of this run are compared."""
    open_set = {"open"} if run.algorithm.id in _UNSORTED_OPEN else set()
    graph = run.problem.graph
    return Rules(
        sets=_ALWAYS_SETS | run.algorithm.sets | open_set,
        directed=graph is not None and graph.directed,
    )


def same_field(field: str, expected: Value, shown: Value, rules: Rules) -> bool:
    """Return whether the shown value of a field is right, as far as it is shown."""
    if field == "edge":
        return _same_edge(expected, shown, rules.directed)
    if field == "edges":
        return _same_sets(expected, shown, lambda a, b: _same_edge(a, b, rules.directed))
    if field in rules.sets:
        return _same_sets(expected, shown, same_value)
    return same_value(expected, shown)


def same_value(expected: Value, shown: Value) -> bool:
    """Return whether two values agree; of a mapping, only the shown keys count."""
    if isinstance(expected, Mapping):
        if not isinstance(shown, Mapping):
            # A list of nodes stands for entries of which only the node is shown.
            return "node" in expected and same_value(expected["node"], shown)
        return _same_mapping(expected, shown)
    if isinstance(shown, Mapping):
        return set(shown) == {"node"} and same_value(expected, shown["node"])
    if is_list(expected) or is_list(shown):
        return _same_lists(expected, shown)
    return _same_plain(plain(expected), plain(shown))


def plain(value: Value) -> None | bool | float | str:
    """Return a scalar in one form: text in lower case, numbers as float, "∞" as infinity."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return float(value)
    text = str(value).strip().casefold().replace("−", "-")
    if text in _INFINITE:
        return math.inf
    if text.startswith("-") and text[1:].strip() in _INFINITE:
        return -math.inf
    if text in _NOTHING:
        return None
    return _number(text)


def _number(text: str) -> float | str:
    if text[0] not in "+-.0123456789":  # "nan", "infant" and "e5" are names
        return text
    try:
        return float(text)
    except ValueError:
        return text


def is_list(value: Value) -> bool:
    """Return whether a value is a sequence of values (text is not)."""
    return isinstance(value, tuple | list)


def items_of(value: Value) -> Sequence[Value]:
    """Return the items of a sequence; of anything else, none."""
    return value if isinstance(value, tuple | list) else ()


def _same_plain(a: None | bool | float | str, b: None | bool | float | str) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, float) and isinstance(b, float):
        return a == b or abs(a - b) < CLOSE
    return a == b


def _same_mapping(expected: Mapping[str, Value], shown: Mapping[str, Value]) -> bool:
    by_name = {str(key).casefold(): value for key, value in expected.items()}
    for key, value in shown.items():
        name = str(key).casefold()
        if name not in by_name:
            if plain_or_none(value) in (None, math.inf):
                continue  # no parent, no distance: nothing is claimed
            return False
        if not same_value(by_name[name], value):
            return False
    return True


def plain_or_none(value: Value) -> None | bool | float | str:
    """Return a scalar as `plain` does; a list or mapping is distinguished from None by its text."""
    return str(value) if isinstance(value, Mapping) or is_list(value) else plain(value)


def _same_lists(expected: Value, shown: Value) -> bool:
    if not (is_list(expected) and is_list(shown)):
        return False
    pairs = items_of(expected), items_of(shown)
    return len(pairs[0]) == len(pairs[1]) and all(map(same_value, *pairs))


def _same_sets(expected: Value, shown: Value, same: Callable[[Value, Value], bool]) -> bool:
    if not (is_list(expected) and is_list(shown)):
        return same_value(expected, shown)
    left = list(items_of(expected))
    for item in items_of(shown):
        match = next((place for place, other in enumerate(left) if same(other, item)), None)
        if match is None:
            return False
        del left[match]
    return not left


def _same_edge(expected: Value, shown: Value, directed: bool) -> bool:
    if same_value(expected, shown):
        return True
    return not directed and same_value(expected, tuple(reversed(items_of(shown))))
