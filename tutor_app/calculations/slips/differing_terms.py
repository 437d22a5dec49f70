"""Which one of several terms a wrong line has changed, where the others keep their value."""

from __future__ import annotations

from tutor_app.calculations.reading.expression_tree import Node
from tutor_app.calculations.slips.find_slip import same_numbers
from tutor_app.calculations.slips.value_rules import rule_of_value

REWRITTEN = "expanded_one_part"  # the rule of a fraction that is written with other numbers


def differing_term(before: Node, after: Node) -> tuple[Node, Node] | None:
    """Return the only term of a sum, or factor of a product, that has another value in the line
    after it, with what stands there; None where more than one has, or they don't match one by one.
    """
    if before.op != after.op or before.op not in ("add", "mul"):
        return None
    if len(before.nodes) != len(after.nodes):
        return None
    pairs = list(zip(before.nodes, after.nodes, strict=True))
    apart = [pair for pair in pairs if not same_numbers(*pair)]
    if len(apart) != 1:
        return None
    one, other = apart[0]
    if one.op == other.op == "neg":
        one, other = one.nodes[0], other.nodes[0]
    return differing_term(one, other) or (one, other)


def kept_terms(before: Node, after: Node) -> tuple[tuple[Node, Node], ...]:
    """Return the terms of a sum, or the factors of a product, that are written otherwise in the
    line after it and keep their value."""
    if before.op != after.op or before.op not in ("add", "mul"):
        return ()
    if len(before.nodes) != len(after.nodes):
        return ()
    pairs = zip(before.nodes, after.nodes, strict=True)
    return tuple(pair for pair in pairs if pair[0] != pair[1] and same_numbers(*pair))


def rule_of_term(one: Node, other: Node) -> str:
    """Return the name of the rule that a term's change breaks; "" if none is known."""
    fractions = all(each.op == "div" and _of_numbers(each) for each in (one, other))
    return REWRITTEN if fractions else rule_of_value(one)


def _of_numbers(node: Node) -> bool:
    return all(each.op == "num" for each in node.nodes)
