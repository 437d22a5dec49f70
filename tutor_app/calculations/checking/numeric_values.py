"""What an expression is worth at a point, by mpmath at 30 digits: no algebra takes part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial, gcd, lcm, perm
from typing import Any, Final

import mpmath
from mpmath import mp, mpf

from tutor_app.calculations.reading.expression_tree import Node
from tutor_app.calculations.reading.unit_trees import unit_tree

mp.dps = 30
Value = Any  # mpf, mpc, bool or mpmath's matrix: mpmath ships no types
Point = Mapping[str, Value]
LARGEST_POWER = 4_000  # bits of a power
LARGEST_FACTORIAL = 400
MOST_TERMS = 3_000


class ValueUnknown(Exception):
    """There is no value here, or it takes too much to find it."""


def value_at(node: Node, point: Point) -> Value:
    """Return the value of an expression where names have these values.

    Raises:
        ValueUnknown: a name has no value, the expression has none here, or it is too large.
    """
    try:
        return _value(node, point)
    except (ZeroDivisionError, ValueError, TypeError, OverflowError, ArithmeticError) as exc:
        raise ValueUnknown from exc
    except (KeyError, AttributeError, RecursionError, NotImplementedError) as exc:
        raise ValueUnknown from exc


def _value(node: Node, point: Point) -> Value:  # noqa: C901  (one case for each operation)
    match node.op:
        case "num":
            return mpf(node.text)
        case "name":
            return point[node.text]
        case "const":
            return _constant(node.text)
        case "unit":
            return _value(unit_tree(node.text), point)
        case "based":
            return mpf(int(node.text, int(str(node.args[1]))))
        case "percent":
            return _value(node.nodes[0], point) / 100
        case "not" | "and" | "or" | "implies" | "iff":
            return _truth(node, point)
        case "tuple":
            return mpmath.matrix([_value(each, point) for each in node.nodes])
        case "matrix":
            return mpmath.matrix(
                [[_value(cell, point) for cell in row.nodes] for row in node.nodes]
            )
        case "call":
            return _called(node, point)
        case "deriv" | "integral" | "sum" | "lim" | "between" | "dots" | "at":
            return _OPERATORS[node.op](node, point)
    if node.op == "pow" and node.nodes[1].op == "name" and node.nodes[1].text == "T":
        matrix = _value(node.nodes[0], point)
        return matrix.T if isinstance(matrix, mpmath.matrix) else _power(matrix, point["T"])
    return _arithmetic(node, [_value(each, point) for each in node.nodes])


def _arithmetic(node: Node, values: list[Value]) -> Value:  # noqa: C901  (one case for each operation)
    match node.op:
        case "add":
            total = values[0]
            for each in values[1:]:
                total = total + each
            return total
        case "mul":
            product = values[0]
            for each in values[1:]:
                product = _times(product, each)
            return product
        case "div":
            if values[1] == 0:
                raise ValueUnknown
            return values[0] / values[1]
        case "neg":
            return -values[0]
        case "pow":
            return _power(*values)
        case "fact":
            if values[0] != int(values[0]) or not 0 <= values[0] <= LARGEST_FACTORIAL:
                raise ValueUnknown
            return mpf(factorial(int(values[0])))
        case "mod":
            if values[1] == 0 or mp.re(values[0]) != int(mp.re(values[0])):
                raise ValueUnknown  # a fraction may stand for an inverse
            return values[0] % values[1]
    raise ValueUnknown


def _constant(text: str) -> Value:
    constants = {
        "pi": mp.pi, "e": mp.e, "oo": mp.inf, "I": mp.mpc(0, 1), "true": True, "false": False
    }  # fmt: skip
    value = constants[text]
    return value if isinstance(value, bool) else +value


def _truth(node: Node, point: Point) -> bool:
    values = [_as_truth(_value(each, point)) for each in node.nodes]
    match node.op:
        case "not":
            return not values[0]
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "implies":
            return not values[0] or values[1]
        case _:
            return values[0] == values[1]


def _as_truth(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    if value in (0, 1):
        return bool(value)
    raise ValueUnknown


def _times(left: Value, right: Value) -> Value:
    """Return a product; of two vectors of the same length the inner product."""
    both = isinstance(left, mpmath.matrix) and isinstance(right, mpmath.matrix)
    if both and left.cols == right.cols == 1 and left.rows == right.rows:
        return sum((a * b for a, b in zip(left, right, strict=True)), mpf(0))
    return left * right


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(base, mpmath.matrix):
        if exponent == int(exponent) and -5 <= exponent <= 20:
            return base ** int(exponent)
        raise ValueUnknown
    if isinstance(base, bool) or isinstance(exponent, bool):
        raise ValueUnknown
    size = abs(mp.log(abs(base), 2)) if base not in (0,) and mp.isfinite(base) else mpf(1)
    if mp.isfinite(exponent) and abs(exponent) * size > LARGEST_POWER:
        raise ValueUnknown
    if base == 0 and mp.re(exponent) <= 0:
        raise ValueUnknown
    if mp.im(base) == 0 and base < 0 and mp.im(exponent) == 0:
        part = Fraction(mp.nstr(exponent, 25)).limit_denominator(15)
        near = abs(mpf(part.numerator) / part.denominator - exponent) < mpf(10) ** -20
        if near and part.denominator > 1 and part.denominator % 2:
            root = -mp.power(-base, mpf(1) / part.denominator)  # real, as students take it
            return root**part.numerator
    return mp.power(base, exponent)


def _called(node: Node, point: Point) -> Value:
    name, _, base = node.text.partition("_")
    values = [_value(each, point) for each in node.nodes]
    if name == "log":
        return _real_log(
            values[0],
            mp.log(mpf(base) if base.replace(".", "").isdecimal() else _base(base, point)),
        )
    return _FUNCTIONS[name](*values)


def _base(text: str, point: Point) -> Value:
    return +mp.e if text == "e" else point[text]


def _real_log(value: Value, of_base: Value) -> Value:
    if value == 0 or of_base == 0:
        raise ValueUnknown
    return mp.log(value) / of_base


def _root(index: Value, value: Value) -> Value:
    odd = index == int(index) and int(index) % 2 == 1
    if odd and mp.im(value) == 0 and mp.re(value) < 0:
        return -mp.power(-value, 1 / index)
    return mp.power(value, 1 / index)


def _whole(value: Value) -> int:
    if value != int(value) or abs(value) > 10**6:
        raise ValueUnknown
    return int(value)


def _choose(n: Value, k: Value) -> Value:
    if not 0 <= n <= 2_000:
        raise ValueUnknown
    return mpf(comb(_whole(n), _whole(k)))


def _absolute(value: Value) -> Value:
    if isinstance(value, mpmath.matrix):
        return mp.det(value) if value.rows == value.cols > 1 else mp.norm(value)
    return abs(value)


_FUNCTIONS: Final[Mapping[str, Callable[..., Value]]] = {
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "sec": mp.sec, "csc": mp.csc, "cot": mp.cot,
    "asin": mp.asin, "acos": mp.acos, "atan": mp.atan, "sinh": mp.sinh, "cosh": mp.cosh,
    "tanh": mp.tanh, "exp": mp.exp, "sqrt": mp.sqrt, "floor": mp.floor, "ceil": mp.ceil,
    "ln": lambda value: _real_log(value, mpf(1)),
    "cbrt": lambda value: _root(mpf(3), value),
    "root": _root,
    "abs": _absolute,
    "det": lambda value: mp.det(value),
    "inv": lambda value: value**-1,
    "tr": lambda value: sum((value[i, i] for i in range(value.rows)), mpf(0)),
    "trace": lambda value: sum((value[i, i] for i in range(value.rows)), mpf(0)),
    "gcd": lambda *values: mpf(gcd(*map(_whole, values))),
    "lcm": lambda *values: mpf(lcm(*map(_whole, values))),
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
    "nCr": _choose,
    "binom": _choose,
    "nPr": lambda n, k: mpf(perm(_whole(n), _whole(k))) if 0 <= n <= 400 else _unknown(),
    "Re": mp.re, "Im": mp.im, "conj": mp.conj,
}  # fmt: skip


def _unknown() -> Value:
    raise ValueUnknown


def _derivative(node: Node, point: Point) -> Value:
    variable, order = str(node.args[1]), int(str(node.args[2]))
    inner = node.nodes[0]
    if variable not in point:
        raise ValueUnknown
    with mp.workdps(45):
        value = mp.diff(lambda x: _value(inner, {**point, variable: x}), point[variable], order)
    return +value


def _integral(node: Node, point: Point) -> Value:
    if len(node.nodes) < 3:
        raise ValueUnknown  # no value: it is compared by its derivative
    inner, low, high = node.nodes
    variable = str(node.args[-1])
    ends = [_value(low, point), _value(high, point)]
    middle = [] if not all(map(mp.isfinite, ends)) else [(ends[0] + ends[1]) / 2]
    with mp.workdps(20):
        value, error = mp.quad(
            lambda x: _value(inner, {**point, variable: x}), [ends[0], *middle, ends[1]], error=True
        )
    if error > mpf(10) ** -9:
        raise ValueUnknown
    return value


def _sum(node: Node, point: Point) -> Value:
    inner, low, high = node.nodes
    variable = str(node.args[-1])
    start, end = _value(low, point), _value(high, point)
    if end == mp.inf:
        with mp.workdps(20):
            return mp.nsum(
                lambda k: _value(inner, {**point, variable: mpf(k)}), [int(start), mp.inf]
            )
    if not 0 <= end - start <= MOST_TERMS or start != int(start) or end != int(end):
        raise ValueUnknown
    terms = range(int(start), int(end) + 1)
    return sum((_value(inner, {**point, variable: mpf(k)}) for k in terms), mpf(0))


LIMIT_DIGITS = 70


def _limit(node: Node, point: Point) -> Value:
    """Return a limit from values ever nearer to the place; none where they do not settle.

    What nearly cancels there, 1 - cos(x), costs digits: more of them are carried.
    """
    with mp.workdps(LIMIT_DIGITS):
        return +_limit_nearby(node, point)


def _limit_nearby(node: Node, point: Point) -> Value:
    inner, to = node.nodes
    variable, side = str(node.args[2]), str(node.args[3])
    place = _value(to, point)
    found = []
    for sign in (1, -1):
        if (side == "-" and sign == 1) or (side == "+" and sign == -1):
            continue
        if not mp.isfinite(place):
            if sign == -1:
                continue
            nears = [mp.sign(place) * mpf(10) ** k for k in (8, 10, 12)]
        else:
            nears = [place + sign * mpf(10) ** -k for k in (8, 10, 12)]
        values = [_value(inner, {**point, variable: near}) for near in nears]
        found.append(_settled(values))
    if len(found) == 2 and not _alike(found[0], found[1]):
        raise ValueUnknown
    return found[0]


def _settled(values: list[Value]) -> Value:
    if all(abs(each) > mpf(10) ** 5 for each in values) and abs(values[-1]) > abs(values[0]):
        return mp.inf * mp.sign(mp.re(values[-1]))
    if abs(values[-1] - values[0]) > mpf(10) ** -6 * max(1, abs(values[-1])):
        raise ValueUnknown
    nearest = mp.nint(values[-1] * 5040) / 5040
    return nearest if abs(nearest - values[-1]) < mpf(10) ** -9 else values[-1]


def _alike(one: Value, other: Value) -> bool:
    return bool(one == other or abs(one - other) < mpf(10) ** -6 * max(1, abs(one)))


def _between(node: Node, point: Point) -> Value:
    inner, low, high = node.nodes
    names = {each.text for each in _names(inner)}
    bound = {"x"} & names or set(sorted(names)[:1])
    at = [{**point, **dict.fromkeys(bound, _value(end, point))} for end in (high, low)]
    return _value(inner, at[0]) - _value(inner, at[1])


def _names(node: Node) -> list[Node]:
    own = [node] if node.op == "name" else []
    return own + [each for below in node.nodes for each in _names(below)]


def _dots(node: Node, point: Point) -> Value:
    """Return the sum of an arithmetic or geometric progression of which the first terms stand."""
    shown, last = node.nodes
    terms = [_value(each, point) for each in shown.nodes] if shown.op == "add" else []
    if len(terms) < 2:
        raise ValueUnknown
    end = _value(last, point)
    steps = [b - a for a, b in pairwise(terms)]
    if end != mp.inf and all(_alike(step, steps[0]) for step in steps) and steps[0] != 0:
        count = (end - terms[0]) / steps[0] + 1
        if not _alike(count, mp.nint(count)) or not 0 < count <= 10**9:
            raise ValueUnknown
        return count * (terms[0] + end) / 2
    ratio = terms[1] / terms[0]
    if len(terms) < 3 or not all(_alike(b / a, ratio) for a, b in pairwise(terms)):
        raise ValueUnknown
    if end == mp.inf:
        return terms[0] / (1 - ratio) if abs(ratio) < 1 else mp.inf
    return (terms[0] - end * ratio) / (1 - ratio)


def _at(node: Node, point: Point) -> Value:
    inner, argument = node.nodes
    return _value(inner, {**point, str(node.args[-1]): _value(argument, point)})


_OPERATORS: Final[Mapping[str, Callable[[Node, Point], Value]]] = {
    "deriv": _derivative,
    "integral": _integral,
    "sum": _sum,
    "lim": _limit,
    "between": _between,
    "dots": _dots,
    "at": _at,
}
