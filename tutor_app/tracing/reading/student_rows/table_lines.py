"""A student's rows and claims for heaps, search trees and tables of dynamic programming."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.reading.student_rows.line_labels import Line
from tutor_app.tracing.reading.student_rows.list_entries import NUMBER, numbers_in, to_number
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_KINDS: tuple[tuple[str, str], ...] = (
    ("insert", r"insert\w*|add(?:ed|ing)?|push\w*"),
    ("extract", r"extract\w*|pop\w*"),
    ("build", r"build\w*|heapify\w*"),
    ("delete", r"delet\w*|remov\w*"),
    ("search", r"search\w*|find\w*|look\w*"),
)
_WALKS = ("inorder", "preorder", "postorder", "levelorder")
_LIST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]\W*$|(?:->|→|:|=)([^:=>→\[\](){}]*)$")
_EMPTY_PLACE = re.compile(r"(?i)\b(?:none|null|nil|x)\b|(?<![\w])[-–∅_](?!\d)")


def operation_row(line: Line, about: Context) -> Row | None:
    """Read "insert 5: [9, 7, 5]", "2. extract-max (9) -> [7, 5]", "delete 3: [5, -, 8]"."""
    row = read_operation(line.rest, about)
    listed = _LIST.search(re.sub(r"(?i)[\[(]?\b(?:\d+|no)\s*swaps?\b[\])]?", "", line.rest))
    if listed and (line.number is not None or row):
        text = listed[1] if listed[1] is not None else listed[2]
        if about.algorithm == "bst":
            told = re.search(r"(?i)\b(?:compar\w+|path|visit\w*|pass\w*|via)\b", line.rest)
            row["path" if told else "tree"] = numbers_in(text) if told else level_order(text)
        elif numbers_in(text):
            row["array"] = numbers_in(text)
    swaps = re.search(r"(?i)(\d+)\s*swaps?\b", line.rest)
    if swaps and row:
        row["swaps"] = int(swaps[1])
    return row if row.keys() & {"array", "tree", "path"} else None


def read_operation(text: str, about: Context) -> dict[str, Value]:
    """Return the operation that a text names, with its value; empty where it names none."""
    for kind, words in _KINDS:
        found = re.search(rf"(?i)\b(?:{words})\b", text)
        if found is None:
            continue
        heap = about.algorithm == "heap_operations"
        row: dict[str, Value] = {"operation": "extract" if heap and kind == "delete" else kind}
        value = re.match(rf"[^\d\n\[{{:=>→]{{0,12}}?({NUMBER})", text[found.end() :])
        return {**row, "value": to_number(value[1])} if value else row
    return {}


def values_row(line: Line, about: Context) -> Row | None:
    """Read one row of a table: "B | 0 1 1 1", "i=2: 0, 1, 1", "0 0 10 10"."""
    text = re.sub(r"^\W*[^\W\d]\w*\s*[|:&]?|^[^|:]*[|:](?=.*\d.*\d)", " ", line.rest)
    if re.search(r"[^\W\d]{2,}", re.sub(r"(?i)\binf\w*", "", text)):
        return None
    values = numbers_in(text)
    return {"values": values} if len(values) > 2 else None


def number_from_0(rows: list[Row]) -> list[Row]:
    """Return a table's rows numbered from 0 where the first is the row of zeros."""
    first = rows[0].get("values") if rows else None
    if isinstance(first, tuple) and not any(first):
        return [{**row, "step": number} for number, row in enumerate(rows)]
    return rows


def read_table_claim(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    """Read "LCS = BCBA, length 4", "value 50 with items A, B", "inorder: 1 2 3"."""
    claim: dict[str, Value] = {}
    if about.algorithm == "bst":
        for walk in _WALKS:
            found = re.search(rf"(?i)\b{walk[:-5]}[- ]?order\b[^\d\n]*([\d].*)", line)
            if found:
                claim[walk] = numbers_in(found[1])
        tree = re.match(_LAST_TREE, line)
        return {**claim, "tree": level_order(tree[1])} if tree else claim
    for field, pattern in _CLAIMS.get(about.algorithm, {}).items():
        found = re.search(pattern, line)
        if found:
            claim[field] = _claimed(field, found[1])
    return claim


_LAST_TREE = (
    r"(?i)^\W*(?:so\s+)?(?:the\s+|my\s+)?(?:final|resulting|last)\s+(?:bst|tree)\b[^\d\n]*(\d.*)"
)
_CLAIMS: Mapping[str, Mapping[str, str]] = {
    "lcs": {
        "length": r"(?i)\blength\b\D{0,12}(\d+)",
        "sequence": r"(?i:\b(?:lcs|sequence|subsequence)\b\s*(?:is|=|:)+\s*['\"]?)([A-Za-z0-9]+)",
    },
    "knapsack": {
        "value": rf"(?i)\b(?:value|profit|optimum|best)\b[^\d\n]{{0,14}}({NUMBER})",
        "weight": r"(?i)\bweight\b[^\d\n]{0,14}(\d+)",
        "items": r"(?i)\bitems?\b\s*(?:are|is|=|:|taken|chosen)*\s*:?\s*\{?([\w, &]+)",
    },
    "heap_operations": {"array": r"(?i)\bfinal\s+(?:heap|array)\b\W*(?:is|=|:)?\s*([\d\[(].*)"},
}


def _claimed(field: str, said: str) -> Value:
    if field == "items":
        names = re.findall(r"\w+", re.split(r"(?i)\bwith\b|\bvalue\b|\bweight\b", said)[0])
        return tuple(name for name in names if name.casefold() != "and")
    if field == "array":
        return numbers_in(said)
    return said if field == "sequence" else to_number(said)


def level_order(text: str) -> tuple[Value, ...]:
    """Return a tree's keys level by level, None for an empty place."""
    keys: list[Value] = []
    for part in re.split(r"[,;\s]+", text.strip()):
        values = numbers_in(part)
        if values:
            keys.append(values[0])
        elif _EMPTY_PLACE.search(part):
            keys.append(None)
    while keys and keys[-1] is None:
        keys.pop()
    return tuple(keys)
