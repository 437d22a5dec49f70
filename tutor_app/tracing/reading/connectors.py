"""What joins the two nodes of an edge: "->", "-4->", "is connected to", "is a prerequisite for"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.tracing.reading.found import Mark
from tutor_app.tracing.reading.names import Names, is_numeric
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.weights import Weight
from tutor_app.tracing.reading.words import VERB_WORDS

_ARROW_SAID = re.compile(
    r"(?i)\bone[- ]?way|\b(?:arrows?|leads?|points?|prerequisites?|before|precedes|outgoing)\b"
    r"|\bgo(?:es)?\s+to\b|\bcan\s+(?:go|reach|get)|(?<!un)(?<!un-)\bdirected\b|\breach(?:es)?\b"
)
_LINE_SAID = re.compile(
    r"(?i)\b(?:connect|link|join|adjacent|neighbo|bidirectional|undirected|highway|track|cable|bridge)"
    r"|\b(?:roads?|streets?|between|next\s+to)\b|\btwo[- ]?way"
)
_BEFORE = re.compile(
    r"(?i)(?:(?:must|has\s+to|have\s+to|should|needs\s+to|comes?|be|done|taken|put\s+on|finished)\s+)*"
    r"(?:before\b|precedes\b|(?:is|are)\s+(?:a\s+)?(?:pre-?requisite|required|needed)s?\s+(?:for|of|to)\b"
    r"|(?P<back>depends?\s+on\b|requires?\b|needs?\b|after\b|has\s+(?:the\s+)?prerequisites?\b))"
)
JOINED = frozenset("are is connected linked joined adjacent neighbors neighbours".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Connector:
    """`end` is the token where the second node begins; `back`: the edge goes from it to the first.

    `weight` is one that stands in the middle: "A -4-> B".
    """

    mark: Mark
    symbol: bool
    end: int
    back: bool = False
    weight: Weight | None = None


def read_connector(
    names: Names, begin: int, at: int, source: str, *, between: bool
) -> Connector | None:
    """Read what follows the first node `source` of an edge whose words begin at token `begin`.

    `between`: a word such as "between" stands before, so that "and" joins the two nodes.
    """
    cursor = names.cursor
    drawn = _symbol(cursor, at, source) or _mutual(cursor, names, at) or _order(cursor, at)
    return drawn or _verb(cursor, names, begin, at, between=between)


def _symbol(cursor: Cursor, at: int, source: str) -> Connector | None:
    """Read an arrow or dash, with a weight in its middle if one stands there: "A -4-> B"."""
    kind = cursor.kind(at)
    if kind == "back":
        return Connector(mark="arrow", symbol=True, end=at + 1, back=True)
    if kind == "both":
        return Connector(mark="dash", symbol=True, end=at + 1)
    if kind == "arrow" and cursor.kind(at + 1) == "pipe" and cursor.kind(at + 3) == "pipe":
        return Connector(mark="arrow", symbol=True, end=at + 4, weight=_inner(cursor, at + 2))
    bracketed = cursor.kind(at + 1) == "open" and cursor.kind(at + 3) == "close"
    if kind == "arrow" and bracketed and cursor.number(at + 2):
        return Connector(mark="arrow", symbol=True, end=at + 4, weight=_inner(cursor, at + 2))
    if kind == "arrow":
        return Connector(mark="arrow", symbol=True, end=at + 1)
    if kind != "dash":
        return None
    middle = at + 1 + (cursor.kind(at + 1) in ("open", "pipe"))
    after = middle + 1 + (cursor.kind(middle + 1) in ("close", "pipe"))
    closes = cursor.kind(after) in ("dash", "arrow")
    if cursor.kind(middle) == "number" and closes and not is_numeric(source):
        mark: Mark = "arrow" if cursor.kind(after) == "arrow" else "dash"
        return Connector(mark=mark, symbol=True, end=after + 1, weight=_inner(cursor, middle))
    return Connector(mark="dash", symbol=True, end=at + 1)


def _mutual(cursor: Cursor, names: Names, at: int) -> Connector | None:
    """Read "A and B are connected"."""
    named = names.read(at + 1) if cursor.word(at) == "and" else None
    if named is None or cursor.word(named[1]) not in ("are", "is"):
        return None
    joined = cursor.word(named[1] + 1) in JOINED
    return Connector(mark="dash", symbol=False, end=at + 1) if joined else None


def _order(cursor: Cursor, at: int) -> Connector | None:
    """Read "A before B", "A is a prerequisite for B", "B depends on A", "B requires A"."""
    end = cursor[at].start
    said = _BEFORE.match(cursor.text, end)
    if said is None:
        return None
    while at < len(cursor) and cursor[at].start < said.end():
        at += 1
    return Connector(mark="arrow", symbol=False, end=at, back=bool(said["back"]))


def _verb(cursor: Cursor, names: Names, begin: int, at: int, *, between: bool) -> Connector | None:
    """Read "to", "is connected to", "has an arrow to"; "and" where "between" stands before."""
    first = at
    if between and cursor.word(at) == "and":
        return Connector(mark="dash", symbol=False, end=at + 1)
    while at - first < 12:
        word = cursor.word(at)
        if word in ("to", "with", "reaches", "reach", "into") and (word != "with" or at > first):
            at += 1
            break
        is_verb = word in VERB_WORDS or cursor[at].text in ("'s", "\u2019s")
        if not is_verb and not (cursor.kind(at) == "dash" and cursor.word(at + 1) == "way"):
            return None
        at += 1
        if word in ("are", "is", "neighbors", "neighbours") and _lists_neighbours(
            cursor, names, first, at
        ):
            break
    else:
        return None
    while cursor.word(at) in ("both", "the", "only"):
        at += 1
    said = cursor.text[cursor[begin].start : cursor[at - 1].end]
    mark: Mark = "arrow" if _ARROW_SAID.search(said) else "open"
    if mark == "open" and _LINE_SAID.search(said):
        mark = "dash"
    return Connector(mark=mark, symbol=False, end=at)


def _lists_neighbours(cursor: Cursor, names: Names, first: int, at: int) -> bool:
    """Tell whether "A's neighbours are" has been said: the next word is a neighbour."""
    said = {cursor.word(position) for position in range(first, at)}
    return bool(said & {"neighbors", "neighbours"}) and names.read(at) is not None


def _inner(cursor: Cursor, at: int) -> Weight:
    read = cursor.number(at)
    return Weight(value=read[0] if read else None, unknown=read is None, end=at + 1)
