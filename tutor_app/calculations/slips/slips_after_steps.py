"""What is wrong where a right operation led to a line and a slip came on top: a root, a logarithm
or a power of e was undone and the other side did not change with it, or changed by a known slip;
all fractions were cleared, and a known slip was made in it; both sides were divided by the unknown.
"""

from __future__ import annotations

from math import lcm
from typing import Final

import sympy as sp

from tutor_app.calculations.checking.exact_values import exact
from tutor_app.calculations.reading.expression_tree import Node, num
from tutor_app.calculations.slips.find_slip import find_slip, same_numbers, same_sides
from tutor_app.calculations.slips.slip_patterns import pattern_of

Sides = tuple[Node, Node]
_MOST: Final = 400  # for a common denominator
_E: Final = Node("const", ("e",))


def undone_slip(before: Sides, after: Sides) -> str:
    """Return the name of the slip by which one side undoes a function; "" where none does."""
    for one, other in (before, before[::-1]):
        undone = _undone(one, other)
        if undone is None:
            continue
        inner, right, name = undone
        if name and same_sides((inner, other), after) and not same_numbers(right, other):
            return name
        slip = find_slip((inner, right), after, "=")
        if slip is not None:
            return slip.name
    return ""


def cleared_slip(before: Sides, after: Sides) -> str:
    """Return the name of the known slip in what the sides are, multiplied by all denominators."""
    terms = [[*map(_over_and_under, _terms_of(pattern_of(side)))] for side in before]
    whole = lcm(*(under for side in terms for _, under in side))
    if whole == 1 or whole > _MOST:
        return ""
    made = []
    for side in terms:
        parts = [Node("mul", (num(whole // under), over)) if whole != under else over
                 for over, under in side]  # fmt: skip
        made.append(Node("add", tuple(parts)) if len(parts) > 1 else parts[0])
    slip = find_slip((made[0], made[1]), after, "=")
    return slip.name if slip is not None else ""


def _terms_of(side: Node) -> tuple[Node, ...]:
    return side.nodes if side.op == "add" else (side,)


def _over_and_under(term: Node) -> tuple[Node, int]:
    """Return what stands above and below the line of a term, its sign above."""
    body = term.nodes[0] if term.op == "neg" else term
    if body.op == "div" and body.nodes[1].op == "num" and body.nodes[1].text.isdecimal():
        over = Node("neg", (body.nodes[0],)) if term.op == "neg" else body.nodes[0]
        return over, int(body.nodes[1].text)
    return term, 1


def divides_by_unknown(before: Sides, after: Sides) -> bool:
    """Whether the line is the one before divided by a factor that some number makes zero."""
    was, became = (exact(one) - exact(other) for one, other in (before, after))
    factor = sp.cancel(was / became) if became != 0 else sp.Integer(1)
    if len(factor.free_symbols) != 1 or not factor.is_polynomial():
        return False
    (name,) = factor.free_symbols
    free = sp.Symbol(name.name, real=True)
    return bool(sp.real_roots(sp.Poly(factor.subs(name, free), free)))


def _undone(side: Node, other: Node) -> tuple[Node, Node, str] | None:
    """Return what stands inside a function, the other side as it becomes, and the slip of who
    leaves that one as it is."""
    if side.op == "pow" and side.nodes[0] == _E:
        return side.nodes[1], Node("call", ("ln", other)), "exponential_undone_on_one_side"
    if side.op != "call" or len(side.nodes) != 1:
        return None
    inner = side.nodes[0]
    if side.text == "sqrt":
        return inner, Node("pow", (other, num(2))), ""
    head, _, base = side.text.partition("_")
    if side.text == "ln" or (head == "log" and base.isdecimal()):
        foot = num(int(base)) if base else _E
        return inner, Node("pow", (foot, other)), "log_undone_on_one_side"
    return None
