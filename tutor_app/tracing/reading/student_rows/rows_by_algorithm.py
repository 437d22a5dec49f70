"""A student's rows in lines of text, by the kind of algorithm."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tutor_app.domain.traces import Number, Row, Value
from tutor_app.tracing.reading.student_rows.line_labels import Line
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    Nodes,
    groups,
    inside,
    is_empty,
    numbers_in,
    read_assignments,
    read_entries,
    to_number,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What the rows are about: the algorithm's id and columns, the graph's nodes, the array.

    A table of dynamic programming has `height` rows below the row of zeros, of `width` values.
    """

    algorithm: str
    columns: tuple[str, ...]
    nodes: Nodes
    array: tuple[Number, ...] = ()
    strings: tuple[str, str] | None = None
    width: int = 0
    height: int = 0


OF_EDGES = ("prim", "kruskal")  # their rows are edges
_STRONG = r"open|frontier|fringe|closed|agenda"
_OPENS = r"open|frontier|fringe|queue|stack|agenda|pq|priority\s+queue|heap|q|waiting|candidates"
_CLOSES = r"closed|visited|explored|done|settled|finished|permanent|expanded|processed|seen"
_SECTION = re.compile(
    rf"(?i)(?<!\w)(?:(?P<word>{_OPENS}|{_CLOSES}|in-?degrees?)(?:\s*(?:list|set)\b)?"
    rf"(?:\s*(?:is\s+now|is|now|contains|becomes)\b)?\s*(?:\([^)]*first\)\s*)?"
    rf"(?:=|:|->|→|(?=\s*[\[{{∅]))|(?P<strong>{_STRONG})\b(?:\s*(?:list|set)\b)?)"
)
_PICKED = re.compile(
    r"(?i)\b(?P<word>expand(?:ed|ing|s)?|pick(?:ed|s)?|select(?:ed|s)?|pop(?:ped|s)?|remov(?:e[sd]?|ing)"
    r"|visit(?:ed|s)?|take|took|takes|dequeued?|choose|chose|process(?:ed)?|settled?|extract(?:ed)?"
    r"|output|current|node|vertex|relax|close|delete|poll|u)\b\s*(?:-?min)?\s*(?:node|is|="
    r"|:|from|the)?"
    r"\s*[:=]?\s*(?P<rest>.+)"
)
_STOPS = re.compile(r"(?i)\b(?:goal|stop|done|finish\w*|terminate\w*|end)\b")


def search_row(line: Line, about: Context) -> Row | None:
    """Read "expand A. OPEN = {…}, CLOSED = {…}", "A -> [B, C] visited [A]", "pick A: B=2, …"."""
    # "Q:9" is an entry where a node is called Q.
    marks = [mark for mark in _SECTION.finditer(line.rest) if mark["word"] not in about.nodes]
    head = line.rest[: marks[0].start()] if marks else line.rest
    row: dict[str, Value] = {}
    listed = _after_arrow(head) if about.algorithm != "dijkstra" else None
    if listed is not None and line.number is None and not re.match(r"[\[{]", listed[1]):
        listed = None  # "S -> A -> G" is a path or an order
    if listed is not None:
        head, contents = listed
        _put_open(row, contents, about)
    if about.algorithm == "dijkstra":
        head = _take_distances(row, head, line.rest, about)
    for place, mark in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(line.rest)
        _put_section(row, (mark["word"] or mark["strong"]), line.rest[mark.end() : end], about)
    node = None if line.initial else _selected(head, about.nodes)
    if node is not None:
        row["node"] = node
        own = re.search(rf"(?i)(?<!\w){re.escape(node)}\s*[,(:]*\s*h\s*[=:]\s*({NUMBER})", head)
        if own and "h" in about.columns:
            row["h"] = to_number(own[1])
        _put_own_value(row, node, line.rest)
    if not row or (not marks and listed is None and "dist" not in row and line.number is None):
        return None
    return row


def _put_own_value(row: dict[str, Value], node: str, text: str) -> None:
    """Keep the number of the node that is taken: "a, 2: b 5, c 10" begins with a's own."""
    dist = row.get("dist")
    own = re.search(rf"(?i)(?<!\w){re.escape(node)}\s*[,(]\s*({NUMBER})\s*\)?\s*:", text)
    if own is not None and isinstance(dist, Mapping) and node not in dist:
        row["dist"] = {node: to_number(own[1]), **dist}


def visited_row(line: Line, about: Context) -> Row | None:
    """Read "limit 1: S A B -> cutoff"."""
    if line.number is None:
        return None
    row: dict[str, Value] = {"limit": line.number}
    result = re.search(r"(?i)\b(cut\s*-?off|found|goal|success|failure|fail\w*)\b.*$", line.rest)
    visited = about.nodes.read(line.rest[: result.start()] if result else line.rest)
    if visited:
        row["visited"] = visited
    if result and not result[1].casefold().startswith("goal"):
        said = re.sub(r"\W", "", result[1].casefold())
        row["result"] = "failure" if said.startswith("fail") else said.replace("success", "found")
    return row if len(row) > 1 else None


def pass_row(line: Line, about: Context) -> Row | None:
    """Read "pass 1: A=0, B=4 (A)"."""
    dist, parent = read_assignments(line.rest, about.nodes)
    unchanged = re.search(r"(?i)\bno changes?\b|\bunchanged\b|\bnothing changed\b", line.rest)
    if not dist and unchanged and line.number is not None:
        return {"changed": False}
    if not dist:
        values = numbers_in(inside(line.rest))
        if len(values) != len(about.nodes.spelled) or line.number is None:
            return None
        dist = dict(zip(sorted(about.nodes.spelled.values()), values, strict=True))
    row: dict[str, Value] = {"dist": dist}
    if parent:
        row["parent"] = parent
    if unchanged:
        row["changed"] = False
    return row


def edge_row(line: Line, about: Context) -> Row | None:
    """Read "add C-F (6), total 6" and "A-D 4 skip (cycle)"."""
    found = _edge(line.rest, about.nodes)
    if found is None:
        return None
    edge, rest = found
    row: dict[str, Value] = {"edge": edge}
    total = re.search(
        rf"(?i)\b(?:total|sum|cost\s+so\s+far|weight\s+so\s+far)\b[^\d\n∞]{{0,12}}({NUMBER})", rest
    )
    if total:
        row["total"] = to_number(total[1])
        rest = rest[: total.start()] + rest[total.end() :]
    weights = numbers_in(rest)
    if weights:
        row["weight"] = weights[0]
    action = read_action(rest) or read_action(line.rest[: line.rest.find(rest)] if rest else "")
    if action and about.algorithm == "kruskal":
        row["action"] = action
    return row


def read_action(text: str) -> str | None:
    """Return "accept" or "reject" as the words, marks or a yes or no say."""
    if re.search(
        r"(?i)\b(?:skip\w*|reject\w*|left\s+out|discard\w*|no|not|cycle|ignor\w*|drop\w*)\b"
        r"|✗|✘|❌|×",
        text,
    ):
        return "reject"
    if re.search(
        r"(?i)\b(?:take\w*|took|accept\w*|add\w*|yes|includ\w*|keep|ok|choose|pick\w*"
        r"|use)\b|✓|✔|✅",
        text,
    ):
        return "accept"
    return None


def sort_row(line: Line, about: Context) -> Row | None:
    """Read "step 1, picked 23: 23 47 46", "pass 2: [1, 2, 3] (1 swaps)", "pivot 10: 7 8 10"."""
    if about.algorithm == "merge_sort":
        return _merge_row(line, about)
    found = _array(line.rest, len(about.array))
    if found is None:
        return None
    before, values, after = found
    row: dict[str, Value] = {"array": values}
    words = f"{before} {after}"
    for field, pattern in _SORT_FIELDS.items():
        if field in about.columns and (said := re.search(pattern, words)):
            row[field] = to_number(said["n"])
    if "swaps" in about.columns and re.search(r"(?i)\b(?:no|zero|without)\s+swaps?\b", words):
        row["swaps"] = 0
    return row


_SORT_FIELDS: Mapping[str, str] = {
    "key": rf"(?i)\b(?:insert\w*|key|took|take|element)\b\s*(?:of|is|=|:)?\s*(?P<n>{NUMBER})",
    "selected": r"(?i)\b(?:pick\w*|select\w*|min\w*|max\w*|smallest|largest|choos\w*|chose|found)\b"
    rf"\s*(?:value|element)?\s*(?:is|=|:|of)?\s*(?P<n>{NUMBER})",
    "pivot": rf"(?i)\bpivot\b(?!\s*(?:index|pos))\s*(?:is|=|:|value)?\s*(?P<n>{NUMBER})",
    "pivot_index": rf"(?i)\b(?:pivot\s*)?(?:index|position|pos|idx)\b\s*(?:is|="
    rf"|:)?\s*(?P<n>{NUMBER})",
    "lo": rf"(?i)\b(?:lo|low|l|left|p)\b\s*[=:]\s*(?P<n>{NUMBER})",
    "hi": rf"(?i)\b(?:hi|high|h|r|right)\b\s*[=:]\s*(?P<n>{NUMBER})",
    "swaps": r"(?i)(?<!\w)(?P<n>\d+)(?=\s*swaps?\b)",
}  # fmt: skip


def halving_row(line: Line, about: Context) -> Row | None:
    """Read "lo=1 hi=13 mid=7 a[mid]=59 -> go left"."""
    row: dict[str, Value] = {}
    for field, pattern in _HALVING.items():
        said = re.search(pattern, line.rest)
        if said:
            row[field] = to_number(said["n"])
    window = _WINDOW.match(line.rest)
    if window and "lo" not in row and "hi" not in row:
        row = {"lo": to_number(window[1]), "hi": to_number(window[2]), **row}
    if "mid" not in row and "lo" not in row:
        return None
    action = read_direction(line.rest)
    if action:
        row["action"] = action
    return row


# "[0,11] mid 5": the bounds as an interval.
_WINDOW = re.compile(r"^\W*[\[(]\s*(\d+)\s*(?:[,;]|\.\.+|[-–])\s*(\d+)\s*[\])]")
_HALVING: Mapping[str, str] = {
    "lo": rf"(?i)\b(?:lo|low|l|left|start|first)\b\s*[=:]?\s*(?P<n>{NUMBER})",
    "hi": rf"(?i)\b(?:hi|high|h|r|right|end|last)\b\s*[=:]?\s*(?P<n>{NUMBER})",
    "mid": rf"(?i)\b(?:mid|middle|m)\b\s*(?:index)?\s*(?:is|=|:)?\s*(?:\([^)]*\)\s*(?:/\s*2"
    rf"|//\s*2)?\s*=\s*)?(?P<n>{NUMBER})",
    "value": rf"(?i)(?:\w+\s*\[\s*(?:mid|middle|m|\d+)\s*\]|\bvalue|\belement)\s*(?:is|=|:"
    rf"|->)?\s*(?P<n>{NUMBER})",
}  # fmt: skip


def read_direction(text: str) -> str | None:
    """Return "found", "left" or "right" as the words of a row of binary search say."""
    text = re.sub(r"(?i)\b(?:lo|low|hi|high|mid|left|right)\s*=\s*-?\d+", " ", text)
    if re.search(r"(?i)\bfound\b|\bequal|\bmatch|\bhit\b|==|✓", text):
        return "found"
    for word, pattern in (
        (
            "left",
            r"(?i)\bleft\b|\blower\b|\bhi(?:gh)?\s*(?:=|:=|<-)\s*mid|\btoo (?:big"
            r"|large|high)|\bdown\b",
        ),
        ("right", r"(?i)\bright\b|\bupper\b|\blow?\s*(?:=|:=|<-)\s*mid|\btoo (?:small|low)|\bup\b"),
    ):
        if re.search(pattern, text):
            return word
    return None


def leaf_row(line: Line, about: Context) -> Row | None:
    """Read "leaf 14 with α=-∞ β=∞"."""
    row: dict[str, Value] = {}
    text = line.rest
    for field, names in (("alpha", r"alpha|α|a"), ("beta", r"beta|β|b")):
        said = re.search(rf"(?i)(?<!\w)(?:{names})\s*[=:]\s*(?P<n>{NUMBER})", text)
        if said:
            row[field] = to_number(said["n"])
    window = re.search(rf"[\[(]\s*({NUMBER})\s*[,;]\s*({NUMBER})\s*[\])]", text)
    if window and not row:
        row = {"alpha": to_number(window[1]), "beta": to_number(window[2])}
    numbered = re.search(
        rf"(?i)\bleaf\s*(?:no\.?|number|nr\.?|#)?\s*(\d+)\s*(?:=|:|\(|has|value|is"
        rf"|,?\s*value)+\s*({NUMBER})",
        text,
    )
    if numbered:
        return {"leaf": int(numbered[1]), "value": to_number(numbered[2]), **row}
    head = (
        text[: window.start()]
        if window
        else re.split(
            r"(?i)\balpha|α|\(|\bwith\b"
            r"|(?<!\w)a\s*=",
            text,
        )[0]
    )
    values = numbers_in(head)
    if line.kind == "leaf" and line.number is not None and not values:
        return {"value": line.number, **row} if row else None
    if not values or (not row and line.number is None):
        return None
    return {"value": values[0], **row}


def _after_arrow(head: str) -> tuple[str, str] | None:
    """Cut "A -> [B, C]" into the node and the list; None where no list follows."""
    found = re.search(r"(?:->|→|=>|⇒|:|\|)?\s*(?=[\[{])|(?:->|→|=>|⇒)\s*", head)
    if found is None:
        return None
    return head[: found.start()], head[found.end() :]


def _put_section(row: dict[str, Value], word: str, contents: str, about: Context) -> None:
    word = re.sub(r"\s+", " ", word.casefold())
    if word.startswith("in"):
        degrees, _ = read_assignments(contents, about.nodes)
        if degrees:
            row["indegree"] = degrees
    elif re.fullmatch(_CLOSES, word):
        listed = _first_list(contents)
        row["closed"] = () if is_empty(listed) else about.nodes.read(listed)
    else:
        _put_open(row, contents, about)


def _put_open(row: dict[str, Value], contents: str, about: Context) -> None:
    if _STOPS.search(contents) and not groups(contents):
        return
    listed = _first_list(contents)
    if "queue" in about.columns:
        row["queue"] = () if is_empty(listed) else about.nodes.read(listed)
    else:
        row["open"] = read_entries(listed, about.algorithm, about.nodes)


def _first_list(contents: str) -> str:
    """Return the bracketed list with which the contents begin, else all of them."""
    contents = contents.strip()
    if contents[:1] in ("[", "{", "⟨"):
        depth = 0
        for place, letter in enumerate(contents):
            depth += (letter in "[{⟨(") - (letter in "]}⟩)")
            if depth == 0:
                return contents[: place + 1]
    return contents


def _selected(head: str, nodes: Nodes) -> str | None:
    """Return the node that the words before the lists say was selected."""
    picked = next(
        (each for each in _PICKED.finditer(head) if each["word"] not in nodes), None
    )  # "U" may be a node, and not "u = …"
    if picked:
        name = nodes.first(picked["rest"])
        if name is not None:
            return name
    first = re.sub(r"(?i)\b(?:start|init\w*)\b", " ", head)
    return nodes.first(first)


def _take_distances(row: dict[str, Value], head: str, whole: str, about: Context) -> str:
    """Put the distances of a row of Dijkstra's algorithm; return what stands before them."""
    turn = re.search(r"\{|:|->|→|\|", whole)
    body = whole[turn.end() :] if turn else whole
    dist, parent = read_assignments(body, about.nodes)
    if not dist:
        dist, parent = read_assignments(whole, about.nodes)
        turn = re.search(rf"{NUMBER}", whole) if dist else None
        first = re.search(r"(?<!\w)\w+\s*=", whole)
        turn = first or turn
    if dist:
        row["dist"] = dist
        if parent:
            row["parent"] = parent
        return whole[: turn.start()] if turn else ""
    return head


def without_sets(line: str, about: Context) -> str:
    """Blank the sets of nodes beside an edge: "{C, D} + BC 2" adds one edge to a tree."""
    name = about.nodes.known
    bare = re.sub(rf"[{{\[]\s*{name}(?:[\s,;]+{name})*\s*[}}\]]", _as_blanks, line)
    return bare if _edge(bare, about.nodes) is not None else line


def _as_blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _edge(text: str, nodes: Nodes) -> tuple[tuple[str, str], str] | None:
    """Return the first edge of a text and what follows it."""
    name = nodes.known
    pattern = (
        rf"(?<!\w)(?P<a>{name})\s*(?:--?>?|–|—|→|↔|<->|,|/|~|\bto\b|\band\b)\s*(?P<b>{name})"
        rf"|(?<!\w)(?P<c>[A-Za-z])(?P<d>[A-Za-z])(?!\w)|(?<!\w)(?P<e>{name})\s+(?P<f>{name})"
    )
    for found in re.finditer(pattern, text, re.IGNORECASE):
        one = found["a"] or found["c"] or found["e"]
        two = found["b"] or found["d"] or found["f"]
        if (one in nodes and two in nodes) or (not nodes.spelled and one[:1].isupper()):
            return (nodes.spell(one), nodes.spell(two)), text[found.end() :]
    return None


def _array(text: str, length: int) -> tuple[str, tuple[Number, ...], str] | None:
    """Return the array of a row with the words before and after it: the last list that fits."""
    lists = [found for found in re.finditer(r"[\[{<⟨(]([^\[\]{}<>⟨⟩()]*)[\]}>⟩)]", text)]
    fitting = [found for found in lists if _fits(numbers_in(found[1]), length)]
    if fitting:
        last = fitting[-1]
        return text[: last.start()], numbers_in(last[1]), text[last.end() :]
    runs = list(re.finditer(rf"{NUMBER}(?:[\s,;|]+{NUMBER})+", text, re.IGNORECASE))
    fitting = [found for found in runs if _fits(numbers_in(found[0]), length)]
    if fitting:
        last = fitting[-1]
        return text[: last.start()], numbers_in(last[0]), text[last.end() :]
    return None


def _fits(values: Sequence[Number], length: int) -> bool:
    """Tell whether a list may be the array: as long, or one longer or shorter by a slip."""
    return len(values) >= 2 if not length else abs(len(values) - length) <= 1


def _merge_row(line: Line, about: Context) -> Row | None:
    """Read "merge [47] and [51] -> [47, 51]" and "width 2: [1, 5, 3, 4]"."""
    text = line.rest
    lists = [numbers_in(group) for group in groups(text)]
    lists = [values for values in lists if values and not any(map(math.isinf, values))]
    if len(lists) >= 3:
        return {"left": lists[0], "right": lists[1], "merged": lists[2]}
    parts = re.split(r"(?i)->|→|=>|⇒|=|\bgives?\b|\bto\s+get\b|\binto\b|\byields?\b|\bto\b", text)
    halves = re.split(r"(?i)\band\b|\bwith\b|\+|\||&|\]\s*,?\s*\[", parts[0])
    if len(parts) == 2 and len(halves) == 2 and all(map(numbers_in, (*halves, parts[1]))):
        left, right, merged = (numbers_in(part) for part in (*halves, parts[1]))
        return {"left": left, "right": right, "merged": merged}
    values = lists[-1] if lists else numbers_in(text)
    if len(lists) > 1 or len(values) < 2:
        return None
    if about.array and len(values) != len(about.array):
        # No row of widths; of merges one that shows only what they give.
        return {"merged": values} if "merged" in about.columns and len(parts) == 1 else None
    return {"width": line.number, "array": values} if line.kind == "width" else {"array": values}
