"""A rule of calculation shown by numbers: put into what the rule makes and into what breaks it.

All is worked out, and nothing is shown where the numbers don't tell the two apart.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

from mpmath import mp, mpf

from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.reading.expression_tree import Node, has_op, num
from tutor_app.calculations.reading.show_expression import show, show_relation
from tutor_app.calculations.slips.made_examples import (
    fill_slip,
    names_of_slip,
    number_of,
    put_functions_in,
    worked_out,
)
from tutor_app.calculations.slips.slip_book import Relation, Slip, known_slips, read_slips
from tutor_app.calculations.slips.slip_patterns import NAMED

_SMALL: Final = range(2, 10)
_FEW: Final = 5  # of them are enough for most
_PLAIN_TRIES, _TRIES = 150, 300
_NEAR: Final = mpf(10) ** -9
_AT, _STEP = mpf(2), mpf("0.001")  # where a slope is measured, and how far to both sides
_DIGITS: Final = 4
_LONGEST: Final = 5  # digits of a value: with longer ones nobody compares by head


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """Numbers put into a rule, as text.

    Of values `source` comes to `value`, as `right` does, and `wrong` to `other`. Of relations
    `source` and `right` are true and `wrong` is false; `sides` are the numbers of one whose sign
    turns. Of a derivative `value` is the slope that was measured between two points, `ends`.
    """

    source: str
    wrong: str
    right: str
    value: str = ""
    other: str = ""
    sides: tuple[str, str] | None = None
    ends: tuple[str, str] | None = None


def find_demonstrations(
    rule: str, avoided: tuple[str, ...], count: int
) -> tuple[Demonstration, ...]:
    """Return up to so many ways to show a rule in numbers, the same ones each time.

    `rule` is the name of a slip that breaks it; none of the numbers `avoided` is put in.
    """
    slip = _shown_slips().get(rule)
    if slip is None:
        return ()
    pool = [each for each in _SMALL if str(each) not in avoided]
    found = (_find(slip, pool, random.Random(f"{rule}{seed}")) for seed in range(count))
    return tuple(each for each in found if each is not None)


def _find(slip: Slip, pool: list[int], chance: random.Random) -> Demonstration | None:
    derives = slip.source.left.op == "call" and slip.source.left.text == "diff"
    if len(pool) < len(names_of_slip(slip)) and not derives:
        return None
    for number in range(_TRIES):
        if derives:
            found = _slope(slip, chance)
        elif slip.is_of_relations:
            found = _relations(slip, _numbers(slip, pool, chance, number))
        else:
            found = _values(slip, _numbers(slip, pool, chance, 0))
        if found is not None:
            return found
    return None


@cache
def _shown_slips() -> Mapping[str, Slip]:
    own = read_slips(Path(__file__).with_name("rule_demonstrations.yaml"))
    shown: dict[str, Slip] = {}
    for each in (*own, *known_slips()):  # of several forms of a slip the first one is shown
        shown.setdefault(each.name, each)
    return shown


def _numbers(slip: Slip, pool: list[int], chance: random.Random, number: int) -> dict[str, Node]:
    """Return a small number for each name; late tries have others for what stands for an unknown:
    a negative one, zero, one that another name has."""
    names = sorted(names_of_slip(slip))
    few = pool[: max(len(names) + 1, _FEW)]
    tens = 10 if has_op(slip.source.left, "percent") else 1
    taken = chance.sample(few, len(names))
    binding = {name: num(tens * each) for name, each in zip(names, taken, strict=True)}
    other = next((name for name in names if name not in NAMED), "")
    for name in names if number > _PLAIN_TRIES else ():
        if name in NAMED:
            told = (Node("neg", (binding[name],)), num(0), binding.get(other, num(0)))
            binding[name] = told[number % len(told)]
    return binding


# --- values --------------------------------------------------------------------------------------


def _values(slip: Slip, binding: Mapping[str, Node]) -> Demonstration | None:
    source, wrong, right = (
        fill_slip(each, binding).left for each in (slip.source, slip.wrong[0], slip.right[0])
    )
    value, same, other = (_number(each) for each in (source, right, wrong))
    if not value or not other or value != same or value == other:
        return None
    if any(sum(map(str.isdigit, each)) > _LONGEST for each in (value, other)):
        return None
    return Demonstration(
        source=show(source), wrong=show(wrong), right=show(right), value=value, other=other
    )


def _number(node: Node) -> str:
    """Return what an expression comes to, rounded where it is no fraction; "" if it is nothing."""
    exactly = number_of(node)
    if exactly is not None:
        return show(exactly)
    try:
        found = value_at(node, {})
        return _rounded(found) if mp.im(found) == 0 else ""
    except (ValueUnknown, TypeError):
        return ""


def _rounded(value: mpf) -> str:
    shown: str = mp.nstr(value, _DIGITS, strip_zeros=True)
    return shown.removesuffix(".0").replace("-", "−")


# --- derivatives ---------------------------------------------------------------------------------


def _slope(slip: Slip, chance: random.Random) -> Demonstration | None:
    binding = put_functions_in(slip, chance)
    source, wrong, right = (
        fill_slip(each, binding).left for each in (slip.source, slip.wrong[0], slip.right[0])
    )
    function, told, true = source.nodes[0], worked_out(wrong), worked_out(right)
    low, high = _AT - _STEP, _AT + _STEP
    try:
        rise = value_at(function, {"x": high}) - value_at(function, {"x": low})
        slope, at_wrong = rise / (high - low), value_at(told, {"x": _AT})
    except (ValueUnknown, TypeError):
        return None
    value, other = _rounded(slope), _rounded(at_wrong)
    if value == other or _rounded(value_at(true, {"x": _AT})) != value:
        return None
    return Demonstration(
        source=show(function), wrong=show(told), right=show(true), value=value, other=other,
        ends=(_rounded(low), _rounded(high)),
    )  # fmt: skip


# --- relations -----------------------------------------------------------------------------------


def _relations(slip: Slip, binding: dict[str, Node]) -> Demonstration | None:
    source = slip.source
    if source.right is not None and source.right.op == "name" and source.sign == "=":
        known = number_of(fill_slip(Relation(source.left), binding).left)
        if known is None or known.op == "div" or known.nodes[:1] and known.nodes[0].op == "div":
            return None
        binding[source.right.text] = known
    given = fill_slip(source, binding)
    wrong, right = (
        [fill_slip(each, binding) for each in relations] for relations in (slip.wrong, slip.right)
    )
    if not _holds(given) or any(map(_holds, wrong)) or not any(map(_holds, right)):
        return None
    turns = source.sign in "<>" and slip.right[0].sign != source.sign
    only = right[0]
    sides = (show(only.left), show(only.right)) if turns and only.right is not None else None
    return Demonstration(
        source=_shown([given]), wrong=_shown(wrong), right=_shown(right), sides=sides
    )


def _holds(relation: Relation) -> bool:
    assert relation.right is not None
    sides = product(_both_signs(relation.left), _both_signs(relation.right))
    try:
        apart = [value_at(one, {}) - value_at(other, {}) for one, other in sides]
    except (ValueUnknown, TypeError):
        return False
    if relation.sign == "=":
        return any(abs(each) < _NEAR for each in apart)
    return all((each < -_NEAR) if relation.sign == "<" else (each > _NEAR) for each in apart)


def _both_signs(node: Node) -> Iterator[Node]:
    """Yield an expression, with each of both signs where it has them."""
    if node.op != "pm":
        yield node
        return
    first, second = node.nodes
    yield Node("add", (first, second))
    yield Node("add", (first, Node("neg", (second,))))


def _shown(relations: list[Relation]) -> str:
    told = (show_relation(each.left, each.sign, each.right) for each in relations if each.right)
    return " or ".join(told)
