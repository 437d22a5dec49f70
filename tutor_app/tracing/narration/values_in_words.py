"""Values in words: numbers, nodes, lists, paths, the cells of a row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from tutor_app.domain.traces import Row, Value
from tutor_app.wording.catalogue import LANGUAGE, phrase, phrases_of, spoken_language

LABELS = phrases_of("trace_labels")
ITEM_LIST = phrase("trace_words.item_list", "items", "last")
YES = phrase("trace_words.yes")
NO = phrase("trace_words.no")
NO_ENTRIES = phrase("trace_words.no_entries")
EMPTY_LIST = phrase("trace_words.empty_list")

_SEQUENCES = frozenset({"path", "order", "visited"})


def name_column(field: str) -> str:
    """Return what a column is called."""
    known = LABELS.get(field)
    return field.replace("_", " ") if known is None else known()


def begin_sentence(text: str) -> str:
    """Return the text with a capital letter."""
    return f"{text[:1].upper()}{text[1:]}"


def continue_sentence(text: str) -> str:
    """Return the text without its capital letter, which German keeps behind a colon."""
    if spoken_language() != LANGUAGE:
        return text
    return f"{text[:1].lower()}{text[1:]}"


def is_plural(field: str) -> bool:
    """Return whether what a column is called is a plural: "distances"."""
    return name_column(field).endswith("s")


def write_number(value: Value) -> str:
    """Return a number as it is written on paper."""
    if isinstance(value, bool):
        return YES() if value else NO()
    if isinstance(value, float):
        if math.isinf(value):
            return "∞" if value > 0 else "-∞"
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return "–" if value is None else str(value)


def join_items(items: Sequence[Value]) -> str:
    """Return items as "A", "A and B", "A, B and C"."""
    words = [write_number(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return ITEM_LIST(items=", ".join(words[:-1]), last=words[-1])


def write_path(nodes: Value) -> str:
    """Return a path as "S → A → G"."""
    return " → ".join(write_number(node) for node in _items(nodes))


def write_edge(ends: Value) -> str:
    """Return an edge as "A–B"."""
    return "–".join(write_number(node) for node in _items(ends))


def write_cell(field: str, value: Value) -> str:
    """Return the value of one column in words."""
    if field == "edge":
        return write_edge(value)
    if field == "edges":
        return ", ".join(write_edge(one) for one in _items(value)) or NO_ENTRIES()
    if field in _SEQUENCES and value:
        return write_path(value)
    if isinstance(value, Mapping):
        if any(isinstance(row, Mapping) for row in value.values()):
            return _matrix(value)
        return _entries(value) or NO_ENTRIES()
    if isinstance(value, tuple | list):
        return _sequence(value)
    return write_number(value)


def _entries(table: Mapping[str, Value]) -> str:
    return ", ".join(f"{node} = {write_number(entry)}" for node, entry in table.items())


def _matrix(rows: Mapping[str, Value]) -> str:
    """Return "A (B = 4, C = 2), B (C = 1)": what is known, without a node's way to itself."""
    written = []
    for node, row in rows.items():
        if known := known_entries(node, row):
            written.append(f"{node} ({_entries(known)})")
    return ", ".join(written) or NO_ENTRIES()


def known_entries(node: str, row: Value) -> dict[str, Value]:
    """Return what a row of a matrix says of other nodes, without nothing and infinity."""
    if not isinstance(row, Mapping):
        return {}
    return {
        other: entry
        for other, entry in row.items()
        if other != node and entry is not None and entry != math.inf
    }


def _sequence(items: Sequence[Value]) -> str:
    if not items:
        return EMPTY_LIST()
    if all(isinstance(item, int | float) for item in items):
        return f"[{', '.join(write_number(item) for item in items)}]"
    return ", ".join(_entry(item) for item in items)


def _entry(item: Value) -> str:
    if not isinstance(item, Mapping):
        return write_edge(item) if isinstance(item, tuple | list) else write_number(item)
    costs = [f"{name} = {write_number(item[name])}" for name in ("g", "h", "f") if name in item]
    node = write_number(item.get("node"))
    return f"{node} ({', '.join(costs)})" if costs else node


def write_row(cells: Row, fields: Sequence[str]) -> str:
    """Return the named fields of a row as "node B; OPEN: C, D; CLOSED: S, B"."""
    return "; ".join(
        f"{name_column(name)}: {write_cell(name, cells[name])}" for name in fields if name in cells
    )


def _items(value: Value) -> Sequence[Value]:
    return value if isinstance(value, tuple | list) else ()
