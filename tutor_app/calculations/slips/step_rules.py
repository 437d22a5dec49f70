"""What each step of a calculation does, right or wrong, and what it makes of its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, Literal

from tutor_app.calculations.check_calculation import check_message
from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.checking.known_names import put_in
from tutor_app.calculations.checking.same_value import compare, in_time
from tutor_app.calculations.reading.calculation_lines import Chain, WrittenCalculation, WrittenLine
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import (
    CalculationUnread,
    Node,
    names_in,
    walk,
)
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.made_examples import number_of
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.value_rules import rule_of_value, terms_of, topic_of

# What was done to both sides of an equation; `slip` names the rule of a step within one side.
Done = Literal[
    "added", "subtracted", "multiplied", "divided", "put_in", "cases", "worked", "factored"
]
Sides = tuple[Node, str, Node]
_BOTH_SIDES: Final = "sign_over_equals"  # the slip whose topic this is
_ORDER: Final = frozenset({"<", ">", "<=", ">="})


@dataclass(frozen=True, slots=True, kw_only=True)
class CalculationStep:
    """One step as text, with what was done: `amount` on both sides, or by the rule of `slip`.

    `parts` are what the rule makes of the step's own numbers: "−2 · x", "−2 · 5 = −10".
    """

    before: str
    after: str
    done: Done
    amount: str = ""
    slip: str = ""
    topic: str = ""
    turns: bool = False
    parts: tuple[str, ...] = ()
    numbers: frozenset[str] = frozenset()


def find_steps(text: str) -> tuple[CalculationStep, ...]:
    """Return the steps of the calculation in a text."""
    found = check_message(text)
    return steps_of(found.written, found.reading)


def steps_of(written: WrittenCalculation, reading: Reading) -> tuple[CalculationStep, ...]:
    """Return the steps of a calculation, from each line to the next and along each chain."""
    walker = _StepWalker(reading)
    for line in written.lines:
        if len(line.groups) > 1 and walker.before is not None:
            walker.take_cases(line)
            continue
        for chain in line.chains:
            walker.take_chain(chain)
    return tuple(walker.found)


@dataclass(slots=True)
class _StepWalker:
    """Goes through the chains and keeps what the next step begins with."""

    reading: Reading
    found: list[CalculationStep] = field(default_factory=list)
    before: Sides | None = None
    last: Node | None = None
    told: dict[str, Node] = field(default_factory=dict)
    bodies: dict[str, Node] = field(default_factory=dict)

    def take_cases(self, line: WrittenLine) -> None:
        """Take a line that says that one thing or the other holds."""
        pairs = [chain for chain in line.chains if chain.rels and len(chain.exprs) > 1]
        shown = " or ".join(
            show_relation(
                settle(each.exprs[0], self.reading),
                each.rels[0],
                settle(each.exprs[1], self.reading),
            )
            for each in pairs
        )
        if self.before is not None:
            self.found.append(_cases(self.before, shown))

    def take_chain(self, chain: Chain) -> None:
        """Take a chain: an equation that is drawn from the one before, or a value worked out."""
        exprs = [settle(each, self.reading) for each in chain.exprs]
        if chain.continues and self.last is not None:
            exprs = [self.last, *exprs]
        self.last = exprs[-1]
        names = frozenset().union(*map(names_in, exprs))
        if len(exprs) == 2 and names and chain.rels[0] in {"=", *_ORDER}:
            self._take_relation(exprs[0], chain.rels[0], exprs[1])
            return
        for one, other in pairwise(exprs):
            if one.op not in ("name", "opaque", "called", "primed"):
                self.found += _worked(one, other)

    def _take_relation(self, left: Node, sign: str, right: Node) -> None:
        if left.op in ("called", "primed", "opaque"):
            if left.op == "called":
                self.found += _of_function(left, right, self.bodies)
            return
        if sign == "=" and left.op != "name" and compare(left, right) == "same":
            self.found += _worked(left, right)
            return
        if self.before is not None:
            self.found += _between(self.before, (left, sign, right), self.told)
        self.before = (left, sign, right)
        if left.op == "name":
            self.told[left.text] = right


def _of_function(head: Node, body: Node, bodies: dict[str, Node]) -> Iterator[CalculationStep]:
    """Yield the step to the derivative of a function that was told before; keep what is told."""
    name, order = str(head.args[1]), int(str(head.args[2]))
    variable = head.nodes[0]
    if order and f"{name}{order - 1}" in bodies and variable.op == "name":
        yield from _worked(Node("deriv", (bodies[f"{name}{order - 1}"], variable.text, "1")), body)
    bodies[f"{name}{order}"] = body


# --- within one side


def _worked(before: Node, after: Node) -> Iterator[CalculationStep]:
    slip = "" if _only_reduces(before, after) else rule_of_value(before)
    yield CalculationStep(
        before=show(before),
        after=show(after),
        done="worked",
        slip=slip,
        topic=topic_of(slip),
        parts=tuple(_parts(before)),
        numbers=_new_numbers((before,), (after,)),
    )


def _only_reduces(before: Node, after: Node) -> bool:
    """Whether the terms stay, and only the form of some changes: 5/6 - 2/12 = 5/6 - 1/6."""
    if before.op != "add" or after.op != "add" or len(before.nodes) != len(after.nodes):
        return False
    pairs = list(zip(before.nodes, after.nodes, strict=True))
    same = all(compare(one, other) == "same" for one, other in pairs)
    works = any((each.nodes[0] if each.op == "neg" else each).op == "mul" for each in before.nodes)
    return same and not works and any(one == other for one, other in pairs)


def _parts(before: Node) -> Iterator[str]:
    """Yield what a factor before a bracket makes of each of its terms."""
    for term in terms_of(pattern_of(before)):
        sign = term.op == "neg"
        body = term.nodes[0] if sign else term
        factors = body.nodes if body.op == "mul" else (body,)
        sums = [each for each in factors if each.op == "add"]
        others = [each for each in factors if each.op != "add"]
        if len(sums) != 1 or (not others and not sign):
            continue
        factor = Node("mul", tuple(others)) if len(others) > 1 else others[0] if others else None
        shown = ("−" if sign else "") + (show(factor) if factor is not None else "1")
        for each in terms_of(sums[0]):
            made: Node = Node("mul", (*others, each)) if others else each
            made = Node("neg", (made,)) if sign else made
            worked = _simple(made)
            inner = show(each)
            inner = f"({inner})" if inner.startswith("−") else inner
            yield f"{shown} · {inner}" + (f" = {worked}" if worked else "")


def _simple(node: Node) -> str:
    found = in_time(lambda: exact(node), 0.5)
    if found is None:
        return ""
    try:
        text = str(found.expand()).replace("**", "^").replace("exp(", "e^(")
        return show(settle(parse_text(text), frozenset()))
    except (CalculationUnread, AttributeError, TypeError):
        return ""


# --- from one equation to the next


def _cases(before: Sides, shown: str) -> CalculationStep:
    is_product = before[0].op == "mul" or before[2].op == "mul"
    slip = "roots_with_wrong_sign" if is_product else "lost_root"
    return CalculationStep(
        before=show_relation(*before),
        after=shown,
        done="cases",
        slip=slip,
        topic=topic_of(slip),
        numbers=frozenset(re.findall(r"\d+", shown)),
    )


def _between(before: Sides, now: Sides, told: dict[str, Node]) -> Iterator[CalculationStep]:
    """Yield what was done from one relation to the next; nothing where it is not known."""
    step = CalculationStep(
        before=show_relation(*before),
        after=show_relation(*now),
        done="worked",
        numbers=_new_numbers((before[0], before[2]), (now[0], now[2])),
    )
    done, amount, turns = _done(before, now)
    if done is not None:
        yield replace(step, done=done, amount=amount, topic=topic_of(_BOTH_SIDES), turns=turns)
        return
    left, right = (before[0], now[0]), (before[2], now[2])
    for (one, other), (still, stays) in ((left, right), (right, left)):
        if one == other or compare(still, stays) != "same" or compare(one, other) != "same":
            continue
        factors = one.op == "add" and other.op in ("mul", "pow")
        slip = "" if factors else rule_of_value(one)
        yield replace(
            step,
            done="factored" if factors else "worked",
            slip=slip,
            topic=topic_of(slip),
            parts=tuple(_parts(one)),
        )
        return
    for name, value in told.items():
        if name in names_in(before[0]) | names_in(before[2]) and names_in(value):
            if compare(put_in(before[0], {name: value}), now[0]) == "same":
                yield replace(step, done="put_in", amount=f"{name} = {show(value)}")
                return


def _done(before: Sides, now: Sides) -> tuple[Done | None, str, bool]:
    """Return what was added on both sides, or what both were multiplied by."""
    left, right = (Node("add", (now[k], Node("neg", (before[k],)))) for k in (0, 2))
    if compare(left, right) == "same":
        amount = _simple(left)
        if amount and amount != "0":
            if amount.startswith("−"):  # of more than one term each has its sign turned
                return "subtracted", _simple(Node("neg", (left,))), False
            return "added", amount, False
        return None, "", False
    crossed = Node("mul", (now[0], before[2])), Node("mul", (now[2], before[0]))
    if compare(*crossed) != "same":
        return None, "", False
    # Of two numbers the factor is a number: between sides with fractions it may keep them.
    is_number = number_of(before[2]) and number_of(now[2])
    was, became = (before[2], now[2]) if is_number else (before[0], now[0])
    ratio = Node("div", (became, was))
    other = Node("div", (was, became))
    factor, divisor = _simple(ratio), _simple(other)
    turns = before[1] in _ORDER and factor.startswith("−")
    whole = number_of(other)
    if whole is not None and "/" not in divisor:
        return "divided", divisor, turns
    return ("multiplied", factor, turns) if factor and factor != "1" else (None, "", False)


def _new_numbers(before: Sequence[Node], after: Sequence[Node]) -> frozenset[str]:
    """Return the numbers that a step brings."""
    known, new = (
        {each.text.lstrip("-−") for side in sides for each in walk(side) if each.op == "num"}
        for sides in (before, after)
    )
    return frozenset(new - known)
