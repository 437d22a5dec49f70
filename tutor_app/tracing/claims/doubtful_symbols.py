"""Symbols that may be a node or something else: digits, and the letters of quantities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

_QUANTITIES: Final = {"f": "f", "g": "g", "h": "h", "d": "dist"}
_LEADS_TO_NODE: Final = frozenset(
    (
        "take",
        "before",
        "after",
        "via",
        "gave",
        "first",
        "next",
        "last",
        "order",
        "path",
        "not",
        "back",
    )
)
_FOLLOWS_NODE: Final = frozenset(
    (
        *("possessive", "not", "take", "before", "after", "via", "gave", "come", "reach", "stay"),
        *("back", "end"),
    )
)
_FOLLOWS_NUMBER: Final = frozenset(("nodes", "more", "less", "plus"))
_LEADS_TO_NUMBER: Final = frozenset(("more", "less", "plus", "cost"))
_COUNTED: Final = frozenset(("edge", "edges", "lines", "hops", "times", "of", "different"))
_COUNTING: Final = frozenset(("exactly", "altogether", "all", "only", "about", "count", "have"))
_CALLED: Final = frozenset(("f", "g", "h", "dist", "key", "cost", "parent", "path"))
_JOINS: Final = frozenset(("comma", "also", "dash", "arrow", "then"))
_OF: Final = frozenset(("of", "for"))
_OF_CHOICE: Final = frozenset(
    (
        *("node", "comma", "also", "is", "filler", "take", "come", "out", "then", "list", "of"),
        *("equals", "stay", "order"),
    )
)
_BESIDE: Final = frozenset(("filler", "is", "of", "equals", "nodes", "list", "than"))


@dataclass(frozen=True, slots=True)
class Symbol:
    """One node, number, sign, or the list that a word stands in; "unread" where it is in none."""

    kind: str
    text: str = ""
    node: str = ""
    number: float = 0
    glued: bool = False


def with_quantities(symbols: Sequence[Symbol]) -> list[Symbol]:
    """Return the symbols with the g of "g(u)", "g of u" and "u's g" as the quantity, not node G."""
    read: list[Symbol] = []
    for place, symbol in enumerate(symbols):
        quantity = _QUANTITIES.get(symbol.text) if symbol.kind == "node" else None
        behind = _kind(symbols, place + 1)
        calls = behind == "open_bracket" and symbols[place + 2 : place + 3] != []
        named = calls and _kind(symbols, place + 2) in ("node", "number")
        belongs = _kind(symbols, place - 1) == "possessive"
        of = behind == "of" and symbols[place + 1].text.casefold() in _OF
        if quantity is not None and (named or of or belongs):
            symbol = replace(symbol, kind=quantity, node="")
        read.append(symbol)
    return read


def with_digits_as_nodes(symbols: Sequence[Symbol], *, valued: bool) -> list[Symbol]:
    """Return the symbols in which a number that is a node's name, too, is the one or the other.

    `valued`: the problem has numbers of its own; without them only a count is no node.
    """
    read: list[Symbol] = []
    for place, symbol in enumerate(symbols):
        names = symbol.kind == "number" and bool(symbol.node)
        if names and not valued:
            names = not _counts(symbols, place, read)
        elif names:
            names = _names_node(symbols, place, read)
        if names:
            symbol = replace(symbol, kind="node")
        read.append(symbol)
    return read


def _counts(symbols: Sequence[Symbol], place: int, read: Sequence[Symbol]) -> bool:
    """Whether a number counts something: "5 nodes", "step 2", "exactly 5", "of length 3"."""
    before = read[-1] if read else Symbol("")
    behind = symbols[place + 1] if place + 1 < len(symbols) else Symbol("")
    counted = behind.kind in _FOLLOWS_NUMBER | {"steps"} or behind.text.casefold() in _COUNTED
    led = before.kind in _LEADS_TO_NUMBER | {"steps"}
    if before.text.casefold() == "with" and behind.kind not in ("take", "end"):
        return True  # "path 1-2-4-6 with 3"
    if before.text.casefold() == "with" and behind.kind not in ("take", "end"):
        return True  # "path 1-2-4-6 with 3"
    return counted or led or before.text.casefold() in _COUNTING or _is_total(symbols, place)


def _names_node(symbols: Sequence[Symbol], place: int, read: Sequence[Symbol]) -> bool:
    """Whether a number stands where a node does, by what is before and behind it."""
    before, behind = _kind(read, len(read) - 1), _kind(symbols, place + 1)
    if behind in _FOLLOWS_NUMBER or before in _LEADS_TO_NUMBER or _is_total(symbols, place):
        return False
    if before in ("open_bracket", "of"):
        return _kind(read, len(read) - 2) in _CALLED
    if before == "node" or (before in _JOINS and _kind(read, len(read) - 2) == "node"):
        return True
    if behind in _FOLLOWS_NODE or (behind == "equals" and before != "equals"):
        return True
    if _follows_after(read):
        return True
    if _tells_value(symbols, place) or _begins_list(symbols, place, read):
        return True
    return _is_led_to(read, listed=behind == "number" or behind in _JOINS)


def _is_total(symbols: Sequence[Symbol], place: int) -> bool:
    """Whether "in total" follows, and no other number is the cost."""
    end = _skip(symbols, place + 1, "of", "filler")
    closes = _kind(symbols, end + 1) not in ("of", "is", "equals", "number", "cost")
    return end > place + 1 and _kind(symbols, end) == "cost" and closes


def _tells_value(symbols: Sequence[Symbol], place: int) -> bool:
    """Whether "is" or "has" follows, and then what can be said of a node."""
    end = _skip(symbols, place + 1, "is", "of", "filler")
    return _kind(symbols, place + 1) == "is" and _kind(symbols, end) in ("number", *_FOLLOWS_NODE)


def _follows_after(read: Sequence[Symbol]) -> bool:
    """Whether a choice is told of: "after 3 comes 4", "once 2 is taken, 3 and 4 wait"."""
    done = [n for n, each in enumerate(read) if each.kind == "end" and _kind(read, n - 1) == "node"]
    if done and done[-1]:  # "1 done so now 2 and 3 in pq"
        return all(symbol.kind in _OF_CHOICE for symbol in read[done[-1] + 1 :])
    places = [place for place, symbol in enumerate(read) if symbol.kind == "after"]
    if not places or _kind(read, places[-1] + 1) != "node":
        return False
    return all(symbol.kind in _OF_CHOICE for symbol in read[places[-1] + 1 :])


def _begins_list(symbols: Sequence[Symbol], place: int, read: Sequence[Symbol]) -> bool:
    """Whether it is the first of several: "1 3 4", "1 -> 3"."""
    if any(each.kind in ("number", "node") for each in read):
        return False
    end = place + 1 + (_kind(symbols, place + 1) in ("dash", "arrow", "comma", "also"))
    return _kind(symbols, end) == "number" and bool(symbols[end].node)


def _is_led_to(read: Sequence[Symbol], *, listed: bool) -> bool:
    """Whether a word before it names nodes: "takes 3", "the path is 1, 3", "parent of 4 is 2"."""
    at = len(read)
    while _kind(read, at - 1) in _BESIDE or (_kind(read, at - 1) == "node" and at > 1):
        at -= 1
    leads = _kind(read, at - 1)
    if leads == "parent":
        return True
    if any(each.kind == "node" for each in read[at:]):
        return False
    valued = any(each.kind == "is" or each.text == "=" for each in read[at:])
    return leads in _LEADS_TO_NODE and (listed or not valued)


def _kind(symbols: Sequence[Symbol], place: int) -> str:
    return symbols[place].kind if 0 <= place < len(symbols) else ""


def _skip(symbols: Sequence[Symbol], place: int, *kinds: str) -> int:
    while _kind(symbols, place) in kinds:
        place += 1
    return place
