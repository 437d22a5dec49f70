"""Why a row is as it is: search trees, the tables of LCS and knapsack."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.domain.traces import Row
from tutor_app.tracing.narration.reason_words import Words, fill, items_of, write_facts
from tutor_app.tracing.narration.values_in_words import join_items, write_number
from tutor_app.wording.catalogue import phrase

BECOMES_ROOT = phrase("trace_reasons.becomes_root", "value")
BECOMES_CHILD = phrase("trace_reasons.becomes_child", "value", "path", "last")
ALREADY_IN_TREE = phrase("trace_reasons.already_in_tree", "value")
KEY_FOUND = phrase("trace_reasons.key_found", "value", "path")
NOT_IN_TREE = phrase("trace_reasons.not_in_tree", "value")
LEAF_REMOVED = phrase("trace_reasons.leaf_removed", "value")
ONE_CHILD = phrase("trace_reasons.one_child", "value")
TWO_CHILDREN = phrase("trace_reasons.two_children", "value", "last")
VISITED_NEXT = phrase("trace_reasons.visited_next", "value")
ROW_OF_SYMBOL = phrase("trace_reasons.row_of_symbol", "i", "symbol")
SYMBOLS_EQUAL = phrase("trace_reasons.symbols_equal", "i", "j")
GOES_BACK_UP = phrase("trace_reasons.goes_back_up", "up", "left")
GOES_BACK_LEFT = phrase("trace_reasons.goes_back_left", "up", "left")
ITEM = phrase("trace_reasons.item", "item", "weight", "value")
DOES_NOT_FIT = phrase("trace_reasons.does_not_fit", "item", "room")
ITEM_TAKEN = phrase("trace_reasons.item_taken", "item", "room", "with_it", "without_it")
ITEM_LEFT = phrase("trace_reasons.item_left", "item", "room", "with_it", "without_it")


def _insert(facts: Row) -> str:
    if facts.get("last") is None:
        return write_facts(BECOMES_ROOT, facts, "value")
    return BECOMES_CHILD(
        value=write_number(facts["value"]), path=_compared(facts), last=write_number(facts["last"])
    )


def _compared(facts: Row) -> str:
    return join_items(items_of(facts, "path"))


def _find(facts: Row) -> str:
    return KEY_FOUND(value=write_number(facts["value"]), path=_compared(facts))


def _pack(facts: Row) -> str:
    if facts.get("with") is None:
        return write_facts(DOES_NOT_FIT, facts, "item", "room")
    sentence = ITEM_TAKEN if facts["action"] == "take" else ITEM_LEFT
    return sentence(
        item=facts["item"],
        room=write_number(facts["room"]),
        with_it=write_number(facts["with"]),
        without_it=write_number(facts["without"]),
    )


TABLE_REASONS: Mapping[str, Words] = {
    "bst.inserted": _insert,
    "bst.duplicate": fill(ALREADY_IN_TREE, "value"),
    "bst.found": _find,
    "bst.absent": fill(NOT_IN_TREE, "value"),
    "bst.leaf": fill(LEAF_REMOVED, "value"),
    "bst.one_child": fill(ONE_CHILD, "value"),
    "bst.two_children": fill(TWO_CHILDREN, "value", "last"),
    "bst.visited": fill(VISITED_NEXT, "value"),
    "lcs.filled": fill(ROW_OF_SYMBOL, "i", "symbol"),
    "lcs.take": fill(SYMBOLS_EQUAL, "i", "j"),
    "lcs.up": fill(GOES_BACK_UP, "up", "left"),
    "lcs.left": fill(GOES_BACK_LEFT, "up", "left"),
    "knapsack.filled": fill(ITEM, "item", "weight", "value"),
    "knapsack.take": _pack,
    "knapsack.leave": _pack,
}
