"""Patterns of expressions: where one fits, and what a rewriting makes of the place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import permutations

from tutor_app.calculations.reading.expression_tree import Node, names_in, num

Binding = Mapping[str, Node]
NUMBERS = frozenset("nmk")
NAMED = frozenset("xyuv")
MOST_TERMS = 5  # of a sum or product that are permuted


def pattern_of(tree: Node) -> Node:
    """Return a tree as a pattern: sums and products flat, differences as sums."""
    parts = tuple(pattern_of(each) if isinstance(each, Node) else each for each in tree.args)
    node = Node(tree.op, parts)
    if node.op not in ("add", "mul"):
        return _plain(node)
    flat: list[Node | str] = []
    for each in node.args:
        same = isinstance(each, Node) and each.op == node.op
        flat += each.args if same and isinstance(each, Node) else [each]
    return Node(node.op, tuple(flat))


def derived_by_terms(node: Node) -> Node:
    """Return a pattern with each derivative taken of its terms one by one, numbers before it."""
    parts = tuple(derived_by_terms(each) if isinstance(each, Node) else each for each in node.args)
    node = Node(node.op, parts)
    if node.op != "deriv":
        return node
    body, *rest = node.args
    assert isinstance(body, Node)
    if body.op == "div" and not names_in(body.nodes[0]):  # 3/x² is 3x⁻²
        power = body.nodes[1] if body.nodes[1].op == "pow" else Node("pow", (body.nodes[1], num(1)))
        turned = Node("pow", (power.nodes[0], Node("neg", (power.nodes[1],))))
        return Node("mul", (body.nodes[0], Node("deriv", (turned, *rest))))
    if body.op == "div" and not names_in(body.nodes[1]):
        over = derived_by_terms(Node("deriv", (body.nodes[0], *rest)))
        return Node("div", (over, body.nodes[1]))
    if body.op in ("add", "neg"):
        return Node(body.op, tuple(derived_by_terms(Node("deriv", (e, *rest))) for e in body.nodes))
    if body.op == "mul" and len(body.nodes) > 1 and not names_in(body.nodes[0]):
        number, *others = body.nodes
        inner = others[0] if len(others) == 1 else Node("mul", tuple(others))
        return Node("mul", (number, derived_by_terms(Node("deriv", (inner, *rest)))))
    return node


def _plain(node: Node) -> Node:
    """Return e^x for exp(x), x^(1/2) staying as it is written."""
    if node.op == "call" and node.text == "exp":
        return Node("pow", (Node("const", ("e",)), node.nodes[0]))
    return node


def rewritings(node: Node, source: Node, result: Node) -> Iterator[Node]:
    """Yield what an expression becomes where a pattern fits, at any place in it."""
    for binding, left_over in fits(source, node):
        made = fill_pattern(result, binding)
        yield Node(node.op, (made, *left_over)) if left_over else made
    for place, each in enumerate(node.args):
        if isinstance(each, Node):
            for changed in rewritings(each, source, result):
                yield Node(node.op, (*node.args[:place], changed, *node.args[place + 1 :]))


def fits(pattern: Node, node: Node) -> Iterator[tuple[dict[str, Node], tuple[Node, ...]]]:
    """Yield how a pattern fits an expression, with the terms or factors that it leaves."""
    if pattern.op in ("add", "mul") and node.op == pattern.op:
        count = len(pattern.nodes)
        if count > len(node.nodes) or len(node.nodes) > MOST_TERMS:
            return
        for chosen in permutations(range(len(node.nodes)), count):
            parts = tuple(node.nodes[place] for place in chosen)
            rest = tuple(each for place, each in enumerate(node.nodes) if place not in chosen)
            for binding in _fit_all(pattern.nodes, parts, {}):
                yield binding, rest
        if count < len(node.nodes):  # the last place takes all that is left
            yield from _with_rest(pattern, node)
        return
    for binding in _fit(pattern, node, {}):
        yield binding, ()


def _with_rest(pattern: Node, node: Node) -> Iterator[tuple[dict[str, Node], tuple[Node, ...]]]:
    count = len(pattern.nodes)
    for chosen in permutations(range(len(node.nodes)), count - 1):
        rest = tuple(each for place, each in enumerate(node.nodes) if place not in chosen)
        parts = [node.nodes[place] for place in chosen]
        for place in range(count):
            filled_parts = (*parts[:place], Node(node.op, rest), *parts[place:])
            for binding in _fit_all(pattern.nodes, filled_parts, {}):
                yield binding, ()


def _fit_all(
    patterns: tuple[Node, ...], nodes: tuple[Node, ...], binding: dict[str, Node]
) -> Iterator[dict[str, Node]]:
    if not patterns:
        yield binding
        return
    for one in _fit(patterns[0], nodes[0], binding):
        yield from _fit_all(patterns[1:], nodes[1:], one)


def _fit(pattern: Node, node: Node, binding: dict[str, Node]) -> Iterator[dict[str, Node]]:  # noqa: C901  (one case for each operation)
    if pattern.op == "name":
        yield from _bind(pattern.text, node, binding)
        return
    if pattern.op == "neg" and node.op == "mul" and node.nodes[0].op == "neg":
        node = Node("neg", (Node("mul", (node.nodes[0].nodes[0], *node.nodes[1:])),))
    if pattern.op == "call" and pattern.text == "diff" and node.op == "deriv":
        yield from _fit(pattern.nodes[0], node.nodes[0], binding)
        return
    if pattern.op in ("add", "mul") and node.op == pattern.op:
        for found, rest in fits(pattern, node):
            if not rest and all(binding.get(name, value) == value for name, value in found.items()):
                yield {**binding, **found}
        return
    if pattern.op != node.op or len(pattern.args) != len(node.args):
        return
    if pattern.op in ("num", "const"):
        if pattern.text == node.text:
            yield binding
        return
    if pattern.text != node.text and not _both_logs(pattern, node):
        return
    yield from _fit_all(pattern.nodes, node.nodes, binding)


def _both_logs(pattern: Node, node: Node) -> bool:
    return pattern.op == "call" and pattern.text == "ln" and node.text.startswith("log_")


def _bind(name: str, node: Node, binding: dict[str, Node]) -> Iterator[dict[str, Node]]:
    if name in binding:
        if binding[name] == node:
            yield binding
        return
    if name in NUMBERS and not (node.op == "num"):
        return
    if name in NAMED and not names_in(node):
        return
    yield {**binding, name: node}


def fill_pattern(pattern: Node, binding: Binding) -> Node:
    """Return a pattern with what its names stand for."""
    if pattern.op == "name" and pattern.text in binding:
        return binding[pattern.text]
    if pattern.op == "call" and pattern.text == "diff":
        inner = fill_pattern(pattern.nodes[0], binding)
        variable = min(names_in(inner) & {"x", "t", "y", "u", "s"} or names_in(inner), default="x")
        return Node("deriv", (inner, variable, "1"))
    parts = tuple(
        fill_pattern(each, binding) if isinstance(each, Node) else each for each in pattern.args
    )
    return Node(pattern.op, parts)
