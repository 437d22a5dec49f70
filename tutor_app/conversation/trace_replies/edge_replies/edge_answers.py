"""What is answered to questions on a spanning tree's edges: which of two, why not this one."""

from __future__ import annotations

from collections.abc import Iterator

from tutor_app.conversation.trace_replies import trace_reply_sentences as words
from tutor_app.conversation.trace_replies.edge_replies import edge_phrases as say
from tutor_app.conversation.trace_replies.edge_replies.edge_words import EdgeWords
from tutor_app.tracing.edge_speech.edge_tokens import Ends
from tutor_app.tracing.edge_speech.edges_judged import EdgesJudged
from tutor_app.tracing.edge_speech.edges_said import EdgeAsked
from tutor_app.tracing.narration.values_in_words import write_edge, write_number


class EdgeAnswers:
    """Answers about one judged message; `given`: the edge that may be said where it is asked."""

    def __init__(self, edges: EdgesJudged, wrong_step: int | None) -> None:
        self._edges = edges
        self._tree = edges.tree
        self._wrong_step = wrong_step
        self._words = EdgeWords(edges, wrong_step)

    def answers(self) -> list[str]:
        """Return the sentences that answer what is asked."""
        said: list[str] = []
        ways = {"which": self._which, "why_not": self._why_not, "never": self._all_never}
        for each in self._edges.read.asked:
            said += ways[each.kind](each)
        return list(dict.fromkeys(said))

    def _which(self, asked: EdgeAsked) -> Iterator[str]:
        row = self._edges.row_asked(asked)
        pair = self._edges.pair_asked(asked)
        exact = self._tree.edge_in(row)
        if pair is None or exact is None or row > self._tree.last:
            return
        fits = [edge for edge in pair if set(edge) == set(exact)]
        others = [edge for edge in pair if edge not in fits]
        if not fits or self._tree.rejects(row):
            for edge in pair:
                cause = self._tree.cause(edge, row)
                if cause is not None:
                    yield self._words.write_cause(cause, edge, row, again=False)
            yield say.NEITHER()
            return
        chosen, other = fits[0], (others or fits)[0]
        cause = self._tree.cause(other, row)
        given = self._edges.given is not None
        if cause == "heavier":
            both = say.BOTH_LEAD if self._tree.grows else say.BOTH_JOIN
            yield both(**self._weights(*pair))
            if given:
                yield say.LIGHTER_ONE(edge=write_edge(chosen))
            return
        if cause == "tie" and (rule := words.name_tie_rule(self._tree.run)) is not None:
            yield say.TIED(weight=write_number(self._tree.weight(chosen)), rule=rule)
        elif cause is not None:
            yield self._words.write_cause(cause, other, row, again=False)
        if given:
            yield say.THIS_ONE(edge=write_edge(chosen))

    def _weights(self, first: Ends, second: Ends) -> dict[str, str]:
        return {
            "first": write_edge(first),
            "weight": write_number(self._tree.weight(first)),
            "second": write_edge(second),
            "other_weight": write_number(self._tree.weight(second)),
        }

    def _why_not(self, asked: EdgeAsked) -> Iterator[str]:
        edge = asked.edges[0] if asked.edges else self._edges.subject
        if edge is None:
            return
        until, own = self._edges.right_until, self._tree.row_of(edge)
        instead = self._tree.row_of(asked.edges[1]) if len(asked.edges) > 1 else asked.row
        if instead is not None and instead <= until and not self._tree.rejects(instead):
            cause = self._tree.cause(edge, instead)
            if cause is not None:
                yield self._words.write_cause(cause, edge, instead, again=False)
                return
        if own is not None and own <= until and not self._tree.rejects(own):
            yield words.explain_row(self._tree.run, own)
            return
        if self._tree.weight(edge) is None:
            yield say.NO_EDGE(edge=write_edge(edge))
            return
        row = self._wrong_step if self._is_wrong_one(edge) and self._wrong_step else until + 1
        if row > self._tree.last or (own is not None and self._tree.rejects(own) and own <= until):
            yield from self._never(edge, own)
            return
        cause = self._tree.cause(edge, row)
        if cause is None:
            yield say.FITS(edge=write_edge(edge), row=self._words.name(row))
        else:
            yield self._words.write_cause(cause, edge, row, again=False)

    def _all_never(self, _: EdgeAsked) -> Iterator[str]:
        """Why each edge that the tree has not is not in it, once the run is over."""
        if self._edges.right_until < self._tree.last:
            return
        taken = {frozenset(edge) for edge in self._tree.taken_until(self._tree.last)}
        for edge in self._tree.edges:
            if frozenset(edge) not in taken:
                yield from self._never(edge, self._tree.row_of(edge))

    def _is_wrong_one(self, edge: Ends) -> bool:
        return self._edges.wrong is not None and set(self._edges.wrong) == set(edge)

    def _never(self, edge: Ends, own: int | None) -> Iterator[str]:
        """Why an edge is in no tree in the end."""
        if not self._tree.grows:
            row = own if own is not None else self._tree.last + 1
            yield self._words.write_cause("cycle", edge, row, again=False)
            return
        joined = [self._tree.joined_in(node) for node in edge]
        since = max((row for row in joined if row is not None), default=self._tree.last)
        yield say.NEVER_LIGHTEST(
            edge=write_edge(edge),
            weight=write_number(self._tree.weight(edge)),
            row=self._words.name(since),
        )
