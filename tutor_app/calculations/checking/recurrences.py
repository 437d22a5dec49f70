"""Sequences told by a recurrence: a closed form, or a later term, is checked by first values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from mpmath import mpf

from tutor_app.calculations.checking.calculation_verdicts import Sense
from tutor_app.calculations.checking.numeric_values import Value, ValueUnknown, value_at
from tutor_app.calculations.reading.expression_tree import Node, walk

_INDEXED = re.compile(r"^([a-zA-Z])_(\d+|n(?:[+-]\d)?)$")
CHECKED_TERMS = 6


@dataclass(frozen=True, slots=True)
class Term:
    """A term by its sequence and its index, n and what is added to it: a_{n+1} has 1."""

    sequence: str
    kind: Literal["value", "general"]
    index: int


def term_of(node: Node) -> Term | None:
    """Return the term that a name stands for; None if it is no indexed name, or a call T(n)."""
    found = (
        _INDEXED.match(node.text.replace("(", "").replace(")", "")) if node.op == "name" else None
    )
    if found is None:
        return None
    name, index = found.groups()
    if index.isdigit():
        return Term(name, "value", int(index))
    return Term(name, "general", int(index[1:] or 0))


def recurrence_of(exprs: Sequence[Node], rels: Sequence[str]) -> Term | None:
    """Return the term that a line tells something of, if it is about a sequence."""
    if rels[:1] != ("=",) and rels[:1] != ["="]:
        return None
    term = term_of(exprs[0])
    if term is None:
        return None
    general = any(
        t is not None and t.kind == "general" for e in exprs for t in map(term_of, walk(e))
    )
    has_n = any(each.op == "name" and each.text == "n" for each in walk(exprs[1]))
    return term if general or has_n or term.kind == "value" else None


@dataclass(slots=True)
class Recurrence:
    """What is known of each sequence: first values, the rule, a closed form."""

    values: dict[tuple[str, int], Value] = field(default_factory=dict)
    rules: dict[str, tuple[int, Node]] = field(default_factory=dict)
    forms: dict[str, Node] = field(default_factory=dict)

    def judge(self, term: Term, exprs: Sequence[Node], count: int) -> Sense:
        """Return what is found of a line about a sequence, and keep what it tells."""
        try:
            if term.kind == "value":
                return self._judge_value(term, exprs)
            told = [t for each in exprs[1:] for t in map(term_of, walk(each)) if t is not None]
            if any(each.sequence == term.sequence for each in told):
                self.rules[term.sequence] = (term.index, exprs[1])
                return "given"
            return self._judge_form(term, exprs[1])
        except ValueUnknown:
            return "unknown"

    def _judge_value(self, term: Term, exprs: Sequence[Node]) -> Sense:
        known = self._term(term.sequence, term.index)
        values = [self._value(each, 0) for each in exprs[1:]]
        if any(abs(each - values[0]) > mpf(10) ** -12 for each in values):
            return "different"
        if known is None:
            self.values[term.sequence, term.index] = values[0]
            return "given" if len(values) == 1 else "same_value"
        return "same_value" if abs(known - values[0]) < mpf(10) ** -12 else "different"

    def _judge_form(self, term: Term, form: Node) -> Sense:
        if term.sequence not in self.rules:
            form_known = term.sequence in self.forms
            self.forms.setdefault(term.sequence, form)
            firsts = [k for name, k in self.values if name == term.sequence]
            if form_known or not firsts:
                return "given" if not form_known else "unknown"
            return "unverified"
        start = min((k for name, k in self.values if name == term.sequence), default=None)
        if start is None:
            return "unknown"
        for n in range(start, start + CHECKED_TERMS):
            known = self._term(term.sequence, n)
            if known is None:
                return "unknown"
            told = value_at(form, {"n": mpf(n - term.index)})
            if abs(told - known) > mpf(10) ** -9:
                return "different"
        self.forms[term.sequence] = form
        return "follows"

    def _term(self, sequence: str, index: int) -> Value | None:
        if (sequence, index) in self.values:
            return self.values[sequence, index]
        if sequence in self.rules:
            shift, rule = self.rules[sequence]
            try:
                value = self._value(rule, index - shift)
            except (ValueUnknown, RecursionError):
                return None
            self.values[sequence, index] = value
            return value
        if sequence in self.forms:
            return value_at(self.forms[sequence], {"n": mpf(index)})
        return None

    def _value(self, node: Node, n: int) -> Value:
        """Return the value of a rule at n, its terms taken from what is known."""
        point: dict[str, Value] = {"n": mpf(n)}
        for each in walk(node):
            term = term_of(each)
            if term is None:
                continue
            index = term.index if term.kind == "value" else n + term.index
            firsts = [k for name, k in self.values if name == term.sequence]
            if not firsts or index < min(firsts) or index > n + 50:
                raise ValueUnknown
            value = self._term(term.sequence, index)
            if value is None:
                raise ValueUnknown
            point[each.text] = value
        return value_at(node, point)
