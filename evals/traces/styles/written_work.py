"""A student's work about one exact run, how a style writes it down, and one error put into it."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from tutor_app.domain.traces import Number, Problem, Row, StudentTrace, Value
from tutor_app.tracing.checking.mistakes.repeated_mistakes import mistaken_runs
from tutor_app.tracing.exact_run import AlgorithmRun, scored_steps

# What may stand in place of a word that is no node.
_OTHER_WORDS: Mapping[str, str] = {
    "accept": "reject",
    "reject": "accept",
    "left": "right",
    "right": "left",
    "found": "cutoff",
    "cutoff": "found",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The rows that count, numbered as the table is, with the state before them; what comes out."""

    problem: Problem
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    start: Row
    final: Row

    @property
    def nodes(self) -> tuple[str, ...]:
        """The graph's nodes in alphabetical order, none without a graph."""
        graph = self.problem.graph
        return tuple(sorted(graph.nodes)) if graph is not None else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenWork:
    """Work as a text, and what of it the text shows: what a perfect reader would read."""

    text: str
    trace: StudentTrace


Write = Callable[[Work], WrittenWork | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One way in which students write down the work of some algorithms.

    `write` returns None where a piece of work cannot be written so. `held` styles are kept out
    while the reading is tuned.
    """

    name: str
    algorithms: tuple[str, ...]
    write: Write
    held: bool


STYLES: list[Style] = []


def style(*algorithms: str, held: bool = False) -> Callable[[Write], Write]:
    """Register a function as a style of these algorithms."""

    def register(write: Write) -> Write:
        name = getattr(write, "__name__", "style")
        STYLES.append(Style(name=name, algorithms=algorithms, write=write, held=held))
        return write

    return register


def work_of(exact: AlgorithmRun) -> Work:
    """Return the exact run as a student's faultless work."""
    first = exact.algorithm.first_step
    rows = tuple(exact.rows())
    counted = tuple(row for row in rows if number_of(row) >= first)
    start = next((row for row in rows if number_of(row) < first), {})
    return Work(
        problem=exact.problem,
        columns=exact.columns,
        rows=counted[: len(scored_steps(exact))],
        start=start,
        final=exact.final,
    )


def number_of(row: Row) -> int:
    """Return the number of a row."""
    return int(cast(int, row["step"]))


def shown(
    rows: Sequence[Row],
    *fields: str,
    final: Row | None = None,
    form: Mapping[str, str] | None = None,
) -> StudentTrace:
    """Return a trace that shows these fields of the rows; `form` names what entries hold."""
    kept = [
        {"step": row["step"], **{name: row[name] for name in fields if row.get(name) is not None}}
        for row in rows
    ]
    if form is not None:
        names = {"node", *form}
        kept = [
            {key: _entries(value, names) if key == "open" else value for key, value in row.items()}
            for row in kept
        ]
    return StudentTrace(rows=tuple(kept), final=final or {})


def _entries(value: Value, names: set[str]) -> Value:
    return tuple(
        {key: said for key, said in cast(Row, entry).items() if key in names}
        for entry in cast(Sequence[Value], value)
    )


def number(value: Value, infinite: str = "∞") -> str:
    """Return a number as it is written, an infinite one by its sign."""
    if isinstance(value, float) and math.isinf(value):
        return infinite if value > 0 else f"-{infinite}"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def listed(values: Value, between: str = ", ", infinite: str = "∞") -> str:
    """Return a list of numbers or names."""
    return between.join(number(value, infinite) for value in cast(Sequence[Value], values))


# --- an error ---------------------------------------------------------------------------------


def with_errors(work: Work, exact: AlgorithmRun, write: Write, dice: random.Random) -> list[Work]:
    """Return works with one thing wrong that the style shows, in random order."""
    right = write(work)
    if right is None:
        return []
    found = _whole_mistakes(work, exact)
    dice.shuffle(found)
    found = found[:3]
    places = [
        (place, name)
        for row in right.trace.rows
        for place, own in enumerate(work.rows)
        if own["step"] == row["step"]
        for name in row
        # The number of a row is no claim of its own.
        if name not in ("step", "limit") and own.get(name) is not None
    ]
    ends = [(None, name) for name in right.trace.final if name in work.final]
    chosen: list[tuple[int | None, str]] = [*places, *ends]
    dice.shuffle(chosen)
    for place, name in chosen[:6]:
        other = _perturbed(work, place, name, dice)
        if other is not None:
            found.append(other)
    dice.shuffle(found)
    return found


def _whole_mistakes(work: Work, exact: AlgorithmRun) -> list[Work]:
    """Return runs with a mistake made throughout."""
    found = []
    for _, rows in mistaken_runs(exact):
        counted = tuple(row for row in rows if number_of(row) >= exact.algorithm.first_step)
        if counted and all(set(work.rows[0]) <= set(row) for row in counted):
            found.append(replace(work, rows=counted[:30]))
    return found


def _perturbed(work: Work, place: int | None, name: str, dice: random.Random) -> Work | None:
    before = work.final[name] if place is None else work.rows[place][name]
    after = change_value(before, work, dice)
    if after is None or after == before:
        return None
    if place is None:
        return replace(work, final={**work.final, name: after})
    row = {**work.rows[place], name: after}
    return replace(work, rows=(*work.rows[:place], row, *work.rows[place + 1 :]))


def change_value(value: Value, work: Work, dice: random.Random) -> Value:
    """Return something else of the same kind; None where there is nothing."""
    if isinstance(value, bool) or value is None:
        return None if value is None else not value
    if isinstance(value, int | float):
        return dice.randint(2, 30) if math.isinf(value) else value + dice.randint(1, 3)
    if isinstance(value, str):
        if value in _OTHER_WORDS:
            return _OTHER_WORDS[value]
        others = [node for node in work.nodes if node != value]
        return dice.choice(others) if value in work.nodes else None
    if isinstance(value, Mapping):
        names = [name for name, each in value.items() if each is not None and name != "parent"]
        if not names:
            return None
        name = dice.choice(names)
        other = change_value(value[name], work, dice)
        return None if other is None else {**value, name: other}
    return _other_list(value, work, dice)


def _other_list(value: Sequence[Value], work: Work, dice: random.Random) -> Value:
    items = list(value)
    if not items:
        return None
    place = dice.randrange(len(items))
    swaps = [at for at in range(len(items) - 1) if items[at] != items[at + 1]]
    if isinstance(items[place], Mapping) and dice.random() < 0.3:
        del items[place]
        return tuple(items)
    if swaps and not isinstance(items[place], Mapping):
        at = dice.choice(swaps)
        items[at], items[at + 1] = items[at + 1], items[at]
        return tuple(items)
    other = change_value(items[place], work, dice)
    if other is None:
        return None
    items[place] = other
    return tuple(items)


def numbers(value: Value) -> tuple[Number, ...]:
    """Return a list of numbers as one."""
    return cast(tuple[Number, ...], value)
