"""A trace told in sentences: "First I expanded S and got A with 1. Then A, B becomes 3 …"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tutor_app.domain.traces import Doubt, Row, StudentTrace, Value
from tutor_app.tracing.reading.student_rows.claimed_results import read_claim
from tutor_app.tracing.reading.student_rows.doubtful_lines import nodes_said
from tutor_app.tracing.reading.student_rows.line_labels import Line
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    numbers_in,
    read_entries,
    to_number,
)
from tutor_app.tracing.reading.student_rows.open_entry_forms import plain_entries
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import (
    Context,
    edge_row,
    halving_row,
    read_action,
    search_row,
    sort_row,
)
from tutor_app.tracing.reading.student_rows.work_in_message import CHECKS

# A new step begins: a sentence, "then", "after that".
_NEXT = re.compile(
    r"(?i)\.(?=\s|$)|[;!?\n]+|,\s*(?:and\s+)?(?=(?:pop|expand|took|take|visit|remove|dequeue|settle"
    r"|select|pick|chose|close)(?:e?d|ped|s)?\b)|,?\s*\b(?:and\s+|but\s+)?(?:then|next|after(?:wards|\s+that|\s+this)"
    r"|finally|lastly|at\s+last|followed\s+by|first(?:ly)?|second(?:ly)?|third(?:ly)?)\b"
    r"(?=\W)(?!\s+(?:in|to)\b)[,:]?"
)
_TASK = re.compile(
    r"(?i)\b(?:from\s+\S+\s+(?:to|until)\b|starts?\s+(?:node|is)\b|goals?\b|edges?\b|graph\b"
    r"|(?:best|breadth|depth)[- ]first|dijkstra\w*|uniform|bfs|dfs|ucs|a\*|algorithm|heuristic\w*"
    r"|alphabetical\w*|ties?\b)"
)
_ENDS = re.compile(r"(?i)\bstart\w*\b.{0,20}\b(?:goal|target|end)\b|\bhave\s+to\b|\bneed\s+to\b")
_PICKS = (
    r"(?:expand|tak|took|pick|cho?os|chose|select|pop|remov|visit|settl|process|dequeu|clos|poll"
    r"|extract|start|began|begin|go|went|mov|look|do|did|handl|deal|explor|output|finaliz)\w*"
)
_TO_IT = (
    r"(?:\s+(?:node|vertex|state|the|out|at|with|from|in|on|to|off|up|start|now|is|was|of"
    r"|smallest|cheapest|one|city))*"
)
_TAKEN = (
    r"(?:is|was|gets?|got|comes?|came|goes|being)\s+(?:now\s+|then\s+|also\s+)?"
    r"(?:expanded|taken|popped|selected|removed|visited|settled|picked|chosen|processed|next|out"
    r"|first|dequeued|closed|explored|done)"
)
_BEFORE_NAME = re.compile(
    r"(?i)^\W*(?:(?:and|so|now|i|we|it|its|it's|is|was|oh|ok|okay|ah|yes|no|maybe|step|the|node"
    r"|would|be|should|must|again|of|course|think|guess|by|to|from|there|comes?)\W+)*"
)
_BECOMES = re.compile(
    r"(?i)^\s*(?:becomes?|became|gets?|got|drops?|goes\s+(?:down|to)|now|improves?|is\s+(?:now"
    r"|updated|improved|changed|\d)|was\s+(?:updated|improved)|updated?|changes?|stays?)\b"
)
_REASONS = (
    r"(?:\s*[,(:=-]?\s*(?:because|since|as|at|with|for|which|that|it|is|has|had|was|the|a|an|path"
    r"|total|cost|costs|value|distance|dist|only|smallest|cheapest|lowest|of|its|it's|minimum|min"
    r"|still|now|[gfh](?:\([^)]*\))?)\b)*\s*[(=:]*\s*"
)
_UNCHANGED = re.compile(
    r"(?i)\b(?:not|no|never|isn't|doesn't|didn't|worse|higher|larger|bigger|longer|stays?|keeps?"
    r"|kept|already|unchanged|more\s+expensive|ignored?)\b"
)
_LISTED = re.compile(r"(?i)\b(?:open|frontier|fringe|queue|stack|closed|visited|pq)\b|[\[{]")
_ADDS = re.compile(
    r"(?i)\b(?:got|gets?|getting|gives?|giving|add\w*|push\w*|enqueu\w*|put\w*|found|find"
    r"|discover\w*|insert\w*|saw|see|reach\w*|generat\w*|leads?\s+to|updat\w*|relax\w*|queued?"
    r"|yields?|adding|with)\b"
)
_KEYS = {"ucs": "g", "dijkstra": "g", "greedy": "h", "astar": "f"}
_BY_NODES = frozenset(("bfs", "dfs", "ucs", "greedy", "astar", "dijkstra", "toposort"))
_OTHERS: Mapping[str, Callable[[Line, Context], Row | None]] = {
    **dict.fromkeys(("prim", "kruskal"), edge_row),
    **dict.fromkeys(
        ("insertion_sort", "selection_sort", "bubble_sort", "merge_sort", "quicksort", "heapsort"),
        sort_row,
    ),
    "binary_search": halving_row,
}


@dataclass(slots=True)
class _Told:
    """What was read so far: rows, each with its sentences, and the rows in doubt."""

    rows: list[dict[str, Value]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    final: dict[str, Value] = field(default_factory=dict)

    def add(self, row: dict[str, Value], text: str, *, sure: bool) -> None:
        if not sure:
            self.doubtful.add(len(self.rows))
        self.rows.append(row)
        self.texts.append(text.strip())

    def doubt_next(self) -> None:
        """What comes next may not be the next row: something between was not read."""
        self.doubtful.add(len(self.rows))

    def trace(self) -> StudentTrace | None:
        if not self.rows and not self.final:
            return None
        rows = tuple({"step": number, **row} for number, row in enumerate(self.rows, start=1))
        doubts = tuple(
            Doubt(row=place, line=self.texts[place])
            for place in sorted(self.doubtful)
            if place < len(rows)
        )
        return StudentTrace(rows=rows, final=self.final, doubts=doubts)


def read_told_rows(text: str, about: Context, *, listing: bool = False) -> StudentTrace | None:
    """Return the steps that sentences tell, None where they tell none.

    Of OPEN only what a sentence says is new, or changed, is in a row ("added"; of Dijkstra's
    algorithm the distances). The steps count from 1 in the order told. "A with 1, B with 3" may say
    that A adds B or, if `listing`, that B is taken after A.
    """
    told = _Told()
    for part in _parts(text):
        if about.algorithm in _OTHERS:
            _tell_other(told, part, about)
        elif about.algorithm in _BY_NODES and about.nodes.spelled:
            _tell_step(told, part, about, listing=listing)
    return told.trace()


def _parts(text: str) -> Iterator[str]:
    """Yield the parts of a text that may each tell one step, without what asks."""
    for sentence in re.split(r"(?<=[.!?\n])\s", text):
        asked = CHECKS.search(sentence)
        said = sentence[: asked.start()] if asked else sentence
        yield from (part for part in _NEXT.split(said) if re.search(r"\w", part or ""))


def _tell_other(told: _Told, part: str, about: Context) -> None:
    claim = {} if sort_row is _OTHERS[about.algorithm] else _claim(part, told, about)
    if claim:
        told.final.update(claim)
        return
    pieces = re.split(r",|\band\b", part) if about.algorithm in ("prim", "kruskal") else [part]
    for piece in pieces:
        row = _OTHERS[about.algorithm](Line(number=None, kind="", rest=piece.strip()), about)
        if row is None:
            _tell_between(told, piece)
            continue
        action = read_action(piece) if about.algorithm == "kruskal" else None
        told.add({**row, **({"action": action} if action else {})}, piece, sure=True)


def _tell_between(told: _Told, piece: str) -> None:
    """Read "6 stays" as a row like the one before; what else is said of numbers is in doubt."""
    if not told.rows or not numbers_in(piece):
        return
    before = told.rows[-1].get("array")
    if before is not None and _UNCHANGED.search(piece):
        told.add({"array": before}, piece, sure=True)
    elif before is not None:
        told.doubt_next()


def _claim(part: str, told: _Told, about: Context) -> dict[str, Value]:
    return read_claim(part.strip(), about, bool(told.rows))


def _tell_step(told: _Told, part: str, about: Context, *, listing: bool) -> None:
    if re.search(r"(?i)\b(?:paths?|route|answer|solution|total)\b", part):
        told.final.update(_claim(part, told, about))
        return
    part = _plain(part, about)
    names = list(nodes_said(part, about))
    picked = _picked(part, about)
    if picked is None and (not names or _TASK.search(part)):
        return
    if picked is None:
        _tell_change(told, part, about)
        return
    begin, nodes, rest = picked
    if _TASK.search(part[:begin]) or _ENDS.search(part) or _LISTED.search(part[:begin]):
        return
    *others, node = nodes
    for other in others:
        told.add({"node": other}, part, sure=True)
    row, sure = _row(node, rest, about)
    if listing and (taken := _listed_nodes(row, rest)):
        for one in taken:
            told.add(one, part, sure=True)
        return
    told.add(row, part, sure=sure)


def _plain(part: str, about: Context) -> str:
    """Return a part without its reasons: "since 1 < 4", "which is less than 4", "S->A->B is 3"."""
    name = about.nodes.known
    part = re.sub(
        rf"(?i)(?<!\w)(?:{name}\s*(?:->|→|-)\s*)+({name})(?=\s+(?:is|=|costs?)\b)", r"\1", part
    )
    part = re.sub(
        r"(?i)\b(?:which\s+|that\s+)?(?:is\s+)?(?:better|less|smaller|cheaper|lower|shorter|fewer)"
        rf"\s+than\s+(?:the\s+)?(?:old\s+)?(?:{NUMBER}|{name})",
        " ",
        part,
    )
    part = re.sub(rf"(?i){NUMBER}\s*<\s*({NUMBER})", _smaller, part)
    return re.sub(
        r"(?i)\b((?:open|frontier|fringe|queue|stack|pq|closed|visited)(?:\s+list|\s+set)?)\s+"
        r"(?:is|now|has|holds|becomes|contains|was)\b(?:\s+now)?\s*:?",
        r"\1: ",
        part,
    )


def _smaller(found: re.Match[str]) -> str:
    return found[0].split("<")[0]


def _listed_nodes(row: dict[str, Value], rest: str) -> list[dict[str, Value]]:
    """Return "A (1), B (3), C (6)" as three steps, not as one that adds B and C; else none."""
    added = row.get("added")
    if not isinstance(added, tuple) or _ADDS.search(rest.replace("with", "")):
        return []
    if re.search(r"(?i)\b(?:becomes?|became|gets?|now|drops|goes|improves?)\b", rest):
        return []
    first = {name: value for name, value in row.items() if name != "added"}
    others = [dict(entry) for entry in added if isinstance(entry, Mapping)]
    return [first, *others] if len(first) > 1 and others else []


def _picked(part: str, about: Context) -> tuple[int, list[str], str] | None:
    """Return where a part says which node is taken, the nodes, and what it says after them."""
    name = rf"(?P<x>{about.nodes.known})"
    several = (
        rf"(?P<more>(?:\s*(?:,|and|,\s*and)\s*{about.nodes.known}"
        r"(?!\s*(?:with|becomes|gets|now|is|goes|drops|to|at|\d|=|:|\()))*)"
    )
    verb = re.search(rf"(?i)\b{_PICKS}{_TO_IT}\s+['\"]?{name}['\"]?{several}", part)
    if verb and verb["x"] in about.nodes and not _is_article(part, verb.end("x"), verb["x"]):
        alone = not re.search(NUMBER, part[verb.end() :]) or bool(verb["more"] == "")
        if alone:
            more = list(about.nodes.read(re.sub(r"(?i)\band\b", ",", verb["more"])))
            return verb.start(), [about.nodes.spell(verb["x"]), *more], part[verb.end() :]
        return verb.start(), [about.nodes.spell(verb["x"])], part[verb.end("x") :]
    taken = re.search(rf"(?i)(?<!\w){name}\s+{_TAKEN}\b", part)
    if taken:
        return taken.start(), [about.nodes.spell(taken["x"])], part[taken.end() :]
    lead = _BEFORE_NAME.match(part)
    begin = lead.end() if lead else 0
    first = re.match(rf"(?i)['\"]?{name}['\"]?", part[begin:])
    if first is None or first["x"] not in about.nodes.spelled.values():
        return None
    rest = part[begin + first.end() :]
    if _BECOMES.match(rest) or _is_article(part, begin + first.end(), first["x"]):
        return None
    listed = re.fullmatch(
        rf"(?i)(?:\s*(?:,|and|->|→|-)+\s*(?:and\s+)?{about.nodes.known})+\W*", rest
    )
    if listed:  # "A, B and C": one after the other
        others = about.nodes.read(re.sub(r"(?i)\band\b", ",", rest))
        return begin, [about.nodes.spell(first["x"]), *others], ""
    return begin, [about.nodes.spell(first["x"])], rest


def _is_article(part: str, end: int, said: str) -> bool:
    """Tell "a" the article, and "I": small, or in front of a noun."""
    if said in ("a", "i"):
        return True
    noun = r"\s+(?:node|cheaper|shorter|path|better|smaller|new|lower)\b"
    return said in ("A", "I") and bool(re.match(noun, part[end:]))


def _row(node: str, rest: str, about: Context) -> tuple[dict[str, Value], bool]:
    """Return the row of a node that was taken, and whether all that is said of it was read."""
    row: dict[str, Value] = {"node": node}
    key = _KEYS.get(about.algorithm)
    own = re.match(rf"(?i)(?P<why>{_REASONS})(?P<n>{NUMBER})(?!\w)\)?", rest)
    if own and key:
        label = re.findall(r"(?i)\b([gfh])\b", own["why"])
        name = label[-1].casefold() if label else key
        if about.algorithm == "dijkstra":
            row["dist"] = {node: to_number(own["n"])}
        elif name in ("g", key) or about.algorithm == "astar":
            row[name] = to_number(own["n"])
        rest = rest[own.end() :]
    rest = re.sub(r"(?i)\b(?:because|since|cause|bc)\b[^,;]*", " ", rest)
    if _LISTED.search(rest):
        listed = search_row(Line(number=1, kind="", rest=f"{node} {rest}"), about)
        row.update({k: v for k, v in (listed or {}).items() if k != "node"})
        return row, True
    # "S -> AB -> B" goes on in a way that is none of a sentence.
    sure = _put_added(row, rest, about) and not re.search(r"->|→|=>", rest)
    return row, sure


def _put_added(row: dict[str, Value], rest: str, about: Context) -> bool:
    """Put what a part says is new in OPEN into the row; return whether all of it was read."""
    kept = " ".join(part for part in re.split(r",|\band\b", rest) if not _UNCHANGED.search(part))
    said = list(nodes_said(kept, about))
    if not said:
        return not (numbers_in(kept) and about.algorithm in _KEYS)
    flat = plain_entries(re.sub(r"(?<![A-Za-z])[ghf]\s*=?\s*(?=\d)", "", kept), about.nodes)
    pairs = re.findall(rf"(?<!\w)({about.nodes.known})\s*[:=(]\s*({NUMBER})", flat)
    if about.algorithm in _KEYS and pairs:
        entries = read_entries(
            ", ".join(f"{a}:{n}" for a, n in pairs), about.algorithm, about.nodes
        )
        if about.algorithm == "dijkstra":
            before = row.get("dist")
            dist = dict(before) if isinstance(before, Mapping) else {}
            row["dist"] = {**dist, **{str(e["node"]): e["g"] for e in entries}}
        else:
            before = row.get("added")
            row["added"] = (*(before if isinstance(before, tuple) else ()), *entries)
        return len(pairs) == len(said) == len(numbers_in(kept))
    if _ADDS.search(rest) and not pairs and about.algorithm != "toposort":
        if about.algorithm != "dijkstra":
            row["added"] = tuple({"node": node} for node in said)
        return True
    return False


def _tell_change(told: _Told, part: str, about: Context) -> None:
    """Read "B becomes 3" as what the step before it changed."""
    if not told.rows:
        told.doubt_next()
        return
    said = re.sub(r"(?i)\b(?:because|since|cause|bc)\b[^,;]*", " ", part)
    if not _put_added(told.rows[-1], said, about):
        told.doubt_next()
