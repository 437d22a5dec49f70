"""What an answer says comes out in the end: a path with its cost, an order, one number."""

from __future__ import annotations

from collections.abc import Sequence

from tutor_app.domain.traces import Number, Value
from tutor_app.tracing.answers.answer_items import Item
from tutor_app.tracing.answers.graph_rows_said import SaidRows
from tutor_app.tracing.exact_run import AlgorithmRun

# What a single number is that comes out.
_NUMBERS = ("cost", "weight", "value", "length", "index", "depth", "h")
MOST_ENDS = 2
_OF_ROWS = ("list", "map", "closed", "row", "either", "negation")


def read_result(items: Sequence[Item], run: AlgorithmRun) -> SaidRows | None:
    """Return what an answer gives as the result; None where it gives none.

    A path may be written backwards, from the goal to the start.
    """
    if any(item.is_word(*_OF_ROWS) for item in items):
        return None
    if run.problem.graph is None:
        return _read_number(items, run)
    said = _PathReader(_last_sentence(items))
    final: dict[str, Value] = {}
    nodes = _without_end_ahead(said.nodes, run)
    if len(nodes) > 1:
        final[_sequence_field(items, run)] = _forwards(nodes, run)
    elif nodes:
        return None
    if len(said.numbers) > 1:
        return None
    field = "cost" if "cost" in run.final or "dist" in run.final else _field(run)
    if said.numbers and field:
        final[field] = said.numbers[0]
    return SaidRows(final=final, unread=said.unread) if final else None


class _PathReader:
    """Collects the nodes of a path and the number that stands for its cost."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.nodes: list[str] = []
        self.numbers: list[Number] = []
        self.unread = 0
        self._of_cost = False
        for item in _without_ends(items):
            self._take(item)

    def _take(self, item: Item) -> None:
        if item.kind == "node" or (item.as_node is not None and not self._of_cost):
            self.nodes.append(item.name or item.as_node or "")
        elif item.kind == "number":
            self.numbers.append(item.value)
        elif item.is_word("cost") or (len(self.nodes) > 1 and _announces_number(item)):
            self._of_cost = True
        elif item.is_word("path", "order", "then") or item.is_mark("break"):
            self._of_cost = False
        self.unread += item.kind == "unread"


def _without_ends(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items behind "the path from S to C is": its ends are no part of it yet."""
    links = [place for place, item in enumerate(items) if item.is_word("link")]
    for place in links:
        before, behind = items[:place], items[place:]
        said = any(item.is_word("path") for item in before)
        named = sum(item.kind == "node" for item in before)
        if said and named <= MOST_ENDS and sum(item.kind == "node" for item in behind) > 1:
            return behind
    return items


def _without_end_ahead(nodes: Sequence[str], run: AlgorithmRun) -> Sequence[str]:
    """Return the nodes of "the path to C S A C" without the end that is named ahead."""
    ahead = len(nodes) > MOST_ENDS and nodes[0] == nodes[-1] and nodes[1] == run.problem.start
    return nodes[1:] if ahead else nodes


def _announces_number(item: Item) -> bool:
    return item.is_word("link") or item.is_mark("equals")


def _last_sentence(items: Sequence[Item]) -> Sequence[Item]:
    """Return the items behind the last full stop that has two nodes behind it: "oh A. S A C"."""
    stops = [place for place, item in enumerate(items) if item.is_mark("break")]
    for place in reversed(stops):
        if sum(item.kind == "node" for item in items[place:]) > 1:
            return items[place + 1 :]
    return items


def _sequence_field(items: Sequence[Item], run: AlgorithmRun) -> str:
    if "order" not in run.final:
        return "path"
    says_order = any(item.is_word("order") for item in items)
    return "order" if says_order or "path" not in run.final else "path"


def _forwards(nodes: Sequence[str], run: AlgorithmRun) -> tuple[str, ...]:
    start = run.problem.start
    backwards = start is not None and nodes[-1] == start and nodes[0] != start
    return tuple(reversed(nodes)) if backwards else tuple(nodes)


def _field(run: AlgorithmRun) -> str:
    return next((name for name in _NUMBERS if name in run.final), "")


def _read_number(items: Sequence[Item], run: AlgorithmRun) -> SaidRows | None:
    numbers = [item.value for item in items if item.kind == "number"]
    unread = sum(item.kind == "unread" for item in items)
    if isinstance(array := run.final.get("array"), tuple) and len(numbers) == len(array) > 1:
        return SaidRows(final={"array": tuple(numbers)}, unread=unread)
    field = _field(run)
    if len(numbers) != 1 or not field:
        return None
    found: dict[str, Value] = {"found": True} if field == "index" else {}
    return SaidRows(final={**found, field: numbers[0]}, unread=unread)
