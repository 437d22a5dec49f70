"""The result of checking a student's trace."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tutor_app.domain.traces import Doubt, Row, StudentTrace, Value
from tutor_app.tracing.exact_run import AlgorithmRun

_TELLING = 2  # columns: rows that are right in so many show how they were written
_CONFIRMING = 2  # rows that are right in more than a node


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One field in which the student's row, or final answer, is not the exact one."""

    field: str
    expected: Value
    shown: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """How a trace compares with one run.

    `first_error_step` is None if every row is right; the final answer may still be wrong (`correct`
    False, `differences` those of the final answer). `right_steps` counts the steps, from the first
    that counts, before the first wrong one. `missing`: the rows are right as far as they go, but
    stop too soon. `extra`: they continue after the run has ended. `aligned` are the student's rows
    with the numbers under which they were compared.
    """

    correct: bool
    first_error_step: int | None
    differences: tuple[Difference, ...] = ()
    right_steps: int = 0
    missing: bool = False
    extra: bool = False
    aligned: tuple[Row, ...] = ()

    @property
    def reach(self) -> float:
        """How far the trace is right; higher is further, everything right is furthest."""
        if self.correct:
            return float("inf")
        return 1e9 if self.first_error_step is None else self.right_steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a trace is right, and where it first goes wrong.

    `first_error_step`, `differences`, `right_steps`, `missing` and `extra` as in `Judgement`.
    `misconception` is an id with words in mistake_texts.py, None if the mistake is not known for
    sure. `reading` are the open conventions under which the trace was judged, where they differ
    from the problem's own ("directed" among them): the kindest reading that the message leaves
    open. `run` is the exact run under that reading.
    """

    correct: bool
    first_error_step: int | None
    differences: tuple[Difference, ...]
    misconception: str | None
    right_steps: int
    run: AlgorithmRun
    student: StudentTrace
    reading: Mapping[str, Value] = field(default_factory=dict)
    missing: bool = False
    extra: bool = False

    @property
    def expected_row(self) -> Row | None:
        """The exact row at the first wrong step; None if there is none."""
        return row_at(self.run, self.first_error_step)

    @property
    def doubt(self) -> Doubt | None:
        """The first row up to the wrong one whose reading is uncertain: then nothing is wrong.

        Rows before the wrong one count too, since one misread line shifts the numbers of all that
        follow. Rows that are right as read are right, unless half of their lines say more than was
        read.
        """
        rows = self.student.rows
        if self.correct or self.missing:
            unread = [doubt for doubt in self.student.doubts if doubt.line]
            return unread[0] if len(unread) * 2 >= max(len(rows), 4) else None
        wrong = next(
            (place for place, row in enumerate(rows) if row.get("step") == self.first_error_step),
            max(len(rows) - 1, 0),
        )
        doubts = [doubt for doubt in self.student.doubts if doubt.row <= wrong]
        return None if self._is_borne_out(doubts, wrong) else next(iter(doubts), None)

    def _is_borne_out(self, doubts: Sequence[Doubt], wrong: int) -> bool:
        """Whether rows before the wrong one, of the same layout, are right in all that they say."""
        rows, nodes = self.student.rows, self.run.problem.graph
        if nodes is None or not doubts or not wrong:
            return False
        sure = [n for n in range(wrong) if len(rows[n].keys() - {"step"}) >= _TELLING]
        beside = (doubt.row < wrong or not re.search(r"\d", doubt.line) for doubt in doubts)
        if len(sure) >= _CONFIRMING and all(beside) and all(doubt.line for doubt in doubts):
            return True  # words around the rows, which shift none of them
        layouts = {_layout_of(doubt.line, nodes.nodes) for doubt in doubts}
        before = [doubt for doubt in doubts if doubt.row < wrong]
        telling = any(len(rows[doubt.row].keys() - {"step"}) >= _TELLING for doubt in before)
        apart = len({doubt.line for doubt in doubts}) == len(doubts) > 1
        return telling and apart and len(layouts) == 1 and "" not in layouts


def _layout_of(line: str, nodes: Sequence[str]) -> str:
    """Return a line with its nodes and numbers as signs: lines of the same layout have the same."""
    names = "|".join(re.escape(name) for name in sorted(nodes, key=len, reverse=True))
    plain = re.sub(rf"(?<!\w)(?:{names})(?!\w)", "§", line)
    plain = re.sub(r"\d+(?:\.\d+)?", "0", plain)
    return re.sub(r"(?:[§0][\s,;:=|()→>-]*)+", "§", plain).strip().casefold()


def row_at(run: AlgorithmRun, number: int | None) -> Row | None:
    """Return the run's row with this step number, None if there is none."""
    if number is None:
        return None
    for place, step in enumerate(run.steps):
        if step.number == number:
            return next(iter(run.rows(place, place + 1)))
    return None
