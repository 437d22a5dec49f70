"""Claims about heap operations, search trees, the tables of LCS and knapsack."""

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


def _coded(codes: tuple[str, ...], **groups: str) -> Check:
    """The step has one of these reasons; each group of the match is the fact of that name."""

    def check(match: re.Match[str], facts: TraceFacts) -> Holds:
        def true(row: Row) -> bool:
            return all(_is(row, fact, match[group]) for group, fact in groups.items())

        return facts.coded(*codes) & facts.where(true)

    return check


def _is(row: Row, fact: str, text: str) -> bool:
    if fact == "levels":
        return is_number(max(len(items(row, "path")) - 1, 0), text)
    if fact == "path":
        return flat(row.get("path")) == tokens(text, ())
    return spelling(row.get(fact)) == spelling(text)


def _sideways(match: re.Match[str], facts: TraceFacts) -> Holds:
    return _coded((match["to"],), v="up", w="left")(match, facts)


def _packed(match: re.Match[str], facts: TraceFacts) -> Holds:
    code = "take" if match["end"] == "taken" else "leave"
    return _coded((code,), v="room", w="with", x="without", item="item")(match, facts)


def _too_big(match: re.Match[str], facts: TraceFacts) -> Holds:
    if match["end"] == "taken":
        return False
    fits = facts.where(lambda row: row.get("with") is not None)
    held = _coded(("leave",), v="room", item="item")(match, facts)
    return held - fits if isinstance(held, frozenset) else held


TABLE_CLAIMS: tuple[ClaimPattern, ...] = (
    ClaimPattern(
        r"(?P<v>{V}) is put at the end and rises by (?P<w>{V}) levels?",
        _coded(("inserted",), v="value", w="levels"),
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<v>{V}) is taken from the top, and (?P<w>{V}) sinks by (?P<x>{V}) levels?",
        _coded(("extracted",), v="extracted", w="value", x="levels"),
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<v>{V}) is taken from the top, and the heap is empty",
        _coded(("extracted_last",), v="extracted"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Bb]uilding the heap takes (?P<v>{V}) swaps?",
        _coded(("built",), v="swaps"),
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<v>{V}) is compared with (?P<l>{VL}) and becomes a child of (?P<w>{V})",
        _coded(("inserted",), v="value", l="path", w="last"),
        chooses=True,
    ),
    ClaimPattern(r"(?P<v>{V}) becomes the root", _coded(("inserted",), v="value"), chooses=True),
    ClaimPattern(
        r"(?P<v>{V}) is in the tree already", _coded(("duplicate",), v="value"), chooses=True
    ),
    ClaimPattern(
        r"(?P<v>{V}) is found on the way (?P<l>{VL})",
        _coded(("found",), v="value", l="path"),
        chooses=True,
    ),
    ClaimPattern(r"(?P<v>{V}) is not in the tree", _coded(("absent",), v="value"), chooses=True),
    ClaimPattern(
        r"(?P<v>{V}) is a leaf and is taken away", _coded(("leaf",), v="value"), chooses=True
    ),
    ClaimPattern(
        r"(?P<v>{V}) has one child, which takes its place",
        _coded(("one_child",), v="value"),
        chooses=True,
    ),
    ClaimPattern(
        r"(?P<v>{V}) has two children, and (?P<w>{V}) takes its place",
        _coded(("two_children",), v="value", w="last"),
        chooses=True,
    ),
    ClaimPattern(r"(?P<v>{V}) is visited next", _coded(("visited",), v="value"), chooses=True),
    ClaimPattern(
        r"[Rr]ow (?P<v>{V}) belongs to the symbol (?P<s>\S+?)(?=[.\s])",
        _coded(("filled",), v="i", s="symbol"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he symbols at (?P<v>{V}) and (?P<w>{V}) are equal",
        _coded(("take",), v="i", w="j"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Tt]he cell above holds (?P<v>{V}) and the cell to the left (?P<w>{V}), so it goes back"
        r" (?P<to>up|left)",
        _sideways,
        chooses=True,
    ),
    ClaimPattern(
        r"[Ii]tem (?P<item>\S+) has the weight (?P<v>{V}) and the value (?P<w>{V})",
        _coded(("filled",), item="item", v="weight", w="value"),
        chooses=True,
    ),
    ClaimPattern(
        r"[Ii]n a room of (?P<v>{V}) taking item (?P<item>\S+) makes (?P<w>{V}) and leaving it"
        r" (?P<x>{V}), so it is (?P<end>taken|left)",
        _packed,
        chooses=True,
    ),
    ClaimPattern(
        r"[Ii]tem (?P<item>\S+) does not fit into a room of (?P<v>{V}), so it is"
        r" (?P<end>taken|left)",
        _too_big,
        chooses=True,
    ),
)
