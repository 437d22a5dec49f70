"""A message on a spanning tree, judged: what of it is so, which rows stand, what is asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from tutor_app.domain.traces import Row, StudentTrace, Value
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.edge_speech.edge_tokens import Ends
from tutor_app.tracing.edge_speech.edges_said import EdgeAsked, EdgeSaid, EdgesRead
from tutor_app.tracing.edge_speech.tree_run import EdgeCause, TreeRun

EdgeVerdict = Literal["right", "wrong", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedEdge:
    """One thing said, its verdict, and why an edge is not what is taken in its row."""

    said: EdgeSaid
    verdict: EdgeVerdict
    cause: EdgeCause | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgesJudged:
    """A message on a spanning tree, judged.

    `student` are the rows that stand with those of the message behind them, `verdict` is on these
    (None without any), `new_rows` counts those that the message adds. `tree` is the run by the
    reading that suits them, `right_until` its last row that the student has. `wrong` is the edge
    that was called wrong before, in row `wrong_step`. `again`: the message is wrong in that row,
    too. `given` is the edge that the reply says, of two that are asked about.
    """

    read: EdgesRead
    judged: tuple[JudgedEdge, ...]
    student: StudentTrace | None
    verdict: Verdict | None
    tree: TreeRun
    right_until: int
    new_rows: int = 0
    wrong: Ends | None = None
    wrong_step: int | None = None
    again: bool = False
    given: Ends | None = None

    def of(self, verdict: EdgeVerdict) -> tuple[JudgedEdge, ...]:
        return tuple(each for each in self.judged if each.verdict == verdict)

    @property
    def has_wrong_row(self) -> bool:
        """Whether a row of the message is wrong."""
        return any(each.said.kind in ("taken", "rejected") for each in self.of("wrong"))

    @property
    def tells_rows(self) -> bool:
        """Whether rows are told, new ones or those of before."""
        again = (each.said.kind in ("taken", "rejected") for each in self.of("right"))
        return self.new_rows > 0 or any(again)

    @property
    def changes_rows(self) -> bool:
        """Whether the rows that stand are those of the message, and not those of before."""
        return self.tells_rows or self.has_wrong_row or self.given is not None

    @property
    def subject(self) -> Ends | None:
        """The edge that is spoken of: the last one told that is wrong, else that of before."""
        wrong = [each.said.edge for each in self.of("wrong") if each.said.edge is not None]
        return wrong[-1] if wrong else self.wrong

    def row_asked(self, asked: EdgeAsked) -> int:
        """Return the row of which a question asks: the one it names, else the next one."""
        if asked.row is not None:
            return asked.row
        return self.right_until if self.given is not None else self.next_row

    @property
    def next_row(self) -> int:
        """The next row that takes an edge: what only closes a cycle is passed over."""
        row = self.right_until + 1
        while self.tree.rejects(row):
            row += 1
        return row

    def pair_asked(self, asked: EdgeAsked) -> tuple[Ends, Ends] | None:
        """Return the two edges between which a question asks; of nodes, those that bring them."""
        if len(asked.edges) > 1:
            return asked.edges[0], asked.edges[1]
        if len(asked.nodes) < 2 or not self.tree.grows:
            return None
        row = self.row_asked(asked) - 1
        found = [self.tree.offer_for(node, row) for node in asked.nodes[:2]]
        return (found[0], found[1]) if found[0] is not None and found[1] is not None else None

    @property
    def _choice(self) -> tuple[EdgeAsked, Ends] | None:
        """The question between two of which one is due, and that one."""
        for asked in self.read.asked:
            pair, due = self.pair_asked(asked), self.tree.edge_in(self.row_asked(asked))
            if asked.kind == "which" and pair is not None and due is not None:
                if any({*edge} == {*due} for edge in pair):
                    return asked, due
        return None

    @property
    def pair_has_due_edge(self) -> bool:
        """Whether one of the two that are asked about is the one that is due."""
        return self._choice is not None

    def with_choice(self, settled: frozenset[str], *, may_give: bool) -> EdgesJudged:
        """Return it with the edge given that is due, where the student has tried its row."""
        chosen = self._choice
        tried = self.wrong is not None and self.wrong_step is not None
        if chosen is None or not may_give or not tried or self.has_wrong_row:
            return self
        asked, due = chosen
        row = self.row_asked(asked)
        if row != self.next_row or not self.right_until < (self.wrong_step or 0) <= row:
            return self
        rows = self.student.rows if self.student is not None else ()
        kept = [each for each in rows if number_of(each) <= self.right_until]
        for number in range(self.right_until + 1, row):
            edge = self.tree.edge_in(number)
            kept.append({"step": number, "edge": edge, "action": "reject"})
        added: dict[str, Value] = {"step": row, "edge": due}
        if not self.tree.grows:
            added["action"] = "accept"
        student = StudentTrace(rows=(*kept, added))
        verdict = check(self.tree.run.problem, settled, student)
        return replace(self, given=due, student=student, verdict=verdict, right_until=row)


def edge_of(row: Row) -> Ends | None:
    """Return the edge of a row; None where it has none."""
    ends = row.get("edge")
    return (str(ends[0]), str(ends[1])) if isinstance(ends, tuple) and len(ends) == 2 else None


def number_of(row: Row) -> int:
    """Return the number of a row, 0 where it has none."""
    number = row.get("step")
    return int(number) if isinstance(number, int | float) else 0
