"""Readings held against labelled ones: changes as programs, everything else as sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Literal

from evals.programs.change_rows import same
from tutor_app.programs.message_reading.reading import CallNamed, ProgramReading, with_edits

Heard = Literal["right", "wrong", "nothing"]


def _does(reading: ProgramReading) -> Set[object]:
    return frozenset(reading.does)


def _wants(reading: ProgramReading) -> Set[object]:
    return frozenset(_plain_call(each) for each in reading.wants)


def _looks(reading: ProgramReading) -> Set[object]:
    """Return what is looked at: expressions at lines, and how often lines are run."""
    return frozenset((*reading.looks, *reading.counts))


def _answers(reading: ProgramReading) -> Set[object]:
    return frozenset([reading.answer]) - {None}


# What is scored as a set of statements, by its name in the figures.
STATEMENTS: dict[str, Callable[[ProgramReading], Set[object]]] = {
    "does": _does,
    "wants": _wants,
    "looks": _looks,
    "answers": _answers,
}


def _plain_call(named: CallNamed) -> tuple[str, str]:
    """Return a call and its value with one kind of quotes."""
    return named.call.replace('"', "'"), (named.value or "").replace('"', "'")


@dataclass(frozen=True, slots=True)
class Figures:
    """How well statements were found: of those written, and of those labelled, the share that is
    right. Higher is better."""

    right: int
    written: int
    labelled: int

    @property
    def precision(self) -> float:
        return self.right / max(1, self.written)

    @property
    def recall(self) -> float:
        return self.right / max(1, self.labelled)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(1, self.written + self.labelled)


@dataclass(slots=True)
class ReadingScores:
    """Counts over rows."""

    rows: int = 0
    told: Counter[Heard] = field(default_factory=Counter)  # of messages that tell a change
    untold: Counter[Heard] = field(default_factory=Counter)  # of those that tell none
    _right: Counter[str] = field(default_factory=Counter)
    _written: Counter[str] = field(default_factory=Counter)
    _labelled: Counter[str] = field(default_factory=Counter)

    def add(self, source: str, labelled: ProgramReading, written: ProgramReading | None) -> None:
        """Count a message about `source`; `written` is None where nothing can be read."""
        written = written or ProgramReading(does=())
        heard = judge_change(source, labelled, written)
        (self.told if labelled.edits else self.untold)[heard] += 1
        self.rows += 1
        for name, statements in STATEMENTS.items():
            due, found = statements(labelled), statements(written)
            self._right[name] += len(due & found)
            self._written[name] += len(found)
            self._labelled[name] += len(due)

    def figures(self, name: str) -> Figures:
        """Return the figures of one kind of STATEMENTS."""
        return Figures(self._right[name], self._written[name], self._labelled[name])


def judge_change(source: str, labelled: ProgramReading, written: ProgramReading) -> Heard:
    """Hold the change that was heard against the one that the message tells."""
    if not written.edits:
        return "nothing"
    if not labelled.edits:
        return "wrong"
    due, found = (with_edits(source, reading.edits) for reading in (labelled, written))
    # Some students tell a change with which Python does not read the program.
    return "right" if same(due, found) or due.strip() == found.strip() else "wrong"
