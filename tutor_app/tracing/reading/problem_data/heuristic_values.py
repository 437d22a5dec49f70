"""Heuristics: "h(A)=4", "h: A=5, B=3", dicts, tables, "the values are 1 for S and 0 for A"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tutor_app.domain.traces import Number
from tutor_app.tracing.reading.node_names import Names, is_numeric
from tutor_app.tracing.reading.problem_data.edges_as_written import FoundHeuristic
from tutor_app.tracing.reading.tokens import Cursor

_CUE = re.compile(
    r"(?i)\bh\b|\bh[_ -]?(?:values?|scores?|costs?|table|function|n)\b|\bheur\w*|\bestimate\w*"
    r"|\bguess(?:es|ed)?\b"
    r"|\bstraight[- ]line|\bSLD\b"
)
_FILLERS = frozenset(
    """heuristic heuristics estimate estimates estimated h values value in brackets parentheses are
    is the for of to goal from each node nodes given by as follows table and following here a with
    their function distances distance straight line n sld using my so let use we have these where it
    costs cost has scores
    score below hueristic heuristc heurisitc city cities then assume""".split()
)
_OF_NODE = ("for", "at", "from")  # "1 for S", "6 from the Beach"
_SIGNS = (
    "comma",
    "semi",
    "colon",
    "newline",
    "pipe",
    "bullet",
    "open",
    "close",
    "equals",
    "dot",
    "dash",
    "arrow",
    "other",
)
_Pairs = dict[str, Number | None]
_Read = tuple[_Pairs, tuple[tuple[int, int], ...]]  # and the tokens from which each was read


def find_heuristic(text: str, nodes: Sequence[str] = ()) -> FoundHeuristic | None:
    """Return h by node as the text gives it, or None.

    `nodes` are those of the graph where it is known: only they are read then.
    """
    cursor = Cursor(text)
    names = Names(cursor)
    best: _Read | None = None
    for read in (*_applications(cursor, names), *_tables(cursor), *_after_cues(cursor, names)):
        if best is None or len(read[0]) > len(best[0]):
            best = read
    if best is None:
        return None
    known = {name.lower(): name for name in nodes}
    pairs = {
        known.get(k.lower(), k): v for k, v in best[0].items() if not known or k.lower() in known
    }
    values = {name: value for name, value in pairs.items() if value is not None}
    if not values:
        return None
    missing = tuple(name for name, value in pairs.items() if value is None)
    return FoundHeuristic(
        values=values, spans=tuple(cursor.span(*part) for part in best[1]), missing=missing
    )


# --- h(A) = 4 ----------------------------------------------------------------------------------


def _applications(cursor: Cursor, names: Names) -> list[_Read]:
    """Read "h(A) = 4", "h[A]: 4", "h_A = 4", "A (h=4)" wherever they stand."""
    pairs: _Pairs = {}
    parts: list[tuple[int, int]] = []
    for at in range(len(cursor)):
        read = _application(cursor, names, at)
        if read is not None:
            pairs.setdefault(read[0], read[1])
            # Of "A (h=4)" the node itself stays: it may head a list of neighbours.
            named = cursor.kind(at + 1) == "open" and cursor.word(at + 2) in ("h", "heuristic")
            parts.append((at + named, read[2] + (named and cursor.kind(read[2]) == "close")))
    return [(pairs, tuple(parts))] if pairs else []


def _application(cursor: Cursor, names: Names, at: int) -> tuple[str, Number | None, int] | None:
    word = cursor.word(at)
    if word in ("h", "heuristic") and cursor.kind(at + 1) == "open":
        named = names.read(at + 2, any_word=True)
        if named is None or cursor.kind(named[1]) != "close":
            return None
        name, after = named[0], named[1] + 1
    elif re.fullmatch(r"h_\w+", word):
        name, after = cursor[at].text[2:], at + 1
    else:
        named = names.read(at)
        if (
            named is None
            or cursor.kind(named[1]) != "open"
            or cursor.word(named[1] + 1) not in ("h", "heuristic")
        ):
            return None
        value = _value(cursor, named[1] + 2, ("equals", "colon"))
        return None if value is None else (named[0], *value)
    value = _value(cursor, after, ("equals", "colon", "arrow"), words=("is", "of"))
    return None if value is None else (name, *value)


def _value(
    cursor: Cursor, at: int, signs: Sequence[str], words: Sequence[str] = ()
) -> tuple[Number | None, int] | None:
    """Read a number, or "?", behind one of the signs or words."""
    if cursor.kind(at) not in signs and cursor.word(at) not in words:
        return None
    number = cursor.number(at + 1)
    if number is not None:
        return number
    return (None, at + 2) if cursor.kind(at + 1) == "unknown" else None


# --- two lines, nodes above values ---------------------------------------------------------------


def _tables(cursor: Cursor) -> list[_Read]:
    """Read "node A B C" above "h 4 2 0", also with bars; and columns under "node | h"."""
    found: list[_Read] = []
    below: tuple[int, list[str]] | None = None  # the nearest line that holds cells, and its end
    for at, end in reversed(_lines_of(cursor)):
        cells = _cells(cursor, at, end)
        pairs = None if below is None else _above_values(cells, below[1])
        if below is not None and pairs is not None:
            found.append((pairs, ((at, below[0]),)))
        if cells:
            below = end, cells
    return found[::-1]


def _lines_of(cursor: Cursor) -> list[tuple[int, int]]:
    """Return where each line begins and ends."""
    lines = []
    at = 0
    while at < len(cursor):
        end = cursor.line_end(at)
        lines.append((at, end))
        at = end + 1
    return lines


def _above_values(above: list[str], below: list[str]) -> _Pairs | None:
    """Return the nodes of one line with the values of the line below it, where it holds them."""
    labelled = below[:1] and re.fullmatch(
        r"(?i)h\w*(?:\(\w+\))?|heur\w*|values?|estimates?", below[0]
    )
    values = below[1:] if labelled else []
    header = above[-len(values) :] if values else []
    if len(values) < 2 or len(header) != len(values):
        return None
    if not all(re.fullmatch(r"[-\d.?]+", value) for value in values):
        return None
    return {name: _number(value) for name, value in zip(header, values, strict=True)}


def _cells(cursor: Cursor, at: int, end: int) -> list[str]:
    """Return the words and numbers of a line; [] where it holds signs of another notation."""
    cells: list[str] = []
    while at < end:
        token = cursor[at]
        if (
            cursor.word(at) == "h"
            and cursor.kind(at + 1) == "open"
            and cursor.kind(at + 3) == "close"
        ):
            cells.append("h")
            at += 4
            continue
        if token.kind in ("name", "number", "unknown"):
            cells.append(token.text)
        elif token.kind not in ("pipe", "comma", "colon", "bullet", "equals"):
            return []
        at += 1
    return cells


def _number(text: str) -> Number | None:
    if "?" in text:
        return None
    return float(text) if "." in text else int(text)


# --- pairs behind a word such as "heuristic" ----------------------------------------------


def _after_cues(cursor: Cursor, names: Names) -> list[_Read]:
    found: list[_Read] = []
    for said in _CUE.finditer(cursor.text):
        at = next((n for n in range(len(cursor)) if cursor[n].start >= said.end()), len(cursor))
        read = _lists(cursor, names, at) or _values_for(cursor, at) or _pairs(cursor, names, at)
        if read is not None and len(read[0]) > 1:
            # The line's first word belongs to it: "h = {…}", "Heuristic: …".
            begin = next(n for n in range(len(cursor)) if cursor[n].start >= said.start())
            found.append((read[0], ((begin, read[1]),)))
    return found


def _pairs(cursor: Cursor, names: Names, at: int) -> tuple[_Pairs, int] | None:
    """Read node and value, or value "for" node, again and again."""
    pairs: _Pairs = {}
    end, passed, order = at, 0, ""
    while at < len(cursor) and passed < 14:
        read = None if order == "value for node" else _node_value(cursor, names, at)
        kept = "node value"
        if read is None and order != "node value":
            read, kept = _value_for_node(cursor, names, at), "value for node"
        if read is not None:
            if read[0] in pairs:
                break
            order = kept
            pairs[read[0]], end = read[1], read[2]
            at, passed = end, 0
        elif (
            cursor.kind(at) in _SIGNS
            or cursor.word(at) in _FILLERS
            or (not pairs and not is_numeric(cursor[at].text))
        ):
            passed += 1 if cursor.kind(at) == "name" else 0
            at += 1
        else:
            break
    return (pairs, end) if pairs else None


def _node_value(cursor: Cursor, names: Names, at: int) -> tuple[str, Number | None, int] | None:
    """Read "A=5", "A: 5", "A[5]", "A (5)", "A 5", "'A': 5", "(A, 5)", "A is 5"."""
    named = names.read(at)
    if named is None or (len(named[0]) > 1 and cursor.word(at) in _FILLERS):
        return None
    name, after = named
    opened = cursor.kind(after) == "open"
    while cursor.kind(after) in (
        "equals",
        "colon",
        "open",
        "pipe",
        "comma",
        "arrow",
    ) or cursor.word(after) in ("is", "has", "h"):
        after += 1
        if after - named[1] > 4:
            return None
    # "S 3, A 4": a number is a node only where a sign joins it to its value.
    if is_numeric(name) and after == named[1]:
        return None
    if is_numeric(name) and cursor.kind(named[1]) == "comma" and cursor.kind(at - 1) != "open":
        return None
    dashed = cursor.kind(after) == "dash" and cursor[after].spaced and cursor[after + 1].spaced
    number = cursor.number(after + 1 if dashed else after)
    if number is not None and not _names_next(cursor, number[1]):
        return (
            name,
            number[0],
            number[1] + (1 if opened and cursor.kind(number[1]) == "close" else 0),
        )
    return (name, None, after + 1) if cursor.kind(after) == "unknown" and after > named[1] else None


def _names_next(cursor: Cursor, at: int) -> bool:
    """Tell whether the number before is followed by "for": "1 for S, 0 for A"."""
    return cursor.word(at) in _OF_NODE and cursor.kind(at + 1) in ("name", "number")


def _value_for_node(cursor: Cursor, names: Names, at: int) -> tuple[str, Number | None, int] | None:
    number = cursor.number(at)
    if number is None or cursor.word(number[1]) not in _OF_NODE:
        return None
    named = names.read(number[1] + 1 + (cursor.word(number[1] + 1) == "the"))
    way = named is not None and cursor.word(named[1]) == "to"  # "4 from S to A" is an edge
    return None if named is None or way else (named[0], number[0], named[1])


def _lists(cursor: Cursor, names: Names, at: int) -> tuple[_Pairs, int] | None:
    """Read "values for A, B, C are 3, 2, 0": nodes first, as many values behind them."""
    first = at
    while (
        cursor.word(at) in _FILLERS
        and at - first < 8
        and cursor.kind(at) == "name"
        and cursor.word(at) != "a"
    ):
        at += 1
    at += cursor.kind(at) == "open"
    nodes: list[str] = []
    while (named := names.read(at)) is not None:
        nodes.append(named[0])
        at = named[1]
        while cursor.kind(at) == "comma" or cursor.word(at) == "and":
            at += 1
    at += cursor.kind(at) == "close"
    if (
        len(nodes) < 2
        or cursor.word(at) not in ("are", "is", "equal")
        and cursor.kind(at) not in ("colon", "equals")
    ):
        return None
    values, at = _numbers(cursor, at + 1 + (cursor.kind(at + 1) == "open"))
    if len(values) != len(nodes):
        return None
    return dict(zip(nodes, values, strict=True)), at + (cursor.kind(at) == "close")


def _numbers(cursor: Cursor, at: int) -> tuple[list[Number], int]:
    values: list[Number] = []
    while (number := cursor.number(at)) is not None:
        values.append(number[0])
        at = number[1]
        while cursor.kind(at) == "comma" or cursor.word(at) == "and":
            at += 1
    return values, at


def _values_for(cursor: Cursor, at: int) -> tuple[_Pairs, int] | None:
    """Read "h = 7 6 4 2 0 for A..E": values first, the letters from one to another behind them."""
    values, at = _numbers(cursor, at + (cursor.kind(at) in ("equals", "colon")))
    first, last = cursor[at + 1].text, cursor[at + 3].text
    joined = cursor.kind(at + 2) in ("ellipsis", "dash") or cursor.word(at + 2) == "to"
    spread = cursor.word(at) == "for" and joined
    if len(values) < 2 or not spread or len(first) != 1 or len(last) != 1:
        return None
    letters = [chr(code) for code in range(ord(first), ord(last) + 1)]
    if len(letters) != len(values):
        return None
    return dict(zip(letters, values, strict=True)), at + 4
