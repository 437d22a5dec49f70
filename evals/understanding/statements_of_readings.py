"""Labelled statements from readings of messages about runs: what they say, and what nobody said.

A message's reading lists what it tells, denies and asks (evals/questions/step_readings). What it
does not say is made of its own nodes and numbers, bound otherwise: the errors that readers make.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from evals.understanding.statement_rows import StatementRow
from evals.understanding.step_reading.parse_step_reading import StepReading, parse_reading
from evals.understanding.step_rows import StepRow
from tutor_app.tracing.spoken.statement_texts import statement_text
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.understanding.statement_classifier import Stance

_NUMBER: Final = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_MOST_VALUES, _MOST_TAKEN = 4, 2
# A node of one of these may be said to be taken, if not in so many words.
_MAY_BE_TAKEN: Final = frozenset(
    ("taken", "blamed", "ended", "goal", "adds", "order", "follows", "path")
)


def statements_of_readings(rows: Sequence[StepRow], seed: int = 9) -> Iterator[StatementRow]:
    """Yield the statements of messages about runs, each with its stance."""
    chance = random.Random(seed)
    for row in rows:
        reading = parse_reading(row.written, row.exact.problem)
        if reading is None:
            continue
        for statement, stance in _Made(row, reading, chance).stances().items():
            yield StatementRow(
                subject="trace",
                last_words=row.said,
                message=row.words,
                statement=statement,
                stance=stance,
            )


class _Made:
    """The statements of one message."""

    def __init__(self, row: StepRow, reading: StepReading, chance: random.Random) -> None:
        self._told, self._asked, self._chance = reading.told, reading.asked, chance
        self._all = [*reading.told, *(each.told for each in reading.asked if each.told)]
        graph = row.exact.problem.graph
        assert graph is not None  # a reading has one
        self._nodes = [
            node
            for node in graph.nodes
            if re.search(rf"(?<!\w){re.escape(node)}(?!\w)", row.words, re.IGNORECASE)
        ]
        self._numbers = sorted({float(each) for each in _NUMBER.findall(row.words)})

    def stances(self) -> dict[str, Stance]:
        """Return what the message does with each statement."""
        found = dict(self._said())
        unsure = self._taken_for_granted()
        for statement in self._bound_otherwise():
            if statement not in unsure:
                found.setdefault(statement, "absent")
        return found

    def _said(self) -> Iterator[tuple[str, Stance]]:
        for told in self._told:
            if (text := statement_text(told)) is not None:
                yield text, "denies" if told.denied else "says"
            if not told.denied:
                yield from ((text, "says") for text in _parts_of(told))
        for asked in self._asked:
            if asked.is_whether and asked.told is not None:
                if (text := statement_text(asked.told)) is not None:
                    yield text, "asks"

    def _taken_for_granted(self) -> set[str]:
        """What its whys presuppose, and what it asks of a node, is neither said nor unsaid."""
        whys = (each.told for each in self._asked if each.told and not each.is_whether)
        nodes = {each.node for each in self._asked if each.node}
        return {*filter(None, map(statement_text, whys)), *(f"{node} is taken." for node in nodes)}

    def _bound_otherwise(self) -> Iterator[str]:
        values = [
            f"{node} is {number:g}."
            for node, number in product(self._nodes, self._numbers)
            if not self._has_number(node, number)
        ]
        yield from self._chance.sample(values, min(_MOST_VALUES, len(values)))
        spoken = {n for t in self._all if t.kind in _MAY_BE_TAKEN for n in (t.node, *t.nodes)}
        taken = [f"{node} is taken." for node in self._nodes if node not in spoken]
        yield from self._chance.sample(taken, min(_MOST_TAKEN, len(taken)))
        for told in self._told:
            if not told.denied:
                yield from self._turned_round(told)

    def _has_number(self, node: str, number: float) -> bool:
        return any(
            node in (told.node, *told.nodes) and number in (told.number, *told.values)
            for told in self._all
            if told.kind in ("value", "taken", "listed", "offer", "cost")
        )

    def _turned_round(self, told: RunStatement) -> Iterator[str]:
        others = [number for number in self._numbers if number != told.number]
        if told.kind == "parent" and told.nodes:
            yield f"{told.nodes[0]} is reached from {told.node}."
        elif told.kind == "follows" and told.nodes:
            yield f"{told.nodes[0]} is taken after {told.node}."
        elif told.kind == "order" and len(told.nodes) > 2:
            first, second, third, *rest = told.nodes
            yield f"The order is {', '.join((first, third, second, *rest))}."
        elif told.kind == "edge" and told.number is not None:
            if others:
                one, other = told.nodes
                yield f"The edge {one}–{other} is {self._chance.choice(others):g}."
            for node in told.nodes:
                if not self._has_number(node, float(told.number)):
                    yield f"{node} is {told.number:g}."
        elif told.kind == "cost" and others:
            yield f"The path costs {self._chance.choice(others):g}."
        elif told.kind == "waits":
            yield f"{told.node} is closed."


def _parts_of(told: RunStatement) -> Iterator[str]:
    """Yield what else is said with a statement: the values in a list, each node of an order."""
    if told.kind == "order":
        yield from (f"{node} is taken." for node in told.nodes)
    if told.kind == "listed":
        yield from (f"{node} waits." for node in told.nodes)
        pairs = zip(told.nodes, told.values, strict=False)
        yield from (f"{node} is {value:g}." for node, value in pairs if value is not None)
    if told.kind == "taken" and told.number is not None:
        yield f"{told.node} is {told.number:g}."
