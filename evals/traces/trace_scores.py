"""Scores of tracing predictions: how often the problem, the table and the verdict are exact.

The rules are those of the benchmark's CONVENTIONS: numbers to 1e-6, names without case, 3 is "3",
infinity in any spelling; the order inside OPEN does not count for ucs, greedy and astar; an edge of
an undirected list has no direction; row 0 is not scored, save for ids.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Json = Any
MEASURES = ("instance", "conventions", "table", "final", "verdict", "first_error")
EXTRA = ("error_type",)
_UNSORTED = frozenset({"ucs", "greedy", "astar"})
_ENDLESS = {"inf": "inf", "infinity": "inf", "∞": "inf", "+inf": "inf", "+∞": "inf"}
_ENDLESS |= {"-inf": "-inf", "-infinity": "-inf", "-∞": "-inf", "−∞": "-inf"}
_EMPTY = ("", "-", "none", "null")
# What says the problem itself; everything else in an instance is a convention.
DATA = ("algorithm", "directed", "heuristic", "start", "goal", "array", "target", "tree", "root")
NO_CONVENTION = frozenset({"type", "nodes", "edges", "weighted", "student_trace", *DATA})


# --- one form for values ---------------------------------------------------------------------


def canonical(value: Json) -> Json:
    """Return a value in the form in which it is compared."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return round(float(value), 6)
    if isinstance(value, str):
        return _canonical_text(value.strip().lower())
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key).lower(): canonical(item) for key, item in value.items()}
    return value


def _canonical_text(text: str) -> Json:
    if text in _ENDLESS:
        return _ENDLESS[text]
    if text in _EMPTY:
        return None
    if text[0] in "-.0123456789":
        try:
            return round(float(text), 6)
        except ValueError:
            return text
    return text


def alike(expected: Json, given: Json) -> bool:
    """Return whether two canonical values agree; a mapping may hold more than is expected."""
    if isinstance(expected, dict):
        if not isinstance(given, dict):
            return False
        return all(key in given and alike(value, given[key]) for key, value in expected.items())
    if isinstance(expected, list):
        if not isinstance(given, list) or len(given) != len(expected):
            return False
        return all(map(alike, expected, given))
    if isinstance(expected, bool) or isinstance(given, bool):
        return expected is given
    if isinstance(expected, float) and isinstance(given, float):
        return abs(expected - given) < 1e-6
    return bool(expected == given)


def field_alike(algorithm: str, name: str, expected: Json, given: Json) -> bool:
    """Return whether a field of a row or of a final answer is right."""
    if name == "open" and algorithm in _UNSORTED:
        return _same_open(expected, given)
    if name == "edge" and isinstance(expected, list):
        return isinstance(given, list) and _unordered(expected) == _unordered(given)
    if name == "edges" and isinstance(expected, list):
        if not isinstance(given, list) or len(given) != len(expected):
            return False
        pairs = zip(expected, given, strict=True)
        return all(isinstance(g, list) and _unordered(e) == _unordered(g) for e, g in pairs)
    return alike(expected, given)


def _unordered(items: Sequence[Json]) -> list[str]:
    return sorted(str(item) for item in items)


def _same_open(expected: Json, given: Json) -> bool:
    if not isinstance(given, list) or len(given) != len(expected):
        return False
    if any(not isinstance(entry, dict) or "node" not in entry for entry in given):
        return False
    by_node = {str(entry["node"]): entry for entry in given}
    return all(
        str(entry["node"]) in by_node and alike(entry, by_node[str(entry["node"])])
        for entry in expected
    )


# --- one problem -----------------------------------------------------------------------------


def table_right(algorithm: str, expected: Json, given: Json) -> bool:
    """Return whether the whole table is exact."""
    if not isinstance(given, list):
        return False
    rows, shown = _scored_rows(algorithm, expected), _scored_rows(algorithm, given)
    if len(rows) != len(shown):
        return False
    return all(
        name in claimed and field_alike(algorithm, name, value, claimed[name])
        for row, claimed in zip(rows, shown, strict=True)
        for name, value in row.items()
        if name != "step"
    )


def _scored_rows(algorithm: str, rows: Sequence[Json]) -> list[dict[str, Json]]:
    found = [canonical(row) for row in rows if isinstance(row, Mapping)]
    return found if algorithm == "ids" else [row for row in found if row.get("step") != 0.0]


def final_right(algorithm: str, expected: Json, given: Json) -> bool:
    """Return whether the final answer is exact; what is expected to be nothing may be left out."""
    claimed = canonical(given)
    if not isinstance(claimed, dict):
        return False
    return all(
        field_alike(algorithm, name, value, claimed[name]) if name in claimed else value is None
        for name, value in canonical(expected).items()
    )


def instance_right(expected: Mapping[str, Json], given: Json) -> bool:
    """Return whether the problem itself was read exactly: data, start, goal, target."""
    if not isinstance(given, Mapping):
        return False
    for name in DATA:
        if expected.get(name) is None:
            continue
        if not alike(canonical(expected[name]), canonical(given.get(name))):
            return False
    if expected.get("goal") is None and given.get("goal") is not None:
        return False
    if "edges" not in expected:
        return True
    return _nodes(expected) == _nodes(given) and _same_edges(expected, given)


def _nodes(instance: Mapping[str, Json]) -> set[str]:
    named = list(instance.get("nodes") or [])
    ends = [end for edge in instance.get("edges") or [] for end in edge[:2]]
    return {str(canonical(node)) for node in [*named, *ends]}


def _same_edges(expected: Mapping[str, Json], given: Mapping[str, Json]) -> bool:
    ordered = expected["algorithm"] == "bellman_ford" or expected.get("neighbor_order") == "listed"
    weighted, directed = bool(expected.get("weighted")), bool(expected["directed"])
    lists = []
    for instance in (expected, given):
        edges = [_edge(edge, weighted, directed) for edge in instance.get("edges") or []]
        lists.append(edges if ordered else sorted(edges, key=str))
    return lists[0] == lists[1]


def _edge(edge: Sequence[Json], weighted: bool, directed: bool) -> tuple[Json, ...]:
    ends = [str(canonical(end)) for end in edge[:2]]
    weight = [canonical(item) for item in edge[2:3]] if weighted else []
    return (*(ends if directed else sorted(ends)), *weight)


def conventions_right(expected: Mapping[str, Json], given: Json) -> bool:
    """Return whether every convention in force was read."""
    return isinstance(given, Mapping) and all(
        alike(canonical(value), canonical(given.get(name)))
        for name, value in expected.items()
        if name not in NO_CONVENTION and value is not None
    )


# --- all problems ----------------------------------------------------------------------------


@dataclass
class Tally:
    """Right and wrong by measure, algorithm and kind; clarifications; ids that are wrong."""

    right: dict[tuple[str, str], list[bool]] = field(default_factory=dict)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    asked_rightly: int = 0
    asked_wrongly: int = 0
    not_asked: int = 0

    def add(self, measure: str, gold: Mapping[str, Json], right: bool) -> None:
        for group in ("all", gold["algorithm"], f"kind {gold['kind']}"):
            self.right.setdefault((group, measure), []).append(right)
        if not right:
            self.wrong.setdefault(measure, []).append(gold["id"])

    def of(self, group: str, measures: Collection[str]) -> dict[str, list[int]]:
        """Return [right, of] by measure; a measure that nothing was counted in is left out."""
        found = {name: self.right.get((group, name), []) for name in measures}
        return {name: [sum(each), len(each)] for name, each in found.items() if each}


def score(
    gold: Sequence[Mapping[str, Json]], predictions: Mapping[str, Mapping[str, Json]]
) -> Tally:
    """Score predictions by problem id; a problem without one is wrong in everything asked of it."""
    tally = Tally()
    for problem in gold:
        given = predictions.get(problem["id"], {})
        needed = bool(problem["expected"].get("needs_clarification"))
        asked = given.get("needs_clarification") is True
        tally.asked_rightly += needed and asked
        tally.asked_wrongly += asked and not needed
        tally.not_asked += needed and not asked
        if not needed:
            _score_one(problem, {} if asked else given, tally)
            _score_label(problem, given, tally)
    return tally


def _score_one(gold: Mapping[str, Json], given: Mapping[str, Json], tally: Tally) -> None:
    algorithm, expected = gold["algorithm"], gold["expected"]
    instance = given.get("instance")
    tally.add("instance", gold, instance_right(gold["instance"], instance))
    tally.add("conventions", gold, conventions_right(gold["instance"], instance))
    if gold["kind"] == "trace":
        final = final_right(algorithm, expected["final"], given.get("final"))
        if expected.get("goal_reachable") is False and given.get("goal_reachable") is False:
            final = True
        tally.add("final", gold, final)
        tally.add("table", gold, table_right(algorithm, expected["steps"], given.get("steps")))
        return
    verdict = given.get("correct") is expected["correct"]
    step = given.get("first_error_step")
    first = verdict and step == expected["first_error_step"] and not isinstance(step, bool)
    tally.add("verdict", gold, verdict)
    tally.add("first_error", gold, first)


def _score_label(gold: Mapping[str, Json], given: Mapping[str, Json], tally: Tally) -> None:
    """Score the name of the mistake, optional, where there is one; asking does not excuse it."""
    expected = gold["expected"]
    if gold["kind"] != "check":
        return
    if not expected["correct"] and "error_type" in given:
        tally.add("error_type", gold, given["error_type"] == expected["error_type"])


def ratio(part: int, whole: int) -> float | None:
    """Return a share, None of nothing."""
    return round(part / whole, 4) if whole else None


def exact_where_read(
    gold: Sequence[Mapping[str, Json]],
    predictions: Mapping[str, Mapping[str, Json]],
    scored: Callable[[Sequence[Mapping[str, Json]]], Tally],
) -> dict[str, list[int]]:
    """Return the tables and verdicts of the problems whose instance and conventions are right."""
    read = [
        problem
        for problem in gold
        if not problem["expected"].get("needs_clarification")
        and not predictions.get(problem["id"], {}).get("needs_clarification")
        and instance_right(problem["instance"], predictions.get(problem["id"], {}).get("instance"))
        and conventions_right(
            problem["instance"], predictions.get(problem["id"], {}).get("instance")
        )
    ]
    return scored(read).of("all", ("table", "final", "verdict", "first_error"))
