"""Which rule is needed first in an expression: that of products, of brackets, of fractions."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tutor_app.calculations.reading.expression_tree import Node, has_op, names_in, walk
from tutor_app.calculations.reading.show_expression import percent_of_before
from tutor_app.calculations.slips.slip_book import known_slips
from tutor_app.calculations.slips.slip_patterns import pattern_of
from tutor_app.domain.data_files import read_yaml

# What a course is searched for about rules that no pattern of a slip stands for.
_OWN_TOPICS: Final[dict[str, str]] = read_yaml(Path(__file__).with_name("rule_topics.yaml"))


def rule_of_value(before: Node) -> str:
    """Return the name of the slip whose rule a first step in an expression keeps to; "" if none."""
    tree = pattern_of(before)
    for applies, slip in _RULES:
        if any(applies(each) for each in walk(tree)):
            return slip
    return ""


def topic_of(slip: str) -> str:
    """Return what a course is searched for about a slip's rule."""
    own = _OWN_TOPICS.get(slip, "")
    return next((each.topic for each in known_slips() if each.name == slip), own)


def terms_of(node: Node) -> tuple[Node, ...]:
    """Return the terms of a sum; what is none is one term."""
    return node.nodes if node.op == "add" else (node,)


def _is_fraction(node: Node) -> bool:
    node = node.nodes[0] if node.op == "neg" else node
    return node.op == "div"


def _brackets_by_minus(node: Node) -> bool:
    inner = node.nodes[0] if node.op == "neg" else None
    if inner is None:
        return False
    return inner.op == "add" or (inner.op == "mul" and any(e.op == "add" for e in inner.nodes))


def _first_by_minus(node: Node) -> bool:
    if node.op != "mul" or not any(each.op == "add" for each in node.nodes):
        return False
    first = node.nodes[0]
    return first.op == "neg" or (first.op == "num" and first.text.startswith("-"))


def _is_power_of(node: Node, inner: str) -> bool:
    return node.op == "pow" and node.nodes[0].op == inner


def _derives(node: Node, *inner: str) -> bool:
    return node.op == "deriv" and node.nodes[0].op in inner


def _derives_product(node: Node) -> bool:
    named = node.op == "deriv" and node.nodes[0].op == "mul"
    return named and sum(bool(names_in(each)) for each in node.nodes[0].nodes) > 1


def _adds_fractions(node: Node) -> bool:
    fractions = [each for each in terms_of(node) if _is_fraction(each)]
    return node.op == "add" and len(fractions) > 1


def _adds_products(node: Node) -> bool:
    return node.op == "add" and any(
        (each.nodes[0] if each.op == "neg" else each).op == "mul" for each in node.nodes
    )


def _adds_percent(node: Node) -> bool:
    return node.op == "add" and any(
        (each.nodes[0] if each.op == "neg" else each).op == "percent" for each in node.nodes
    )


def _percent_of_before(node: Node) -> bool:
    return percent_of_before(node) is not None


def _powers_of_one_base(node: Node) -> bool:
    powers = [each for each in node.nodes if each.op == "pow"] if node.op == "mul" else []
    return len(powers) > 1 and all(each.nodes[0] == powers[0].nodes[0] for each in powers)


_RULES: Final = (
    (_derives_product, "product_rule_forgotten"),
    (
        lambda node: _derives(node, "div") and all(map(names_in, node.nodes[0].nodes)),
        "quotient_rule_forgotten",
    ),
    (
        lambda node: (
            node.op == "deriv"
            and node.nodes[0].op == "pow"
            and node.nodes[0].nodes[0].op != "name"
            and bool(names_in(node.nodes[0].nodes[0]))
        ),
        "chain_rule_forgotten",
    ),
    (lambda node: node.op == "deriv" and has_op(node, "pow"), "power_not_lowered"),
    (_percent_of_before, "percent_added"),
    (lambda node: _adds_products(node) and not names_in(node), "added_before_multiplying"),
    (lambda node: _is_power_of(node, "add"), "squared_each_term"),
    (_brackets_by_minus, "minus_times_bracket"),
    (_first_by_minus, "minus_times_bracket"),
    (
        lambda node: node.op == "mul" and any(each.op == "add" for each in node.nodes),
        "first_term_only",
    ),
    (_adds_percent, "percent_added"),
    (_adds_fractions, "added_denominators"),
    (_powers_of_one_base, "multiplied_exponents"),
    (
        lambda node: node.op == "div" and all(map(_is_fraction, node.nodes)),
        "divided_without_turning",
    ),
    (
        lambda node: node.op == "mul" and sum(map(_is_fraction, node.nodes)) > 1,
        "multiplied_crosswise",
    ),
)
