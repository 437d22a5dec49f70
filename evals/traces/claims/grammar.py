"""The words in which claims are found: nodes, numbers, lists, paths of one run."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tutor_app.domain.traces import Row, TraceStep, Value
from tutor_app.tracing.checking.compare_values import plain, plain_or_none
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.narration.values_in_words import known_entries

NUMBER = r"(?:[-−+]?(?:\d+(?:\.\d+)?|∞|inf(?:inity)?\b))"
_ARROW = r"\s*(?:→|->|,|–|—|-)\s*"
Holds = frozenset[int] | bool  # the steps of which a claim is true, or whether it is at all


@dataclass(frozen=True)
class TraceFacts:
    """A run, a verdict on a trace of it, and what is looked up in them."""

    run: AlgorithmRun
    verdict: Verdict | None

    @cached_property
    def nodes(self) -> tuple[str, ...]:
        graph = self.run.problem.graph
        return () if graph is None else graph.nodes

    @cached_property
    def steps(self) -> tuple[TraceStep, ...]:
        return self.run.steps

    @cached_property
    def all_steps(self) -> frozenset[int]:
        return frozenset(step.number for step in self.steps)

    @property
    def last(self) -> int:
        return self.steps[-1].number if self.steps else 0

    def where(self, true: Callable[[Row], bool]) -> frozenset[int]:
        """Return the steps of which this is true; a step's row and its reason's facts together."""
        return frozenset(
            step.number for step in self.steps if true({**step.row, **step.reason.facts})
        )

    def coded(self, *codes: str) -> frozenset[int]:
        """Return the steps with one of these reasons."""
        return frozenset(step.number for step in self.steps if step.reason.code in codes)


Check = Callable[[re.Match[str], TraceFacts], Holds]


@dataclass(frozen=True, slots=True)
class ClaimPattern:
    """A pattern and its check. {N} a node, {L} a list of nodes, {P} a path, {E} an edge, {V} a
    number, {VL} numbers. `chooses`: it says which step is spoken of by what happens in it; `pins`:
    by its number."""

    pattern: str
    check: Check
    chooses: bool = False
    pins: bool = False


@lru_cache(maxsize=4096)
def compiled(pattern: str, nodes: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern for a graph with these nodes."""
    known = "|".join(re.escape(name) for name in sorted(nodes, key=len, reverse=True))
    node = rf"(?:(?<![\w.])(?:{known})(?![\w]))" if nodes else r"(?:(?!))"
    several = rf"{node}(?:\s*(?:,\s*and\s|,|\band\b|&)\s*{node})*"
    numbers = rf"{NUMBER}(?:\s*(?:,\s*and\s|,|\band\b)\s*{NUMBER})*"
    macros: Mapping[str, str] = {
        "{VL}": numbers,
        "{N}": node,
        "{L}": several,
        "{P}": rf"{node}(?:{_ARROW}{node})*",
        "{E}": rf"{node}\s*[-–—→]\s*{node}",
        "{V}": NUMBER,
    }
    for macro, text in macros.items():
        pattern = pattern.replace(macro, text)
    return re.compile(pattern)


def tokens(text: str, nodes: tuple[str, ...]) -> list[str]:
    """Return the nodes and numbers of a text in their order, each in one spelling."""
    found = compiled("{N}|{V}", nodes).findall(text)
    return [spelling(each) for each in found]


def spelling(value: Value) -> str:
    """Return a node or number in one spelling."""
    flat = plain(value) if not isinstance(value, Mapping | tuple | list) else plain_or_none(value)
    if isinstance(flat, float):
        return f"{flat:g}"
    return str(flat)


def flat(value: Value) -> list[str]:
    """Return the nodes and numbers of a value in their order, as `tokens` does of its words."""
    if isinstance(value, Mapping):
        if "node" in value:  # an entry of OPEN
            shown = [value["node"], *(value[name] for name in ("g", "h", "f") if name in value)]
            return [spelling(each) for each in shown]
        if any(isinstance(row, Mapping) for row in value.values()):
            rows = {key: known_entries(key, row) for key, row in value.items()}
            value = {key: row for key, row in rows.items() if row}
        return [s for key, each in value.items() for s in (spelling(key), *flat(each))]
    if isinstance(value, tuple | list):
        return [spelled for item in value for spelled in flat(item)]
    return [] if value is None or isinstance(value, bool) else [spelling(value)]


def items(facts: Row, name: str) -> Sequence[Value]:
    """Return a list among the facts, empty where there is none."""
    value = facts.get(name)
    return value if isinstance(value, tuple | list) else ()


def same_set(facts: Row, name: str, text: str, nodes: tuple[str, ...]) -> bool:
    """Return whether a list of nodes in words is the list among the facts, in any order."""
    return sorted(spelling(item) for item in items(facts, name)) == sorted(tokens(text, nodes))


def is_number(value: Value, text: str) -> bool:
    """Return whether a number in words is this value."""
    return value is not None and spelling(value) == spelling(text)
