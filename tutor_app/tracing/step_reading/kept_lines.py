"""What is kept of a reading: only what the message's own words can have said, in rows of its run.

Nothing that a model writes is believed. Numbers must stand in the student's words, nodes in them or
be what "it" or the tutor's question can mean; a row that is not told is counted on by code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tutor_app.tracing.checking.compare_values import same_value
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.reading.algorithm_names import name_algorithms
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.statements import RunStatement
from tutor_app.tracing.step_reading.parse_step_reading import StepReading
from tutor_app.tracing.step_reading.said_words import SaidWords
from tutor_app.tracing.step_reading.step_question import StepQuestion

# Whose row is that in which `node` is taken, or which speak of the whole run.
_WITHOUT_ROW: Final = frozenset(("adds", "sum", "edge", "order", "follows", "cost", "path"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfRun:
    """A message with what it can be about: its run's facts, the last row `seen`, the tutor's last
    words, the node and the row that the tutor asked for, the rows in which the student's own
    attempt takes nodes.
    """

    words: str
    said: str
    facts: ExactFacts
    seen: int
    node: str | None = None
    row: int | None = None
    own: Mapping[str, int] = field(default_factory=dict)


def keep_said(reading: StepReading, message: SaidOfRun) -> StepReading:
    """Return the reading with what its message can have said, each thing with its row."""
    keeper = _Keeper(message, takes_back=reading.is_any("takes_back"))
    told = keeper.at_one_time(list(keeper.count_rows(filter(None, map(keeper.keep, reading.told)))))
    asked = tuple(filter(None, map(keeper.keep_question, reading.asked)))
    named = name_algorithms(message.words)
    topic = reading.topic if reading.topic in named else None
    return replace(reading, told=tuple(told), asked=asked, topic=topic)


class _Keeper:
    def __init__(self, message: SaidOfRun, *, takes_back: bool) -> None:
        self._takes_back = takes_back
        problem = message.facts.run.problem
        self._problem = problem
        self._facts = message.facts
        self._states = RunStates(message.facts)
        self._seen = message.seen
        self._words = SaidWords(message.words, problem)
        self._meant = SaidWords(message.said, problem).nodes | self._roles()
        self._node = message.node
        self._own = message.own
        self._asked_row = message.row if message.row is not None else message.seen + 1
        self._first = message.facts.run.algorithm.first_step
        self._last = message.facts.run.steps[-1].number

    def _roles(self) -> frozenset[str]:
        """Return the nodes that roles of the message name, and the one taken last."""
        last = (n for n in self._facts.order if self._facts.row_of(n) == self._seen)
        start, goal = self._problem.start, self._problem.goal
        named = (
            start if self._words.has("start") else None,
            goal if self._words.has("goal") else None,
        )
        return frozenset(filter(None, (*last, *named)))

    def keep(self, told: RunStatement) -> RunStatement | None:
        """Return a statement that the message can have told; None of any other."""
        if told.denied and not self._may_deny(told):
            return None
        numbers = (*told.terms, *told.values, told.number)
        if not all(self._words.has_number(each) for each in numbers if each is not None):
            return None
        said = self._said(told)
        is_nowhere = said is not None and said.kind == "blamed" and {said.node, said.row} == {None}
        return None if is_nowhere else said

    def _may_deny(self, told: RunStatement) -> bool:
        """Whether the message says of something that it is not so."""
        changes = told.kind == "unchanged" and self._words.has("changes")
        return self._words.denies or self._takes_back or changes

    def keep_question(self, asked: StepQuestion) -> StepQuestion | None:
        """Return a question that the message can have asked; None of any other."""
        row = asked.row if asked.row is not None and self._is_row(asked.row) else None
        if asked.kind == "course":
            held = self._words.holds_most_of(asked.words)
            return asked if held else replace(asked, words=self._words.own_question)
        if asked.supposed is not None:
            one = asked.supposed
            ends = (*(one.edge or ()), *filter(None, (one.start, one.goal)))
            said = one.weight is None or self._words.has_number(one.weight)
            return asked if said and set(ends) <= self._words.nodes | self._meant else None
        if asked.node is not None and not self._is_meant(asked.node):
            return None
        if asked.told is None:
            return replace(asked, row=row)
        told = self._said(asked.told)
        if told is None:
            return None
        if told.kind == "taken" and (told.row is None or not self._words.names_row(told.row)):
            told = replace(told, row=self._own.get(str(told.node), told.row))
        return replace(asked, told=told, row=told.row)

    def _said(self, told: RunStatement) -> RunStatement | None:
        """Return a statement of nodes that the message can mean; None of any other."""
        nodes = {*told.nodes, *filter(None, (told.node,))}
        if told.kind == "adds":
            nodes = {*told.nodes}
        if not all(map(self._is_meant, nodes)):
            return None
        in_words = nodes <= self._words.nodes | {self._node} and not self._may_be_value(told)
        row = told.row if told.row is not None and self._is_row(told.row) else None
        return replace(told, row=row, spoken=told.spoken and in_words)

    def _may_be_value(self, told: RunStatement) -> bool:
        """Whether an edge's number is not its own, but one that an end of it has in some row."""
        if told.kind != "edge" or told.number is None:
            return False
        weight, quantity = self._facts.weight(*told.nodes), self._states.quantity(None)
        if quantity is None or (weight is not None and same_value(weight, told.number)):
            return False
        rows = range(self._first - 1, self._last + 1)
        held = (self._states.value(node, quantity, row) for node in told.nodes for row in rows)
        return any(value is not None and same_value(value, told.number) for value in held)

    def _is_meant(self, node: str) -> bool:
        """Whether a message can mean a node: it names it, points to it, or answers about it."""
        if node in self._words.nodes or node == self._node:
            return True
        points = self._words.has("points") or not self._words.nodes
        roles = self._words.has("start") or self._words.has("goal")
        return (node in self._meant and (points or roles)) or self._words.has("rest")

    def _is_row(self, row: int) -> bool:
        return 0 <= row <= self._last + 1

    def count_rows(self, told: Iterable[RunStatement]) -> Iterator[RunStatement]:
        """Yield statements with the rows that they speak of: told ones, else counted on."""
        taken: RunStatement | None = None
        for each in told:
            placed = self._placed(each, taken)
            taken = placed if each.kind == "taken" and not each.denied else taken
            yield placed

    def at_one_time(self, told: Sequence[RunStatement]) -> Iterator[RunStatement]:
        """Yield statements, but for a value of an earlier row than others that are told beside it.

        No row is named for them: whether it is meant for its own row or theirs can't be told.
        """
        rows = {place: self._rows_with(each) for place, each in enumerate(told)}
        latest = max((min(found) for found in rows.values() if found), default=0)
        for place, each in enumerate(told):
            if not rows[place] or max(rows[place]) >= latest:
                yield each

    def _rows_with(self, each: RunStatement) -> Sequence[int]:
        """Return the rows after which a node has the value that is told of no row; () if of one."""
        quantity = self._states.quantity(each.quantity)
        if each.kind != "value" or each.row is not None or quantity is None:
            return ()
        numbers = range(self._seen, self._last + 1)
        held = ((n, self._states.value(str(each.node), quantity, n)) for n in numbers)
        return [n for n, value in held if value is not None and same_value(value, each.number)]

    def _placed(self, each: RunStatement, taken: RunStatement | None) -> RunStatement:
        if each.kind in _WITHOUT_ROW:
            return replace(each, row=None)
        row = each.row
        if row is not None and not self._is_sure(row, taken):
            row = None
        if each.kind == "taken" and row is None:
            return replace(each, row=self._row_taken(str(each.node), taken))
        of_taken = taken is not None and each.node == taken.node
        if row is None and taken is not None and each.kind in ("value", "listed", "unchanged"):
            return each if of_taken and each.kind == "value" else replace(each, row=taken.row)
        return replace(each, row=row)

    def _is_sure(self, row: int, taken: RunStatement | None) -> bool:
        """Whether a row is told, asked for, next to another one told, or that of a node named."""
        counted = () if taken is None or taken.row is None else (taken.row, taken.row + 1)
        near = (self._seen, self._seen + 1, self._asked_row, *counted)
        own = (self._facts.row_of(node) for node in self._words.nodes)
        return self._words.names_row(row) or row in near or row in own

    def _row_taken(self, node: str, taken: RunStatement | None) -> int:
        """Return the row in which a node is said to be taken, where none is named."""
        own = self._facts.row_of(node)
        if taken is not None and taken.row is not None:
            return taken.row + 1
        if own is not None and own <= self._seen:
            return own
        return max(self._seen + 1, self._first)
