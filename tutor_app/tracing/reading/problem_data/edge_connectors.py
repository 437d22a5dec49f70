"""What joins the two nodes of an edge: "->", "-4->", "is connected to", "is a prerequisite for"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tutor_app.tracing.reading.node_names import Names, is_numeric
from tutor_app.tracing.reading.problem_data.edge_weights import Weight
from tutor_app.tracing.reading.problem_data.edges_as_written import Mark
from tutor_app.tracing.reading.tokens import Cursor
from tutor_app.tracing.reading.words_around_data import VERB_WORDS

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
    if kind not in ("arrow", "back", "both", "dash"):
        return None
    weighted = _weighted_symbol(cursor, at, source) if kind in ("arrow", "dash") else None
    if weighted is not None:
        return weighted
    signs = cursor[at].spaced and not cursor[at + 1].spaced and len(cursor[at].text) == 1
    if kind == "dash" and signs and cursor.kind(at + 1) == "number":
        return None  # "2 -3": a node and its weight
    mark: Mark = "arrow" if kind in ("arrow", "back") else "dash"
    return Connector(mark=mark, symbol=True, end=at + 1, back=kind == "back")


def _weighted_symbol(cursor: Cursor, at: int, source: str) -> Connector | None:
    """Read "-4->", "--(4)--", "-->|4|", "→(4)"."""
    enclosed = cursor.kind(at + 1) in ("open", "pipe")
    number = cursor.number(at + 1 + enclosed)
    if number is None:
        return None
    value, after = number
    # "1-4-2" is a chain of nodes, "1 --4--> 2" is not.
    drawn_out = len(cursor[at].text) > 1 and not cursor[at + 1].spaced and not cursor[after].spaced
    if is_numeric(source) and not (enclosed or drawn_out):
        return None
    if enclosed and cursor.kind(after) not in ("close", "pipe"):
        return None
    after += enclosed
    closing = cursor[after]
    closes = closing.kind in ("dash", "arrow") and cursor.kind(at) == "dash"
    if not enclosed and not closes:
        return None
    if closes and len(cursor[at].text) == 3 and closing.text in ("--", "-->"):
        value = -value  # "---2-->" among "--2-->"
    mark: Mark = "arrow" if "arrow" in (cursor.kind(at), closing.kind if closes else "") else "dash"
    weight = Weight(value=value, unknown=False, end=after)
    return Connector(mark=mark, symbol=True, end=after + closes, weight=weight)


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
