"""How students type rows in a chat: every message mixes its own signs; half of the families held.

What stands before a row, between its entries and behind it is drawn from the work itself, so that
the same work is always written in the same way.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from evals.traces.styles.search_styles import KEYS
from evals.traces.styles.written_work import (
    Work,
    WrittenWork,
    listed,
    number,
    shown,
    style,
)
from tutor_app.domain.traces import Row, StudentTrace, Value

TUNED_SEARCHES = ("bfs", "astar")
HELD_SEARCHES = ("ucs", "greedy")
TUNED_ARRAYS = ("insertion_sort", "heap_operations", "quicksort")
HELD_ARRAYS = ("selection_sort", "bubble_sort", "heapsort")

_HEADS = ("{n}:", "{n} ->", "after {n}:", "took {n}, now", "{n} gives", "{n} |", "{n} =>", "{n}!!")
_PAIRS = ("{n}{v}", "{n}={v}", "{n} {v}", "{n}({v})", "{n} is {v}", "{n}:{v}")
_BETWEEN = (", ", " ", " and ", "; ")
_ROWS = ("\n", " / ", "\n\n", ". then ", " ... ", " ~~ ")
_LISTS = ("{}", "[{}]", "({})", "{{{}}}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hand:
    """The signs of one message."""

    head: str
    pair: str
    between: str
    rows: str
    around: str


def _hand(work: Work) -> _Hand:
    dice = random.Random(str(work.rows[0]) + str(work.start))
    hand = _Hand(
        head=dice.choice(_HEADS),
        pair=dice.choice(_PAIRS),
        between=dice.choice(_BETWEEN),
        rows=dice.choice(_ROWS),
        around=dice.choice(_LISTS),
    )
    digits = any(node.isdigit() for node in work.nodes)
    if digits or any(len(node) > 1 for node in work.nodes):
        plain = {"{n}{v}": "{n}={v}", "{n} {v}": "{n}={v}"}
        hand = _Hand(
            head=hand.head,
            pair=plain.get(hand.pair, hand.pair),
            between=", " if hand.between == " " else hand.between,
            rows=hand.rows,
            around=hand.around,
        )
    return hand


def _entries(work: Work, row: Row) -> Mapping[str, Value]:
    """What waits after a row by name, each with its value where the algorithm has one."""
    key = KEYS.get(work.problem.algorithm)
    if "open" not in row:
        dist, closed = cast(Row, row["dist"]), cast(Sequence[Value], row["closed"])
        return {n: v for n, v in dist.items() if n not in closed and v != float("inf")}
    return {
        str(each["node"]): each.get(key) if key else None
        for each in cast(Sequence[Row], row["open"])
    }


def _told(work: Work, pick: Callable[[Row, Row], Mapping[str, Value]]) -> list[str]:
    """The rows as told, each with the entries that `pick` chooses beside the row before it."""
    hand, told = _hand(work), []
    before = work.start
    for row in work.rows:
        head = hand.head.format(n=row["node"])
        entries = pick(before, row)
        said = hand.between.join(
            hand.pair.format(n=n, v=number(v)) if v is not None else n for n, v in entries.items()
        )
        told.append(f"{head} {hand.around.format(said) if said else '-'}")
        before = row
    return told


def _changed(work: Work, before: Row, row: Row) -> Mapping[str, Value]:
    old = _entries(work, before)
    return {n: v for n, v in _entries(work, row).items() if n not in old or old[n] != v}


@style(*TUNED_SEARCHES)
def loose_waiting(work: Work) -> WrittenWork:
    return _waiting(work)


@style(*HELD_SEARCHES, held=True)
def loose_waiting_held(work: Work) -> WrittenWork:
    return _waiting(work)


def _waiting(work: Work) -> WrittenWork:
    told = _told(work, lambda _, row: _entries(work, row))
    key = KEYS.get(work.problem.algorithm)
    trace = shown(work.rows, "node", "open", form={key: key} if key else {})
    return WrittenWork(text=_hand(work).rows.join(told), trace=trace)


@style(*TUNED_SEARCHES)
def loose_changes(work: Work) -> WrittenWork | None:
    return _changes(work)


@style(*HELD_SEARCHES, held=True)
def loose_changes_held(work: Work) -> WrittenWork | None:
    return _changes(work)


@style("dijkstra")
def loose_labels(work: Work) -> WrittenWork | None:
    return _changes(work)


def _changes(work: Work) -> WrittenWork | None:
    key = KEYS.get(work.problem.algorithm)
    rows, before = [], work.start
    for row in work.rows:
        changed = _changed(work, before, row)
        named: Row = {"step": row["step"], "node": row["node"]}
        if "open" in row:
            added = tuple({"node": n, **({key: v} if key else {})} for n, v in changed.items())
            named = {**named, "added": added}
        else:
            named = {**named, "dist": changed}
        rows.append(named)
        before = row
    told = _told(work, lambda old, row: _changed(work, old, row))
    return WrittenWork(text=_hand(work).rows.join(told), trace=StudentTrace(rows=tuple(rows)))


@style("bfs")
def loose_queues(work: Work) -> WrittenWork:
    """Nothing but the queue, line after line; its first is taken next."""
    lines = [" ".join(_entries(work, row)) for row in (work.start, *work.rows[:-1])]
    return WrittenWork(text="queue:\n" + "\n".join(lines), trace=shown(work.rows[:-1], "open"))


@style("dfs", held=True)
def loose_walk(work: Work) -> WrittenWork:
    signs = random.Random(str(work.rows)).choice((" then ", ", ", " > ", "\n", " -> "))
    text = signs.join(str(row["node"]) for row in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "node"))


@style(*TUNED_ARRAYS)
def loose_arrays(work: Work) -> WrittenWork:
    return _arrays(work)


@style(*HELD_ARRAYS, held=True)
def loose_arrays_held(work: Work) -> WrittenWork:
    return _arrays(work)


def _arrays(work: Work) -> WrittenWork:
    dice = random.Random(str(work.rows[0]) + str(work.start))
    between, rows = dice.choice((" ", ", ", ",")), dice.choice(("\n", " / ", " -> ", "; "))
    text = rows.join(listed(row["array"], between) for row in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "array"))


@style("binary_search")
def loose_bounds(work: Work) -> WrittenWork:
    dice = random.Random(str(work.rows[0]))
    form = dice.choice(
        (
            "lo={lo} hi={hi} mid={mid} value {value}",
            "[{lo}..{hi}] m={mid} a={value}",
            "{lo}-{hi} middle {mid} its {value}",
            "low {lo} high {hi} mid {mid} -> {value}",
        )
    )
    text = dice.choice((" / ", "\n", "; ")).join(form.format(**dict(row)) for row in work.rows)
    return WrittenWork(text=text, trace=shown(work.rows, "lo", "hi", "mid", "value"))
