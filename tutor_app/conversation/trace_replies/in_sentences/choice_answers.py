"""Answers to questions with a choice: which of two nodes comes, which of two numbers one has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tutor_app.conversation.trace_replies.in_sentences import answer_phrases as say
from tutor_app.conversation.trace_replies.in_sentences.run_answer import RunAnswer
from tutor_app.conversation.trace_replies.pair_replies import what_decides
from tutor_app.conversation.trace_replies.trace_reply_sentences import (
    describe_waiting,
    explain_row,
)
from tutor_app.conversation.trace_replies.trace_wishes import row_meant
from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.narration.run_sentences import name_step
from tutor_app.tracing.narration.values_in_words import write_number, write_path
from tutor_app.tracing.pair_reasons import reason_of_pair
from tutor_app.tracing.spoken.run_states import RunStates

LEAST_OF_A_WAY = 3  # nodes
_QUANTITIES: Final = frozenset(("f", "g", "h", "dist", "cost"))


class ChoiceAnswers:
    """Answers about one run whose rows up to `seen` the student has; row `tried` was wrong.

    What the next row takes is said where the student has tried it; else what decides is.
    """

    def __init__(self, facts: ExactFacts, seen: int, tried: int | None) -> None:
        self._facts = facts
        self._seen = seen
        self._tried = tried

    def answer(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Return the answer to "is it B or C?"; None where no two are set against each other."""
        at = next((n for n, each in enumerate(symbols) if each.kind == "either"), None)
        if at is None or "why" in words:
            return None
        before = [each for each in symbols[:at] if each.kind in ("node", "number")]
        behind = [each for each in symbols[at:] if each.kind in ("node", "number")]
        if not before or not behind:
            return None
        if before[-1].kind == behind[0].kind == "number":
            return self._which_value(symbols, symbols[:at], before[-1].number, behind[0].number)
        if self._way(symbols[:at]) and self._way(symbols[at:]):
            return self._which_way(self._way(symbols[:at]), self._way(symbols[at:]))
        first = next((each.node for each in reversed(before) if each.kind == "node"), None)
        second = next((each.node for each in behind if each.kind == "node"), None)
        if first is None or second is None or first == second:
            return None
        if any(each.kind == "parent" for each in symbols):
            child = self._child(symbols, {first, second})
            return None if child is None else self._which_parent(child, first, second)
        return self._which_node(first, second)

    def why_not(self, _: str, symbols: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Return why a node is not the one that comes next; None where that is not asked."""
        nodes = [*dict.fromkeys(each.node for each in symbols if each.kind == "node")]
        denied = any(each.kind == "not" for each in symbols)
        others = ("before", "after", "parent", "via", "number")
        relates = any(each.kind in others for each in symbols)
        last = self._facts.run.steps[-1].number
        if "why" not in words or not denied or relates or len(nodes) != 1 or self._seen >= last:
            return None
        row, node = self._row_taken(nodes[0]), nodes[0]
        if row is not None:
            return RunAnswer(sentences=(say.CLOSED_ALREADY(node=node, row=self._name(row)),))
        waiting = RunStates(self._facts).waiting(self._seen)
        if node not in waiting:
            return RunAnswer(sentences=(say.NOT_MET(node=node, row=self._name(self._seen)),))
        told = describe_waiting(self._facts.run, self._seen)
        if told is None:
            return None
        return RunAnswer(sentences=(told, say.RULE_DECIDES(rule=self._facts.run.algorithm.rule)))

    def row_asked(self, question: str, _: Sequence[Symbol], words: set[str]) -> RunAnswer | None:
        """Return why a row that the student has is as it is: "why did pass 2 change nothing?"."""
        if not words & {"why", "how", "explain"}:
            return None
        row, _node = row_meant(question, self._facts.run)
        if row is None or not self._facts.run.algorithm.first_step <= row <= self._seen:
            return None
        return RunAnswer(sentences=(explain_row(self._facts.run, row),))

    def _name(self, row: int) -> str:
        return name_step(self._facts.run.algorithm, row)

    def _which_node(self, first: str, second: str) -> RunAnswer | None:
        taken = [node for node in (first, second) if self._row_taken(node) is not None]
        if len(taken) == 1:
            row = self._row_taken(taken[0]) or 0
            return RunAnswer(sentences=(say.TAKEN_SINCE(node=taken[0], row=self._name(row)),))
        reason = reason_of_pair(self._facts.run, first, second)
        if reason is None:
            return None
        if reason.row != self._seen + 1 and reason.row > self._seen:
            said = tuple(self._neither(first, second))
            return RunAnswer(sentences=said) if said else None
        sentences = [what_decides(self._facts.run, reason)]
        if reason.row <= self._seen or self._tried == reason.row:
            sentences.append(say.SO_IT_IS(node=reason.first, row=self._name(reason.row)))
        else:
            sentences.append(say.RULE_DECIDES(rule=self._facts.run.algorithm.rule))
        return RunAnswer(sentences=tuple(sentences))

    def _way(self, symbols: Sequence[Symbol]) -> tuple[str, ...]:
        """Return the nodes that dashes join into a way; () where fewer than three are."""
        nodes = [each.node for each in symbols if each.kind == "node"]
        dashed = sum(each.kind in ("dash", "arrow") for each in symbols)
        return tuple(nodes) if LEAST_OF_A_WAY <= len(nodes) == dashed + 1 else ()

    def _which_way(self, one: tuple[str, ...], other: tuple[str, ...]) -> RunAnswer | None:
        """Say which of two ways is the run's, once the rows to its end are seen."""
        exact = self._facts.path_to(one[-1])
        row = self._facts.row_of(one[-1])
        if exact not in (one, other) or row is None or row > self._seen:
            return None
        return RunAnswer(sentences=(say.WAY_IS(path=write_path(exact)),))

    def _row_taken(self, node: str) -> int | None:
        row = self._facts.row_of(node)
        return row if row is not None and row <= self._seen else None

    def _neither(self, first: str, second: str) -> Iterator[str]:
        """Say with what two wait of which neither comes next."""
        waiting = RunStates(self._facts).waiting(self._seen)
        row = self._name(self._seen)
        for node in (first, second):
            if node not in waiting:
                yield say.NOT_MET(node=node, row=row)
        if first in waiting and second in waiting:
            yield say.NEITHER_NEXT(first=first, second=second, row=row)

    def _which_value(
        self, symbols: Sequence[Symbol], before: Sequence[Symbol], one: float, other: float
    ) -> RunAnswer | None:
        node = next((each.node for each in reversed(before) if each.kind == "node"), None)
        named = next((each.kind for each in before if each.kind in _QUANTITIES), None)
        states = RunStates(self._facts)
        quantity = states.quantity(named)
        if node is None or quantity is None:
            return None
        steps = (n for n, each in enumerate(symbols[:-1]) if each.kind == "steps")
        named_row = next((int(symbols[n + 1].number) for n in steps), self._seen)
        after = (n for n, each in enumerate(symbols[:-1]) if each.kind == "after")
        done = [self._facts.row_of(symbols[n + 1].node) for n in after if symbols[n + 1].node]
        named_row = next((row for row in done if row is not None), named_row)
        at = min(named_row, self._seen) if named_row else self._seen
        value, to_come = (states.value(node, quantity, row) for row in (at, self._seen + 1))
        if value is None or value not in (one, other):
            return None
        placed = any(each.kind == "steps" for each in symbols) or done
        asks_next = named_row > self._seen or (not placed and to_come != value)
        if asks_next and to_come in (one, other):  # the value before it would pass for the answer
            return RunAnswer(sentences=(say.RULE_DECIDES(rule=self._facts.run.algorithm.rule),))
        row = self._name(at)
        said = say.HAS_AFTER(node=node, value=write_number(value), row=row)
        return RunAnswer(sentences=(said,))

    def _child(self, symbols: Sequence[Symbol], two: set[str]) -> str | None:
        nodes = (each.node for each in symbols if each.kind == "node")
        return next((node for node in nodes if node not in two), None)

    def _which_parent(self, child: str, first: str, second: str) -> RunAnswer | None:
        states = RunStates(self._facts)
        parent = states.parent(child, self._seen)
        if parent not in (first, second):
            return None
        row = self._facts.row_of(str(parent))
        if row is None or row > self._seen:
            return None
        return RunAnswer(sentences=(say.GOT_FROM(node=child, parent=parent, row=self._name(row)),))
