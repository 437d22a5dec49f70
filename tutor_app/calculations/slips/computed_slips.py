"""Slips that no pattern tells: what was done to one side alone, terms put together that are unlike,
a number copied wrongly, a sum of two numbers that is off. Each makes exactly the wrong line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import NotExact, exact
from tutor_app.calculations.checking.same_value import in_time
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.slips.combined_equations import combines_wrongly
from tutor_app.calculations.slips.derivative_slips import derivative_slip
from tutor_app.calculations.slips.find_slip import relation_follows, same_numbers, same_sides
from tutor_app.calculations.slips.quadratic_formula import formula_slip
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.calculations.slips.slips_after_steps import (
    cleared_slip,
    divides_by_unknown,
    undone_slip,
)
from tutor_app.calculations.slips.value_rules import terms_of

Sides = tuple[Node, Node]
_SECONDS: Final = 1.0
_MOST_TERMS: Final = 6
_DIVISORS: Final = range(2, 13)
_OF_NUMBERS: Final = {
    "mul": "product_of_numbers",
    "div": "quotient_of_numbers",
    "add": "sum_of_numbers",
    "sub": "difference_of_numbers",
}
_TURNED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def computed_slip(
    before: tuple[Node, ...], after: tuple[Node, ...], signs: tuple[str, ...], told: Sequence[Sides]
) -> str:
    """Return the name of the slip that a wrong line tells; "" where none is found.

    `signs` are those of the relation before and of the line, `told` the equations that stand above.
    """
    if len(before) == len(after) == 1:
        return in_time(lambda: _of_values(before[0], after[0]), _SECONDS) or ""
    if len(before) != 2:
        return ""
    alike = signs[:1] == ("=",) and not any(each in _TURNED for each in signs)
    of_formula: str | None = in_time(lambda: formula_slip(before, after), _SECONDS) if alike else ""
    if of_formula:
        return of_formula
    if len(after) != 2 or (before[0].op == "name" and not names_in(before[1])):
        return ""
    sides = (before[0], before[1]), (after[0], after[1])
    if alike:
        return in_time(lambda: _of_equation(*sides, told), _SECONDS) or ""
    return _of_inequality(*sides, signs)


def corrects_wrongly(task: Node, last: Node) -> bool:
    """Whether the last sum would come to the task with its other sign: 303 − 2 of 503 − 198."""
    if last.op != "add" or task.op != "add" or len(last.nodes) != 2:
        return False
    first, second = last.nodes
    other = second.nodes[0] if second.op == "neg" else Node("neg", (second,))
    return same_numbers(Node("add", (first, other)), task)


def _of_values(before: Node, after: Node) -> str:
    if has_op(before, "integral"):
        return "antiderivative_off" if before.op != "integral" or len(before.nodes) == 1 else ""
    if before.op == "deriv":
        return derivative_slip(before, after)
    if has_op(before, "unit") and has_op(after, "unit"):
        return "factor_of_unit"
    if any(True for each in _copied_otherwise(after, (before,)) if same_numbers(each, before)):
        return "copied_wrongly"
    try:
        was, became = exact(before), exact(after)
    except NotExact:
        return ""
    if names_in(before):
        return "unlike_terms" if _joins_unlike(was, became) else ""
    if was and became and _is_shift(became / was):
        return "decimal_point"
    return _of_numbers(before)


def _is_shift(ratio: Any) -> bool:
    return any(ratio in (ten, 1 / sp.Integer(ten)) for ten in (10, 100, 1000))


def _of_numbers(before: Node) -> str:
    """Return the rule of the one operation between two numbers; "" where there are more."""
    node = pattern_of(before)
    if node.op not in _OF_NUMBERS or len(node.nodes) != 2:
        return ""
    if any(each.op not in ("num", "neg", "percent") for each in node.nodes):
        return ""
    takes_away = node.op == "add" and node.nodes[1].op == "neg"
    return _OF_NUMBERS["sub" if takes_away else node.op]


def _joins_unlike(was: Any, became: Any) -> bool:
    """Whether two terms with other letters or exponents were put together: 3x² + 3x = 6x³."""
    terms = sp.Add.make_args(sp.expand(was))
    if not 2 <= len(terms) <= _MOST_TERMS:
        return False
    for one, other in combinations(terms, 2):
        (first, of_first), (second, of_second) = (each.as_coeff_Mul() for each in (one, other))
        if of_first == of_second:
            continue
        rest = sp.expand(was) - one - other
        kinds = {of_first, of_second, of_first * of_second}
        for number in (first + second, first * second):
            if any(sp.expand(rest + number * kind - became) == 0 for kind in kinds):
                return True
    return False


# --- equations -----------------------------------------------------------------------------------


def _of_equation(before: Sides, after: Sides, told: Sequence[Sides]) -> str:
    if found := undone_slip(before, after) or cleared_slip(before, after):
        return found
    for place in (0, 1):
        for copied in _copied_otherwise(after[place], before):
            made = (copied, after[1]) if place == 0 else (after[0], copied)
            if same_sides(before, made):
                return "copied_wrongly"
    for place, made in product((0, 1), (after, after[::-1])):  # 3 = 3x may become x = 3
        stays = same_numbers(before[1 - place], made[1 - place])
        if stays and not same_numbers(before[place], made[place]):
            if found := _of_one_side(before[place], made[place]):
                return found
    if found := _of_some_terms(before, after):
        return found
    if found := _of_both_sides(before, after):
        return found
    return _of_whole(before, after, told)


def _of_whole(before: Sides, after: Sides, told: Sequence[Sides]) -> str:
    if divides_by_unknown(before, after):
        return "divided_by_the_unknown"
    return "equations_combined" if combines_wrongly(told, after) else ""


def _of_one_side(before: Node, after: Node) -> str:
    """Return what was done to one side alone."""
    try:
        was, became = exact(before), exact(after)
    except NotExact:
        return ""
    if not was or not became:
        return ""
    ratio = sp.simplify(became / was)
    if ratio.is_number:
        return "one_side_divided" if abs(ratio) < 1 else "one_side_multiplied"
    if sp.expand(was**2 - became) == 0 or sp.expand(became**2 - was) == 0:
        return "one_side_powered"
    written, left = (terms_of(pattern_of(each)) for each in (before, after))
    collects = len(left) < len(written) - 1  # a term may be lost on the way, and is not taken away
    if (
        len(written) > 1
        and not collects
        and any(sp.expand(was - exact(each) - became) == 0 for each in written)
    ):
        return "one_side_added"
    return "unlike_terms" if _joins_unlike(was, became) else ""


def _of_some_terms(before: Sides, after: Sides) -> str:
    """Return whether some of the terms, and not all, were divided or multiplied by one number."""
    try:
        was, became = (
            [[exact(each) for each in terms_of(pattern_of(side))] for side in sides]
            for sides in (before, after)
        )
    except NotExact:
        return ""
    if [len(each) for each in was] != [len(each) for each in became]:
        return ""
    pairs = [
        (one, other)
        for side, made in zip(was, became, strict=True)
        for one, other in zip(side, made, strict=True)
        if one != 0
    ]
    for number in _DIVISORS:
        for factor, name in (
            (sp.Rational(1, number), "one_term_divided"),
            (sp.Integer(number), "cleared_one_denominator"),
        ):
            changed = [sp.expand(one * factor - other) == 0 for one, other in pairs]
            stays = [sp.expand(one - other) == 0 for one, other in pairs]
            if any(changed) and any(stays) and all(map(any, zip(changed, stays, strict=True))):
                return name
    return ""


def _of_both_sides(before: Sides, after: Sides) -> str:
    """Return the rule of the sum on the side of the numbers, where the other was worked rightly."""
    for one, other in ((0, 1), (1, 0)):
        if names_in(before[other]) or names_in(after[other]) or not names_in(after[one]):
            continue
        try:
            was, became = exact(before[one]), exact(after[one])
        except NotExact:
            return ""
        ratio = sp.simplify(became / was) if was else sp.Integer(0)
        if ratio.is_Rational and ratio != 0 and ratio != 1:
            return "quotient_of_numbers" if abs(ratio) < 1 else "product_of_numbers"
        apart = sp.expand(became - was)
        if apart.is_Rational and apart != 0 and after[other].op in ("num", "neg"):
            return "difference_of_numbers" if apart < 0 else "sum_of_numbers"
    return ""


def _of_inequality(before: Sides, after: Sides, signs: tuple[str, ...]) -> str:
    """Return whether only the sign of an inequality is the wrong way round."""
    sign, told = signs[0], signs[1] if len(signs) > 1 else ""
    if told not in _TURNED or not relation_follows(before, sign, after, _TURNED[told]):
        return ""
    turned = told[0] != sign[0]
    return "inequality_turned" if turned else "inequality_not_turned"


# --- copied --------------------------------------------------------------------------------------


def _copied_otherwise(node: Node, before: Sequence[Node]) -> Iterator[Node]:
    """Yield a line with one of its numbers as it stands in the line before, where the two are alike
    but for the order of their digits or one of them."""
    known = {each.text for side in before for each in walk(side) if each.op == "num"}
    own = {each.text for each in walk(node) if each.op == "num"}
    for number in own - known:
        for other in known - own:
            if _are_alike(number, other):
                yield _with_number(node, number, other)


def _are_alike(one: str, other: str) -> bool:
    if len(one) != len(other) or len(one) < 2:
        return False
    swapped = sorted(one) == sorted(other)
    return swapped or sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _with_number(node: Node, number: str, other: str) -> Node:
    if node.op == "num":
        return Node("num", (other,)) if node.text == number else node
    parts = tuple(
        _with_number(each, number, other) if isinstance(each, Node) else each for each in node.args
    )
    return Node(node.op, parts)
