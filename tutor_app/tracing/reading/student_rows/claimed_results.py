"""What a student says comes out of the run: path, cost, order, sorted array, found or not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tutor_app.domain.traces import Value
from tutor_app.tracing.reading.student_rows.list_entries import (
    NUMBER,
    inside,
    numbers_in,
    read_assignments,
    to_number,
)
from tutor_app.tracing.reading.student_rows.rows_by_algorithm import Context

_SORTS = frozenset(
    "insertion_sort selection_sort bubble_sort merge_sort quicksort heapsort".split()
)
_TREES = frozenset(("prim", "kruskal"))
_LEAD = (
    r"(?i)^\W*(?:(?:so|and|thus|hence|then|therefore|the|my|final|finally|shortest"
    r"|cheapest|resulting)[\s,]+)*"
)
_PATH = re.compile(
    r"(?i)\b(?:path|route|way|solution)\b(?:\s+(?:found|is|was|would\s+be"
    r"|(?:from\s+\w+\s+)?to\s+\w+|i\s+got|i\s+found))*"
    r"\s*(?:=|:|is|->|→)?\s*(?P<chain>.+)"
)
_COST = re.compile(
    rf"(?i)\b(?:cost|length|distance|weight)s?\b\s*(?:of|is|=|:|\(?=?|was)*\s*(?P<n>{NUMBER})"
    rf"|\btotal\b\s*(?:of|is|=|:)?\s*(?P<t>{NUMBER})"
)
_NO_PATH = re.compile(
    r"(?i)\bno\s+(?:path|route|way|solution)\b|\b(?:not|un|n't)\s*(?:be\s+)?reach(?!ed\s+yet)"
    r"|\bunreachable"
)
_DISTANCES = re.compile(
    _LEAD + r"(?:dist(?:ances?)?|results?|values|d)\b[^:=\n]{0,30}?(?::|=(?!\s*\d)|\bare\b|\bis\b)"
)
_ORDER = re.compile(
    _LEAD + r"(?:topological\s+)?(?:order\w*|sequence)\b[^:=\n]{0,40}?(?::|=|\bis\b"
    r"|->)\s*(?P<chain>.+)"
)
_PARENTS = re.compile(
    _LEAD + r"(?:parents?|predecessors?|prev(?:ious)?|pred|π)(?:\s+(?:list|array|pointers|nodes))?"
    r"\s*(?:are|is|=|:)\s*"
)
_SORTED = re.compile(
    _LEAD + r"(?:sorted(?:\s+(?:array|list))?|array|list|result|answer|output|heap|(?:max"
    r"|min)-?\s*heap)\b"
    r"(?:\s+(?:array|list|is|at\s+the\s+end|after\s+\w+))*\s*(?:=|:|is|->)?\s*(?P<list>.*\d.*)"
)


def read_claim(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    """Return what one line of the student's work says comes out; empty where it says nothing.

    `has_rows`: rows stand before it. Without rows, "order: S, A, G" shows the steps themselves.
    """
    reader = _READERS.get(about.algorithm, _read_path)
    return reader(line, about, has_rows)


def _read_path(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    claim: dict[str, Value] = {}
    found = _PATH.search(line)
    if _NO_PATH.search(line):
        return {"found": False}
    if found:
        chain = re.split(r"(?i)\bwith\b|\(|\bcost|\blength|\btotal|;|\.(?:\s|$)", found["chain"])[0]
        path = about.nodes.read(chain)
        if len(path) > 1 or (path and re.match(r"\W*\w+\W*$", chain)):
            claim["path"] = path
    depth = re.search(
        r"(?i)\b(?:found|goal)\b.*?\b(?:depth|limit|level)\s*(?:=|:|of"
        r"|is)?\s*(\d+)",
        line,
    )
    if depth and about.algorithm == "ids":
        claim["depth"] = int(depth[1])
    cost = _COST.search(line)
    first = bool(re.match(_LEAD + r"(?:total\s+)?(?:cost|length|distance)\b", line))
    if cost and (claim or first) and about.algorithm not in ("bfs", "dfs", "ids"):
        claim["cost"] = to_number(cost["n"] or cost["t"])
    if claim:
        return claim
    if about.algorithm == "dijkstra" and (parents := read_parents(line, about)):
        return {"parent": parents}
    if about.algorithm == "dijkstra" and _DISTANCES.match(line):
        return _read_distances(line, about, has_rows)
    order = _ORDER.match(line)
    if order and has_rows and len(about.nodes.read(order["chain"])) > 1:
        return (
            {"order": about.nodes.read(order["chain"])} if about.algorithm in ("bfs", "dfs") else {}
        )
    return claim


def _read_distances(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    found = re.search(r"(?i)\b(no\s+|without\s+(?:a\s+)?)?negative\s+cycle", line)
    if found:
        return {"negative_cycle": not found[1]}
    if about.algorithm == "bellman_ford" and (parents := read_parents(line, about)):
        return {"parent": parents}
    if not _DISTANCES.match(line):
        return {}
    mark = re.search(r"(?i):|\bare\b|\bis\b", line)
    dist, parent = read_assignments(line[mark.end() :] if mark else line, about.nodes)
    claim: dict[str, Value] = {"dist": dist} if dist else {}
    return {**claim, "parent": parent} if dist and parent else claim


def _read_order(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    if re.search(
        r"(?i)\bno\s+(?:topological|valid)?\s*order|\b(?:has|is|contains|there is"
        r"|finds?)\b.*\bcycle",
        line,
    ):
        no = re.search(r"(?i)\b(?:no|without)\s+(?:a\s+)?cycle|\bacyclic", line)
        return {"cycle": not no}
    found = _ORDER.match(line)
    if found and has_rows:
        order = about.nodes.read(found["chain"])
        return {"order": order} if len(order) > 1 else {}
    return {}


def _read_tree(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    found = re.match(
        _LEAD + rf"(?:total(?:\s+(?:mst\s+)?(?:weight|cost))?|(?:mst|tree)\s+(?:weight"
        rf"|cost)|weight|cost)\b"
        rf"(?:\s+of\s+the\s+\w+)?\s*(?:is|=|:|of)?\s*(?P<n>{NUMBER})",
        line,
    )
    if found:
        return {"weight": to_number(found["n"])}
    edges = re.match(
        _LEAD + r"(?:mst|tree|mst\s+edges"
        r"|edges(?:\s+of\s+the\s+\w+)?)\s*(?:are|is|=|:)\s*(.+)",
        line,
    )
    if edges is None:
        parents = read_parents(line, about) if about.algorithm == "prim" else {}
        taken = tuple((parent, child) for child, parent in parents.items())
        return {"edges": taken} if taken else {}
    pairs = re.findall(
        rf"({about.nodes.name})\s*(?:-+|–|—|,"
        rf"|↔)\s*({about.nodes.name})",
        inside(edges[1]),
        re.IGNORECASE,
    )
    pairs = [(about.nodes.spell(a), about.nodes.spell(b)) for a, b in pairs]
    weight = re.search(rf"(?i)\b(?:total|weight|cost)\b\D{{0,12}}({NUMBER})", edges[1])
    claim: dict[str, Value] = {"edges": tuple(pairs)} if pairs else {}
    return {**claim, "weight": to_number(weight[1])} if weight and pairs else claim


def lists_parents(line: str) -> bool:
    """Tell whether a line says that it lists the nodes' parents."""
    return _PARENTS.match(line) is not None


def read_parents(line: str, about: Context) -> dict[str, Value]:
    """Return "parents: B: A, C: B" by node; empty where the line lists no parents."""
    found = _PARENTS.match(line)
    if found is None:
        return {}
    name = about.nodes.known
    pairs = re.findall(
        rf"(?i)(?:\b(?:parent|prev|pred|p)|π)?\s*[\[(]?(?<!\w)({name})\s*[\])]?\s*(?:=|:|<-|←)\s*({name})",
        line[found.end() :],
    )
    return {about.nodes.spell(child): about.nodes.spell(parent) for child, parent in pairs}


def _read_sorted(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    found = _SORTED.match(line)
    if found is None:
        return {}
    values = numbers_in(found["list"])
    if len(values) < max(2, len(about.array) - 1):
        return {}
    heap = about.algorithm == "heapsort" and re.search(r"(?i)\bheap\b", line[: found.start("list")])
    return {"heap" if heap else "array": values}


def _read_found(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    if re.search(r"(?i)\bmid\b|\blo\w*\s*=", line):
        return {}
    if re.search(r"(?i)\bnot\s+(?:be\s+)?(?:in|found|there|present|contained)"
    r"|\bisn'?t\s+(?:in|there)|\bunsuccessful"
                 r"|\bnot\s+exist|\bdoesn'?t\s+(?:occur|exist|appear)"
                 r"|\bindex\s*=?\s*-1", line):  # fmt: skip
        return {"found": False}
    found = re.search(r"(?i)\bfound\b[^\d\n]*?(?:index|position|pos|at|place)[^\d\n]*(\d+)", line)
    index = found or re.match(_LEAD + r"(?:answer|result|index|position)\b\D*?(\d+)\W*$", line)
    if index:
        return {"found": True, "index": int(index[1])}
    return {}


def _read_value(line: str, about: Context, has_rows: bool) -> dict[str, Value]:
    if re.search(r"(?i)\bleaf\b|[αβ]|\balpha|\bbeta", line):
        return {}
    found = re.search(
        rf"(?i)\b(?:root|value|result|minimax|answer)\b[^\d\n∞]*?(?:=|:|is|gets?"
        rf"|\bof\b)\s*(?P<n>{NUMBER})",
        line,
    )
    claim: dict[str, Value] = {"value": to_number(found["n"])} if found else {}
    child = re.search(r"(?i)\bbest\s+(?:child|move)\b\D*(\d+)", line)
    return {**claim, "best_child": int(child[1])} if child else claim


_READERS: Mapping[str, Callable[[str, Context, bool], dict[str, Value]]] = {
    **dict.fromkeys(_SORTS, _read_sorted),
    **dict.fromkeys(_TREES, _read_tree),
    "toposort": _read_order,
    "bellman_ford": _read_distances,
    "floyd_warshall": _read_distances,
    "binary_search": _read_found,
    "alphabeta": _read_value,
}
