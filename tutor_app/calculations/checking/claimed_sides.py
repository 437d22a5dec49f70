"""What the two sides of a relation look like: unfinished, undefined, with a sign left open."""

from __future__ import annotations

from mpmath import mp, mpf

from tutor_app.calculations.checking.numeric_values import ValueUnknown, value_at
from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, num, walk


def is_undefined(node: Node) -> bool:
    """Whether something is divided by 0 in an expression, or it is ∞ - ∞, 1^∞ or the like."""
    for each in walk(node):
        if each.op == "div" and not names_in(each.nodes[1]):
            try:
                if value_at(each.nodes[1], {}) == 0:
                    return True
            except (ValueUnknown, AttributeError):  # a matrix cannot be compared with 0
                continue
    infinite = has_op(node, "add", "mul", "pow", "div") and not has_op(
        node, "lim", "sum", "integral"
    )
    if not infinite or not any(each.op == "const" and each.text == "oo" for each in walk(node)):
        return False
    try:
        return bool(mp.isnan(value_at(node, {}))) or node.op == "pow"
    except ValueUnknown:
        return not names_in(node)


def without_units(node: Node) -> Node:
    """Return a measure's number."""
    if node.op == "unit":
        return num(1)
    parts = tuple(without_units(each) if isinstance(each, Node) else each for each in node.args)
    return Node(node.op, parts)


def with_sign(node: Node, sign: int) -> Node:
    """Return an expression with ± as plus or as minus."""
    parts = tuple(with_sign(each, sign) if isinstance(each, Node) else each for each in node.args)
    if node.op == "pm":
        left, right = (each for each in parts if isinstance(each, Node))
        term = right if sign > 0 else Node("neg", (right,))
        return term if left == num(0) else Node("add", (left, term))
    return Node(node.op, parts)


def both_signs(node: Node) -> tuple[Node, Node]:
    return with_sign(node, 1), with_sign(node, -1)


def looks_like_rewriting(left: Node, right: Node) -> bool:
    """Whether one side reads as the other worked out: of like growth, and written otherwise.

    An equation to be solved has sides that grow differently, or one that is a number.
    """
    names = sorted(names_in(left) | names_in(right))
    if not names_in(left) or not names_in(right) or left.op == "name":
        return False
    simpler = sum(1 for _ in walk(left)) != sum(1 for _ in walk(right)) or left.op != right.op
    large = dict.fromkeys(names, mpf(10) ** 7)
    try:
        one, other = value_at(left, large), value_at(right, large)
        alike = other != 0 and abs(one / other - 1) < mpf("0.01")
    except (ValueUnknown, TypeError, ZeroDivisionError):
        return has_op(left, "call")
    powers = has_op(left, "call", "fact") and not names_in(left) - names_in(right)
    unfinished = _can_be_worked_out(left)
    return bool(
        (alike and simpler)
        or powers
        or (unfinished and names_in(right) <= names_in(left) and mp.isfinite(one))
    )


def is_finished(node: Node) -> bool:
    """Whether an expression is a sum of different powers with numbers before them: 5x - 3."""
    terms = node.nodes if node.op == "add" else (node,)
    seen = set()
    for term in terms:
        term = term.nodes[0] if term.op == "neg" else term
        factors = term.nodes if term.op == "mul" else (term,)
        powers = tuple(sorted(map(str, (each for each in factors if each.op != "num"))))
        if powers in seen or any(each.op not in ("num", "name", "pow") for each in factors):
            return False
        if any(each.op == "pow" and each.nodes[0].op != "name" for each in factors):
            return False
        seen.add(powers)
    return True


def _can_be_worked_out(node: Node) -> bool:
    """Whether an expression is a product, power or quotient of names, and no sum of terms."""
    return node.op in ("mul", "pow", "div") and bool(names_in(node))
