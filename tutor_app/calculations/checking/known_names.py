"""What the names of a calculation stand for, as its lines have told so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from tutor_app.calculations.reading.expression_tree import Node, names_in, walk

MOST_ROUNDS = 4


@dataclass(slots=True)
class KnownNames:
    """Functions by name and order of derivative, and what else was said to have a value."""

    functions: dict[str, tuple[str, Node]] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)
    named: dict[str, Node] = field(default_factory=dict)

    def resolve(self, node: Node) -> Node:
        """Return the expression with what is known put in."""
        for _ in range(MOST_ROUNDS):
            changed = self._put_in(node)
            if changed == node:
                break
            node = changed
        return node

    def substitute(self, node: Node) -> Node:
        """Return integrals over a name that stands for a function as those over its own name."""
        if node.op == "integral" and node.args[-1] in self.named and len(node.nodes) == 1:
            body = self.named[str(node.args[-1])]
            variable = _only_name(body)
            if variable is not None:
                inner = put_in(node.nodes[0], {str(node.args[-1]): body})
                rate = Node("deriv", (body, variable, "1"))
                return Node("integral", (Node("mul", (inner, rate)), variable))
        parts = tuple(
            self.substitute(each) if isinstance(each, Node) else each for each in node.args
        )
        return Node(node.op, parts)

    def of_integrals(self, nodes: tuple[Node, ...]) -> dict[str, Node]:
        """Return the names over which one of these is an integral, with what they stand for."""
        over = {
            str(each.args[-1]) for node in nodes for each in walk(node) if each.op == "integral"
        }
        return {name: self.named[name] for name in over if name in self.named}

    def _put_in(self, node: Node) -> Node:
        match node.op:
            case "called":
                return self._called(node)
            case "primed":
                return self._primed(node)
            case "opaque" if node.text in self.values:
                return self.values[node.text]
            case "name" if node.text in self.values:
                return self.values[node.text]
        parts = tuple(self._put_in(each) if isinstance(each, Node) else each for each in node.args)
        return Node(node.op, parts)

    def _called(self, node: Node) -> Node:
        argument, name, order = self._put_in(node.nodes[0]), node.args[1], int(str(node.args[2]))
        for known in range(order, -1, -1):
            told = self.functions.get(f"{name}{chr(39) * known}")
            if told is not None:
                variable, body = told
                left = order - known
                body = Node("deriv", (body, variable, str(left))) if left else body
                return at_argument(body, variable, argument)
        named = self.named.get(str(name))
        only = _only_name(named) if named is not None and not order else None
        if named is not None and only is not None:
            return put_in(named, {only: argument})
        return Node("called", (argument, *node.args[1:]))

    def _primed(self, node: Node) -> Node:
        name, order = node.text, int(str(node.args[1]))
        if name in self.functions and name not in self.named:
            argument = Node("name", (self.functions[name][0],))
            return self._called(Node("called", (argument, name, str(order))))
        for known in range(order, -1, -1):
            body = self.named.get(f"{name}{chr(39) * known}")
            if body is None:
                continue
            variable = str(node.args[2]) if len(node.args) > 2 else _only_name(body)
            if variable is None:
                return node
            left = order - known
            return Node("deriv", (body, variable, str(left))) if left else body
        return node


def _only_name(body: Node) -> str | None:
    names = names_in(body)
    if len(names) == 1:
        return next(iter(names))
    return next((name for name in ("x", "t") if name in names), None)


def at_argument(body: Node, variable: str, argument: Node) -> Node:
    """Return a function's body at an argument; a derivative is taken before that is put in."""
    if argument == Node("name", (variable,)):
        return body
    if body.op == "deriv":
        return Node("at", (body, argument, variable))
    return put_in(body, {variable: argument})


def put_in(node: Node, values: dict[str, Node]) -> Node:
    """Return an expression with other expressions in place of names."""
    if node.op == "name" and node.text in values:
        return values[node.text]
    if node.op == "deriv" and node.args[1] in values:
        return Node("at", (node, values[str(node.args[1])], node.args[1]))  # taken first
    parts = tuple(put_in(each, values) if isinstance(each, Node) else each for each in node.args)
    return Node(node.op, parts)


def is_unresolved(node: Node) -> bool:
    """Whether something in an expression has neither value nor meaning here."""
    own = node.op in ("opaque", "called", "primed")
    return own or any(map(is_unresolved, node.nodes))
