"""Which rule of derivatives was broken where several were used: each result that one wrong rule at
one place gives is computed, and held against the line. The rules used rightly are not named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.reading.expression_tree import Node, names_in
from tutor_app.calculations.slips.slip_patterns import pattern_of

Slipped = tuple[str, Any]
_MOST: Final = 60  # results that are held against a line
_CHAIN: Final = "chain_rule_forgotten"
_DEPTH: Final = 4


def derivative_slip(before: Node, after: Node) -> str:
    """Return the name of the rule whose wrong form, at one place, gives a line; "" without one."""
    body = pattern_of(before)
    if body.op != "deriv" or str(body.args[2]) != "1":
        return ""
    made = exact(after)
    variable = exact(Node("name", (body.args[1],)))
    for place, (name, result) in enumerate(_slipped(body.nodes[0], variable, 0)):
        if place >= _MOST:
            break
        if sp.simplify(result - made) == 0:
            return name
    return ""


def _right(node: Node, variable: Any) -> Any:
    return sp.diff(exact(node), variable)


def _slipped(node: Node, variable: Any, depth: int) -> Iterator[Slipped]:
    """Yield what comes out where one rule is broken at one place, with the name of its slip."""
    if str(variable) not in names_in(node) or depth > _DEPTH:
        return
    if node.op == "neg":
        yield from ((name, -made) for name, made in _slipped(node.nodes[0], variable, depth))
    elif node.op == "add":
        yield from _of_one(node.nodes, variable, depth, lambda k, made: made)
    elif node.op == "mul":
        yield from _of_product(node, variable, depth)
    elif node.op == "div":
        yield from _of_quotient(node, variable, depth)
    elif node.op == "pow":
        yield from _of_power(node, variable, depth)
    elif node.op == "call" and len(node.nodes) == 1:
        yield from _of_function(node, variable, depth)


def _of_one(parts: tuple[Node, ...], variable: Any, depth: int, weighed: Any) -> Iterator[Slipped]:
    """Yield the sum of all parts' derivatives, one of them slipped; each is `weighed`."""
    right = [weighed(k, _right(each, variable)) for k, each in enumerate(parts)]
    for k, each in enumerate(parts):
        rest = sum(right[:k] + right[k + 1 :])
        for name, made in _slipped(each, variable, depth + 1):
            yield name, rest + weighed(k, made)


def _of_product(node: Node, variable: Any, depth: int) -> Iterator[Slipped]:
    factors = [exact(each) for each in node.nodes]

    def weighed(k: int, made: Any) -> Any:
        return made * sp.prod(factors[:k] + factors[k + 1 :])

    yield from _of_one(node.nodes, variable, depth, weighed)
    moving = [k for k, each in enumerate(node.nodes) if str(variable) in names_in(each)]
    if len(moving) < 2:
        return
    still = sp.prod([each for k, each in enumerate(factors) if k not in moving])
    yield (
        "product_rule_forgotten",
        still * sp.prod([_right(node.nodes[k], variable) for k in moving]),
    )
    for k in moving:  # one of its terms alone
        yield "product_rule_forgotten", weighed(k, _right(node.nodes[k], variable))


def _of_quotient(node: Node, variable: Any, depth: int) -> Iterator[Slipped]:
    over, under = (exact(each) for each in node.nodes)
    derived = [_right(each, variable) for each in node.nodes]
    weights = (1 / under, -over / under**2)
    yield from _of_one(node.nodes, variable, depth, lambda k, made: made * weights[k])
    if derived[1] != 0 and derived[0] != 0:
        yield "quotient_rule_forgotten", derived[0] / derived[1]


def _of_power(node: Node, variable: Any, depth: int) -> Iterator[Slipped]:
    base, exponent = node.nodes
    inner, outer = (base, False) if not names_in(exponent) else (exponent, True)
    if names_in(base) and names_in(exponent):
        return
    value, by = exact(inner), _right(inner, variable)
    power = exact(node)
    if outer:
        grows = power * sp.log(exact(base))
        name = "chain_rule_forgotten_exp"
    else:
        number = exact(exponent)
        grows = number * value ** (number - 1)
        name = _CHAIN
        yield "power_not_lowered", number * value**number * by
        yield "power_without_factor", value ** (number - 1) * by
    if by != 1:
        yield name, grows
    yield from ((slip, grows * made) for slip, made in _slipped(inner, variable, depth + 1))


def _of_function(node: Node, variable: Any, depth: int) -> Iterator[Slipped]:
    inner = node.nodes[0]
    by = _right(inner, variable)
    grows = sp.simplify(_right(node, variable) / by)
    name = "chain_rule_forgotten_sine" if node.text == "sin" else _CHAIN
    if by != 1:
        yield name, grows
    yield from ((slip, grows * made) for slip, made in _slipped(inner, variable, depth + 1))
    if node.text == "cos":
        yield "cosine_sign", -grows * by
