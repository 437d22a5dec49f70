"""An expression as text for a student: 2x + 6 = 14, with as few brackets as it needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tutor_app.calculations.reading.expression_tree import Node

_SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(5)
_CONSTANTS: Final = {"pi": "π", "oo": "∞", "I": "i", "true": "T", "false": "F"}
_GREEK: Final = {
    "theta": "θ",
    "alpha": "α",
    "beta": "β",
    "lambda": "λ",
    "mu": "μ",
    "sigma": "σ",
    "phi": "φ",
}
_LOGIC: Final = {"and": " ∧ ", "or": " ∨ ", "implies": " → ", "iff": " ↔ "}
_RAISED: Final = str.maketrans("0123456789-n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ⁿ")
_RELATIONS: Final = {"<=": "≤", ">=": "≥", "!=": "≠", "~=": "≈"}


def show(node: Node) -> str:
    """Return an expression as text."""
    return _shown(node)[0]


def show_relation(left: Node, relation: str, right: Node) -> str:
    """Return a relation as text."""
    return f"{show(left)} {_RELATIONS.get(relation, relation)} {show(right)}"


def _shown(node: Node) -> tuple[str, int]:  # noqa: C901  (one case for each operation)
    match node.op:
        case "num":
            return node.text.replace("-", "−"), _ATOM if not node.text.startswith("-") else _SIGN
        case "name" | "unit":
            return _GREEK.get(node.text, node.text), _ATOM
        case "const":
            return _CONSTANTS.get(node.text, node.text), _ATOM
        case "add":
            return _sum(node), _SUM
        case "mul":
            return _product(node), _PRODUCT
        case "div":
            above, below = (_at(each, _PRODUCT, _POWER)[k] for k, each in enumerate(node.nodes))
            return f"{above}/{below}", _PRODUCT
        case "neg":
            within = node.nodes[0]
            return f"−{_within(within, _POWER if within.op == 'neg' else _PRODUCT)}", _SIGN
        case "pow":
            return _power(node), _POWER
        case "pm":
            left, right = node.nodes
            start = "" if left.text == "0" else f"{show(left)} "
            return f"{start}±{' ' if start else ''}{_within(right, _PRODUCT)}", _SUM
        case "call":
            return _call(node), _ATOM
    return _operator(node), _ATOM


def _at(node: Node, above: int, below: int) -> tuple[str, str]:
    return _within(node, above), _within(node, below)


def _within(node: Node, least: int) -> str:
    text, level = _shown(node)
    return text if level >= least else f"({text})"


def _sum(node: Node) -> str:
    text = ""
    for place, term in enumerate(node.nodes):
        negative = term.op == "neg"
        shown = _within(term.nodes[0] if negative else term, _PRODUCT)
        if place == 0:
            text = f"−{shown}" if negative else shown
        else:
            text += f" {'−' if negative else '+'} {shown}"
    return text


def percent_of_before(node: Node) -> Node | None:
    """Return 100 - 25% for 100(1 - 25%), as which it was read."""
    if node.op != "mul" or len(node.nodes) != 2 or node.nodes[1].op != "add":
        return None
    one, part = node.nodes[1].nodes[0], node.nodes[1].nodes[-1]
    share = part.nodes[0] if part.op == "neg" else part
    is_share = share.op == "percent" and one == Node("num", ("1",))
    return Node("add", (node.nodes[0], part)) if is_share else None


def _product(node: Node) -> str:
    as_written = percent_of_before(node)
    if as_written is not None:
        return _sum(as_written)
    text = ""
    for place, factor in enumerate(node.nodes):
        shown = _within(factor, _SIGN if place == 0 else _POWER)
        if factor.op in ("div", "neg") and place:
            shown = f"({_shown(factor)[0]})"
        if not text:
            text = shown
            continue
        number = shown[0].isdecimal()
        again = factor.op == "name" and factor == node.nodes[place - 1]
        joint = " · " if number or again or (factor.op == "call" and text[-1].isalpha()) else ""
        text += joint + (f" {shown}" if factor.op == "unit" else shown)
    return text


def _power(node: Node) -> str:
    base, exponent = node.nodes
    shown = _within(base, _ATOM)
    plain = show(exponent).replace("−", "-")
    if (plain.lstrip("-").isdecimal() and plain.isascii()) or plain == "n":
        return shown + plain.translate(_RAISED)
    return f"{shown}^{_within(exponent, _ATOM)}"


def _call(node: Node) -> str:
    inner = ", ".join(map(show, node.nodes))
    name = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "log_10": "log"}.get(
        node.text, node.text
    )
    if name == "sqrt":
        return f"√({inner})" if len(inner) > 1 and not inner.isdecimal() else f"√{inner}"
    return f"|{inner}|" if name == "abs" else f"{name}({inner})"


def _operator(node: Node) -> str:  # noqa: C901  (one case for each operation)
    inner = [show(each) for each in node.nodes]
    match node.op:
        case "deriv":
            order = str(node.args[2])
            raised = order.translate(_RAISED) if order != "1" else ""
            return f"d{raised}/d{node.args[1]}{raised} ({inner[0]})"
        case "integral":
            bounds = f"[{inner[1]}, {inner[2]}] " if len(inner) > 1 else ""
            return f"∫ {bounds}{_within(node.nodes[0], _PRODUCT)} d{node.args[-1]}"
        case "sum":
            return (
                f"Σ({node.args[-1]} = {inner[1]} … {inner[2]}) {_within(node.nodes[0], _PRODUCT)}"
            )
        case "lim":
            return (
                f"lim({node.args[2]} → {inner[1]}{node.args[3]}) {_within(node.nodes[0], _PRODUCT)}"
            )
        case "between":
            return f"[{inner[0]}] from {inner[1]} to {inner[2]}"
        case "at":
            return f"{inner[0]} at {node.args[-1]} = {inner[1]}"
        case "fact":
            return f"{_within(node.nodes[0], _ATOM)}!"
        case "percent":
            return f"{inner[0]}%"
        case "mod":
            return f"{inner[0]} mod {inner[1]}"
        case "based":
            return f"{node.text} (base {node.args[1]})"
        case "not":
            return f"¬{_within(node.nodes[0], _ATOM)}"
        case "matrix" | "tuple":
            return f"[{', '.join(inner)}]"
        case "dots":
            return f"{inner[0]} + … + {inner[1]}"
        case "opaque":
            return node.text
    if node.op in _LOGIC:
        return "(" + _LOGIC[node.op].join(inner) + ")"
    return _named(node, inner)


def _named(node: Node, inner: Sequence[str]) -> str:
    if node.op == "called":
        return f"{node.args[1]}{chr(39) * int(str(node.args[2]))}({inner[0]})"
    if node.op == "primed":
        return node.text + "'" * int(str(node.args[1]))
    return ", ".join(inner) or node.text
