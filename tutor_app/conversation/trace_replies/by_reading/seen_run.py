"""A run as far as its student has it: what may be said of its rows, and what is a hint."""

from __future__ import annotations

from collections.abc import Set

from tutor_app.conversation.trace_replies.by_reading import asked_phrases as say
from tutor_app.conversation.trace_replies.in_sentences.answer_phrases import (
    CLOSED_ALREADY,
    NOT_MET,
    SO_IT_IS,
    WAITS_ALREADY,
)
from tutor_app.conversation.trace_replies.in_sentences.node_facts import NodeFacts
from tutor_app.conversation.trace_replies.pair_replies import what_decides
from tutor_app.conversation.trace_replies.trace_reply_sentences import describe_waiting
from tutor_app.tracing.claims.exact_facts import ExactFacts
from tutor_app.tracing.narration.values_in_words import write_number
from tutor_app.tracing.pair_reasons import reason_of_pair
from tutor_app.tracing.waiting_entries import list_waiting

Answer = tuple[str, ...]


class SeenRun:
    """One run whose rows up to `seen` are right or shown; `named` are nodes that the student has
    rightly named as taken beyond them."""

    def __init__(self, facts: ExactFacts, seen: int, named: Set[str] = frozenset()) -> None:
        self.facts = facts
        self.seen = seen
        self.nodes = NodeFacts(facts, seen)
        self.states = self.nodes.states
        self._named = named

    def name_row(self, number: int) -> str:
        """Return what a row is called within a sentence."""
        return self.nodes.name_row(number)

    def node_of(self, row: int) -> str | None:
        """Return the node that a row takes."""
        return next((n for n in self.facts.order if self.facts.row_of(n) == row), None)

    def rule(self) -> str:
        """Return the rule by which the next row follows."""
        return say.RULE_DECIDES(rule=self.facts.run.algorithm.rule)

    def hint_node(self) -> Answer:
        """Return what the choice of the next node rests on."""
        waiting = describe_waiting(self.facts.run, self.seen)
        return (self.rule(),) if waiting is None else (waiting, self.rule())

    def hint_value(self, node: str) -> Answer:
        """Return what a number of the next row rests on: the way by its node, once that is named.

        A number that stays as it was is no secret either.
        """
        via = self.node_of(self.seen + 1)
        before = self.nodes.value(via) if via is not None else None
        weight = self.facts.weight(via, node) if via is not None else None
        if via not in self._named or before is None or weight is None:
            return (self.rule(),)
        held = self.nodes.value(node)
        if held is None:
            return (say.FIRST_WAY(via=via, before=write_number(before), node=node),)
        said = say.COMPARE_WAY(
            via=via, before=write_number(before), node=node, held=write_number(held)
        )
        return (said,)

    def choose_node(self, one: str, other: str, row: int | None) -> Answer | None:
        """Return which of two nodes is taken where that is seen, else what decides."""
        if row is not None and row <= self.seen:
            node = self.node_of(row)
            return (SO_IT_IS(node=node, row=self.name_row(row)),) if node in (one, other) else None
        reason = reason_of_pair(self.facts.run, one, other)
        if reason is None:
            return None
        if reason.row <= self.seen:
            return (SO_IT_IS(node=reason.first, row=self.name_row(reason.row)),)
        if reason.row > self.seen + 1:
            return self.hint_node()
        return (what_decides(self.facts.run, reason), self.rule())

    def say_list(self, row: int) -> str:
        """Say what waits after a row."""
        waiting = list_waiting(self.facts.run, row)
        nodes = [
            each.node if each.value is None else f"{each.node} {write_number(each.value)}"
            for each in waiting
        ]
        if not nodes:
            return say.LIST_NONE(row=self.name_row(row))
        return say.LIST_IS(row=self.name_row(row), nodes=", ".join(nodes))

    def say_state(self, node: str, row: int) -> str:
        """Say whether a node is closed, waits or is not met after a row that is seen."""
        at = min(row, self.seen)
        if not self.states.shows("waits") and not self.states.is_unmet(node, at):
            return self.rule()
        if not self.states.shows("new"):
            return self.rule()
        if node in self.states.closed_after(at):
            return CLOSED_ALREADY(node=node, row=self.name_row(self.facts.row_of(node) or 0))
        if node in self.states.waiting(at):
            entered = self.states.first_waiting(node)
            return WAITS_ALREADY(node=node, row=self.name_row(entered or 0))
        return NOT_MET(node=node, row=self.name_row(at))

    def say_end(self) -> Answer:
        """Say that the run is over, or what it still waits for."""
        row = self.name_row(self.seen)
        if self.seen >= self.states.last:
            return (say.OVER(row=row),)
        if self.facts.goal is not None:
            return (say.UNTIL_GOAL(goal=self.facts.goal, row=row),)
        waiting = self.states.waiting(self.seen)
        return (say.UNTIL_ALL(row=row, nodes=", ".join(waiting)),) if waiting else (self.rule(),)
