"""What is wrong where a root, a logarithm or a power of e was undone on the way to a line: the other
side did not change with it, or changed by a known slip."""

from __future__ import annotations

from typing import Final

from tutor_app.calculations.reading.expression_tree import Node, num
from tutor_app.calculations.slips.find_slip import find_slip, same_numbers, same_sides

Sides = tuple[Node, Node]
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
    if side.text == "ln" or (head == "log" and base.isdigit()):
        foot = num(int(base)) if base else _E
        return inner, Node("pow", (foot, other)), "log_undone_on_one_side"
    return None
