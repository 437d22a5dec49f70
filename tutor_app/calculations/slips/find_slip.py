"""Which known slip made a wrong line of the one before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from mpmath import mp, mpf

from tutor_app.calculations.checking.follow_equations import (
    Equations,
    SidedRelation,
    judge_equation,
)
from tutor_app.calculations.checking.follow_inequalities import judge_inequality
from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import points_for, same_values
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in
from tutor_app.calculations.slips.slip_book import Relation, Slip, known_slips, with_log_of
from tutor_app.calculations.slips.slip_patterns import (
    derived_by_terms,
    fill_pattern,
    fits,
    pattern_of,
    rewritings,
)

MOST_TRIALS = 60  # places at which one slip is tried


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSlip:
    """A slip with what it would be right to write in place of the wrong line; `made` is the
    expression that has the wrong line's value."""

    name: str
    topic: str
    mended: tuple[Node, ...]
    signs: tuple[str, ...] = ()
    made: Node | None = None


def find_slip(
    before: tuple[Node, ...], after: tuple[Node, ...], sign: str = ""
) -> FoundSlip | None:
    """Return the slip that explains a wrong line; None if none of the known ones does.

    `before` is the expression, or both sides of the equation, that the line was made of, and
    `sign` the relation between them.
    """
    at_value = bool(before) and has_op(before[0], "at")
    for each in known_slips():
        if at_value and each.derives:
            continue  # the derivative is told; a number is put into it
        slip = with_log_of(each, before)
        if slip.is_of_relations and len(before) == 2 and len(after) >= 2:
            found = _of_relations(slip, before, sign, after)
        elif not slip.is_of_relations and len(before) == 1 and len(after) == 1:
            found = _of_values(slip, before[0], after[0])
        elif not slip.is_of_relations and len(before) == 2 and len(after) == 2:
            found = _of_sides(slip, before, after, sign)
        else:
            continue
        if found is not None:
            return found
    return None


def _of_values(slip: Slip, before: Node, after: Node) -> FoundSlip | None:
    source = derived_by_terms(pattern_of(before))
    pairs = zip(
        rewritings(source, slip.source.left, slip.wrong[0].left),
        rewritings(source, slip.source.left, slip.right[0].left),
        strict=True,
    )
    for wrong, right in islice(pairs, MOST_TRIALS):
        if same_numbers(wrong, after) and not same_numbers(wrong, before):
            return FoundSlip(name=slip.name, topic=slip.topic, mended=(right,), made=wrong)
    return None


def _of_sides(
    slip: Slip, before: tuple[Node, ...], after: tuple[Node, ...], sign: str
) -> FoundSlip | None:
    """A slip within one side of an equation, whose other side stays."""
    for place in (0, 1):
        source, other = pattern_of(before[place]), before[1 - place]
        pairs = zip(
            rewritings(source, slip.source.left, slip.wrong[0].left),
            rewritings(source, slip.source.left, slip.right[0].left),
            strict=True,
        )
        for wrong, right in islice(pairs, MOST_TRIALS):
            if same_numbers(wrong, source):
                continue
            made = (wrong, other) if place == 0 else (other, wrong)
            if same_sides(made, after):
                mended = (right, other) if place == 0 else (other, right)
                return FoundSlip(name=slip.name, topic=slip.topic, mended=mended, signs=(sign,))
    return None


def _of_relations(
    slip: Slip, before: tuple[Node, ...], sign: str, after: tuple[Node, ...]
) -> FoundSlip | None:
    if slip.source.sign != sign.replace("<=", "<").replace(">=", ">"):
        return None
    for wrong, right in islice(_rewritten(slip, before), MOST_TRIALS):
        if _same_relations(wrong, after, sign):
            sides = tuple(side for each in right for side in each)
            signs = tuple(each.sign for each in slip.right)
            return FoundSlip(name=slip.name, topic=slip.topic, mended=sides, signs=signs)
    return None


Sides = tuple[Node, Node]


def _rewritten(slip: Slip, before: tuple[Node, ...]) -> Iterator[tuple[list[Sides], list[Sides]]]:
    sides = (pattern_of(before[0]), pattern_of(before[1]))
    assert slip.source.right is not None
    for one, other in (sides, sides[::-1]) if slip.source.sign == "=" else (sides,):
        for binding, rest in fits(slip.source.left, one):
            if rest:
                continue
            for further in ({"c": other}, {}):
                for found, left_over in fits(
                    fill_pattern(slip.source.right, {**binding, **further}), other
                ):
                    if left_over or any(binding.get(k, v) != v for k, v in found.items()):
                        continue
                    bound = {**binding, **further, **found}
                    yield _sides(slip.wrong, bound), _sides(slip.right, bound)
                    break


def _sides(relations: tuple[Relation, ...], bound: dict[str, Node]) -> list[Sides]:
    return [
        (fill_pattern(each.left, bound), fill_pattern(each.right, bound))
        for each in relations
        if each.right is not None
    ]


def _same_relations(made: list[Sides], after: tuple[Node, ...], sign: str) -> bool:
    told = list(zip(after[::2], after[1::2], strict=False))
    if len(told) != len(made):
        return False
    if sign in ("<", ">", "<=", ">="):
        return all(
            same_numbers(a, c) and same_numbers(b, d)
            for (a, b), (c, d) in zip(made, told, strict=True)
        )
    pairs = zip(made, told, strict=True)
    return all(same_sides(one, other) for one, other in pairs) or all(
        any(same_sides(one, other) for other in told) for one in made
    )


def same_sides(made: Sides, told: tuple[Node, ...]) -> bool:
    """Whether two equations say the same, up to what is done to both sides."""
    straight = same_numbers(made[0], told[0]) and same_numbers(made[1], told[1])
    crossed = same_numbers(made[0], told[1]) and same_numbers(made[1], told[0])
    return straight or crossed or _proportional(made, told)


def _proportional(made: Sides, told: tuple[Node, ...]) -> bool:
    """Whether two equations say the same up to a factor: 2x = 20 and x = 10."""
    names = sorted(names_in(made[0]) | names_in(made[1]) | names_in(told[0]) | names_in(told[1]))
    if not names:
        return False
    ratios = []
    for point in points_for(names, positive=True):
        try:
            below = value_at(made[0], point) - value_at(made[1], point)
            above = value_at(told[0], point) - value_at(told[1], point)
            if abs(below) < mpf(10) ** -12:
                return False
            ratios.append(above / below)
        except (ValueUnknown, TypeError):
            return False
    return all(abs(each - ratios[0]) < mpf(10) ** -9 for each in ratios) and ratios[0] != 0


def same_numbers(one: Node, other: Node) -> bool:
    """Whether two expressions agree at a few points; cheap, for many trials."""
    names = sorted(names_in(one) | names_in(other))
    for point in list(points_for(names, positive=True))[:3]:
        try:
            if same_values(value_at(one, point), value_at(other, point)) != "same":
                return False
        except (ValueUnknown, TypeError):
            return False
    return bool(mp.dps)


def relation_follows(
    before: tuple[Node, Node], sign: str, after: tuple[Node, Node], told: str
) -> bool:
    """Whether one relation has the solutions of another."""
    if sign == "=":
        known = Equations(given=[SidedRelation(before[0], "=", before[1])])
        sense = judge_equation(known, [[SidedRelation(after[0], "=", after[1])]], derived=True)
        return sense in ("follows", "same_solutions")
    groups = [[SidedRelation(before[0], sign, before[1])]]
    return judge_inequality(groups, [[SidedRelation(after[0], told, after[1])]]) == "same_solutions"
