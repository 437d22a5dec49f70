"""Whether an inequality or a congruence has the same solutions, by trying many values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from mpmath import mp, mpf

from tutor_app.calculations.checking.calculation_verdicts import Sense
from tutor_app.calculations.checking.exact_values import Exact, exact
from tutor_app.calculations.checking.follow_equations import Groups, groups_hold
from tutor_app.calculations.checking.numeric_values import Value, ValueUnknown, value_at
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.checking.solution_points import solve_pairs
from tutor_app.calculations.reading.expression_tree import Node

_WINDOW = 25
LARGEST_MODULUS = 5_000


def judge_inequality(before: Groups, after: Groups, *, positive_only: bool = False) -> Sense:
    """Return whether two inequalities have the same solutions, at every value that is tried.

    Around the values at which a side equals the other it is tried closely, since there they
    change.
    """
    names = sorted(_names(before) | _names(after))
    if _names(after) - _names(before):
        return "given"
    lost = gained = found = 0
    for point in _trials(names, [*before, *after]):
        if positive_only and any(mp.re(value) <= 0 for value in point.values()):
            continue
        one, other = groups_hold(before, point), groups_hold(after, point)
        if one is None or other is None:
            continue
        found += 1
        lost += one and not other
        gained += other and not one
    if found < 20:
        return "unknown"
    if not lost and not gained:
        return "same_solutions"
    if lost and gained:
        return "does_not_follow"
    return "loses" if lost else "gains"


def _names(groups: Groups) -> frozenset[str]:
    return frozenset().union(*(each.names for group in groups for each in group))


def _trials(names: Sequence[str], groups: Groups) -> Iterator[dict[str, Value]]:
    if len(names) == 1:
        name = names[0]
        pairs = [each.pair for group in groups for each in group if each.names]
        edges = [p[name] for pair in pairs for p in solve_pairs([pair]).points if name in p]
        for edge in edges:
            for step in ("0", "1e-4", "-1e-4", "0.05", "-0.05"):
                yield {name: edge + mpf(step)}
        for k in range(-_WINDOW * 4, _WINDOW * 4 + 1):
            yield {name: mpf(k) / 4}
        for size in (60, 250, 3_000, 10**5):
            yield {name: mpf(size)}
            yield {name: -mpf(size)}
        return
    chance = random.Random(3)
    for _ in range(400):
        yield {name: mpf(chance.randint(-120, 120)) / 8 for name in names}


def judge_congruence(before: tuple[Groups, Node] | None, after: tuple[Groups, Node]) -> Sense:
    """Return whether a congruence holds, or has the solutions of the one before it."""
    try:
        modulus = _whole(after[1])
        if before is None:
            (related,) = after[0][0]
            return _congruent_numbers(related.left, related.right, modulus)
        first = _whole(before[1])
        both = first * modulus // _gcd(first, modulus)
        if both > LARGEST_MODULUS:
            return "unknown"
        (name,) = _names(before[0]) | _names(after[0])
        lost = gained = 0
        for k in range(both):
            one = _congruent(before[0], name, k, first)
            other = _congruent(after[0], name, k, modulus)
            lost += one and not other
            gained += other and not one
    except (ValueUnknown, ValueError, TypeError, ZeroDivisionError):
        return "unknown"
    if lost and gained:
        return "does_not_follow"
    return "loses" if lost else "gains" if gained else "same_solutions"


def _congruent_numbers(left: Node, right: Node, modulus: int) -> Sense:
    """Compare two numbers modulo another, exactly; 1/3 is the inverse of 3."""

    def difference() -> Exact:
        return exact(left) - exact(right)

    found = in_time(difference)
    if found is None or not found.is_rational or _gcd(int(found.q), modulus) != 1:
        return "unknown"
    return "same_value" if int(found.p) % modulus == 0 else "different"


def _congruent(groups: Groups, name: str, value: int, modulus: int) -> bool:
    return any(
        all(
            (value_at(each.left, {name: mpf(value)}) - value_at(each.right, {name: mpf(value)}))
            % modulus
            == 0
            for each in group
        )
        for group in groups
    )


def _whole(node: Node) -> int:
    value = value_at(node, {})
    if value != mp.nint(value) or value < 1:
        raise ValueUnknown
    return int(value)


def _gcd(a: int, b: int) -> int:
    return a if b == 0 else _gcd(b, a % b)
