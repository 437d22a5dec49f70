"""Claims about sorts, binary search and alpha-beta."""

from __future__ import annotations

import re

from evals.traces.claims.grammar import (
    Check,
    ClaimPattern,
    Holds,
    TraceFacts,
    flat,
    is_number,
    items,
    spelling,
    tokens,
)
from tutor_app.domain.traces import Row


def _numbers(*names: str) -> Check:
    """The groups v, w, x of the match are the facts of these names, in this order."""

    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        said = [match[group] for group in ("v", "w", "x", "y")[: len(names)]]
        return facts.where(
            lambda row: all(
                is_number(row.get(n), text) for n, text in zip(names, said, strict=True)
            )
        )

    return check


def _coded(code: str, *names: str) -> Check:
    numbers = _numbers(*names)

    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        held = numbers(match, facts)
        return facts.coded(code) & held if isinstance(held, frozenset) else held

    return check


def _levels(match: re.Match[str], facts: TraceFacts) -> Holds:
    def true(row: Row) -> bool:
        levels = max(len(items(row, "path")) - 1, 0)
        return is_number(row.get("value"), match["v"]) and spelling(levels) == spelling(match["w"])

    return facts.where(true)


def _stays(match: re.Match[str], facts: TraceFacts) -> Holds:
    return facts.coded("stays") & facts.where(
        lambda row: any(
            is_number(row.get(name), match["v"]) for name in ("key", "selected", "value")
        )
    )


def _cut(match: re.Match[str], facts: TraceFacts) -> Holds:
    said = tokens(match["l"], ())
    return facts.coded("cut") & facts.where(lambda row: flat(row.get("pruned")) == said)


def _parts(match: re.Match[str], facts: TraceFacts) -> Holds:
    left, right = tokens(match["a"], ()), tokens(match["b"], ())
    return facts.where(
        lambda row: flat(row.get("left")) == left and flat(row.get("right")) == right
    )


def _direction(match: re.Match[str], facts: TraceFacts) -> Holds:
    side = match["side"]
    if (match["than"] == "greater") != (side == "right"):
        return False
    numbers = _numbers("mid", "value", "target")(match, facts)
    return facts.coded(side) & numbers if isinstance(numbers, frozenset) else numbers


def _target(match: re.Match[str], facts: TraceFacts) -> Holds:
    return is_number(facts.run.problem.target, match["v"])


ARRAY_CLAIMS: tuple[ClaimPattern, ...] = (
    ClaimPattern(
        r"[Ll]eaf (?P<v>{V}) has the value (?P<w>{V}), and is looked at with alpha (?P<x>{V}) and"
        r" beta (?P<y>{V})",
        _numbers("leaf", "value", "alpha", "beta"),
        chooses=True,
    ),
    ClaimPattern(r"[Ii]t raises alpha to (?P<v>{V})", _coded("raises_alpha", "new_alpha")),
    ClaimPattern(r"[Ii]t lowers beta to (?P<v>{V})", _coded("lowers_beta", "new_beta")),
    ClaimPattern(
        r"[Nn]ow alpha (?P<v>{V}) is not less than beta (?P<w>{V})",
        _numbers("new_alpha", "new_beta"),
    ),
    ClaimPattern(r"(?:leaf|leaves) (?P<l>{VL}) (?:is|are) (?:cut|pruned)", _cut),
    ClaimPattern(
        r"[Tt]he middle position (?P<v>{V}) holds (?P<w>{V}); the target (?P<x>{V}) is"
        r" (?P<than>greater|less), so the search goes on to the (?P<side>left|right)",
        _direction,
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he middle position (?P<v>{V}) holds (?P<w>{V}), which is the target",
        _coded("found", "mid", "value"),
        chooses=True,
    ),
    ClaimPattern(r"[Tt]he target is (?P<v>{V})", _target),
    ClaimPattern(
        r"(?P<v>{V}) moves (?P<w>{V}) places? to the left; those shift right",
        _coded("inserted", "key", "shifted"),
        chooses=True,
    ),
    ClaimPattern(r"(?P<v>{V}) stays where it is", _stays, chooses=True),
    ClaimPattern(
        r"(?P<v>{V}) is selected and swapped with (?P<w>{V})",
        _coded("swapped", "selected", "other"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he pass makes (?P<v>{V}) swaps?, and (?P<w>{V}) is in place",
        _coded("swapped", "swaps", "settled"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he pass makes no swap, so the array is sorted", _coded("no_swaps"), chooses=True
    ),
    ClaimPattern(
        r"(?P<v>{V}) is swapped to the end of the heap",
        _coded("extracted", "extracted"),
        chooses=True,
    ),
    ClaimPattern(r"(?P<v>{V}) sinks by (?P<w>{V}) levels?", _levels),
    ClaimPattern(
        r"[Tt]he pivot (?P<v>{V}) comes to position (?P<w>{V})",
        _numbers("pivot", "at"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Pp]arts of (?P<v>{V}) are merged into parts of (?P<w>{V})",
        _numbers("width", "sorted"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he parts (?P<a>\[[^\]]*\]) and (?P<b>\[[^\]]*\]) are merged", _parts, chooses=True
    ),
)
