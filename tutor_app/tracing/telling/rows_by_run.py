"""Rows in a layout that nobody knows, of which those that are right show how they are written.

A list behind a node may be all that waits or what was added, its numbers g, h or f, a row of bare
numbers the distances of nodes that stand over it. Every reading is judged by the exact run, and
that counts under which the rows are right for longest: none is right by chance in all its values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Literal

from tutor_app.domain.traces import Number, Row, StudentTrace, Value
from tutor_app.tracing.checking.check_trace import judge_kindly
from tutor_app.tracing.checking.trace_verdict import Judgement
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.telling.row_parts import RowPart
from tutor_app.tracing.telling.row_units import manners, read_units

FOLLOWED = ("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra")
UNWEIGHTED = ("bfs", "dfs")
LEAST_SHOWN = 3  # nodes and values of right rows, which show how they are written
LEAST_HEAD = 2  # nodes that stand over columns
_TOP = re.compile(
    r"(?i)\btop\b\W*(?:is |on |at |the )*(?:(?:first|left)\b|(?P<end>last|right|end)\b)"
)
_LISTS = re.compile(r"(?i)\b(?:queue|q|open|frontier|fringe|list|waiting)\b")
_PASSED = 5
_ARROW = re.compile(r"->|→|⇒|=>")
_OWN = ""  # the column of the node in front
_KEYS: Mapping[str, str] = {"ucs": "g", "greedy": "h", "astar": "f"}

ListKind = Literal["open", "added"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsByRun:
    """The rows as they are read, and how they are judged.

    `shown` counts the nodes and values of right rows, `beside` what is told and no row holds,
    `passed` the parts in front that may be rows, too.
    """

    rows: tuple[Row, ...]
    final: Row
    judged: Judgement
    shown: int
    beside: int
    passed: int = 0

    @property
    def kinds(self) -> frozenset[str]:
        """What its rows list."""
        return frozenset(name for row in self.rows for name in row) & {"open", "added"}

    @property
    def borne_out(self) -> int:
        """How much of what is told is right, less what was passed over."""
        return self.shown - _PASSED * self.passed

    @property
    def rank(self) -> tuple[float, bool, int, int]:
        """The higher, the better the run bears the reading out."""
        right = self.judged.correct or self.judged.missing
        return (self.borne_out, right, len(self.rows), -self.beside)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Layout:
    """One way to understand all rows of a message."""

    kind: ListKind
    columns: tuple[str, ...]
    turned: bool  # the list is told from its other end
    valued: bool = True  # else only nodes are compared


def rows_by_run(
    text: str, run: AlgorithmRun, settled: frozenset[str], before: Sequence[Row] = ()
) -> RowsByRun | None:
    """Return the rows told in `text` where rows that are right show how they are written.

    They begin the run, or go on with those `before`; None where no reading is borne out.
    """
    graph = run.problem.graph
    if graph is None or run.algorithm.id not in FOLLOWED:
        return None
    found: list[RowsByRun] = []
    for manner in manners(graph.nodes, valued=run.algorithm.id not in UNWEIGHTED):
        units = read_units(text, graph.nodes, manner)
        for told, ahead in _tellings(units, run, before):
            for layout in _layouts(told, ahead, run, text):
                read = _read(told, layout, run, settled, before, units)
                if read is not None:
                    found.append(replace(read, passed=sum(unit.is_row for unit in ahead)))
    best = max(found, key=lambda each: each.rank, default=None)
    return None if best is None or _is_open(best, found, text, run) else best


def _is_open(best: RowsByRun, found: Sequence[RowsByRun], text: str, run: AlgorithmRun) -> bool:
    """Whether nodes alone read right in one way and wrong in another: values decide, or a word."""
    if run.algorithm.id not in UNWEIGHTED:
        return False
    if run.algorithm.id == "dfs":
        listed = any("open" in row or "added" in row for row in best.rows)
        return listed and not best.rank[1] and "top" not in text.casefold()
    others = {each.rank[1] for each in found if each.borne_out >= LEAST_SHOWN}
    rivals = {each.kinds for each in found if each.borne_out >= LEAST_SHOWN}
    return len(others) > 1 and len(rivals) > 1 and not _LISTS.search(text)


def _tellings(
    units: Sequence[RowPart], run: AlgorithmRun, before: Sequence[Row]
) -> Iterator[tuple[list[RowPart], Sequence[RowPart]]]:
    """Yield the parts that may be the rows, and those ahead of them."""
    taken = [step.row.get("node") for step in run.steps if step.number >= run.algorithm.first_step]
    begun = {*taken[:1], *taken[len(before) : len(before) + 1]}
    for place, unit in enumerate(units):
        if unit.head in begun and unit.tells and (told := _told_units(units[place:])):
            yield told, units[:place]
    if run.algorithm.id in UNWEIGHTED:
        yield from ((told, ()) for told in _orders(units, run.problem.start))
    stepped = [unit for unit in units if unit.step is not None and unit.head is not None]
    if len(stepped) > 1:
        yield [_headless(unit) for unit in stepped], ()
    if stepped and not stepped[0].chosen and stepped[0].entries:
        rest = _told_units(units[units.index(stepped[0]) + 1 :])
        yield [_headless(stepped[0]), *rest], ()
    queue = run.algorithm.id == "bfs"
    if queue and not before and len(implied := _implied_units(units, run.problem.start)) > 1:
        yield implied, ()


def _told_units(units: Sequence[RowPart]) -> list[RowPart]:
    """Return the parts that are rows, up to what is told of the result or of no row."""
    told: list[RowPart] = []
    for unit in units:
        if unit.head is None or (unit.ways and not (told or unit.lists)):
            continue  # a path is a result, not a row
        again = unit.head in (each.head for each in told)
        if told and (unit.result or unit.denies or again):
            break
        if told and not unit.lists and told[0].lists and not unit.chosen:
            break  # a sentence about the rows
        if told and told[-1].parted and not told[-1].tells:
            return []  # a place is left blank
        if unit.tells or unit.chosen or (told and unit.step is not None):
            told.append(unit)
    return told


def _orders(units: Sequence[RowPart], start: str | None) -> Iterator[list[RowPart]]:
    """Yield the nodes that are told one behind the other from the start on, as rows."""
    for place, unit in enumerate(units):
        names = [unit.head, *unit.names]
        chain = len(_ARROW.findall(unit.text)) > LEAST_HEAD  # "1 → 2 → 4, back to 2 → 5"
        if unit.head != start or unit.lists or len(names) <= LEAST_HEAD:
            continue
        if chain and not unit.own and not any(numbers for _, numbers in unit.entries):
            yield [RowPart(text="", head=name) for name in dict.fromkeys(names)]
        if unit.parted:
            continue
        order = [*names[: next((n for n, name in enumerate(names) if name in names[:n]), None)]]
        later = [name for each in units[place:] for name in each.taken]
        order += [name for name in dict.fromkeys(later) if name not in order]
        yield [RowPart(text="", head=name) for name in order]


def _headless(unit: RowPart) -> RowPart:
    """Return a row that tells its number and its list, not the node that is taken."""
    entries = [(unit.head or "", unit.own), *unit.entries]
    return RowPart(text=unit.text, step=unit.step, entries=entries, lists=True, beside=unit.beside)


def _implied_units(units: Sequence[RowPart], start: str | None) -> list[RowPart]:
    """Return lists alone as rows: what is taken is the first of the list before."""
    lists = [unit for unit in units if unit.head is not None and not unit.denies]
    if not lists or lists[0].head != start or lists[0].entries:
        return []
    found = []
    for before, unit in pairwise(lists):
        if unit.own or any(numbers for _, numbers in unit.entries):
            break
        entries = [(unit.head or "", []), *unit.entries]
        found.append(RowPart(text=unit.text, head=before.head, entries=entries, lists=True))
    return found


def _layouts(
    told: Sequence[RowPart], ahead: Sequence[RowPart], run: AlgorithmRun, text: str
) -> Iterator[_Layout]:
    kinds: tuple[ListKind, ...] = ("open",) if any(u.lists for u in told) else ("open", "added")
    turned = (False, True) if run.algorithm.id == "dfs" else (False,)
    if run.algorithm.id == "dfs" and (top := _TOP.search(text)) is not None:
        turned = (top["end"] is not None,)
    columns = _columns(told, ahead, run) if run.algorithm.id == "dijkstra" else [()]
    for kind, cols, turn in product(kinds, columns, turned):
        yield _Layout(kind=kind, columns=cols, turned=turn)


def _columns(
    told: Sequence[RowPart], ahead: Sequence[RowPart], run: AlgorithmRun
) -> list[tuple[str, ...]]:
    """Return the nodes that may stand over bare numbers: those listed ahead, else all in order."""
    graph = run.problem.graph
    assert graph is not None
    width = max(max(len(unit.bare), len(unit.own) * (not unit.entries)) for unit in told)
    found: list[tuple[str, ...]] = []
    for unit in ahead:
        named = tuple(filter(None, (unit.head, *unit.names)))
        listed = unit.header(graph.nodes)
        found += [each for each in (named, listed) if len(each) >= LEAST_HEAD]
    found += [(_OWN, *each) for each in found]  # its own distance stands behind the node: "a 3 | …"
    every = tuple(sorted(graph.nodes, key=lambda node: (len(node), node)))
    found += [every, graph.nodes, tuple(node for node in every if node != run.problem.start)]
    return [each for each in dict.fromkeys(found) if len(each) == width] or [()]


def _read(  # noqa: PLR0913  (the rows, one way to understand them, and what they go on from)
    told: Sequence[RowPart],
    layout: _Layout,
    run: AlgorithmRun,
    settled: frozenset[str],
    before: Sequence[Row],
    units: Sequence[RowPart],
) -> RowsByRun | None:
    read = _judged(told, layout, run, settled, before, units)
    if read.shown < LEAST_SHOWN and run.algorithm.id in _KEYS:
        # All values may be wrong, and the rows plain to see.
        nodes = _judged(told, replace(layout, valued=False), run, settled, before, units)
        read = replace(read, shown=nodes.shown if nodes.shown > LEAST_SHOWN else 0)
    return read if read.shown >= LEAST_SHOWN else None


def _judged(  # noqa: PLR0913  (the rows, one way to understand them, and what they go on from)
    told: Sequence[RowPart],
    layout: _Layout,
    run: AlgorithmRun,
    settled: frozenset[str],
    before: Sequence[Row],
    units: Sequence[RowPart],
) -> RowsByRun:
    rows = [_row(unit, layout, run) for unit in told]
    first = run.algorithm.first_step
    taken = {step.row.get("node"): step.number for step in run.steps}
    begin = taken.get(told[0].head, first) if before and told[0].head is not None else first
    if told[0].head is None:
        begin = told[0].step or first
    kept = [row for row in before if int(str(row.get("step", 0))) < begin]
    numbered = tuple({"step": begin + place, **row} for place, row in enumerate(rows))
    final = _path_behind(told, units, run)
    student = StudentTrace(rows=(*kept, *numbered), final=final)
    judged = judge_kindly(run.problem, settled, student)
    right = judged.right_steps - len(kept) if judged.first_error_step else len(rows)
    if begin > first + len(kept):
        right = 0  # they hang in the air
    if layout.kind == "added" and not _all_new(numbered[: max(right, 0)], run):
        right = 0
    return RowsByRun(
        rows=numbered,
        final=final,
        judged=judged,
        shown=sum(_weight(row) for row in rows[: max(right, 0)]),
        beside=sum(unit.beside for unit in told),
    )


def _path_behind(told: Sequence[RowPart], units: Sequence[RowPart], run: AlgorithmRun) -> Row:
    """Return the path, and its cost, that stands behind the rows."""
    as_said = told[-1] in units  # else any part may be what the rows were made of
    for unit in units[units.index(told[-1]) + 1 :] if as_said else units:
        names = [unit.head, *unit.names]
        bare = not any(numbers for _, numbers in unit.entries[:-1])
        leads = unit.head == run.problem.start and len({*names}) == len(names) > LEAST_HEAD
        ends = unit.ways or (as_said and names[-1] == run.problem.goal)
        if "path" in run.final and leads and ends and bare and not unit.own and not unit.lists:
            cost = unit.entries[-1][1][-1:]
            given = {"cost": cost[0]} if cost and "cost" in run.final else {}
            return {"path": tuple(str(name) for name in names), **given}
    return {}


def _all_new(rows: Sequence[Row], run: AlgorithmRun) -> bool:
    """Whether what rows say to be added did not wait before as it does then."""
    held = {step.number: _entries(step.row.get("open")) for step in run.steps}
    for row in rows:
        number = int(str(row["step"]))
        names = [each.get("node") for each in _entries(row.get("added")) if isinstance(each, dict)]
        same = [each for each in held.get(number, ()) if each in held.get(number - 1, ())]
        if any(isinstance(each, Mapping) and each.get("node") in names for each in same):
            return False
    return True


def _entries(listed: Value) -> Sequence[Value]:
    return listed if isinstance(listed, tuple) else ()


def _row(unit: RowPart, layout: _Layout, run: AlgorithmRun) -> Row:
    row: dict[str, Value] = {} if unit.head is None else {"node": unit.head}
    if run.algorithm.id == "dijkstra":
        return _with_distances(row, unit, layout)
    key = _KEYS.get(run.algorithm.id) if layout.valued else None
    row.update(_values(unit.own, key, unit.head, run))
    if not (unit.entries or unit.lists):
        return row
    entries: list[Value] = [
        {"node": name, **_values(numbers, key, name, run)} for name, numbers in unit.entries
    ]
    kind = "open" if unit.lists or unit.empty else layout.kind
    return {**row, kind: tuple(entries[::-1] if layout.turned else entries)}


def _with_distances(row: dict[str, Value], unit: RowPart, layout: _Layout) -> Row:
    dist: dict[str, Value] = {name: numbers[-1] for name, numbers in unit.entries if numbers}
    bare = unit.bare if unit.bare or unit.entries else unit.own
    if bare and len(bare) == len(layout.columns):
        told = dict(zip(layout.columns, bare, strict=True))
        own = {str(unit.head): told.pop(_OWN)} if _OWN in told else {}
        return {**row, "dist": {**own, **told}}
    if unit.own and unit.head is not None:
        dist.setdefault(unit.head, unit.own[-1])
    return {**row, "dist": dist} if dist else row


def _values(
    numbers: Sequence[Number], key: str | None, name: str | None, run: AlgorithmRun
) -> Mapping[str, Value]:
    """Return what the numbers of a node are: the value by which it waits, else g and f of A*."""
    if key is None or not numbers:
        return {}
    graph = run.problem.graph
    h = (graph.heuristic or {}).get(name or "") if graph is not None else None
    if len(numbers) == 1 or run.algorithm.id != "astar":
        return {key: numbers[-1]}
    if len(numbers) > 2 and h in numbers:
        return {"g": numbers[0], "h": numbers[1], "f": numbers[2]}
    return {"g": numbers[0], "f": numbers[1]}


def _weight(row: Row) -> int:
    """Count the nodes and values of a row that its list holds."""
    held = 0
    for name, value in row.items():
        if name in ("open", "added") and isinstance(value, tuple):
            held += sum(len(each) if isinstance(each, Mapping) else 1 for each in value)
        elif name == "dist" and isinstance(value, Mapping):
            held += len(value)
    return held + ("node" in row)
