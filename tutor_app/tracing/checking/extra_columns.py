"""What students show beside a row's own columns: the selected node's values, new entries."""

from __future__ import annotations

from collections.abc import Mapping

from tutor_app.domain.traces import Row, Value
from tutor_app.tracing.checking.compare_values import items_of, same_value
from tutor_app.tracing.checking.trace_verdict import Difference

# Values that the selected node had in OPEN before the step, and entries that are in OPEN after it,
# the node on top of the stack then.
BESIDE = ("g", "h", "f", "added", "top")


def differences_beside(expected: Row, before: Row, shown: Row) -> tuple[Difference, ...]:
    """Return which values shown beside a row are wrong; `before` is the exact row before it.

    A wrong entry among those added counts as a difference in OPEN.
    """
    found: list[Difference] = []
    entry = _entry(before.get("open"), expected.get("node"))
    for name in ("g", "h", "f"):
        if name in shown and name in entry and not same_value(entry[name], shown[name]):
            found.append(Difference(field=name, expected=entry[name], shown=shown[name]))
    entries = items_of(expected.get("open"))
    for added in items_of(shown.get("added")) if "open" in expected else ():
        if not any(same_value(one, added) for one in entries):
            found.append(Difference(field="open", expected=expected["open"], shown=added))
    if "top" in shown and "open" in expected:
        top = top_of(expected)
        if not same_value(top, shown["top"]):
            found.append(Difference(field="top", expected=top, shown=shown["top"]))
    return tuple(found)


def top_of(row: Row) -> Value:
    """Return the node that is first in OPEN, which is the top of a stack; None where none is."""
    first = next(iter(items_of(row.get("open"))), None)
    return first.get("node") if isinstance(first, Mapping) else first


def _entry(entries: Value, node: Value) -> Mapping[str, Value]:
    """Return the entry of a node in OPEN, empty if it is not there."""
    for entry in items_of(entries):
        if isinstance(entry, Mapping) and entry.get("node") == node:
            return entry
    return {}
