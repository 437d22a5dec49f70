"""A tree whose doubtful places are settled one way: what 1/2x, log, or 30 in sin 30 stand for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tutor_app.calculations.reading.expression_tree import Node, has_op, num, walk

Reading = frozenset[str]
# Of these a reader cannot know which was meant; the others are conventions, and any may hold.
DOUBTFUL = frozenset({"slash", "funcpow", "binary"})
_TRIGONOMETRIC = ("sin", "cos", "tan", "sec", "csc", "cot")
_WIDE = ("deriv", "sum", "lim")
MOST_CONVENTIONS = 3


def doubts_of(tree: Node) -> frozenset[str]:
    """Return the names of what may be read in two ways."""
    return frozenset(_doubts(tree))


def readings_of(doubts: frozenset[str]) -> tuple[Reading, ...]:
    """Return every way to settle them, the plainest first."""
    ordered = sorted(doubts)
    sizes = range(min(len(ordered), MOST_CONVENTIONS) + 1)
    return tuple(frozenset(each) for size in sizes for each in combinations(ordered, size))


def _doubts(tree: Node) -> Iterator[str]:  # noqa: C901  (one case for each doubt)
    for node in walk(tree):
        match node.op:
            case "slash" if node.args[2] == "doubtful" and node.nodes[1].op == "beside":
                yield "slash"
            case "funcpow":
                yield "funcpow"
            case "add" if node.nodes[0].op in _WIDE:
                yield "wide"
            case "name" if node.text == "i":
                yield "imaginary"
            case "call" if node.text.partition("^")[0] == "log":
                yield "natural_log"
            case "call" if node.text.partition("^")[0] in _TRIGONOMETRIC and _is_angle(
                node.nodes[0]
            ):
                yield "degrees"
            case "mod":
                yield "loose_mod"
            case "beside" if _is_mixed(node):
                yield "mixed"
            case _:
                pass
        if node.op == "add" and _percent_of(node):
            yield "percent"


def _is_angle(node: Node) -> bool:
    node = node.nodes[0] if node.op == "group" else node
    return node.op == "num" and node.text != "0"


def _percent_of(node: Node) -> bool:
    last = node.nodes[-1]
    last = last.nodes[0] if last.op == "neg" else last
    return last.op == "percent" and not any(each.op == "percent" for each in walk(node.nodes[0]))


def settle(tree: Node, reading: Reading) -> Node:  # noqa: C901  (one case for each operation)
    """Return the tree of one reading, in operations that have one meaning."""
    nodes = tree.nodes
    match tree.op:
        case "add" if "percent" in reading and _percent_of(tree):
            whole, part = (settle(each, reading) for each in nodes)
            return Node("mul", (whole, Node("add", (num(1), part))))
        case "add" if "wide" in reading and nodes[0].op in _WIDE:
            first = nodes[0]
            inner = Node("add", (first.nodes[0], *nodes[1:]))
            return settle(Node(first.op, (inner, *first.args[1:])), reading)
        case "beside" if (measures := _measures(tree)) is not None:
            return Node("add", tuple(settle(each, reading) for each in measures))
        case "beside" if "mixed" in reading and _is_mixed(tree):
            return Node("add", tuple(settle(each, reading) for each in nodes))
        case "num" if "binary" in reading and not set(tree.text) - set("01"):
            return Node("based", (tree.text, "2"))
        case "group":
            return settle(nodes[0], reading)
        case "slash":
            return _slash(tree, reading)
        case "funcpow":
            return _funcpow(tree, reading)
        case "mixed":
            whole, above, below = nodes
            return Node("add", (whole, Node("div", (above, below))))
        case "name" if "imaginary" in reading and tree.text == "i":
            return Node("const", ("I",))
        case "row":
            return Node("tuple", tuple(settle(each, reading) for each in nodes))
        case "degrees":
            return _in_degrees(settle(nodes[0], reading))
        case "call":
            return _call(tree, reading)
    parts = tuple(settle(each, reading) if isinstance(each, Node) else each for each in tree.args)
    if tree.op in ("add", "mul", "beside"):
        return _flat("add" if tree.op == "add" else "mul", parts)
    return Node(tree.op, parts)


def _flat(op: str, parts: tuple[Node | str, ...]) -> Node:
    flat: list[Node | str] = []
    for place, part in enumerate(parts):
        same = isinstance(part, Node) and part.op == op and place == 0
        flat += part.args if same and isinstance(part, Node) else [part]
    return Node(op, tuple(flat))


def _slash(tree: Node, reading: Reading) -> Node:
    left, right = tree.nodes
    style = tree.args[2]
    first_only = style == "first" or (style == "doubtful" and "slash" in reading)
    first_only = first_only or _is_times_matrix(right)
    first_only = first_only or (_ends_in_unit(right) and not has_op(left, "unit"))
    if right.op != "beside" or not first_only:
        return Node("div", (settle(left, reading), settle(right, reading)))
    parts = list(_beside(right))
    above = Node("div", (settle(left, reading), settle(parts[0], reading)))
    return Node("mul", (above, *(settle(each, reading) for each in parts[1:])))


def _ends_in_unit(node: Node) -> bool:
    """Whether a unit stands behind a number: 45/60 h is a part of an hour."""
    return node.op == "beside" and [*_beside(node)][-1].op == "unit"


def _is_times_matrix(node: Node) -> bool:
    """Whether a matrix stands behind a number: 1/2 [[1, 2], [3, 4]]."""
    if node.op != "beside":
        return False
    *_, last = _beside(node)
    return last.op == "matrix"


def _beside(node: Node) -> Iterator[Node]:
    for each in node.nodes:
        if each.op == "beside":
            yield from _beside(each)
        else:
            yield each


def _is_mixed(tree: Node) -> bool:
    """Whether a proper fraction stands set right behind a whole number: a product, or 3 ⅓."""
    whole, *rest = tree.nodes
    if whole.op != "num" or len(rest) != 1 or rest[0].op != "group":
        return False
    fraction = rest[0].nodes[0]
    parts = fraction.nodes if fraction.op == "slash" and len(fraction.nodes) == 2 else ()
    sides = [each.nodes[0] for each in parts if each.op == "group"]
    figures = [each.text for each in (whole, *sides) if each.op == "num" and each.text.isdecimal()]
    return len(figures) == 3 and 0 < int(figures[1]) < int(figures[2])


def _measures(tree: Node) -> list[Node] | None:
    """Return the parts of a measure in several units: 2 h 30 min."""
    parts = list(_beside(tree))
    numbers, units = parts[::2], parts[1::2]
    if len(parts) < 4 or len(parts) % 2 or any(each.op not in ("num", "mixed") for each in numbers):
        return None
    if any(each.op != "unit" for each in units):
        return None
    return [Node("mul", pair) for pair in zip(numbers, units, strict=True)]


def _funcpow(tree: Node, reading: Reading) -> Node:
    (inner,) = tree.nodes
    if "funcpow" in reading:
        base, power = (settle(each, reading) for each in inner.nodes)
        return Node("pow", (Node("call", (tree.text, base)), power))
    return Node("call", (tree.text, settle(inner, reading)))


def _in_degrees(inner: Node) -> Node:
    return Node("div", (Node("mul", (inner, Node("const", ("pi",)))), num(180)))


def _call(tree: Node, reading: Reading) -> Node:
    """Return a call with its power outside: sin^2 x is (sin x)^2; log has its base."""
    head, mark, power = tree.text.partition("^")
    arguments = [settle(each, reading) for each in tree.nodes]
    if head in _TRIGONOMETRIC and "degrees" in reading and _is_angle(tree.nodes[0]):
        arguments = [_in_degrees(arguments[0])]
    if head == "log" and len(arguments) == 1:
        head = "ln" if "natural_log" in reading else "log_10"
    node = Node("call", (head, *arguments))
    if not mark:
        return node
    return Node(
        "pow", (node, num(power) if not power.startswith("-") else Node("neg", (num(power[1:]),)))
    )
