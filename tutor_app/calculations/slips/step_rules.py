"""Which rule a step of a calculation keeps to, right or wrong, and what it does with its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from tutor_app.calculations.check_calculation import check_message
from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.checking.known_names import put_in
from tutor_app.calculations.checking.same_value import compare, in_time
from tutor_app.calculations.reading.calculation_lines import WrittenCalculation
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import (
    CalculationUnread,
    Node,
    has_op,
    names_in,
    walk,
)
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import percent_of_before, show, show_relation
from tutor_app.calculations.slips.made_examples import number_of
from tutor_app.calculations.slips.slip_book import known_slips
from tutor_app.calculations.slips.slip_patterns import pattern_of

# What was done to both sides of an equation; `slip` names the rule of a step within one side.
Done = Literal["added", "subtracted", "multiplied", "divided", "put_in", "cases", "worked", "factored"]
_ORDER: Final = frozenset({"<", ">", "<=", ">="})
_ALL_SIDES: Final = "solving equations same operation on both sides"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
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


def find_steps(text: str) -> tuple[Step, ...]:
    """Return the steps of the calculation in a text."""
    found = check_message(text)
    return steps_of(found.written, found.reading)


def steps_of(written: WrittenCalculation, reading: Reading) -> tuple[Step, ...]:
    """Return the steps of a calculation, from each line to the next and along each chain."""
    found: list[Step] = []
    before: tuple[Node, str, Node] | None = None
    told: dict[str, Node] = {}
    last: Node | None = None
    bodies: dict[str, Node] = {}
    for line in written.lines:
        if len(line.groups) > 1 and before is not None:
            shown = " or ".join(
                show_relation(settle(c.exprs[0], reading), c.rels[0], settle(c.exprs[1], reading))
                for c in line.chains
                if c.rels and len(c.exprs) > 1
            )
            found.append(_cases(before, shown))
            continue
        for chain in line.chains:
            exprs = [settle(each, reading) for each in chain.exprs]
            if chain.continues and last is not None:
                exprs = [last, *exprs]
            last = exprs[-1]
            names = frozenset().union(*map(names_in, exprs))
            if len(exprs) == 2 and names and chain.rels[0] in {"=", *_ORDER}:
                now = (exprs[0], chain.rels[0], exprs[1])
                if before is not None and not _is_defined(exprs[0]):
                    found += _between(before, now, told)
                elif exprs[0].op == "called":
                    found += _of_function(exprs[0], exprs[1], bodies)
                if not _is_defined(exprs[0]):
                    before = now
                    if exprs[0].op == "name":
                        told[exprs[0].text] = exprs[1]
                    if compare(exprs[0], exprs[1]) == "same":
                        found += _worked(exprs[0], exprs[1])
                continue
            for one, other in zip(exprs, exprs[1:], strict=False):
                if one.op not in ("name", "opaque", "called", "primed"):
                    found += _worked(one, other)
    return tuple(found)


def _of_function(head: Node, body: Node, bodies: dict[str, Node]) -> Iterator[Step]:
    """Yield the step to the derivative of a function that was told before; keep what is told."""
    name, order = str(head.args[1]), int(str(head.args[2]))
    variable = head.nodes[0]
    if order and f"{name}{order - 1}" in bodies and variable.op == "name":
        yield from _worked(Node("deriv", (bodies[f"{name}{order - 1}"], variable.text, "1")), body)
    bodies[f"{name}{order}"] = body


def _is_defined(node: Node) -> bool:
    return node.op in ("called", "primed", "opaque")


def rule_of_value(before: Node) -> str:
    """Return the name of the slip whose rule a first step in an expression keeps to; "" if none."""
    tree = pattern_of(before)
    for applies, slip in _RULES:
        if any(applies(each) for each in walk(tree)):
            return slip
    return ""


def topic_of(slip: str) -> str:
    """Return what a course is searched for about a slip's rule."""
    return next((each.topic for each in known_slips() if each.name == slip), "")


# --- within one side


def _worked(before: Node, after: Node) -> Iterator[Step]:
    slip = "" if _only_reduces(before, after) else rule_of_value(before)
    yield Step(
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
    return same and any(one == other for one, other in pairs)


def _parts(before: Node) -> Iterator[str]:
    """Yield what a factor before a bracket makes of each of its terms."""
    for term in _terms(pattern_of(before)):
        sign = term.op == "neg"
        body = term.nodes[0] if sign else term
        factors = body.nodes if body.op == "mul" else (body,)
        sums = [each for each in factors if each.op == "add"]
        others = [each for each in factors if each.op != "add"]
        if len(sums) != 1 or (not others and not sign):
            continue
        factor = Node("mul", tuple(others)) if len(others) > 1 else others[0] if others else None
        shown = ("−" if sign else "") + (show(factor) if factor is not None else "1")
        for each in _terms(sums[0]):
            made: Node = Node("mul", (*others, each)) if others else each
            made = Node("neg", (made,)) if sign else made
            worked = _simple(made)
            inner = show(each)
            inner = f"({inner})" if inner.startswith("−") else inner
            yield f"{shown} · {inner}" + (f" = {worked}" if worked else "")


def _terms(node: Node) -> tuple[Node, ...]:
    return node.nodes if node.op == "add" else (node,)


def _simple(node: Node) -> str:
    found = in_time(lambda: exact(node), 0.5)
    if found is None:
        return ""
    try:
        text = str(found.expand()).replace("**", "^").replace("exp(", "e^(")
        return show(settle(parse_text(text), frozenset()))
    except (CalculationUnread, AttributeError, TypeError):
        return ""


def _is_fraction(node: Node) -> bool:
    node = node.nodes[0] if node.op == "neg" else node
    return node.op == "div"


def _brackets_by_minus(node: Node) -> bool:
    inner = node.nodes[0] if node.op == "neg" else None
    if inner is None:
        return False
    return inner.op == "add" or (inner.op == "mul" and any(e.op == "add" for e in inner.nodes))


def _first_by_minus(node: Node) -> bool:
    if node.op != "mul" or not any(each.op == "add" for each in node.nodes):
        return False
    first = node.nodes[0]
    return first.op == "neg" or (first.op == "num" and first.text.startswith("-"))


def _is_power_of(node: Node, inner: str) -> bool:
    return node.op == "pow" and node.nodes[0].op == inner


def _derives(node: Node, *inner: str) -> bool:
    return node.op == "deriv" and node.nodes[0].op in inner


def _derives_product(node: Node) -> bool:
    named = node.op == "deriv" and node.nodes[0].op == "mul"
    return named and sum(bool(names_in(each)) for each in node.nodes[0].nodes) > 1


def _adds_fractions(node: Node) -> bool:
    fractions = [each for each in _terms(node) if _is_fraction(each)]
    return node.op == "add" and len(fractions) > 1


def _adds_products(node: Node) -> bool:
    return node.op == "add" and any(
        (each.nodes[0] if each.op == "neg" else each).op == "mul" for each in node.nodes
    )


def _adds_percent(node: Node) -> bool:
    return node.op == "add" and any(
        (each.nodes[0] if each.op == "neg" else each).op == "percent" for each in node.nodes
    )


def _percent_of_before(node: Node) -> bool:
    return percent_of_before(node) is not None


def _powers_of_one_base(node: Node) -> bool:
    powers = [each for each in node.nodes if each.op == "pow"] if node.op == "mul" else []
    return len(powers) > 1 and all(each.nodes[0] == powers[0].nodes[0] for each in powers)


_RULES: Final = (
    (_derives_product, "product_rule_forgotten"),
    (lambda node: _derives(node, "div"), "quotient_rule_forgotten"),
    (
        lambda node: node.op == "deriv"
        and node.nodes[0].op == "pow"
        and node.nodes[0].nodes[0].op != "name"
        and bool(names_in(node.nodes[0].nodes[0])),
        "chain_rule_forgotten",
    ),
    (lambda node: node.op == "deriv" and has_op(node, "pow"), "power_not_lowered"),
    (_percent_of_before, "percent_added"),
    (lambda node: _adds_products(node) and not names_in(node), "added_before_multiplying"),
    (lambda node: _is_power_of(node, "add"), "squared_each_term"),
    (_brackets_by_minus, "minus_times_bracket"),
    (_first_by_minus, "minus_times_bracket"),
    (
        lambda node: node.op == "mul" and any(each.op == "add" for each in node.nodes),
        "first_term_only",
    ),
    (_adds_percent, "percent_added"),
    (_adds_fractions, "added_denominators"),
    (_powers_of_one_base, "multiplied_exponents"),
    (lambda node: node.op == "div" and all(map(_is_fraction, node.nodes)), "divided_without_turning"),
    (
        lambda node: node.op == "mul" and sum(map(_is_fraction, node.nodes)) > 1,
        "multiplied_crosswise",
    ),
)


# --- from one equation to the next

Sides = tuple[Node, str, Node]


def _cases(before: Sides, shown: str) -> Step:
    is_product = before[0].op == "mul" or before[2].op == "mul"
    slip = "roots_with_wrong_sign" if is_product else "lost_root"
    return Step(
        before=show_relation(*before),
        after=shown,
        done="cases",
        slip=slip,
        topic=topic_of(slip),
        numbers=frozenset(re.findall(r"\d+", shown)),
    )


def _between(before: Sides, now: Sides, told: dict[str, Node]) -> Iterator[Step]:
    shown = {"before": show_relation(*before), "after": show_relation(*now)}
    numbers = _new_numbers((before[0], before[2]), (now[0], now[2]))
    done, amount, turns = _done(before, now)
    if done is not None:
        yield Step(
            **shown, done=done, amount=amount, topic=_ALL_SIDES, turns=turns, numbers=numbers
        )
        return
    for place in (0, 2):
        one, other = before[place], now[place]
        if one != other and compare(before[2 - place], now[2 - place]) == "same":
            if compare(one, other) == "same":
                factors = one.op == "add" and other.op in ("mul", "pow")
                slip = "" if factors else rule_of_value(one)
                yield Step(
                    **shown,
                    done="factored" if factors else "worked",
                    slip=slip,
                    topic=topic_of(slip),
                    parts=tuple(_parts(one)),
                    numbers=numbers,
                )
                return
    for name, value in told.items():
        if name in names_in(before[0]) | names_in(before[2]) and names_in(value):
            if compare(put_in(before[0], {name: value}), now[0]) == "same":
                yield Step(**shown, done="put_in", amount=f"{name} = {show(value)}", numbers=numbers)
                return


def _done(before: Sides, now: Sides) -> tuple[Done | None, str, bool]:
    """Return what was added on both sides, or what both were multiplied by."""
    left, right = (
        Node("add", (now[k], Node("neg", (before[k],)))) for k in (0, 2)
    )
    if compare(left, right) == "same":
        amount = _simple(left)
        if amount and amount != "0":
            sign = amount.startswith("−")
            return ("subtracted" if sign else "added"), amount.removeprefix("−"), False
        return None, "", False
    crossed = Node("mul", (now[0], before[2])), Node("mul", (now[2], before[0]))
    if compare(*crossed) != "same":
        return None, "", False
    ratio = Node("div", (now[0], before[0]))
    other = Node("div", (before[0], now[0]))
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
