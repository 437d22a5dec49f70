"""Which number of a run a question means that asks why it changed: "why may the 7 change?"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tutor_app.tracing.claims.doubtful_symbols import Symbol
from tutor_app.tracing.spoken.run_states import RunStates
from tutor_app.tracing.spoken.words_at import WORDS

_CHANGES: Final = WORDS["changes"] | WORDS["turns"] | WORDS["lowered"]


@dataclass(frozen=True, slots=True)
class ChangeAsked:
    """The node whose number changed, the one taken in that row, and the nodes asked about."""

    node: str
    via: str
    row: int
    asked: tuple[str, ...]


def change_asked(
    symbols: Sequence[Symbol], words: set[str], states: RunStates, seen: int
) -> ChangeAsked | None:
    """Return the last change up to row `seen` that is meant; None where none is, or no change.

    A node that is named is the one; else the number is, or with "it" the last change.
    """
    facts = states.facts
    at = next((n for n, each in enumerate(symbols) if each.text.casefold() in _CHANGES), None)
    of_row = any(each.kind == "steps" for each in symbols)  # its reason says more
    if "why" not in words or at is None or of_row or facts.key not in ("g", "dist"):
        return None
    ahead = symbols[:at]  # "why did Q not change?", "why does nothing change?"
    if any(s.kind == "not" or s.text.casefold() in WORDS["nothing"] for s in ahead):
        return None
    of_it = "it" in words
    numbers = {each.number for each in symbols if each.kind == "number"}
    named = tuple(dict.fromkeys(each.node for each in symbols if each.kind == "node"))
    for row in range(seen, facts.run.algorithm.first_step, -1):
        via = next((node for node in facts.order if facts.row_of(node) == row), None)
        for node in states.improved_in(row) if via is not None else ():
            old = states.value(node, facts.key, row - 1)
            if node == named[0] if named else old in numbers or (of_it and not numbers):
                return ChangeAsked(node, str(via), row, named or (node,))
    return None
