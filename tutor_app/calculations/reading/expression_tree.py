"""An expression as it was written, before anything is simplified."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MOST_NODES = 400
DEEPEST = 40


class CalculationUnread(Exception):
    """What was typed is no expression of the grammar, or is larger than is looked at."""


@dataclass(frozen=True, slots=True)
class Node:
    """One operation with its operands: other nodes, or text (a number, a name, a function).

    `op` is one of: num, name, const, unit, add, mul, div, neg, pow, pm, call, apply, fact, percent,
    mod, tuple, matrix, deriv, integral, sum, lim, between, not, and, or, implies, iff, based,
    opaque, dots, transpose; before `choose_reading` also: slash, funcpow, prefix.
    """

    op: str
    args: tuple[Node | str, ...] = ()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The operands that are expressions."""
        return tuple(each for each in self.args if isinstance(each, Node))

    @property
    def text(self) -> str:
        """The first operand that is text, "" if there is none."""
        return next((each for each in self.args if isinstance(each, str)), "")


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all below it."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(top.nodes)


def names_in(node: Node) -> frozenset[str]:
    """Return the variables of an expression, without those that a sum or an integral binds."""
    if node.op == "name":
        return frozenset((node.text,))
    below = frozenset().union(*map(names_in, node.nodes))
    match node.op:
        case "sum" | "lim":
            bound = str(node.args[-1] if node.op == "sum" else node.args[2])
            return names_in(node.nodes[0]) - {bound} | below_of(node.nodes[1:])
        case "integral" if len(node.nodes) == 3:
            return names_in(node.nodes[0]) - {str(node.args[-1])} | below_of(node.nodes[1:])
        case "at":
            return names_in(node.nodes[0]) - {str(node.args[-1])} | below_of(node.nodes[1:])
        case "between":
            inner = names_in(node.nodes[0])
            bound = "x" if "x" in inner else min(inner, default="")
            return inner - {bound} | below_of(node.nodes[1:])
    return below


def below_of(nodes: tuple[Node, ...]) -> frozenset[str]:
    """Return the variables of several expressions."""
    return frozenset().union(*map(names_in, nodes))


def has_op(node: Node, *ops: str) -> bool:
    """Whether one of the operations occurs."""
    return any(each.op in ops for each in walk(node))


def depth_of(node: Node) -> int:
    """Return how deep the operations are nested; 1 for a number."""
    deepest, level = 0, [node]
    while level:
        deepest += 1
        level = [below for each in level for below in each.nodes]
    return deepest


def check_size(node: Node) -> Node:
    """Return the expression.

    Raises:
        CalculationUnread: it has too many operations, or is nested too deep.
    """
    if sum(1 for _ in walk(node)) > MOST_NODES or depth_of(node) > DEEPEST:
        raise CalculationUnread
    return node


def num(value: int | str) -> Node:
    """Return a number as a node."""
    return Node("num", (str(value),))
