"""An expression for SymPy, built node by node: no text is ever evaluated."""

from __future__ import annotations

from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.numeric_values import LARGEST_FACTORIAL, LARGEST_POWER
from tutor_app.calculations.reading.expression_tree import Node
from tutor_app.calculations.reading.unit_trees import unit_tree

Exact = Any  # SymPy ships no types


class NotExact(Exception):
    """SymPy is not asked about this."""


def exact(node: Node, *, positive: bool = True) -> Exact:
    """Return the expression for SymPy; its names are real, and `positive` where that is asked.

    Raises:
        NotExact: an operation has no counterpart, or the numbers are too large.
    """
    try:
        return _exact(node, positive)
    except (
        TypeError,
        ValueError,
        ArithmeticError,
        AttributeError,
        KeyError,
        RecursionError,
    ) as exc:
        raise NotExact from exc


def symbol(name: str, *, positive: bool = True) -> Exact:
    """Return the symbol that stands for a name."""
    return sp.Symbol(name, positive=True) if positive else sp.Symbol(name, real=True)


def _exact(node: Node, positive: bool) -> Exact:  # noqa: C901  (one case for each operation)
    match node.op:
        case "num":
            return sp.Rational(node.text)
        case "name":
            return symbol(node.text, positive=positive)
        case "const":
            return {"pi": sp.pi, "e": sp.E, "oo": sp.oo, "I": sp.I}[node.text]
        case "unit":
            return _exact(unit_tree(node.text), positive)
        case "based":
            return sp.Integer(int(node.text, int(str(node.args[1]))))
        case "matrix":
            return sp.ImmutableMatrix(
                [[_exact(c, positive) for c in row.nodes] for row in node.nodes]
            )
        case "tuple":
            return sp.ImmutableMatrix([_exact(each, positive) for each in node.nodes])
        case "deriv" | "integral" | "sum" | "lim":
            return _operated(node, positive)
        case "at":
            inner, argument = (_exact(each, positive) for each in node.nodes)
            return inner.subs(symbol(str(node.args[-1]), positive=positive), argument)
        case "call":
            return _called(node, [_exact(each, positive) for each in node.nodes], positive)
    return _arithmetic(node, [_exact(each, positive) for each in node.nodes])


def _arithmetic(node: Node, values: list[Exact]) -> Exact:  # noqa: C901  (one case for each operation)
    match node.op:
        case "add":
            return sum(values[1:], values[0])
        case "mul":
            product = values[0]
            for each in values[1:]:
                product = product * each
            return product
        case "div":
            if values[1] == 0:
                raise NotExact
            return values[0] / values[1]
        case "neg":
            return -values[0]
        case "percent":
            return values[0] / 100
        case "pow":
            return _power(*values)
        case "fact":
            if values[0].is_number and not values[0] <= LARGEST_FACTORIAL:
                raise NotExact
            return sp.factorial(values[0])
        case "mod":
            if values[0].is_number and not values[0].is_integer:
                raise NotExact
            return sp.Mod(values[0], values[1])
    raise NotExact


def _power(base: Exact, exponent: Exact) -> Exact:
    if isinstance(base, sp.MatrixBase):
        return base.T if str(exponent) == "T" else base ** int(exponent)
    if base.is_negative and exponent.is_rational and not exponent.is_integer:
        raise NotExact  # the real root may be meant
    if base.is_number and exponent.is_number:
        size = abs(sp.N(exponent, 8)) * abs(sp.log(abs(sp.N(base, 8)) + 1, 2).evalf(8))
        if not size <= LARGEST_POWER:
            raise NotExact
        if base == 0 and not exponent > 0:
            raise NotExact
    return base**exponent


def _operated(node: Node, positive: bool) -> Exact:
    inner = _exact(node.nodes[0], positive)
    if node.op == "lim":
        variable = symbol(str(node.args[2]), positive=positive)
        side = str(node.args[3]) or "+-"
        to = _exact(node.nodes[1], positive)
        return sp.limit(inner, variable, to, side if to.is_finite else "-")
    variable = symbol(str(node.args[-1] if node.op != "deriv" else node.args[1]), positive=positive)
    match node.op:
        case "deriv":
            return sp.diff(inner, variable, int(str(node.args[2])))
        case "sum":
            low, high = (_exact(each, positive) for each in node.nodes[1:])
            return sp.summation(inner, (variable, low, high))
    if len(node.nodes) < 3:
        raise NotExact
    low, high = (_exact(each, positive) for each in node.nodes[1:])
    return sp.integrate(inner, (variable, low, high))


def _called(node: Node, values: list[Exact], positive: bool) -> Exact:
    name, _, base = node.text.partition("_")
    if name == "log":
        of_base = (
            sp.Rational(base)
            if base.replace(".", "").isdecimal()
            else symbol(base, positive=positive)
        )
        return sp.log(values[0]) / sp.log(of_base)
    if name in _MATRIX:
        return _MATRIX[name](values[0])
    if name == "abs" and isinstance(values[0], sp.MatrixBase):
        return values[0].det() if values[0].is_square else values[0].norm()
    return _FUNCTIONS[name](*values)


_MATRIX: Final = {"det": lambda m: m.det(), "inv": lambda m: m.inv(), "tr": lambda m: m.trace(),
    "trace": lambda m: m.trace()}  # fmt: skip
_FUNCTIONS: Final = {
    "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "sec": sp.sec, "csc": sp.csc, "cot": sp.cot,
    "asin": sp.asin, "acos": sp.acos, "atan": sp.atan, "sinh": sp.sinh, "cosh": sp.cosh,
    "tanh": sp.tanh, "ln": sp.log, "exp": sp.exp, "sqrt": sp.sqrt, "floor": sp.floor,
    "ceil": sp.ceiling, "abs": sp.Abs, "gcd": sp.gcd, "lcm": sp.lcm, "max": sp.Max, "min": sp.Min,
    "cbrt": lambda value: sp.real_root(value, 3), "nCr": sp.binomial, "binom": sp.binomial,
    "nPr": lambda n, k: sp.ff(n, k), "root": lambda n, value: sp.root(value, n),
    "Re": sp.re, "Im": sp.im, "conj": sp.conjugate,
}  # fmt: skip
