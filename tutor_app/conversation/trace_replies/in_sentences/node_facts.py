"""What the rows of a run tell of a node: where its number comes from, whether it may still fall."""

from __future__ import annotations

from tutor_app.conversation.trace_replies.in_sentences import answer_phrases as say
from tutor_app.conversation.trace_replies.in_sentences.run_answer import RunAnswer
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_number, write_path
from tutor_app.tracing.spoken.run_states import RunStates


class NodeFacts:
    """Says of the nodes of one run what its rows up to `seen` tell."""

    def __init__(self, facts: ExactFacts, seen: int) -> None:
        self.facts = facts
        self.states = RunStates(facts)
        self.seen = seen
        self._problem = facts.run.problem

    def name_row(self, number: int) -> str:
        """Return what a row is called within a sentence."""
        return name_step(self.facts.run.algorithm, number)

    def value(self, node: str, row: int | None = None) -> float | None:
        """Return the number of a node after a row, the last one seen if none is given; in A* g."""
        key = self.states.quantity(None)
        quantity = "g" if key == "f" else key
        at = self.seen if row is None else row
        return None if quantity is None else self.states.value(node, quantity, at)

    def taken_in(self, node: str) -> int | None:
        """Return the row in which a node was taken, as far as the rows are seen."""
        row = self.facts.row_of(node)
        return row if row is not None and row <= self.seen else None

    def say_offer(self, via: str, node: str, row: int | None = None) -> list[str]:
        """Say what a way through one node brings another, and whether that is less, or was."""
        weight, before = self.facts.weight(via, node), self.value(via, row)
        value = self.value(node, row and row - 1)
        if weight is None or before is None or value is None:
            return []
        if self.facts.key not in ("g", "dist", "f"):
            return []
        total = before + weight
        said = say.THROUGH(
            via=via,
            before=write_number(before),
            weight=write_number(weight),
            total=write_number(total),
            node=node,
        )
        if total > value:
            return [said, say.KEEPS(node=node, value=write_number(value))]
        if total == value and self.states.parent(node, self.seen) != via:
            return [said, say.SAME_VALUE(node=node, value=write_number(value))]
        return [] if total == value else [said, say.FALLS(node=node, value=write_number(value))]

    def say_origin(self, node: str) -> RunAnswer | None:
        """Say who gave a node its number, or brought it in; None of the start."""
        parent = self.states.parent(node, self.seen)
        if parent is None:
            if node == self._problem.start:
                return None
            return RunAnswer(sentences=(say.NOT_MET(node=node, row=self.name_row(self.seen)),))
        value, before = self.value(node), self.value(parent)
        weight = self.facts.weight(parent, node)
        if value is not None and before is not None and weight is not None:
            if self.facts.key in ("g", "dist", "f"):
                said = say.GOT_VALUE(
                    node=node,
                    value=write_number(value),
                    via=parent,
                    before=write_number(before),
                    weight=write_number(weight),
                )
                return RunAnswer(sentences=(said,))
        row = self.facts.row_of(parent)
        if row is None:
            return None
        said = say.GOT_FROM(node=node, parent=parent, row=self.name_row(row))
        return RunAnswer(sentences=(said,))

    def say_final(self, node: str) -> str:
        """Say whether the number of a node is final."""
        taken, value = self.taken_in(node), self.value(node)
        if value is None:
            return say.FINAL_NOT_MET(node=node, row=self.name_row(self.seen))
        written = write_number(value)
        if taken is not None:
            return say.FINAL_YES(node=node, row=self.name_row(taken), value=written)
        return say.FINAL_NOT(node=node, row=self.name_row(self.seen), value=written)

    def say_way(self, path: tuple[str, ...]) -> str | None:
        """Say why a way is not the one that is found; None where the rows don't show it yet."""
        exact = self.facts.path_to(path[-1])
        own, found = self.facts.sum_along(path), self.facts.sum_along(exact)
        if not exact or own is None or found is None or path == exact:
            return None
        parts = next(
            (n for n in range(1, min(len(path), len(exact)) + 1) if path[-n] != exact[-n]), None
        )
        if parts is None or parts == 1:
            return None
        child, parent, other = exact[-parts + 1], exact[-parts], path[-parts]
        row = self.facts.row_of(parent)
        if row is None or row > self.seen:
            return None
        if own > found:
            return say.NO_SHORTER(
                path=write_path(path), total=write_number(own), cost=write_number(found)
            )
        return say.AS_LONG_TOO(
            path=write_path(path), node=child, parent=parent, row=self.name_row(row), other=other
        )

    def say_again(self, node: str, by: int | None) -> str | None:
        """Say why a node is not brought in once more, in row `by` where that is given."""
        before = self.seen if by is None else min(by - 1, self.seen + 1)
        if node in self.states.closed_after(before):
            row = self.name_row(self.facts.row_of(node) or 0)
            return say.CLOSED_ALREADY(node=node, row=row)
        if node not in self.states.waiting(before):
            return None
        entered = self.states.first_waiting(node)
        return say.WAITS_ALREADY(node=node, row=self.name_row(entered or 0))

    def say_never_taken(self, node: str) -> str | None:
        """Say why a node that waits was not taken, once the run is over."""
        if self.seen < self.states.last or node in self.facts.order:
            return None
        key = self.states.quantity(None)
        value = None if key is None else self.states.value(node, key, self.seen)
        if value is None or node not in self.states.waiting(self.seen):
            return None
        return say.NEVER_TAKEN(node=node, quantity=key, value=write_number(value))
