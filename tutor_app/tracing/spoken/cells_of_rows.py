"""What a cell of a row holds: entries of a list, names, a number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from tutor_app.domain.traces import Number, Value


def entries_of(listed: Value) -> Iterable[Mapping[str, Value]]:
    """Return the entries of a list that say more than a name."""
    return (
        [each for each in listed if isinstance(each, Mapping)] if isinstance(listed, tuple) else []
    )


def names_in(listed: Value) -> tuple[str, ...]:
    """Return the nodes of a list, whatever stands beside them."""
    if not isinstance(listed, tuple):
        return ()
    return tuple(
        str(each.get("node")) if isinstance(each, Mapping) else str(each) for each in listed
    )


def finite_number(value: Value) -> Number | None:
    """Return a number; None for what is none, or infinite."""
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isinf(value):
        return None
    return value
