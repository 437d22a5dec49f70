"""The same slip on other numbers, made from its pattern and checked before anyone sees it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.checking.same_value import compare, in_time
from tutor_app.calculations.reading.choose_reading import Reading, settle
from tutor_app.calculations.reading.expression_tree import (
    CalculationUnread,
    Node,
    has_op,
    names_in,
    num,
)
from tutor_app.calculations.reading.parse_expression import parse_text
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.find_slip import relation_follows
from tutor_app.calculations.slips.slip_book import Relation, Slip
from tutor_app.calculations.slips.slip_patterns import NAMED, NUMBERS, fill_pattern

PLAIN: Final[Reading] = frozenset()
_TRIES = 12
_X: Final = Node("name", ("x",))
_INNER: Final = (
    Node("add", (Node("mul", (num(3), _X)), num(1))),
    Node("add", (Node("pow", (_X, num(2))), num(5))),
    Node("add", (Node("mul", (num(2), _X)), Node("neg", (num(7),)))),
)
_FACTORS: Final = (
    (Node("pow", (_X, num(3))), Node("call", ("sin", _X))),
    (Node("pow", (_X, num(2))), Node("call", ("cos", _X))),
    (Node("mul", (num(4), _X)), Node("pow", (Node("const", ("e",)), _X))),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeExample:
    """What stands first, what the slip would make of it, and what is right, as text."""

    source: str
    wrong: str
    right: str
    value: str = ""
    relations: bool = False


def make_example(slip: Slip, seed: int) -> MadeExample | None:
    """Return an example of a slip; None if no checked one was found in a few tries."""
    chance = random.Random(f"{slip.name}{seed}")
    for _ in range(_TRIES):
        binding = put_functions_in(slip, chance)
        if _is_true(slip, binding):
            return _text(slip, binding)
    return None


def put_functions_in(slip: Slip, chance: random.Random) -> Mapping[str, Node]:
    """Return what each name of a slip's patterns stands for, functions of x where it has some."""
    names = sorted(names_of_slip(slip))
    taken = chance.sample(range(2, 10), min(8, len(names) + 1))
    binding: dict[str, Node] = {name: num(taken[k % len(taken)]) for k, name in enumerate(names)}
    named = [name for name in names if name in NAMED]
    if "u" in named and "v" in named:
        binding["u"], binding["v"] = chance.choice(_FACTORS)
    elif "u" in named:
        binding["u"] = chance.choice(_INNER)
    if "x" in named:
        binding["x"] = _X
    free = [name for name in names if name not in slip.numbers and name not in NAMED | NUMBERS]
    if not named and free and "numbers" not in slip.topic:
        binding[_variable_of(slip, free)] = _X
    if slip.name in ("lost_root", "halved_the_square"):
        binding["c"] = num(chance.choice((9, 16, 25, 36, 49)))
    return binding


def _variable_of(slip: Slip, free: list[str]) -> str:
    if slip.is_of_relations or "b" not in free:
        return free[0]
    return "b" if slip.source.left.op == "mul" else free[0]


def names_of_slip(slip: Slip) -> frozenset[str]:
    """Return the names of a slip's patterns."""
    relations = (slip.source, *slip.wrong, *slip.right)
    sides = [side for each in relations for side in (each.left, each.right) if side is not None]
    return frozenset().union(*map(names_in, sides))


def _is_true(slip: Slip, binding: Mapping[str, Node]) -> bool:
    """Whether in these numbers the right form is right, and the wrong one is wrong."""
    source, wrong, right = (
        fill_slip(each, binding) for each in (slip.source, slip.wrong[0], slip.right[0])
    )
    if source.right is None:
        return compare(source.left, right.left) == "same" and compare(source.left, wrong.left) in (
            "different",
        )
    assert wrong.right is not None and right.right is not None
    if len(slip.right) > 1 or _has_signs(slip):
        return True
    before = (source.left, source.right)
    return relation_follows(
        before, source.sign, (right.left, right.right), right.sign
    ) and not relation_follows(before, source.sign, (wrong.left, wrong.right), wrong.sign)


def _has_signs(slip: Slip) -> bool:
    return any(each.right is not None and each.right.op == "pm" for each in slip.right)


def fill_slip(relation: Relation, binding: Mapping[str, Node]) -> Relation:
    """Return a relation of a slip with what its names stand for."""
    right = tidy_tree(fill_pattern(relation.right, binding)) if relation.right is not None else None
    return Relation(tidy_tree(fill_pattern(relation.left, binding)), relation.sign, right)


def _worked(relation: Relation) -> Relation:
    return Relation(worked_out(relation.left), relation.sign, relation.right)


def _text(slip: Slip, binding: Mapping[str, Node]) -> MadeExample:
    source = _shown(fill_slip(slip.source, binding))
    wrong, right = (
        " or ".join(_shown(_worked(fill_slip(each, binding))) for each in relations)
        for relations in (slip.wrong, slip.right)
    )
    value = ""
    if not slip.is_of_relations and not names_in(fill_pattern(slip.right[0].left, binding)):
        worked = number_of(fill_pattern(slip.right[0].left, binding))
        value = show(worked) if worked is not None and show(worked) != right else ""
    return MadeExample(
        source=source, wrong=wrong, right=right, value=value, relations=slip.is_of_relations
    )


def _shown(relation: Relation) -> str:
    if relation.right is None:
        return show(relation.left)
    return show_relation(relation.left, relation.sign, relation.right)


def number_of(node: Node) -> Node | None:
    """Return the fraction that an expression without names is worth; None if it is none."""
    found = in_time(lambda: exact(node), 0.5)
    if found is None or not getattr(found, "is_Rational", False):
        return None
    above = num(abs(int(found.p)))
    value = above if found.q == 1 else Node("div", (above, num(int(found.q))))
    return Node("neg", (value,)) if found < 0 else value


def worked_out(node: Node) -> Node:
    """Return an expression with its derivatives taken."""
    if node.op == "deriv" and not has_op(node.nodes[0], "deriv"):
        found = in_time(lambda: exact(node), 0.5)
        if found is not None:
            try:
                return settle(
                    parse_text(str(found).replace("**", "^").replace("exp(", "e^(")), PLAIN
                )
            except CalculationUnread:
                return node
    parts = tuple(worked_out(each) if isinstance(each, Node) else each for each in node.args)
    return Node(node.op, parts)


def tidy_tree(node: Node) -> Node:
    """Return an expression with whole-number sums of exponents and factors of 1 written plainly."""
    parts = tuple(tidy_tree(each) if isinstance(each, Node) else each for each in node.args)
    node = Node(node.op, parts)
    if node.op == "pow" and node.nodes[1].op in ("add", "mul", "div"):
        exponent = number_of(node.nodes[1]) if not names_in(node.nodes[1]) else None
        node = Node("pow", (node.nodes[0], exponent)) if exponent is not None else node
    if node.op == "pow" and node.nodes[1] == num(1):
        return node.nodes[0]
    if node.op == "mul":
        kept = tuple(each for each in node.nodes if each != num(1)) or (num(1),)
        return Node("mul", kept) if len(kept) > 1 else kept[0]
    return node
