"""Why a row is as it is: heap operations, search trees, the tables of LCS and knapsack."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tutor_app.tracing.values import Row, Value
from tutor_app.tracing.wording.say import listed, number

Words = Callable[[Row], str]


def _levels(facts: Row) -> str:
    path = facts.get("path")
    count = max(len(path) - 1, 0) if isinstance(path, tuple | list) else 0
    return "1 level" if count == 1 else f"{count} levels"


def _rises(facts: Row) -> str:
    return f"{number(facts['value'])} is put at the end and rises by {_levels(facts)}."


def _extracted(facts: Row) -> str:
    taken = f"{number(facts['extracted'])} is taken from the top"
    return f"{taken}, and {number(facts['value'])} sinks by {_levels(facts)}."


def _emptied(facts: Row) -> str:
    return f"{number(facts['extracted'])} is taken from the top, and the heap is empty."


def _built(facts: Row) -> str:
    swaps = "1 swap" if facts["swaps"] == 1 else f"{number(facts['swaps'])} swaps"
    return f"Building the heap takes {swaps}."


def _compared(facts: Row) -> str:
    path: Value = facts.get("path")
    return listed(path) if isinstance(path, tuple | list) else ""


def _hung(facts: Row) -> str:
    if facts.get("last") is None:
        return f"{number(facts['value'])} becomes the root."
    return (
        f"{number(facts['value'])} is compared with {_compared(facts)} and becomes a child of"
        f" {number(facts['last'])}."
    )


def _found(facts: Row) -> str:
    return f"{number(facts['value'])} is found on the way {_compared(facts)}."


def _replaced(facts: Row) -> str:
    return (
        f"{number(facts['value'])} has two children, and {number(facts['last'])} takes its place."
    )


def _row_of(facts: Row) -> str:
    return f"Row {number(facts['i'])} belongs to the symbol {facts['symbol']}."


def _diagonal(facts: Row) -> str:
    return (
        f"The symbols at {number(facts['i'])} and {number(facts['j'])} are equal, so it goes back"
        " diagonally and takes the symbol."
    )


def _sideways(facts: Row) -> str:
    return (
        f"The cell above holds {number(facts['up'])} and the cell to the left"
        f" {number(facts['left'])}, so it goes back {'up' if facts['action'] == 'up' else 'left'}."
    )


def _item(facts: Row) -> str:
    weight, value = number(facts["weight"]), number(facts["value"])
    return f"Item {facts['item']} has the weight {weight} and the value {value}."


def _packed(facts: Row) -> str:
    item, room = facts["item"], number(facts["room"])
    end = "taken" if facts["action"] == "take" else "left"
    if facts.get("with") is None:
        return f"Item {item} does not fit into a room of {room}, so it is {end}."
    return (
        f"In a room of {room} taking item {item} makes {number(facts['with'])} and leaving it"
        f" {number(facts['without'])}, so it is {end}."
    )


def _says(text: str) -> Words:
    return lambda facts: f"{number(facts['value'])} {text}."


TABLE_REASONS: Mapping[str, Words] = {
    "heap_operations.inserted": _rises,
    "heap_operations.extracted": _extracted,
    "heap_operations.extracted_last": _emptied,
    "heap_operations.built": _built,
    "bst.inserted": _hung,
    "bst.duplicate": _says("is in the tree already"),
    "bst.found": _found,
    "bst.absent": _says("is not in the tree"),
    "bst.leaf": _says("is a leaf and is taken away"),
    "bst.one_child": _says("has one child, which takes its place"),
    "bst.two_children": _replaced,
    "bst.visited": _says("is visited next"),
    "lcs.filled": _row_of,
    "lcs.take": _diagonal,
    "lcs.up": _sideways,
    "lcs.left": _sideways,
    "knapsack.filled": _item,
    "knapsack.take": _packed,
    "knapsack.leave": _packed,
}
