"""Sequences told by a recurrence: a closed form, or a later term, is checked by first values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from mpmath import mp, mpf

from tutor_app.calculations.checking.calculation_verdicts import Sense
from tutor_app.calculations.checking.numeric_values import Value, ValueUnknown, value_at
from tutor_app.calculations.reading.choose_reading import settle
from tutor_app.calculations.reading.expression_tree import CalculationUnread, Node, names_in, walk
from tutor_app.calculations.reading.parse_expression import parse_text

_INDEXED = re.compile(r"^([a-zA-Z])_\(?([\dnkijmt][\dnkijmt+-]*)\)?$")
_INDEX_NAMES = frozenset("nkijmt")
_SEQUENCES = frozenset("TFaubstfghprcx")  # names whose calls may be terms: T(n)
CHECKED_TERMS = 7
LARGEST_INDEX = 400
_NEAR = mpf(10) ** -9


@dataclass(frozen=True, slots=True)
class SequenceTerm:
    """A term by its sequence and its index: n + 1 of a_{n+1}, 4 of T(4)."""

    sequence: str
    index: Node

    @property
    def is_general(self) -> bool:
        """Whether its index has a letter."""
        return bool(names_in(self.index))

    def place(self, value: Value, letter: str) -> int:
        """Return the index as a number where the letter has a value.

        Raises:
            ValueUnknown: it is no whole number.
        """
        found = value_at(self.index, {letter: value})
        if found != mp.nint(found) or abs(found) > LARGEST_INDEX:
            raise ValueUnknown
        return int(found)


def term_of(node: Node) -> SequenceTerm | None:
    """Return the term that a node stands for; None if it is no indexed name and no such call."""
    if node.op == "called" and node.args[1] in _SEQUENCES and node.args[2] == "0":
        index = node.nodes[0]
        return SequenceTerm(str(node.args[1]), index) if names_in(index) <= _INDEX_NAMES else None
    found = _INDEXED.match(node.text) if node.op == "name" else None
    if found is None:
        return None
    try:
        return SequenceTerm(found[1], settle(parse_text(found[2]), frozenset()))
    except CalculationUnread:
        return None


def terms_in(node: Node) -> list[SequenceTerm]:
    """Return the terms in an expression."""
    return [term for term in map(term_of, walk(node)) if term is not None]


def recurrence_of(exprs: Sequence[Node], rels: Sequence[str]) -> SequenceTerm | None:
    """Return the term that a line tells something of, if it is about a sequence."""
    if tuple(rels[:1]) != ("=",):
        return None
    return term_of(exprs[0])


LEAST_TERMS = 3  # that are told, for a closed form to be held to them


@dataclass(slots=True)
class Recurrence:
    """What is known of each sequence: values told, the rule with its left side, a closed form."""

    values: dict[tuple[str, int], Value] = field(default_factory=dict)
    rules: dict[str, tuple[SequenceTerm, Node]] = field(default_factory=dict)
    forms: dict[str, tuple[SequenceTerm, Node]] = field(default_factory=dict)

    def judge(self, term: SequenceTerm, exprs: Sequence[Node], count: int) -> Sense:
        """Return what is found of a line about a sequence, and keep what it tells."""
        try:
            if not term.is_general:
                return self._judge_value(term, exprs)
            if any(each.sequence == term.sequence for each in terms_in(exprs[1])):
                if term.sequence in self.rules:
                    return "unverified"
                self.rules[term.sequence] = (term, exprs[1])
                return "given"
            return self._judge_form(term, exprs[-1])
        except (ValueUnknown, RecursionError):
            return "unknown"

    def _judge_value(self, term: SequenceTerm, exprs: Sequence[Node]) -> Sense:
        place = term.place(mpf(0), "n")
        known = self._term(term.sequence, place)
        values = [self._value(each, mpf(0), "n", term.sequence) for each in exprs[1:]]
        if any(abs(one - other) > _NEAR for one, other in pairwise(values)):
            return "different"
        if known is None:
            self.values[term.sequence, place] = values[0]
            return "given" if len(values) == 1 else "same_value"
        return "same_value" if abs(known - values[0]) < _NEAR else "different"

    def _judge_form(self, term: SequenceTerm, form: Node) -> Sense:
        letter = next(iter(names_in(term.index)))
        if not names_in(form) <= {letter}:
            return "unknown"
        firsts = sorted(k for name, k in self.values if name == term.sequence)
        if term.sequence not in self.rules and len(firsts) >= LEAST_TERMS:
            return self._judge_by_terms(term, form, firsts)
        if term.sequence not in self.rules or not firsts:
            told = term.sequence in self.forms
            if not told:
                self.forms[term.sequence] = (term, form)
            return "unverified" if told or firsts else "given"
        checked = 0
        for n in range(firsts[0], firsts[0] + CHECKED_TERMS):
            known = self._term(term.sequence, n)
            if known is None:
                continue
            start = n - term.place(mpf(0), letter)
            if abs(value_at(form, {letter: mpf(start)}) - known) > _NEAR * max(1, abs(known)):
                return "different"
            checked += 1
        if checked < 3:
            return "unknown"
        self.forms[term.sequence] = (term, form)
        return "follows"

    def _judge_by_terms(self, term: SequenceTerm, form: Node, firsts: Sequence[int]) -> Sense:
        """Hold a closed form to terms that are told; these cannot tell what comes after them."""
        letter = next(iter(names_in(term.index)))
        for place in firsts:
            start = place - term.place(mpf(0), letter)
            known = self.values[term.sequence, place]
            if abs(value_at(form, {letter: mpf(start)}) - known) > _NEAR * max(1, abs(known)):
                return "different"
        self.forms[term.sequence] = (term, form)
        return "follows"

    def _term(self, sequence: str, place: int) -> Value | None:
        if (sequence, place) in self.values:
            return self.values[sequence, place]
        if sequence in self.rules:
            return self._by_rule(sequence, place)
        if sequence in self.forms:
            term, form = self.forms[sequence]
            letter = next(iter(names_in(term.index)))
            return value_at(form, {letter: mpf(place - term.place(mpf(0), letter))})
        return None

    def _by_rule(self, sequence: str, place: int) -> Value | None:
        term, rule = self.rules[sequence]
        letter = next(iter(names_in(term.index)))
        firsts = [k for name, k in self.values if name == sequence]
        if not firsts or not min(firsts) <= place <= LARGEST_INDEX:
            return None
        at = mpf(place - term.place(mpf(0), letter))
        try:
            value = self._value(rule, at, letter, sequence)
        except (ValueUnknown, RecursionError):
            return None
        self.values[sequence, place] = value
        return value

    def _value(self, node: Node, at: Value, letter: str, sequence: str) -> Value:
        """Return the value of a rule where its letter has one, terms taken from what is known."""
        return value_at(self._with_terms(node, at, letter), {letter: at})

    def _with_terms(self, node: Node, at: Value, letter: str) -> Node:
        term = term_of(node)
        if term is not None:
            value = self._term(term.sequence, term.place(at, letter))
            if value is None:
                raise ValueUnknown
            return Node("num", (mp.nstr(value, 28),))
        parts = (self._with_terms(e, at, letter) if isinstance(e, Node) else e for e in node.args)
        return Node(node.op, tuple(parts))
