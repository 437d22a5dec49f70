"""What is said to sentences on a spanning tree's edges: each is confirmed, or not so and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.edge_replies import edge_phrases as say
from tutor_app.tracing.edge_speech.edge_tokens import LAST, Ends
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged, JudgedEdge
from tutor_app.tracing.edge_speech.edges_said import EdgeSaid
from tutor_app.tracing.edge_speech.tree_run import EdgeCause
from tutor_app.tracing.narration.run_sentences import name_step, praise_steps
from tutor_app.tracing.narration.values_in_words import (
    begin_sentence,
    join_items,
    write_edge,
    write_number,
    write_path,
)


class EdgeWords:
    """Words on one judged message; `wrong_step` is the row that was called wrong before."""

    def __init__(self, edges: EdgesJudged, wrong_step: int | None) -> None:
        self._edges = edges
        self._tree = edges.tree
        self._wrong_step = wrong_step

    def react(self) -> list[str]:
        """Return what each thing said deserves; right rows alone are confirmed as rows."""
        said = list(self._of_blame())
        rows_wrong = self._edges.has_wrong_row
        if rows_wrong:
            said += self._right_rows()
        for each in self._edges.judged:
            said += self._of_statement(each, rows_wrong=rows_wrong)
        return list(dict.fromkeys(said))

    def name(self, row: int) -> str:
        return name_step(self._tree.run.algorithm, row)

    def _of_blame(self) -> Iterator[str]:
        told = next((e for e in self._edges.judged if e.said.kind == "blamed"), None)
        if told is None or told.verdict == "open" or self._wrong_step is None:
            return
        if told.verdict == "right":
            wordings = say.ROW_NAMED_RIGHT.wordings(row=self.name(self._wrong_step))
            yield begin_sentence(wordings[0])
            return
        own = self._tree.row_of(told.said.edge) if told.said.edge else told.said.row
        if own is not None and own != LAST:
            later = own > self._wrong_step
            wordings = (say.ROW_IS_LATER if later else say.ROW_NAMED_NOT).wordings(
                row=begin_sentence(self.name(own))
            )
            yield wordings[0]

    def _right_rows(self) -> Iterator[str]:
        last = self._edges.right_until
        if last >= self._tree.first:
            yield praise_steps(self._tree.run.algorithm, last)

    def _of_statement(self, each: JudgedEdge, *, rows_wrong: bool) -> Iterator[str]:
        said, right = each.said, each.verdict == "right"
        if each.verdict == "open":
            return
        if said.kind in ("taken", "rejected"):
            yield from self._of_row(each)
        elif said.kind in ("outside", "inside", "tree", "joined", "apart"):
            yield from self._right_state(said) if right else self._wrong_state(said)
        elif said.kind == "crossing":
            yield from self._of_crossing(said, right=right)
        elif said.kind == "lightest":
            if right and (rows_wrong or self._edges.read.asked):
                number = said.number if said.edge is None else self._tree.weight(said.edge)
                yield say.LIGHTEST(number=write_number(number))
        elif said.kind in ("sum", "total"):
            yield from self._of_sum(said, right=right, rows_wrong=rows_wrong)

    def _of_row(self, each: JudgedEdge) -> Iterator[str]:
        """Say why an edge is not what is taken, and why one that is left out closes a cycle."""
        edge, row = each.said.edge, each.said.row
        if edge is None:
            return
        if each.verdict == "wrong" and row is not None:
            yield from self._of_wrong_row(each, edge, row)
        elif each.verdict == "right" and each.said.kind == "rejected":
            row = self._edges.right_until + 1 if self._tree.grows else row
            if row is not None and self._tree.cause(edge, row) == "cycle":
                yield self.write_cause("cycle", edge, row, again=False)

    def _of_wrong_row(self, each: JudgedEdge, edge: Ends, row: int) -> Iterator[str]:
        if each.said.kind == "rejected" and self._tree.crosses(edge, row - 1):
            yield say.NOT_REJECTED(edge=write_edge(edge))
            return
        if each.cause is None:  # the edge is right
            number = each.said.number
            if number is not None and number != self._tree.weight(edge):
                yield say.WEIGHT_NOT(edge=write_edge(edge), number=write_number(number))
            return
        yield say.NOT_YET(edge=write_edge(edge), row=self.name(row))
        yield self.write_cause(each.cause, edge, row, again=self._edges.again)

    def write_cause(self, cause: EdgeCause, edge: Ends, row: int, *, again: bool) -> str:
        """Return why an edge is not taken in a row; `again`: with what else could be."""
        written, before = write_edge(edge), self.name(row - 1)
        first, second = edge
        weight = write_number(self._tree.weight(edge))
        if cause == "no_edge":
            return say.NO_EDGE(edge=written)
        if cause == "done":
            own = self._tree.row_of(edge) or row
            return say.TAKEN_ALREADY(edge=written, row=self.name(own))
        if cause == "outside":
            return say.BOTH_OUTSIDE(row=before, first=first, second=second, edge=written)
        if cause == "cycle" and self._tree.grows:
            return say.BOTH_INSIDE(row=before, first=first, second=second, edge=written)
        if cause == "cycle":
            path = write_path(self._tree.way_between(edge, row - 1))
            return say.CLOSES_CYCLE(first=first, second=second, path=path, edge=written)
        rule = words.name_tie_rule(self._tree.run)
        if cause == "tie" and rule is not None:
            return say.AS_LIGHT(edge=written, rule=rule)
        if not self._tree.grows:
            if again:
                return say.LIGHTER_LEFT(edge=written, weight=weight, edges=self._left_from(row))
            return say.LIGHTER_FIRST(edge=written, weight=weight)
        if again:
            others = self.write_edges(self._tree.crossing_after(row - 1))
            return say.LIGHTER_OF(edge=written, edges=others)
        return say.LIGHTER_LEADS(edge=written)

    def _left_from(self, row: int) -> str:
        seen = {frozenset(self._tree.edge_in(each) or ()) for each in range(row)}
        return self.write_edges([e for e in self._tree.edges if frozenset(e) not in seen])

    def write_edges(self, edges: Sequence[Ends]) -> str:
        """Return edges with their weights, by name: what is least is the student's to see."""
        return ", ".join(
            f"{write_edge(edge)} {write_number(self._tree.weight(edge))}" for edge in sorted(edges)
        )

    def _right_state(self, said: EdgeSaid) -> Iterator[str]:
        nodes, count = join_items(list(said.nodes)), len(said.nodes)
        if said.kind == "outside":
            listed = nodes if count == 1 else " nor ".join(said.nodes)
            yield say.OUTSIDE(nodes=listed, count=count)
        elif said.kind == "inside":
            yield say.INSIDE(nodes=nodes, count=count)
        else:
            yield {"tree": say.TREE, "joined": say.JOINED, "apart": say.APART}[said.kind](
                nodes=nodes
            )

    def _wrong_state(self, said: EdgeSaid) -> Iterator[str]:
        row = self._edges.right_until
        tree = self._tree.tree_after(row)
        if said.kind == "tree":
            yield say.TREE_IS(row=self.name(row), nodes=join_items(sorted(tree)))
        elif said.kind in ("joined", "apart"):
            first, second = said.nodes[0], said.nodes[-1]
            if said.kind == "joined":
                yield say.NOT_JOINED(first=first, second=second, row=self.name(row))
            else:
                path = write_path(self._tree.way_between((first, second), row))
                yield say.ARE_JOINED(first=first, second=second, path=path)
        for node in said.nodes if said.kind in ("outside", "inside") else ():
            since = self._tree.joined_in(node)
            if said.kind == "outside" and node in tree and since is not None:
                yield say.NOW_INSIDE(node=node, row=self.name(since))
            elif said.kind == "inside" and node not in tree:
                yield say.NOT_INSIDE(node=node, row=self.name(row))

    def _of_crossing(self, said: EdgeSaid, *, right: bool) -> Iterator[str]:
        if right:
            yield say.CROSSING(edges=self.write_edges(said.edges))
            return
        row = self._edges.right_until
        wrong = [edge for edge in said.edges if not self._tree.crosses(edge, row)]
        for edge in wrong:
            yield say.CROSSING_NOT(edge=write_edge(edge))
        if not wrong:
            yield say.CROSSING_MORE()

    def _of_sum(self, said: EdgeSaid, *, right: bool, rows_wrong: bool) -> Iterator[str]:
        number, row = write_number(said.number), self._edges.right_until
        if said.kind == "sum":
            terms = " + ".join(map(write_number, said.terms))
            if right and (rows_wrong or not self._edges.tells_rows):
                yield say.SUM(terms=terms, total=number)
            elif not right:
                yield say.SUM_NOT(terms=terms, total=number)
        elif right and row < self._tree.last:
            yield say.TOTAL(number=number)
        elif not right and row < self._tree.last and not rows_wrong:
            yield say.TOTAL_NOT(row=self.name(row), number=number)
