"""What comes out otherwise in a copy of a run, named without its numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tutor_app.domain.traces import Value
from tutor_app.tracing.exact_run import AlgorithmRun
from tutor_app.tracing.fact_pool.said_symbols import WORDS
from tutor_app.tracing.narration.values_in_words import join_items
from tutor_app.wording.catalogue import phrase

OUTCOME_SAME = phrase("trace_copies.outcome_same")
OUTCOME_CHANGES = phrase("trace_copies.outcome_changes", "what")
PARTS: Final = {
    "path": phrase("trace_copies.path"),
    "edges": phrase("trace_copies.edges"),
    "negative_cycle": phrase("trace_copies.negative_cycle"),
}
LESS, MORE = phrase("trace_copies.less"), phrase("trace_copies.more")
LESS_OF, MORE_OF = phrase("trace_copies.less_of", "nodes"), phrase("trace_copies.more_of", "nodes")
FIRST_WORDS: Final = 3  # "so why does …": a message that asks claims nothing
_COSTS: Final = ("cost", "weight")
# By what of the outcome a word names, whether a claim says that it stays or changes, and is so.
_OUTCOMES: Final = {
    "of_cost": _COSTS,
    "of_path": ("path",),
    "of_edges": ("edges",),
}
_VERDICTS: Final = {
    (True, True): phrase("trace_copies.same_so"),
    (True, False): phrase("trace_copies.same_not"),
    (False, True): phrase("trace_copies.other_not"),
    (False, False): phrase("trace_copies.other_so"),
}


def judge_outcome(text: str, exact: AlgorithmRun, other: AlgorithmRun) -> str:
    """Return the verdict on a claim that what comes out stays the same, or changes; "" without."""
    said = re.findall(r"[\w']+", text.casefold())
    words = set(said)
    says_same, says_other = words & WORDS["same"], words & WORDS["other"]
    if WORDS["asks"] & set(said[:FIRST_WORDS]) or not (says_same or says_other):
        return ""
    named = [names for kind, names in _OUTCOMES.items() if words & WORDS[kind]]
    parts = [name for names in named or _OUTCOMES.values() for name in names if name in exact.final]
    parts = parts or [name for name in exact.final if name not in ("parent", "order")]
    same = all(_as_set(exact.final[name]) == _as_set(other.final.get(name)) for name in parts)
    return _VERDICTS[bool(says_same), same]()


def _as_set(value: Value) -> object:
    """Return the edges of a tree without their order, all else as it is."""
    pairs = isinstance(value, tuple) and all(isinstance(each, tuple) for each in value)
    return (
        {frozenset(map(str, each)) for each in value if isinstance(each, tuple)}
        if (pairs and isinstance(value, tuple))
        else value
    )


def tell_what_changes(exact: AlgorithmRun, other: AlgorithmRun) -> str:
    """Say which of path, cost, tree and distances another run ends with, and whether less or more.

    The student's own row is still to be found: no number is told.
    """
    before, after = exact.final, other.final
    told = [
        said() for name, said in PARTS.items() if name in before and before[name] != after.get(name)
    ]
    told += [_side(before[name], after.get(name)) for name in _COSTS if name in before]
    told += _distances(before.get("dist"), after.get("dist"))
    what = [each for each in told if each]
    return OUTCOME_CHANGES(what=join_items(what)) if what else OUTCOME_SAME()


def _side(before: Value, after: Value) -> str:
    if not (isinstance(before, int | float) and isinstance(after, int | float)):
        return ""
    return "" if before == after else LESS() if after < before else MORE()


def _distances(before: Value, after: Value) -> list[str]:
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        return []
    pairs = {
        str(node): (old, new)
        for node, old in before.items()
        if isinstance(old, int | float) and isinstance(new := after.get(node), int | float)
    }
    less = [node for node, (old, new) in pairs.items() if new < old]
    more = [node for node, (old, new) in pairs.items() if new > old]
    said = [LESS_OF(nodes=join_items(less))] if less else []
    return said + ([MORE_OF(nodes=join_items(more))] if more else [])
