"""What a message says of a spanning tree's edges, held against the run: rows, states, sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tutor_app.domain.traces import Problem, Row, StudentTrace, Value
from tutor_app.tracing.checking.check_trace import check
from tutor_app.tracing.checking.trace_verdict import Verdict
from tutor_app.tracing.edge_speech.edge_tokens import LAST, Ends
from tutor_app.tracing.edge_speech.edges_judged import (
    EdgesJudged,
    JudgedEdge,
    edge_of,
    number_of,
)
from tutor_app.tracing.edge_speech.edges_said import EdgeSaid, EdgesRead
from tutor_app.tracing.edge_speech.tree_run import TreeRun
from tutor_app.tracing.exact_run import run

LEAST_OF_TREE = 3  # weights


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsBefore:
    """The student's rows of before, wrong from row `wrong_step` on, and the last one shown."""

    own: Sequence[Row] = ()
    wrong_step: int | None = None
    shown: int = 0


def judge_edges_said(
    read: EdgesRead, problem: Problem, settled: frozenset[str], before: RowsBefore
) -> EdgesJudged:
    """Return what is said, judged; `settled` are the conventions that a message or course fixes.

    Raises:
        ProblemInvalid: the problem cannot be run as it stands.
    """
    return _EdgeJudge(TreeRun(run(problem)), settled, before).judge(read)


class _EdgeJudge:
    def __init__(self, tree: TreeRun, settled: frozenset[str], before: RowsBefore) -> None:
        self._tree = tree
        self._settled = settled
        own, wrong_step, shown = before.own, before.wrong_step, before.shown
        self._own = own
        self._wrong_step = wrong_step
        standing = [row for row in own if wrong_step is None or number_of(row) < wrong_step]
        edges = [edge for row in standing if (edge := edge_of(row)) is not None]
        known = [number for edge in edges if (number := tree.row_of(edge)) is not None]
        self._stands = min(max((*known, shown, tree.first - 1)), tree.last)
        self._rows: dict[int, Row] = {
            number: self._exact_row(number) for number in range(tree.first, self._stands + 1)
        }
        self._at = self._stands
        self._began = False

    def judge(self, read: EdgesRead) -> EdgesJudged:
        placed: dict[int, int] = {}
        new: set[int] = set()
        for n, each in enumerate(read.said):
            if self._tells_row(each) and each.edge is not None:
                row = self._place(each, each.edge)
                if row is not None:
                    placed[n] = row
                    new |= {row} if row > self._stands or row in new else set()
            elif each.kind == "sum":
                new |= {*self._rows_by_weights(each)}
        rows = tuple(self._rows[number] for number in sorted(self._rows))
        final = self._final(read)
        student = StudentTrace(rows=rows, final=final)
        verdict = check(self._tree.run.problem, self._settled, student) if rows else None
        tree = TreeRun(verdict.run) if verdict is not None else self._tree
        until, wrong = self._right_until(verdict), self._wrong_edge()
        judged = tuple(
            self._judge(each, placed.get(n), tree, until) for n, each in enumerate(read.said)
        )
        placed_wrong = next((row for row in new if row > until), None)
        return EdgesJudged(
            read=read,
            judged=judged,
            student=student if rows else None,
            verdict=verdict,
            tree=tree,
            right_until=until,
            new_rows=len(new),
            wrong=wrong,
            wrong_step=self._wrong_step,
            again=wrong is not None and placed_wrong == self._wrong_step,
        )

    # --- which row is told -------------------------------------------------------------------

    def _place(self, each: EdgeSaid, edge: Ends) -> int | None:
        """Keep the row that tells of an edge; None where rows before it are missing."""
        row, own = each.row, self._tree.row_of(edge)
        if self._was_left_out(each, own):
            return None
        if self._began and row is None and {*edge} == {*(edge_of(self._rows[self._at]) or ())}:
            return self._at  # "N-O is 4, so N-O"
        if self._tree.grows and row is not None and self._tree.first <= row <= self._at + 1:
            self._forget_from(row, edge)
        elif own is not None and own <= self._stands and (not self._began or own == self._at + 1):
            row = own  # said once more
        elif own is not None and own == self._tree.first and own <= self._stands:
            row = own
        elif row is not None and self._tree.grows:
            return None
        else:
            row = self._at + 1
            if not self._tree.grows and own != row and each.kind == "taken":
                row = self._past_rejected(row)
        self._began, self._at = True, row
        known = self._rows.get(row)
        if known is None or set(edge_of(known) or ()) != set(edge):
            self._rows[row] = self._row(row, each, edge)
        elif each.number is not None:
            self._rows[row] = {**known, "weight": each.number}
        return row

    def _was_left_out(self, each: EdgeSaid, own: int | None) -> bool:
        """Whether an edge is told as taken that a row of before leaves out."""
        left_out = own is not None and own <= self._stands and self._tree.rejects(own)
        return left_out and each.kind == "taken"

    def _tells_row(self, each: EdgeSaid) -> bool:
        """Whether an edge is a row: one that is left out is none where one tree grows."""
        return each.kind == "taken" or (each.kind == "rejected" and not self._tree.grows)

    def _forget_from(self, row: int, edge: Ends) -> None:
        """Forget rows from one on that is told with another edge."""
        known = self._rows.get(row)
        if known is not None and set(edge_of(known) or ()) != set(edge):
            for number in [each for each in self._rows if each >= row]:
                del self._rows[number]

    def _past_rejected(self, row: int) -> int:
        """Return the row behind edges that close cycles, which students leave out."""
        while self._tree.rejects(row):
            self._rows[row] = self._exact_row(row)
            row += 1
        return row

    def _row(self, number: int, each: EdgeSaid, edge: Ends) -> Row:
        row: dict[str, Value] = {"step": number, "edge": edge}
        if each.number is not None:
            row["weight"] = each.number
        if not self._tree.grows:
            row["action"] = "accept" if each.kind == "taken" else "reject"
        return row

    def _exact_row(self, number: int) -> Row:
        row = self._tree.rows[number]
        return {name: row[name] for name in ("step", "edge", "action") if name in row}

    def _rows_by_weights(self, each: EdgeSaid) -> Iterator[int]:
        """Keep the rows that weights alone tell: "4, 2, 6, 3 = 15"; of two a way may be the sum."""
        if len(each.terms) < LEAST_OF_TREE:
            return
        taken = [edge for row in sorted(self._rows) if (edge := self._accepted(row)) is not None]
        weights = [self._tree.weight(edge) for edge in taken]
        if list(each.terms[: len(weights)]) != weights:
            return
        for term in each.terms[len(weights) :]:
            fits = [edge for edge in self._tree.edges if self._tree.weight(edge) == term]
            if len(fits) != 1:
                return
            row = self._place(EdgeSaid(kind="taken", edge=fits[0], number=term), fits[0])
            if row is None:
                return
            yield row

    def _accepted(self, row: int) -> Ends | None:
        held = self._rows[row]
        return None if held.get("action") == "reject" else edge_of(held)

    def _final(self, read: EdgesRead) -> Mapping[str, Value]:
        """Return the weight that is told of a whole tree."""
        totals = [each.number for each in read.said if each.kind in ("total", "sum")]
        whole = max(self._rows, default=0) >= self._tree.last
        told = totals[-1] if totals else None
        return {"weight": told} if whole and told is not None else {}

    # --- what stands -------------------------------------------------------------------------

    def _right_until(self, verdict: Verdict | None) -> int:
        if verdict is None or not self._rows:
            return self._stands
        if verdict.correct or verdict.first_error_step is None:
            return max(self._rows)
        if verdict.missing:
            return max(self._rows)
        return min(verdict.first_error_step - 1, max(self._rows))

    def _wrong_edge(self) -> Ends | None:
        wrong = (row for row in self._own if number_of(row) == self._wrong_step)
        return next((edge for row in wrong if (edge := edge_of(row)) is not None), None)

    def _judge(self, each: EdgeSaid, row: int | None, tree: TreeRun, until: int) -> JudgedEdge:
        if self._tells_row(each):
            return self._judge_row(each, row, tree, until)
        right = self._holds(each, tree, until)
        if right is None:
            return JudgedEdge(said=each, verdict="open")
        return JudgedEdge(said=each, verdict="right" if right else "wrong")

    def _judge_row(self, each: EdgeSaid, row: int | None, tree: TreeRun, until: int) -> JudgedEdge:
        own = None if each.edge is None else tree.row_of(each.edge)
        if row is None and own is not None and self._was_left_out(each, own):
            return JudgedEdge(said=replace(each, row=own), verdict="wrong", cause="cycle")
        if row is None or each.edge is None or row > until + 1:
            return JudgedEdge(said=each, verdict="open")
        said = replace(each, row=row)
        if row <= until:
            return JudgedEdge(said=said, verdict="right")
        return JudgedEdge(said=said, verdict="wrong", cause=tree.cause(each.edge, row))

    def _holds(self, each: EdgeSaid, tree: TreeRun, until: int) -> bool | None:
        if each.kind == "rejected" and each.edge is not None:
            return True if not tree.crosses(each.edge, until) else None
        rows = {self._stands, until}
        if each.kind in ("outside", "inside", "tree"):
            if not tree.grows:
                return None
            trees = [tree.tree_after(row) for row in rows]
            named = {*each.nodes}
            return {
                "outside": any(not named & held for held in trees),
                "inside": any(named <= held for held in trees),
                "tree": any(named == held for held in trees),
            }[each.kind]
        if each.kind in ("joined", "apart"):
            together = [{*each.nodes} <= tree.group_of(each.nodes[0], row) for row in rows]
            return any(held is (each.kind == "joined") for held in together)
        if each.kind == "crossing":
            named_edges = {frozenset(edge) for edge in each.edges}
            sets = [{frozenset(edge) for edge in tree.crossing_after(row)} for row in rows]
            return any(named_edges == held for held in sets) if tree.grows else None
        if each.kind == "weight" and each.edge is not None:
            weight = tree.weight(each.edge)
            return None if weight is None else weight == each.number
        if each.kind == "sum":
            return None if each.number is None else sum(each.terms) == each.number
        if each.kind == "total":
            return self._holds_total(each, tree, until)
        if each.kind == "lightest":
            return self._is_lightest(each, tree)
        return self._holds_blame(each)

    def _holds_total(self, each: EdgeSaid, tree: TreeRun, until: int) -> bool | None:
        totals = [tree.rows[row].get("total") for row in (until,) if row in tree.rows]
        if each.number in totals:
            return True
        own = [tree.weight(edge) for row in self._rows if (edge := self._accepted(row)) is not None]
        known = [weight for weight in own if weight is not None]
        # The sum of other edges is none of the run's, and right as a sum.
        return None if until < max(self._rows, default=0) and sum(known) == each.number else False

    def _is_lightest(self, each: EdgeSaid, tree: TreeRun) -> bool | None:
        number = each.number if each.edge is None else tree.weight(each.edge)
        taken = {frozenset(edge) for edge in tree.taken_until(self._stands)}
        left = [tree.weight(edge) for edge in tree.edges if frozenset(edge) not in taken]
        least = min((weight for weight in left if weight is not None), default=None)
        return True if number is not None and number == least else None

    def _holds_blame(self, each: EdgeSaid) -> bool | None:
        if self._wrong_step is None:
            return None
        if each.edge is not None:
            rows = [
                number_of(row) for row in self._own if set(edge_of(row) or ()) == set(each.edge)
            ]
            return self._wrong_step in rows if rows else None
        last = max((number_of(row) for row in self._own), default=0)
        return self._wrong_step == (last if each.row == LAST else each.row)
